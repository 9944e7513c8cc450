/**
 * Word forms ↔ word ids. A frozen base, opened as views on the model file's memory, plus an overlay that grows
 * while the translator works: base ids never change, new words get the ids after them.
 *
 * Three ids are reserved: 0 unknown `<unk>`, 1 sentence start `<s>`, 2 sentence end `</s>`. They are not words:
 * `idOf('<s>')` looks for the word (the HTML tag) of that spelling, never for the mark, so text cannot forge one.
 *
 *     const builder = new VocabularyBuilder();
 *     for (const form of forms) ids.push(builder.add(form));
 *     const { vocabulary, counts, newIds } = builder.freeze({ byFrequency: true });
 */
import { StringTable, type StringTableSections } from './string-table.js';

export type WordId = number;

export const UNKNOWN: WordId = 0;
export const SENTENCE_START: WordId = 1;
export const SENTENCE_END: WordId = 2;
/** The first id that belongs to a word. */
export const FIRST_WORD: WordId = 3;
/** Ids from here on stand for words of the source segment, by position: those that are passed through as they are. */
export const PASSED_THROUGH: WordId = 1 << 30;

export const RESERVED_FORMS: readonly string[] = ['<unk>', '<s>', '</s>'];

export class Vocabulary {
  readonly #base: StringTable;
  readonly #overlay = new StringTable(64);
  /** Id of the overlay's first word. */
  readonly #overlayStart: WordId;
  readonly #forms: string[] = [...RESERVED_FORMS];

  constructor(base: StringTable = new StringTable(0)) {
    this.#base = base;
    this.#overlayStart = FIRST_WORD + base.size;
  }

  /** Opens a frozen base without copying. Throws a FormatError when the arrays cannot belong together. */
  static fromSections(sections: StringTableSections): Vocabulary {
    return new Vocabulary(StringTable.fromSections(sections));
  }

  /** Number of ids, reserved ones included: all ids are below it. */
  get size(): number {
    return this.#overlayStart + this.#overlay.size;
  }

  /** Number of ids that are frozen: reserved and base. */
  get baseSize(): number {
    return this.#overlayStart;
  }

  /** Id of a word form, or {@link UNKNOWN}. */
  idOf(form: string): WordId {
    const base = this.#base.find(form);
    if (base >= 0) return base + FIRST_WORD;
    if (this.#overlay.size === 0) return UNKNOWN;
    const added = this.#overlay.find(form);
    return added >= 0 ? added + this.#overlayStart : UNKNOWN;
  }

  /** Id of a word form, added to the overlay when it is new. */
  add(form: string): WordId {
    const base = this.#base.find(form);
    return base >= 0 ? base + FIRST_WORD : this.#overlay.add(form) + this.#overlayStart;
  }

  /** The form of an id; the reserved spellings for reserved ids, `<unk>` for ids that were never given. */
  formOf(id: WordId): string {
    const known = this.#forms[id];
    if (known !== undefined) return known;
    if (!(id >= FIRST_WORD && id < this.size)) return RESERVED_FORMS[UNKNOWN];
    const form =
      id < this.#overlayStart
        ? this.#base.textOf(id - FIRST_WORD)
        : this.#overlay.textOf(id - this.#overlayStart);
    this.#forms[id] = form;
    return form;
  }

  /** The frozen base as named arrays; what is in the overlay must be merged first ({@link merged}). */
  toSections(): StringTableSections {
    return this.#base.toSections();
  }

  /** A vocabulary with the same ids whose base holds the overlay too. */
  merged(): Vocabulary {
    const all = new StringTable(this.size);
    for (let id = 0; id < this.#base.size; id++) all.add(this.#base.textOf(id));
    for (let id = 0; id < this.#overlay.size; id++) all.add(this.#overlay.textOf(id));
    return new Vocabulary(all);
  }
}

export interface FreezeOptions {
  /** Give small ids to frequent words (ties in order of first use); otherwise ids keep their order. */
  readonly byFrequency?: boolean;
  /** Words seen less often become unknown. */
  readonly minCount?: number;
  /** At most so many words, the most frequent ones. */
  readonly maxWords?: number;
}

export interface FrozenVocabulary {
  readonly vocabulary: Vocabulary;
  /** How often each id was added; 0 for sentence marks, the count of all dropped words for unknown. */
  readonly counts: Uint32Array;
  /** From the ids the builder gave to the ids of the vocabulary. */
  readonly newIds: Int32Array;
}

/** Collects word forms with counts, then freezes them. Its ids are provisional: map them by `newIds`. */
export class VocabularyBuilder {
  readonly #table = new StringTable(1 << 14);
  #counts = new Uint32Array(1 << 14);

  get size(): number {
    return FIRST_WORD + this.#table.size;
  }

  add(form: string, count = 1): WordId {
    const id = this.#table.add(form);
    if (id >= this.#counts.length) {
      const grown = new Uint32Array(this.#counts.length * 2);
      grown.set(this.#counts);
      this.#counts = grown;
    }
    this.#counts[id] += count;
    return id + FIRST_WORD;
  }

  freeze(options: FreezeOptions = {}): FrozenVocabulary {
    const { byFrequency = false, minCount = 0, maxWords = Number.POSITIVE_INFINITY } = options;
    const size = this.#table.size;
    const ranked = rankByCount(this.#counts, size);
    let kept = size;
    while (kept > 0 && (kept > maxWords || this.#counts[ranked[kept - 1]] < minCount)) kept--;
    const order = ranked.slice(0, kept);
    if (!byFrequency) order.sort();
    const table = new StringTable(kept);
    const counts = new Uint32Array(FIRST_WORD + kept);
    const newIds = new Int32Array(FIRST_WORD + size).fill(UNKNOWN);
    for (let id = 0; id < FIRST_WORD; id++) newIds[id] = id;
    for (const old of order) {
      const id = FIRST_WORD + table.add(this.#table.textOf(old));
      newIds[FIRST_WORD + old] = id;
      counts[id] = this.#counts[old];
    }
    for (let i = kept; i < size; i++) counts[UNKNOWN] += this.#counts[ranked[i]];
    return { vocabulary: new Vocabulary(table), counts, newIds };
  }
}

/** Indices by falling count, ties by rising index: sorted as plain numbers, which needs no comparator. */
function rankByCount(counts: Uint32Array, size: number): Uint32Array {
  const keys = new Float64Array(size);
  for (let i = 0; i < size; i++) keys[i] = (0xffffffff - counts[i]) * 0x200000 + (i % 0x200000);
  if (size > 0x200000) {
    const indices = Uint32Array.from({ length: size }, (_, i) => i);
    return indices.sort((a, b) => counts[b] - counts[a] || a - b);
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => key % 0x200000);
}
