/** Runs the bundled `enface` program as people do, in a folder of its own that is removed afterwards. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { REPOSITORY } from './repository.js';

const CLI = path.join(REPOSITORY, 'dist/cli.js');

export class EnfaceFolder {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'enface-cli-'));
  /** Added to the environment of every run. */
  readonly env: Record<string, string> = {};

  file(name: string): string {
    return path.join(this.folder, name);
  }

  write(name: string, content: string | Uint8Array): string {
    writeFileSync(this.file(name), content);
    return name;
  }

  files(): string[] {
    return readdirSync(this.folder).sort();
  }

  run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
    return spawnSync(process.execPath, [CLI, ...args], {
      cwd: this.folder,
      encoding: 'utf8',
      env: { ...process.env, ...this.env },
    });
  }

  start(...args: string[]): ChildProcess {
    return spawn(process.execPath, [CLI, ...args], {
      cwd: this.folder,
      env: { ...process.env, ...this.env },
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
