/**
 * Collects a cleaned corpus, pair by pair, into a bitext (without links yet) and the vocabularies of its sides.
 * Ids are given as words come and renumbered at the end, so the corpus is read only once; memory is four bytes a
 * token and the distinct words.
 */
import { GrowableArray } from '../core/growable-array.js';
import { type FreezeOptions, type FrozenVocabulary, VocabularyBuilder } from '../text/vocabulary.js';
import { Bitext } from './bitext.js';
import { LinkTable } from './link-table.js';
import { TokenText } from './token-text.js';

export interface BuiltBitext {
  readonly bitext: Bitext;
  readonly source: FrozenVocabulary;
  readonly target: FrozenVocabulary;
  /** For each pair the number its reader gave it, for example its line. */
  readonly origins: Uint32Array;
}

export class BitextBuilder {
  readonly #source = new SideBuilder();
  readonly #target = new SideBuilder();
  readonly #origins = new GrowableArray(new Uint32Array(1024));

  get pairCount(): number {
    return this.#origins.length;
  }

  get sourceTokenCount(): number {
    return this.#source.tokenCount;
  }

  get targetTokenCount(): number {
    return this.#target.tokenCount;
  }

  /** Appends the word forms of a pair that cleaning has let through. */
  add(source: readonly string[], target: readonly string[], origin = this.pairCount + 1): void {
    this.#source.add(source);
    this.#target.add(target);
    this.#origins.push(origin);
  }

  /** Freezes the vocabularies, most frequent words first, and hands everything over. Ends the builder's life. */
  build(options: FreezeOptions = { byFrequency: true }): BuiltBitext {
    const source = this.#source.build(options);
    const target = this.#target.build(options);
    return {
      bitext: new Bitext(source.text, target.text, LinkTable.none(this.pairCount)),
      source: source.words,
      target: target.words,
      origins: this.#origins.trim(),
    };
  }
}

class SideBuilder {
  readonly #words = new VocabularyBuilder();
  readonly #ids = new GrowableArray(new Int32Array(1 << 12));
  readonly #offsets = new GrowableArray(new Uint32Array(1 << 10));

  constructor() {
    this.#offsets.push(0);
  }

  get tokenCount(): number {
    return this.#ids.length;
  }

  add(forms: readonly string[]): void {
    for (const form of forms) this.#ids.push(this.#words.add(form));
    this.#offsets.push(this.#ids.length);
  }

  build(options: FreezeOptions): { text: TokenText; words: FrozenVocabulary } {
    const words = this.#words.freeze(options);
    const ids = this.#ids.trim();
    for (let p = 0; p < ids.length; p++) ids[p] = words.newIds[ids[p]];
    return { text: new TokenText(ids, this.#offsets.trim()), words };
  }
}
