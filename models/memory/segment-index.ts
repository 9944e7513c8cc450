/**
 * Token sequences of many segments with an inverted index over their normalised forms. Grows one segment at a
 * time; segments are numbered 0, 1, 2 … and stay. `match-index.ts` and `phrase-search.ts` answer from it.
 */
import { EnfaceError } from '../core/errors.js';
import type { Token } from '../text/token.js';
import { FormTable } from './form-table.js';
import { type GrowingArray, growingUint32 } from './growing-array.js';
import { classOf, WORD_WEIGHT } from './match-score.js';
import { Postings, SEGMENT_LIMIT } from './postings.js';
import { TokenRow } from './token-row.js';
import { TokenStore } from './token-store.js';

export class SegmentIndex {
  readonly forms = new FormTable();
  readonly store = new TokenStore();
  readonly postings = new Postings();
  /** Address of the token sequence in `store`, by segment. */
  readonly addresses: GrowingArray<Uint32Array> = growingUint32();
  /** Weight (`match-score.ts`), by segment. */
  readonly weights: GrowingArray<Uint32Array> = growingUint32();
  readonly #row = new TokenRow();

  /** How many segments were added. */
  get size(): number {
    return this.addresses.length;
  }

  get byteLength(): number {
    return [this.forms, this.store, this.postings, this.addresses, this.weights].reduce(
      (sum, part) => sum + part.byteLength,
      0,
    );
  }

  /** Adds a segment and returns its number. */
  add(tokens: readonly Token[]): number {
    const segment = this.size;
    if (segment === SEGMENT_LIMIT) {
      throw new EnfaceError('memory-full', 'The translation memory is full: it holds 16 million segments.');
    }
    const row = this.#row;
    row.reset(tokens.length);
    for (const token of tokens) {
      const tokenClass = classOf(token);
      const form = this.forms.intern(token.text, tokenClass);
      row.push(form, this.forms.normal.values[form], tokenClass);
    }
    this.addresses.push(this.store.append(row.forms, row.count));
    this.weights.push(row.weight);
    const length = Math.floor(row.weight / WORD_WEIGHT);
    const normals = row.normals.subarray(0, row.count).sort();
    for (let i = 0; i < normals.length; i++) {
      if (i === 0 || normals[i] !== normals[i - 1]) this.postings.add(normals[i], segment, length);
    }
    return segment;
  }

  /** Fills `row` with the tokens of a text, which need not be known: unknown forms are `UNKNOWN_FORM`. */
  readTokens(tokens: readonly Token[], row: TokenRow): TokenRow {
    row.reset(tokens.length);
    for (const token of tokens) {
      const tokenClass = classOf(token);
      const form = this.forms.find(token.text, tokenClass);
      const normal =
        form >= 0 ? this.forms.normal.values[form] : this.forms.findNormal(token.text, tokenClass);
      row.push(form, normal, tokenClass);
    }
    return row;
  }

  /** Fills `row` with the tokens of a segment. */
  readSegment(segment: number, row: TokenRow): TokenRow {
    const address = this.addresses.values[segment];
    row.reset(this.store.count(address));
    const count = this.store.read(address, row.forms);
    for (let i = 0; i < count; i++) {
      const form = row.forms[i];
      row.push(form, this.forms.normal.values[form], this.forms.classes.values[form]);
    }
    return row;
  }
}
