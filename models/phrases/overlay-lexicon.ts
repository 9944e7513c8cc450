/**
 * Word translation probabilities of base and overlay together:
 *   w(e | f) = (B(f) · w_base(e | f) + links(f, e)) / (B(f) + links(f))        and likewise w(f | e)
 * where B counts the links of a word in the base. The base stores probabilities only, so B is counted when a word of
 * the overlay is first asked for, over a sample of its occurrences if it is frequent. A word that is not in the overlay
 * keeps what the base says.
 */
import { AlignedPair } from '../corpus/aligned-pair.js';
import type { Bitext } from '../corpus/bitext.js';
import type { SuffixArray } from '../corpus/suffix-array.js';
import { type LexicalWeights, NULL_WORD, UNSEEN, type WordWeights } from './lexical-weights.js';

interface IndexedBitext {
  readonly bitext: Bitext;
  readonly sourceIndex: SuffixArray;
  readonly targetIndex: SuffixArray;
  readonly lexical: LexicalWeights;
}

/** Occurrences of a word, or pairs for NULL, that are looked at to count its links. */
const SAMPLE_SIZE = 200;

export class OverlayLexicon implements WordWeights {
  readonly #base: IndexedBitext;
  readonly #pair = new AlignedPair();
  readonly #links = new Map<string, number>();
  readonly #sourceTotals = new Map<number, number>();
  readonly #targetTotals = new Map<number, number>();
  /** Links in the base; they stay when the overlay is cleared. */
  readonly #sourceBase = new Map<number, number>();
  readonly #targetBase = new Map<number, number>();

  constructor(base: IndexedBitext) {
    this.#base = base;
  }

  /** Counts the links of a pair, which alternate source and target positions. */
  add(source: ArrayLike<number>, target: ArrayLike<number>, links: ArrayLike<number>): void {
    const linked = [new Uint8Array(source.length), new Uint8Array(target.length)];
    for (let k = 0; k + 1 < links.length; k += 2) {
      linked[0][links[k]] = linked[1][links[k + 1]] = 1;
      this.#count(source[links[k]], target[links[k + 1]]);
    }
    for (let i = 0; i < source.length; i++) if (linked[0][i] === 0) this.#count(source[i], NULL_WORD);
    for (let j = 0; j < target.length; j++) if (linked[1][j] === 0) this.#count(NULL_WORD, target[j]);
  }

  clear(): void {
    this.#links.clear();
    this.#sourceTotals.clear();
    this.#targetTotals.clear();
  }

  forward(source: number, target: number): number {
    const base = this.#base.lexical.forward(source, target);
    const added = this.#sourceTotals.get(source);
    if (added === undefined) return base;
    return this.#mixed(base, this.#sourceLinks(source), source, target, added);
  }

  backward(source: number, target: number): number {
    const base = this.#base.lexical.backward(source, target);
    const added = this.#targetTotals.get(target);
    if (added === undefined) return base;
    return this.#mixed(base, this.#targetLinks(target), source, target, added);
  }

  #mixed(base: number, baseLinks: number, source: number, target: number, added: number): number {
    const count = (base === UNSEEN ? 0 : base * baseLinks) + (this.#links.get(linkKey(source, target)) ?? 0);
    return count === 0 ? UNSEEN : count / (baseLinks + added);
  }

  #count(source: number, target: number): void {
    const key = linkKey(source, target);
    this.#links.set(key, (this.#links.get(key) ?? 0) + 1);
    this.#sourceTotals.set(source, (this.#sourceTotals.get(source) ?? 0) + 1);
    this.#targetTotals.set(target, (this.#targetTotals.get(target) ?? 0) + 1);
  }

  #sourceLinks(word: number): number {
    let links = this.#sourceBase.get(word);
    if (links === undefined) {
      links = this.#countBase(word, this.#base.sourceIndex, (position) => {
        const i = position - this.#pair.sourceStart;
        return this.#pair.targetsStart[i + 1] - this.#pair.targetsStart[i];
      });
      this.#sourceBase.set(word, links);
    }
    return links;
  }

  #targetLinks(word: number): number {
    let links = this.#targetBase.get(word);
    if (links === undefined) {
      links = this.#countBase(word, this.#base.targetIndex, (position) => {
        const j = position - this.#pair.targetStart;
        return this.#pair.sourcesStart[j + 1] - this.#pair.sourcesStart[j];
      });
      this.#targetBase.set(word, links);
    }
    return links;
  }

  /** Links of all occurrences of a word; those without a link count as linked to NULL once. */
  #countBase(word: number, index: SuffixArray, linksAt: (position: number) => number): number {
    const { bitext } = this.#base;
    if (word === NULL_WORD) return this.#countUnlinked(index === this.#base.sourceIndex);
    const total = index.wordCount(word);
    const sampled = Math.min(total, SAMPLE_SIZE);
    let links = 0;
    for (let k = 0; k < sampled; k++) {
      const position = index.positions[index.wordStarts[word] + Math.floor(((k + 0.5) * total) / sampled)];
      this.#pair.load(bitext, index.text.sentenceOf(position));
      links += Math.max(1, linksAt(position));
    }
    return sampled === 0 ? 0 : (links * total) / sampled;
  }

  /** Links of NULL as a source word (to targets without links), or as a target word. */
  #countUnlinked(asSource: boolean): number {
    const { bitext } = this.#base;
    const sampled = Math.min(bitext.pairCount, SAMPLE_SIZE);
    const pair = this.#pair;
    let unlinked = 0;
    for (let k = 0; k < sampled; k++) {
      pair.load(bitext, Math.floor(((k + 0.5) * bitext.pairCount) / sampled));
      const [length, high] = asSource
        ? [pair.targetLength, pair.targetHigh]
        : [pair.sourceLength, pair.sourceHigh];
      for (let i = 0; i < length; i++) if (high[i] === -1) unlinked++;
    }
    return sampled === 0 ? 0 : (unlinked * bitext.pairCount) / sampled;
  }
}

function linkKey(source: number, target: number): string {
  return `${source} ${target}`;
}
