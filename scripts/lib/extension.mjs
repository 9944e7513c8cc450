// The extension as one file: packages it, looks into the package, and keeps it installed in a VS Code data folder.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { capture, hashOf, Problem, ROOT } from './shell.mjs';
import { installExtension } from './vscode-server.mjs';
import { zipNames } from './zip-names.mjs';

const VSCE = path.join(ROOT, 'node_modules', '@vscode', 'vsce', 'vsce');
const SHIPPED = ['dist', 'syntaxes', 'media', 'l10n', 'package.json', 'README.md', 'CHANGELOG.md', 'LICENSE'];
/** What may be inside the package, and what must be. */
const ALLOWED =
  /^extension\/(dist\/|syntaxes\/|media\/|l10n\/|package(\.nls(\.\w+)?)?\.json$|readme\.md$|changelog\.md$|license\.txt$)/i;
const REQUIRED = ['extension/package.json', 'extension/dist/extension.cjs', 'extension/dist/server.js'];

/** Builds for release and writes the package to `file`; returns the names of what is inside. */
export async function packageExtension(file) {
  mkdirSync(path.dirname(file), { recursive: true });
  const args = [
    VSCE,
    'package',
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '-o',
    file,
  ];
  const { code, output } = await capture(process.execPath, args);
  if (code !== 0) throw new Problem(`The extension could not be packaged:\n${output.trim()}`);
  const names = zipNames(readFileSync(file));
  const strays = names.filter((name) => name.startsWith('extension/') && !ALLOWED.test(name));
  if (strays.length > 0) throw new Problem(`The package holds what it must not: ${strays.join(', ')}`);
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Problem(`The package lacks ${missing.join(', ')}`);
  return names;
}

/** Packages and installs the extension below `data`, unless exactly what is in dist/ was installed before. */
export async function ensureExtension({ serverMain, data }) {
  const stamp = path.join(data, 'extension-installed');
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false;
  const vsix = path.join(data, 'enface.vsix');
  await packageExtension(vsix);
  await installExtension({ serverMain, data, vsix });
  writeFileSync(stamp, wanted);
  return true;
}

/** Of everything that goes into the package. */
function fingerprint() {
  const strings = readdirSync(ROOT).filter((name) => name.startsWith('package.nls.'));
  const files = [...SHIPPED, ...strings].flatMap((name) => filesBelow(path.join(ROOT, name))).sort();
  return hashOf(...files.flatMap((file) => [path.relative(ROOT, file), readFileSync(file)]));
}

function filesBelow(entry) {
  const found = statSync(entry, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [entry];
  return readdirSync(entry).flatMap((name) => filesBelow(path.join(entry, name)));
}
