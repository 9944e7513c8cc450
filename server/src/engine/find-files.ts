/**
 * Finds the files that glob patterns mean. Relative patterns are looked for below a folder; absolute ones where they
 * say. `node_modules`, `.git` and what cannot be read are passed over. Symbolic links to files count, links to
 * folders are not followed (they may lead in circles).
 */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import picomatch from 'picomatch';

const EXCLUDED = new Set(['node_modules', '.git', '.hg', '.svn']);

/** Absolute paths, sorted, each once. */
export async function findFiles(folder: string | null, patterns: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const place = placeOf(folder, pattern);
    if (place === null) continue;
    if (!place.isGlob) {
      if (await isFile(place.base)) found.add(place.base);
      continue;
    }
    for await (const file of filesBelow(place.base)) if (place.matches(file)) found.add(file);
  }
  return [...found].sort();
}

/** Whether a path is one that `findFiles` would find if it existed. */
export function isWanted(folder: string | null, patterns: readonly string[], file: string): boolean {
  return patterns.some((pattern) => {
    const place = placeOf(folder, pattern);
    if (place === null) return false;
    if (!place.isGlob) return path.relative(place.base, file) === '';
    const below = path.relative(place.base, file);
    const excluded = below.split(path.sep).some((part) => part === '..' || EXCLUDED.has(part));
    return !excluded && !path.isAbsolute(below) && place.matches(file);
  });
}

interface Place {
  readonly isGlob: boolean;
  /** The folder below which to look, or the file itself when the pattern is no glob. */
  readonly base: string;
  readonly matches: (file: string) => boolean;
}

function placeOf(folder: string | null, pattern: string): Place | null {
  const slashed = process.platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern;
  const { base, glob } = picomatch.scan(slashed);
  const absolute = path.isAbsolute(slashed);
  if (!absolute && folder === null) return null;
  const root = absolute ? path.resolve(base || '/') : path.resolve(folder ?? '', base);
  if (glob === '') return { isGlob: false, base: root, matches: () => true };
  const test = picomatch(glob, { dot: true, nocase: process.platform !== 'linux' });
  return {
    isGlob: true,
    base: root,
    matches: (file) => test(path.relative(root, file).split(path.sep).join('/')),
  };
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch {
    return;
  }
  for (const entry of entries) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!EXCLUDED.has(entry.name)) yield* filesBelow(full);
    } else if (entry.isFile() || (entry.isSymbolicLink() && (await isFile(full)))) yield full;
  }
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
