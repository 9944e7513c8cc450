/**
 * `npm start` as a newcomer runs it, in a clone, with a cache folder of its own that shares only the installed VS
 * Code, so that a test neither downloads 400 MB nor touches anyone's sample workspace.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { vscodeSetup } from '../support/vscode-setup.js';

export class NpmStart {
  readonly address: Promise<string>;
  readonly ended: Promise<number | NodeJS.Signals | null>;
  readonly #child: ChildProcess;
  #output = '';

  /** `home` gets the cache folder (`cache`) and the folder for temporary files (`t`, as sockets need short names). */
  constructor(clone: string, home: string) {
    const { vscode } = vscodeSetup();
    const cache = path.join(home, 'cache');
    const temporary = path.join(home, 't');
    for (const folder of [cache, temporary]) mkdirSync(folder);
    symlinkSync(vscode, path.join(cache, path.basename(vscode)), 'junction');
    const env: NodeJS.ProcessEnv = { ...process.env, ENFACE_CACHE: cache, TMPDIR: temporary };
    // A process group of its own stands for the terminal, which sends Ctrl+C to all of it.
    this.#child = spawn('npm', ['start'], {
      cwd: clone,
      env: Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('npm_'))),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.ended = new Promise((resolve) => this.#child.on('exit', (code, signal) => resolve(signal ?? code)));
    this.address = new Promise((resolve, reject) => {
      const take = (chunk: Buffer) => {
        this.#output += chunk.toString();
        const ready = /^Enface is ready: (\S+)$/m.exec(this.#output);
        if (ready !== null) resolve(ready[1]);
      };
      this.#child.stdout?.on('data', take);
      this.#child.stderr?.on('data', take);
      void this.ended.then((how) => reject(new Error(`npm start ended with ${how}:\n${this.#output}`)));
    });
    this.address.catch(() => {}); // reported where it is awaited
  }

  get output(): string {
    return this.#output;
  }

  /** Ctrl+C. */
  interrupt(): void {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGINT');
  }
}
