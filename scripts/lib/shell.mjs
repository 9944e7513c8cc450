// Running programs for the scripts in this folder, and telling people in plain words when that fails.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Something the user can act on: shown as its message alone, without a stack trace. */
export class Problem extends Error {}

/** Runs a script's body in the repository root; a failure is printed and becomes the exit code. */
export async function main(body) {
  process.chdir(ROOT);
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    console.error(error instanceof Problem ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** Runs a program in the repository root, its output passing through; throws unless it ends with 0. */
export async function run(command, args, options = {}) {
  const code = await spawnCode(command, args, options);
  if (code !== 0) throw new Problem(`${path.basename(command)} ${args.join(' ')} ended with ${code}`);
}

/** Like `run`, but resolves with the exit code (or the name of the signal). */
export async function spawnCode(command, args, options = {}) {
  const { code, signal } = await finished(spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options }));
  return signal ?? code;
}

/** Runs a program without showing its output: `{ code, output }`, standard output and error together. */
export async function capture(command, args, options = {}) {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const { code } = await finished(child);
  return { code, output };
}

/** The command line that runs npm: the npm that started this script, or the one on the path. */
export function npmCommand(args) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js')) return { command: process.execPath, args: [cli, ...args], options: {} };
  return { command: 'npm', args, options: { shell: process.platform === 'win32' } };
}

/** Stops with a clear message when this Node cannot run Enface. */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Problem(
    `Enface needs Node 20.19 or newer; this is Node ${version}. Get one from https://nodejs.org.`,
  );
}

/** Installs the packages of package-lock.json, unless this exact lock file was installed before. */
export async function ensureDependencies() {
  checkNode();
  const folder = path.join(ROOT, 'node_modules');
  const stamp = path.join(folder, '.enface-lock');
  const lock = hashOf(readFileSync(path.join(ROOT, 'package-lock.json')));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return false;
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return false; // shared: its owner installs
  const { command, args, options } = npmCommand(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  const { code, output } = await capture(command, args, options);
  if (code !== 0)
    throw new Problem(explainNpm('The packages Enface is built with could not be installed', output));
  writeFileSync(stamp, lock);
  return true;
}

/** Why an npm run failed, in a newcomer's words, followed by what npm said. */
export function explainNpm(what, output) {
  let reason = 'npm reported an error';
  if (/\bENOSPC\b|no space left/i.test(output)) reason = 'the disk is full';
  else if (
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b/.test(output)
  ) {
    reason = 'the npm registry could not be reached: is this machine online?';
  } else if (/\b(EACCES|EPERM)\b/.test(output)) reason = 'a folder cannot be written to';
  const detail = output
    .split('\n')
    .filter((line) => /^npm (error|ERR!)/.test(line))
    .slice(0, 6)
    .join('\n');
  return detail === '' ? `${what}: ${reason}.` : `${what}: ${reason}.\n${detail}`;
}

/** Shows an address in the user's browser, where there is one. */
export function openInBrowser(address) {
  const opener = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform] ?? ['xdg-open'];
  const child = spawn(opener[0], [...opener.slice(1), address], { stdio: 'ignore', detached: true });
  child.on('error', () => console.log('(No browser could be opened: open the address yourself.)'));
  child.unref();
}

export function hashOf(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** Programs still running; they go with us when we are stopped. */
const children = new Set();
process.once('exit', () => {
  for (const child of children) child.kill();
});

function finished(child) {
  children.add(child);
  child.on('close', () => children.delete(child));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
}
