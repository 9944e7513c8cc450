// Running programs for the scripts in this folder: output passes through, a failure ends the script.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Runs a program in the repository root; resolves when it ends with 0, throws otherwise. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}`));
    });
  });
}

/** Installs the packages of package-lock.json, unless this exact lock file was installed before. */
export async function ensureDependencies() {
  const stamp = path.join(ROOT, 'node_modules', '.enface-lock');
  const lock = createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing packages …');
  await run('npm', ['ci', '--no-audit', '--no-fund'], { shell: process.platform === 'win32' });
  writeFileSync(stamp, lock);
}
