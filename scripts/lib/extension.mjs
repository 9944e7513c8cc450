// The extension as one file: packages it, looks into the package, and keeps it installed in a VS Code data folder.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { capture, hashOf, Problem, ROOT } from './shell.mjs';
import { installExtensions } from './vscode-server.mjs';
import { zipNames } from './zip-names.mjs';

const VSCE = path.join(ROOT, 'node_modules', '@vscode', 'vsce', 'vsce');
const SHIPPED = ['dist', 'syntaxes', 'media', 'l10n', 'package.json', 'README.md', 'CHANGELOG.md', 'LICENSE'];
/** Opens the sample; used by `npm start` alone. */
const GUIDE = 'scripts/sample-guide';
/** What may be inside the package, and what must be. */
const ALLOWED =
  /^extension\/(dist\/|syntaxes\/|media\/|l10n\/|package(\.nls(\.\w+)?)?\.json$|readme\.md$|changelog\.md$|license\.txt$)/i;
const REQUIRED = ['extension/package.json', 'extension/dist/extension.cjs', 'extension/dist/server.js'];

/** Builds for release and writes the package to `file`; returns the names of what is inside. */
export async function packageExtension(file) {
  await vsce(ROOT, file);
  const names = zipNames(readFileSync(file));
  const strays = names.filter((name) => name.startsWith('extension/') && !ALLOWED.test(name));
  if (strays.length > 0) throw new Problem(`The package holds what it must not: ${strays.join(', ')}`);
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Problem(`The package lacks ${missing.join(', ')}`);
  return names;
}

/**
 * Packages and installs the extension below `data`, unless exactly what is in dist/ was installed before. `guide`
 * installs the sample guide of `npm start` with it.
 */
export async function ensureExtension({ serverMain, data, guide = false }) {
  const stamp = path.join(data, 'extension-installed');
  const wanted = fingerprint(guide ? [...SHIPPED, GUIDE] : SHIPPED);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false;
  const files = [path.join(data, 'enface.vsix')];
  await packageExtension(files[0]);
  if (guide) {
    files.push(path.join(data, 'guide.vsix'));
    await vsce(path.join(ROOT, GUIDE), files[1]);
  }
  await installExtensions({ serverMain, data, files });
  writeFileSync(stamp, wanted);
  return true;
}

async function vsce(folder, file) {
  mkdirSync(path.dirname(file), { recursive: true });
  const args = [
    VSCE,
    'package',
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
  ];
  const { code, output } = await capture(process.execPath, [...args, '-o', file], { cwd: folder });
  if (code !== 0) throw new Problem(`The extension could not be packaged:\n${output.trim()}`);
}

/** Of everything that goes into the packages. */
function fingerprint(entries) {
  const strings = readdirSync(ROOT).filter((name) => name.startsWith('package.nls.'));
  const files = [...entries, ...strings].flatMap((name) => filesBelow(path.join(ROOT, name))).sort();
  return hashOf(...files.flatMap((file) => [path.relative(ROOT, file), readFileSync(file)]));
}

function filesBelow(entry) {
  const found = statSync(entry, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [entry];
  return readdirSync(entry).flatMap((name) => filesBelow(path.join(entry, name)));
}
