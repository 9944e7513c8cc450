/**
 * Inline Markdown of one block: code spans, links and images, autolinks, raw HTML; nothing else matters to
 * sentences. The rules are CommonMark's: code, autolinks and tags bind before brackets, and a link holds no
 * other link. References are not looked up, because their definitions may be anywhere in the document:
 * `[text][label]` counts as a link, `[text]` does not.
 *
 * Offsets count from the start of the raw text; the scan itself goes over the folded text (see folds.ts).
 */
import type { Span } from '../../../models/text/span.js';
import type { InlinePiece } from '../documents/segment.js';
import { findFolds, foldLines } from './folds.js';
import { matchResource } from './markdown-link.js';

export interface InlineMarkup {
  /** What a translation carries over unchanged, in order, without overlap. */
  readonly pieces: readonly InlinePiece[];
  /** What no sentence boundary may cut, in order of their ends: code, tags, whole links and images. */
  readonly wholes: readonly Span[];
}

export const NO_MARKUP: InlineMarkup = { pieces: [], wholes: [] };

export function scanInline(raw: string, quoteDepth: number): InlineMarkup {
  if (!/[`<[]/.test(raw)) return NO_MARKUP;
  const folds = findFolds(raw, true, quoteDepth);
  const logical = foldLines(raw, folds);
  const { pieces, wholes } = new InlineScan(logical.text).run();
  if (folds.length === 0) return { pieces, wholes };
  const toRaw = (span: Span) => ({
    start: logical.toDocument(span.start),
    end: logical.toDocument(span.end),
  });
  return {
    pieces: pieces.map(({ span, kind }) => ({ span: toRaw(span), kind })),
    wholes: wholes.map(toRaw),
  };
}

interface Bracket {
  readonly start: number;
  readonly isImage: boolean;
  active: boolean;
}

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const AUTOLINK =
  /<(?:[a-z][a-z0-9+.-]{1,31}:[^\s\p{Cc}<>]{0,4000}|[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,200}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?){0,20})>/iuy;
const BLANK = '[ \\t\\r\\n]';
const ATTRIBUTE = `${BLANK}+[a-z_:][a-z0-9_.:-]*(?:${BLANK}*=${BLANK}*(?:[^ \\t\\r\\n"'=<>\`]+|'[^']{0,4000}'|"[^"]{0,4000}"))?`;
const TAG = new RegExp(
  `<(?:[a-z][a-z0-9-]*(?:${ATTRIBUTE}){0,50}${BLANK}*\\/?|\\/[a-z][a-z0-9-]*${BLANK}*)>`,
  'iy',
);
const FOOTNOTE = /\[\^[^\s[\]]+\]/y;
const LABEL = /\[(?=[^\]]*[^\s\]])(?:[^\\[\]]|\\.){1,999}\](?!\()/y;

/** Raw HTML that ends with a fixed string: comments, instructions, declarations, CDATA. */
const DELIMITED: readonly (readonly [RegExp, string])[] = [
  [/<!--(?:-?>)/y, ''],
  [/<!--/y, '-->'],
  [/<\?/y, '?>'],
  [/<!\[CDATA\[/y, ']]>'],
  [/<![a-z]/iy, '>'],
];

class InlineScan {
  readonly #text: string;
  readonly #pieces: InlinePiece[] = [];
  readonly #wholes: Span[] = [];
  readonly #brackets: Bracket[] = [];
  /** Lengths of backtick runs, and ends of delimited HTML, that do not occur in the rest of the text. */
  readonly #fruitless = new Set<number | string>();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): InlineMarkup {
    while (this.#at < this.#text.length) {
      switch (this.#text[this.#at]) {
        case '\\':
          this.#at += PUNCTUATION.test(this.#text[this.#at + 1] ?? '') ? 2 : 1;
          break;
        case '`':
          this.#code();
          break;
        case '<':
          this.#angle();
          break;
        case '!':
          this.#at++;
          if (this.#text[this.#at] === '[') this.#open(true);
          break;
        case '[':
          this.#open(false);
          break;
        case ']':
          this.#close();
          break;
        default:
          this.#at++;
      }
    }
    this.#pieces.sort((a, b) => a.span.start - b.span.start);
    return { pieces: this.#pieces, wholes: this.#wholes };
  }

  #code(): void {
    const start = this.#at;
    while (this.#text[this.#at] === '`') this.#at++;
    const length = this.#at - start;
    if (this.#fruitless.has(length)) return;
    for (let from = this.#at; ; ) {
      const run = this.#text.indexOf('`', from);
      if (run === -1) break;
      from = run;
      while (this.#text[from] === '`') from++;
      if (from - run !== length) continue;
      this.#take(start, from, 'code');
      return;
    }
    this.#fruitless.add(length);
  }

  #angle(): void {
    const link = this.#match(AUTOLINK);
    const tagLength = link?.length ?? this.#match(TAG)?.length ?? this.#delimitedLength();
    if (tagLength > 0) this.#take(this.#at, this.#at + tagLength, link === null ? 'tag' : 'url');
    else this.#at++;
  }

  #delimitedLength(): number {
    for (const [opening, closing] of DELIMITED) {
      const open = this.#match(opening);
      if (open === null || this.#fruitless.has(closing)) continue;
      const end = this.#text.indexOf(closing, this.#at + open.length);
      if (end !== -1) return end + closing.length - this.#at;
      this.#fruitless.add(closing);
    }
    return 0;
  }

  #open(isImage: boolean): void {
    const footnote = isImage ? null : this.#match(FOOTNOTE);
    if (footnote !== null && !this.#isLinkAfter(footnote.length)) {
      this.#take(this.#at, this.#at + footnote.length, 'tag');
      return;
    }
    this.#brackets.push({ start: isImage ? this.#at - 1 : this.#at, isImage, active: true });
    this.#at++;
  }

  #close(): void {
    this.#at++;
    const bracket = this.#brackets.pop();
    if (bracket === undefined || !bracket.active) return;
    const label = this.#match(LABEL);
    const end = matchResource(this.#text, this.#at);
    if (end === -1 && label === null) return;
    this.#take(this.#at, end === -1 ? this.#at + (label?.length ?? 0) : end, 'url', bracket.start);
    if (bracket.isImage) return;
    for (const outer of this.#brackets) if (!outer.isImage) outer.active = false;
  }

  #take(start: number, end: number, kind: InlinePiece['kind'], wholeStart = start): void {
    this.#pieces.push({ span: { start, end }, kind });
    this.#wholes.push({ start: wholeStart, end });
    this.#at = end;
  }

  #isLinkAfter(length: number): boolean {
    const next = this.#text[this.#at + length];
    return next === '(' || next === '[';
  }

  #match(expression: RegExp): string | null {
    expression.lastIndex = this.#at;
    return expression.exec(this.#text)?.[0] ?? null;
  }
}
