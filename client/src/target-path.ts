/**
 * Proposes where a translation goes: `docs/en/guide.md` → `docs/de/guide.md`, `guide.en.md` → `guide.de.md`, any
 * other `guide.md` → `guide.de.md`. Works on `/`-separated paths. Pure.
 */
export function proposeTargetPath(
  sourcePath: string,
  sourceLanguage: string,
  targetLanguage: string,
): string {
  const parts = sourcePath.split('/');
  const name = parts.pop()!;
  const folder = parts.findLastIndex((part) => sameTag(part, sourceLanguage));
  if (folder !== -1) return [...parts.with(folder, targetLanguage), name].join('/');
  return [...parts, proposeName(name, sourceLanguage, targetLanguage)].join('/');
}

/** The language a file name or folder names (`guide.de.md`, `docs/de/guide.md`), when it is one of `known`. */
export function languageInPath(path: string, known: readonly string[]): string | undefined {
  const parts = path.split('/');
  const name = parts.pop()!;
  const inName = name.split('.').slice(1, -1).toReversed();
  return [...inName, ...parts.toReversed()].find((part) => known.some((tag) => sameTag(part, tag)));
}

function proposeName(name: string, sourceLanguage: string, targetLanguage: string): string {
  const pieces = name.split('.');
  if (pieces.length === 1) return `${name}.${targetLanguage}`;
  const marked = pieces.length > 2 && sameTag(pieces.at(-2)!, sourceLanguage);
  return [...pieces.slice(0, marked ? -2 : -1), targetLanguage, pieces.at(-1)].join('.');
}

function sameTag(a: string, b: string): boolean {
  return a.replaceAll('_', '-').toLowerCase() === b.toLowerCase();
}
