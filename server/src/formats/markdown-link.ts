/** The `(target "title")` that turns a bracketed text of Markdown into a link or an image. */

/** Deepest nesting of unescaped parentheses in a target. */
const NESTING = 32;

/** Offset after the resource that starts at `start`, or −1 when there is none. */
export function matchResource(text: string, start: number): number {
  if (text[start] !== '(') return -1;
  let at = skipSpace(text, start + 1);
  if (text[at] === ')') return at + 1;
  const target = matchTarget(text, at);
  if (target === -1) return -1;
  at = skipSpace(text, target);
  if (at > target && /["'(]/.test(text[at] ?? '')) {
    const title = matchTitle(text, at);
    if (title === -1) return -1;
    at = skipSpace(text, title);
  }
  return text[at] === ')' ? at + 1 : -1;
}

function matchTarget(text: string, start: number): number {
  if (text[start] === '<') {
    for (let i = start + 1; i < text.length; i++) {
      if (text[i] === '>') return i + 1;
      if (text[i] === '<') return -1;
      if (isEscape(text, i, '<>\\')) i++;
    }
    return -1;
  }
  let depth = 0;
  let i = start;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code <= 32 || code === 127) break;
    if (isEscape(text, i, '()\\')) i++;
    else if (text[i] === '(' && ++depth >= NESTING) return -1;
    else if (text[i] === ')' && --depth < 0) break;
  }
  return depth > 0 || i === start ? -1 : i;
}

function matchTitle(text: string, start: number): number {
  const closing = text[start] === '(' ? ')' : text[start]!;
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === closing) return i + 1;
    if (isEscape(text, i, `${closing}\\`)) i++;
  }
  return -1;
}

function isEscape(text: string, offset: number, escapable: string): boolean {
  return text[offset] === '\\' && offset + 1 < text.length && escapable.includes(text[offset + 1]!);
}

function skipSpace(text: string, offset: number): number {
  let i = offset;
  while (text[i] === ' ' || text[i] === '\t' || text[i] === '\n' || text[i] === '\r') i++;
  return i;
}
