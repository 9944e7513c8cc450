/** Tokens of one text as flat arrays: what the scanner fills and what training reads, without an object each. */
import type { TokenKind } from './token.js';

export const TOKEN_KINDS: readonly TokenKind[] = ['word', 'number', 'punctuation', 'symbol', 'placeable'];

export const WORD_TOKEN = 0;
export const NUMBER_TOKEN = 1;
export const PUNCTUATION_TOKEN = 2;
export const SYMBOL_TOKEN = 3;
export const PLACEABLE_TOKEN = 4;

export class TokenSpans {
  count = 0;
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  /** Index into {@link TOKEN_KINDS}. */
  kinds = new Uint8Array(64);

  clear(): void {
    this.count = 0;
  }

  push(start: number, end: number, kind: number): void {
    const i = this.count++;
    if (i === this.starts.length) this.#grow();
    this.starts[i] = start;
    this.ends[i] = end;
    this.kinds[i] = kind;
  }

  #grow(): void {
    const { starts, ends, kinds } = this;
    this.starts = new Int32Array(starts.length * 2);
    this.ends = new Int32Array(starts.length * 2);
    this.kinds = new Uint8Array(starts.length * 2);
    this.starts.set(starts);
    this.ends.set(ends);
    this.kinds.set(kinds);
  }
}
