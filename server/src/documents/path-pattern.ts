/**
 * Path patterns with wildcards that can be read (path → captures) and filled (captures → path). See pairing.ts
 * for the syntax. A pattern is anchored at the workspace folder; `floating` ones match in every folder.
 */
type Piece =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'wildcard'; readonly text: string; readonly expression: string };

export interface PathPattern {
  readonly pieces: readonly Piece[];
  readonly expression: RegExp;
  /** How many characters the pattern fixes: of two patterns that match, the one that fixes more is meant. */
  readonly fixedLength: number;
}

/** Compiles a pattern. */
export function parsePattern(text: string, options: { ignoreCase: boolean; floating: boolean }): PathPattern {
  const pieces = split(options.floating ? `**/${text}` : text);
  const source = pieces.map((piece) =>
    piece.kind === 'literal' ? escapeExpression(piece.text) : `(${piece.expression})`,
  );
  return {
    pieces,
    expression: new RegExp(`^${source.join('')}$`, options.ignoreCase ? 'isu' : 'su'),
    fixedLength: pieces.reduce((sum, piece) => sum + (piece.kind === 'literal' ? piece.text.length : 0), 0),
  };
}

/** What the wildcards stand for in `path`, in order, or null when the pattern does not match. */
export function matchPattern(pattern: PathPattern, path: string): string[] | null {
  const match = pattern.expression.exec(path);
  return match === null ? null : match.slice(1);
}

/** The path in which the wildcards stand for `captures`. */
export function fillPattern(pattern: PathPattern, captures: readonly string[]): string {
  let next = 0;
  return pattern.pieces
    .map((piece) => (piece.kind === 'literal' ? piece.text : (captures[next++] ?? '')))
    .join('');
}

/** The wildcards of a pattern, in order: two patterns correspond when theirs are equal. */
export function wildcardsOf(text: string): string[] {
  return split(text).flatMap((piece) => (piece.kind === 'wildcard' ? [piece.text] : []));
}

function split(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const literal = (until: number) => {
    if (until > end) pieces.push({ kind: 'literal', text: text.slice(end, until) });
  };
  for (const match of text.matchAll(/\*\*\/|\*\*|\*|\?|\{([^{}]*)\}/g)) {
    literal(match.index);
    pieces.push({ kind: 'wildcard', text: match[0], expression: wildcardExpression(match[0], match[1]) });
    end = match.index + match[0].length;
  }
  literal(text.length);
  return pieces;
}

function wildcardExpression(wildcard: string, braces: string | undefined): string {
  if (braces?.includes(',')) return braces.split(',').map(escapeExpression).join('|');
  if (braces !== undefined) return '[^/]+';
  if (wildcard === '**/') return '(?:[^/]+/)*?';
  if (wildcard === '**') return '.+?';
  return wildcard === '?' ? '[^/]' : '[^/]*';
}

function escapeExpression(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
