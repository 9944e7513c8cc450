// Installs the VS Code that runs in a browser into the cache folder: the npm package `code-server` carries a whole
// built VS Code, of which only the inner server is used. One install serves every clone; it is made in a temporary
// folder and renamed when complete, so an interrupted install never counts, and once there no network is needed.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder, withLock } from './cache.mjs';
import { findProgram } from './programs.mjs';
import { capture, explainNpm, npmCommand, Problem, ROOT } from './shell.mjs';

/** Holds VS Code 1.110.0, the newest that runs on Node 20 as well as on later ones. */
const CODE_SERVER_VERSION = '4.110.0';
/** VS Code's file search; its own package would download it from a place other than npm. */
const RIPGREP_VERSION = '1.18.0';
/** Counts the changes of this recipe: another number, another install. */
const RECIPE = 1;
const MEGABYTES_NEEDED = 700;
const STAND_INS = path.join(ROOT, 'scripts', 'vscode-stand-ins');
const STAMP = 'enface-install.json';

const INSTALL = ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];

/** Where VS Code is, installing it first when it is not there: `{ folder, serverMain, version }`. */
export async function ensureVscode(note = () => {}) {
  const name = `vscode-${CODE_SERVER_VERSION}.${RECIPE}-${process.platform}-${process.arch}`;
  const folder = path.join(cacheFolder(), name);
  if (!existsSync(path.join(folder, STAMP))) {
    const wait = () => note('another run is installing VS Code: waiting for it');
    await withLock(`${folder}.lock`, () => install(folder, note), wait);
  }
  const { version } = JSON.parse(await readFile(path.join(folder, STAMP), 'utf8'));
  return { folder, serverMain: path.join(innerServer(folder), 'out', 'server-main.js'), version };
}

function innerServer(folder) {
  return path.join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
}

async function install(folder, note) {
  if (existsSync(path.join(folder, STAMP))) return; // made by the run we waited for
  await checkSpace(path.dirname(folder));
  await removeLeftovers(folder);
  const draft = `${folder}.tmp-${process.pid}`;
  try {
    mkdirSync(draft, { recursive: true });
    await writeFile(path.join(draft, 'package.json'), '{"private":true}\n');
    note('fetching VS Code (about 400 MB on disk, only this once)');
    await npm(draft, [
      '--no-save',
      '--no-package-lock',
      `code-server@${CODE_SERVER_VERSION}`,
      `@vscode/ripgrep@${RIPGREP_VERSION}`, // brings the program for this machine as an optional package
    ]);
    const inner = innerServer(draft);
    note('fetching the packages of its server');
    await npm(inner, []);
    note('fetching the packages of its built-in extensions');
    await npm(path.join(inner, 'extensions'), []);
    placeRipgrep(draft, note);
    placeStandIns(inner);
    const { version } = JSON.parse(await readFile(path.join(inner, 'package.json'), 'utf8'));
    await writeFile(
      path.join(draft, STAMP),
      `${JSON.stringify({ version, codeServer: CODE_SERVER_VERSION })}\n`,
    );
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } catch (error) {
    if (error.code === 'ENOSPC') throw new Problem('VS Code could not be installed: the disk is full.');
    throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function npm(folder, extra) {
  const { command, args, options } = npmCommand([...INSTALL, ...extra]);
  // npm hands its settings for this repository down in the environment; the install is none of its business.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config_(local_)?prefix|package_)/.test(name)),
  );
  const { code, output } = await capture(command, args, { ...options, cwd: folder, env });
  if (code === 0) return;
  throw new Problem(
    `${explainNpm('VS Code could not be installed', output)}\n` +
      'Your own VS Code will do as well: ENFACE_CODE=code npm start',
  );
}

/** Puts a ripgrep where VS Code looks for it: the one from npm, or the system's. */
function placeRipgrep(draft, note) {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const target = path.join(innerServer(draft), 'node_modules', '@vscode', 'ripgrep', 'bin', name);
  const packaged = path.join(
    draft,
    'node_modules',
    '@vscode',
    `ripgrep-${process.platform}-${process.arch}`,
    'bin',
    name,
  );
  mkdirSync(path.dirname(target), { recursive: true });
  rmSync(target, { force: true });
  if (existsSync(packaged)) {
    copyFileSync(packaged, target);
    chmodSync(target, 0o755);
    return;
  }
  const system = findProgram('rg');
  if (system === null) note('no ripgrep for this machine: searching across files will not work');
  else symlinkSync(system, target);
}

/** Packages whose native part is not built (no compiler is asked of anyone) are replaced by plain ones. */
function placeStandIns(inner) {
  for (const name of ['spdlog', 'native-watchdog', 'deviceid']) {
    const folder = path.join(inner, 'node_modules', '@vscode', name);
    if (!existsSync(folder)) continue;
    const { main } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    copyFileSync(path.join(STAND_INS, `${name}.cjs`), path.join(folder, main));
  }
}

async function checkSpace(folder) {
  mkdirSync(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / 1e6);
  if (free >= MEGABYTES_NEEDED) return;
  throw new Problem(
    `VS Code could not be installed: it needs ${MEGABYTES_NEEDED} MB in ${folder}, which has ${free} MB left. ` +
      'Another folder can be named by ENFACE_CACHE.',
  );
}

/** Drafts of runs that were stopped; the lock is held, so none of them is alive. */
async function removeLeftovers(folder) {
  const prefix = `${path.basename(folder)}.tmp-`;
  for (const entry of await readdir(path.dirname(folder))) {
    if (entry.startsWith(prefix))
      await rm(path.join(path.dirname(folder), entry), { recursive: true, force: true });
  }
}
