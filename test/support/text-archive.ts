/**
 * Test data as one readable file: parts with names, each after a line `-- name --`. The line end before such a line
 * belongs to it and not to the part, so that a part can end without one.
 */
export function parseArchive(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  const marks = [...text.matchAll(/^-- (.+) --\n/gm)];
  marks.forEach((mark, i) => {
    const start = mark.index + mark[0].length;
    const next = marks[i + 1];
    const end = next === undefined ? text.length : Math.max(start, next.index - 1);
    parts.set(mark[1], text.slice(start, end));
  });
  return parts;
}

export function formatArchive(parts: ReadonlyMap<string, string>): string {
  return [...parts].map(([name, text]) => `-- ${name} --\n${text}`).join('\n');
}
