/**
 * The usual case of words, learned from a corpus: training text and typed prefixes are truecased (sentence-initial
 * words get the case they have inside sentences, so that “The” and “the” are one word), and suggestions are cased
 * again for display. German nouns stay capitalised because they are capitalised inside sentences too.
 *
 * Learned from positions inside sentences only. A word whose case varies is decided by the word after it where
 * that says more (`Sie haben`, `the Commission`). Words never seen inside a sentence are left as they are. Segments
 * all in capitals teach nothing.
 *
 *     const builder = new TruecaserBuilder();
 *     for (const text of texts) builder.add(tokenizer.forms(text));
 *     const truecaser = builder.build();
 *     truecaser.truecase(['The', 'Bundestag', 'met', '.']) // the Bundestag met .
 */
import { FormatError } from '../core/errors.js';
import {
  type CaseShape,
  capitalize,
  casePositions,
  INSIDE,
  inShape,
  isAllUpper,
  isWordForm,
  LOWER,
  MIXED,
  SENTENCE_INITIAL,
  shapeOf,
} from './letter-case.js';
import { StringTable, type StringTableSections } from './string-table.js';

export interface TruecaserSections {
  /** Lower-case words. */
  readonly words: StringTableSections;
  /** Usual shape of each word. */
  readonly shapes: Uint8Array;
  /** Word and following word, lower case with a blank between, where the pair decides otherwise. */
  readonly pairs: StringTableSections;
  readonly pairShapes: Uint8Array;
  /** Spellings of words of mixed case (`iPhone`), in the order in which MIXED occurs in `shapes`. */
  readonly mixed: StringTableSections;
}

export class Truecaser {
  readonly #words: StringTable;
  readonly #shapes: Uint8Array;
  readonly #pairs: StringTable;
  readonly #pairShapes: Uint8Array;
  readonly #mixed: StringTable;
  readonly #spellings = new Map<string, string>();

  constructor(
    words: StringTable,
    shapes: Uint8Array,
    pairs: StringTable,
    pairShapes: Uint8Array,
    mixed: StringTable,
  ) {
    this.#words = words;
    this.#shapes = shapes;
    this.#pairs = pairs;
    this.#pairShapes = pairShapes;
    this.#mixed = mixed;
    for (let i = 0; i < mixed.size; i++) this.#spellings.set(mixed.textOf(i).toLowerCase(), mixed.textOf(i));
  }

  /** Opens without copying. Throws a FormatError when the arrays cannot belong together. */
  static fromSections({ words, shapes, pairs, pairShapes, mixed }: TruecaserSections): Truecaser {
    const known = StringTable.fromSections(words);
    const decided = StringTable.fromSections(pairs);
    if (shapes.length < known.size || pairShapes.length < decided.size) {
      throw new FormatError(
        'truecaser',
        'The truecaser of this model is damaged: its parts do not fit together.',
      );
    }
    return new Truecaser(known, shapes, decided, pairShapes, StringTable.fromSections(mixed));
  }

  toSections(): TruecaserSections {
    return {
      words: this.#words.toSections(),
      shapes: this.#shapes,
      pairs: this.#pairs.toSections(),
      pairShapes: this.#pairShapes,
      mixed: this.#mixed.toSections(),
    };
  }

  /** Number of words whose case is known. */
  get size(): number {
    return this.#words.size;
  }

  /** The case a word has inside a sentence, before `next`; the form as it is when the word is not known. */
  usualCase(form: string, next = ''): string {
    const lower = form.toLowerCase();
    const word = this.#words.find(lower);
    if (word < 0) return form;
    const pair = this.#pairs.find(`${lower} ${next.toLowerCase()}`);
    const shape = (pair >= 0 ? this.#pairShapes[pair] : this.#shapes[word]) as CaseShape;
    return shape === MIXED ? (this.#spellings.get(lower) ?? form) : inShape(lower, shape);
  }

  /**
   * Forms as they would stand inside a sentence: sentence-initial words in their usual case; in a segment all in
   * capitals every word. Other words keep the case they have.
   */
  truecase(forms: readonly string[]): string[] {
    if (isAllUpper(forms)) {
      return forms.map((form, i) => (isWordForm(form) ? this.#calm(form, forms[i + 1]) : form));
    }
    const positions = casePositions(forms);
    return forms.map((form, i) =>
      positions[i] === SENTENCE_INITIAL ? this.usualCase(form, forms[i + 1]) : form,
    );
  }

  /** A word from a heading in capitals; acronyms stay, unknown words become lower case. */
  #calm(form: string, next: string | undefined): string {
    const known = this.#words.find(form.toLowerCase()) >= 0;
    return known ? this.usualCase(form, next) : form.toLowerCase();
  }
}

/**
 * Truecased forms as they are shown: sentences start with a capital, unless with a placeable or a word of mixed
 * case; everything in capitals when `allUpper` (the source is a heading in capitals). `continues` says that the
 * forms go on within a sentence (after a typed prefix), so the first is no start.
 */
export function recase(
  forms: readonly string[],
  options: { allUpper?: boolean; continues?: boolean } = {},
): string[] {
  if (options.allUpper) return forms.map((form) => (isWordForm(form) ? form.toUpperCase() : form));
  const positions = casePositions(options.continues ? ['x', ...forms] : forms).subarray(
    options.continues ? 1 : 0,
  );
  return forms.map((form, i) => {
    const starts = positions[i] === SENTENCE_INITIAL && shapeOf(form) === LOWER;
    return starts ? capitalize(form) : form;
  });
}

/** Counts cases; see {@link Truecaser}. */
export class TruecaserBuilder {
  readonly #words = new ShapeCounts();
  readonly #pairs = new ShapeCounts();
  readonly #mixed = new Map<string, number>();

  add(forms: readonly string[]): void {
    if (isAllUpper(forms)) return;
    const positions = casePositions(forms);
    for (let i = 0; i < forms.length; i++) {
      if (positions[i] !== INSIDE) continue;
      const form = forms[i];
      const lower = form.toLowerCase();
      const shape = shapeOf(form);
      const word = this.#words.add(lower, shape);
      if (shape === MIXED) this.#mixed.set(form, (this.#mixed.get(form) ?? 0) + 1);
      // Pairs matter only for words whose case varies, and need not be counted from the first occurrence.
      if (this.#words.varies(word)) this.#pairs.add(`${lower} ${forms[i + 1]?.toLowerCase() ?? ''}`, shape);
    }
  }

  build(): Truecaser {
    const shapes = this.#words.usualShapes();
    const pairs = new StringTable();
    const pairShapes: number[] = [];
    const { table } = this.#pairs;
    for (let id = 0; id < table.size; id++) {
      const text = table.textOf(id);
      const shape = this.#pairs.clearShape(id);
      if (shape === undefined || shape === shapes[this.#words.table.find(text.slice(0, text.indexOf(' ')))])
        continue;
      pairs.add(text);
      pairShapes.push(shape);
    }
    return new Truecaser(this.#words.table, shapes, pairs, Uint8Array.from(pairShapes), this.#spellings());
  }

  /** The most frequent spelling of each word of mixed case. */
  #spellings(): StringTable {
    const best = new Map<string, string>();
    for (const [form, count] of this.#mixed) {
      const other = best.get(form.toLowerCase());
      if (other === undefined || count > (this.#mixed.get(other) ?? 0)) best.set(form.toLowerCase(), form);
    }
    const table = new StringTable(best.size);
    for (const form of best.values()) table.add(form);
    return table;
  }
}

const SHAPES = 4;
/** A pair overrules its word when it was seen at least so often, in one case at least so much of the time. */
const MIN_PAIR_COUNT = 3;
const MIN_PAIR_SHARE = 0.7;

/** How often each string was seen in each shape. */
class ShapeCounts {
  readonly table = new StringTable(1 << 12);
  #counts = new Uint32Array(SHAPES << 12);

  add(text: string, shape: CaseShape): number {
    const id = this.table.add(text);
    if ((id + 1) * SHAPES > this.#counts.length) {
      const grown = new Uint32Array(this.#counts.length * 2);
      grown.set(this.#counts);
      this.#counts = grown;
    }
    this.#counts[id * SHAPES + shape]++;
    return id;
  }

  varies(id: number): boolean {
    let seen = 0;
    for (let shape = 0; shape < SHAPES; shape++) if (this.#counts[id * SHAPES + shape] > 0) seen++;
    return seen > 1;
  }

  usualShapes(): Uint8Array {
    return Uint8Array.from({ length: this.table.size }, (_, id) => this.#usualShape(id));
  }

  clearShape(id: number): CaseShape | undefined {
    const shape = this.#usualShape(id);
    let all = 0;
    for (let other = 0; other < SHAPES; other++) all += this.#counts[id * SHAPES + other];
    const enough = all >= MIN_PAIR_COUNT && this.#counts[id * SHAPES + shape] >= all * MIN_PAIR_SHARE;
    return enough ? shape : undefined;
  }

  /** Ties go to the plainer shape. */
  #usualShape(id: number): CaseShape {
    let best: CaseShape = LOWER;
    for (let shape = 1; shape < SHAPES; shape++) {
      if (this.#counts[id * SHAPES + shape] > this.#counts[id * SHAPES + best]) best = shape as CaseShape;
    }
    return best;
  }
}
