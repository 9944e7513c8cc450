// Packages from npm as archives: fetched by name and exact version into a folder, kept there, read without unpacking.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { capture, explainNpm, npmCommand, Problem } from '../shell.mjs';

const BLOCK = 512;

/** The archive of a package, fetched unless it is in `folder` already: its path. */
export async function fetchArchive({ name, version, folder, signal }) {
  const file = path.join(folder, `${name.replace(/^@/, '').replaceAll('/', '-')}-${version}.tgz`);
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).includes(path.basename(file))) return file;
  const draft = mkdtempSync(path.join(folder, 'fetch-'));
  try {
    const { command, args, options } = npmCommand(['pack', `${name}@${version}`, '--loglevel=error']);
    const { code, output } = await capture(command, args, { ...options, cwd: draft, signal });
    const [fetched] = readdirSync(draft);
    if (code !== 0 || fetched === undefined) {
      throw new Problem(explainNpm(`The npm package ${name}@${version} could not be fetched`, output));
    }
    renameSync(path.join(draft, fetched), file);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return file;
}

/** The files of an archive whose names (below the package's folder) pass `wants`: a map from name to text. */
export function readArchive(file, wants) {
  const bytes = gunzipSync(readFileSync(file));
  const texts = new Map();
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0; ) {
    const size = Number.parseInt(field(bytes, at + 124, 12), 8);
    const prefix = field(bytes, at + 345, 155);
    const name = `${prefix === '' ? '' : `${prefix}/`}${field(bytes, at, 100)}`.replace(/^[^/]*\//, '');
    const start = at + BLOCK;
    const isFile = bytes[at + 156] === 0x30 || bytes[at + 156] === 0; // type '0', in old archives a zero byte
    if (isFile && wants(name)) texts.set(name, bytes.toString('utf8', start, start + size));
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return texts;
}

function field(bytes, start, length) {
  const end = bytes.indexOf(0, start);
  return bytes.toString('utf8', start, end < 0 ? start + length : Math.min(end, start + length)).trim();
}
