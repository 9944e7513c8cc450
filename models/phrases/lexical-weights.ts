/**
 * Word translation probabilities by relative frequency of links (Koehn et al. 2003, §4.4), both ways:
 *   w(e | f) = links(f, e) / Σ_e′ links(f, e′)        w(f | e) = links(f, e) / Σ_f′ links(f′, e)
 * A word without a link counts as linked to NULL once.
 *
 * One sorted row of target words for every source word; both probabilities stand beside each entry. Word id 0 (which
 * no known word has) stands for NULL on either side.
 */
import type { Container, Sections } from '../core/container.js';
import { AlignedPair } from '../corpus/aligned-pair.js';
import type { Bitext } from '../corpus/bitext.js';

export const NULL_WORD = 0;

export interface LexicalWeightArrays {
  /** Entries of source word f are [rowStart[f], rowStart[f + 1]). */
  readonly rowStart: Uint32Array;
  readonly targets: Int32Array;
  readonly forward: Float32Array;
  readonly backward: Float32Array;
}

/** What a pair of words that was never linked weighs. */
export const UNSEEN = 1e-7;

/** Word translation probabilities; either word may be NULL_WORD. */
export interface WordWeights {
  /** w(target | source). */
  forward(source: number, target: number): number;
  /** w(source | target). */
  backward(source: number, target: number): number;
}

export class LexicalWeights implements WordWeights {
  readonly #arrays: LexicalWeightArrays;

  constructor(arrays: LexicalWeightArrays) {
    this.#arrays = arrays;
  }

  static build(bitext: Bitext, sourceVocabularySize: number, targetVocabularySize: number): LexicalWeights {
    return new LexicalWeights(countLinks(bitext, sourceVocabularySize, targetVocabularySize));
  }

  /** Opens the weights as views on a container. */
  static fromContainer(container: Container, prefix: string): LexicalWeights {
    return new LexicalWeights({
      rowStart: container.section(`${prefix}row-starts`, 'uint32'),
      targets: container.section(`${prefix}targets`, 'int32'),
      forward: container.section(`${prefix}forward`, 'float32'),
      backward: container.section(`${prefix}backward`, 'float32'),
    });
  }

  /** w(target | source); either may be NULL_WORD. */
  forward(source: number, target: number): number {
    const entry = this.#find(source, target);
    return entry === -1 ? UNSEEN : this.#arrays.forward[entry];
  }

  /** w(source | target); either may be NULL_WORD. */
  backward(source: number, target: number): number {
    const entry = this.#find(source, target);
    return entry === -1 ? UNSEEN : this.#arrays.backward[entry];
  }

  /** Target words that the source word was linked to, with w(target | source): calls back for each. */
  forEachTarget(source: number, visit: (target: number, weight: number) => void): void {
    const { rowStart, targets, forward } = this.#arrays;
    if (source < 0 || source + 1 >= rowStart.length) return;
    for (let entry = rowStart[source]; entry < rowStart[source + 1]; entry++)
      if (targets[entry] !== NULL_WORD) visit(targets[entry], forward[entry]);
  }

  toSections(): Sections {
    const { rowStart, targets, forward, backward } = this.#arrays;
    return { 'row-starts': rowStart, targets, forward, backward };
  }

  #find(source: number, target: number): number {
    const { rowStart, targets } = this.#arrays;
    if (source < 0 || source + 1 >= rowStart.length) return -1;
    let low = rowStart[source];
    let high = rowStart[source + 1] - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if (targets[middle] === target) return middle;
      if (targets[middle] < target) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

function countLinks(
  bitext: Bitext,
  sourceVocabularySize: number,
  targetVocabularySize: number,
): LexicalWeightArrays {
  // Every link is an event (source word, target word): count them by source word, then place and sort them.
  const rowStart = new Uint32Array(sourceVocabularySize + 1);
  forEachLink(bitext, (source) => {
    rowStart[source + 1]++;
  });
  for (let f = 0; f < sourceVocabularySize; f++) rowStart[f + 1] += rowStart[f];
  const events = new Int32Array(rowStart[sourceVocabularySize]);
  const next = rowStart.slice();
  forEachLink(bitext, (source, target) => {
    events[next[source]++] = target;
  });

  const targetTotals = new Float64Array(targetVocabularySize);
  const counts = new Uint32Array(events.length);
  const starts = new Uint32Array(sourceVocabularySize + 1);
  let size = 0;
  for (let f = 0; f < sourceVocabularySize; f++) {
    starts[f] = size;
    events.subarray(rowStart[f], rowStart[f + 1]).sort();
    let last = -1;
    for (let i = rowStart[f]; i < rowStart[f + 1]; i++) {
      const target = events[i];
      targetTotals[target]++;
      if (target === last) counts[size - 1]++;
      else {
        // Entries never overtake the events they are made from, so they share the array.
        events[size] = target;
        counts[size++] = 1;
        last = target;
      }
    }
  }
  starts[sourceVocabularySize] = size;
  const targets = events.slice(0, size);
  const forward = new Float32Array(size);
  const backward = new Float32Array(size);
  for (let f = 0; f < sourceVocabularySize; f++) {
    const total = rowStart[f + 1] - rowStart[f];
    for (let entry = starts[f]; entry < starts[f + 1]; entry++) {
      forward[entry] = counts[entry] / total;
      backward[entry] = counts[entry] / targetTotals[targets[entry]];
    }
  }
  return { rowStart: starts, targets, forward, backward };
}

function forEachLink(bitext: Bitext, visit: (source: number, target: number) => void): void {
  const pair = new AlignedPair();
  for (let p = 0; p < bitext.pairCount; p++) {
    pair.load(bitext, p);
    for (let i = 0; i < pair.sourceLength; i++) {
      const source = bitext.source.ids[pair.sourceStart + i];
      if (pair.sourceHigh[i] === -1) visit(source, NULL_WORD);
      for (let k = pair.targetsStart[i]; k < pair.targetsStart[i + 1]; k++) {
        visit(source, bitext.target.ids[pair.targetStart + pair.targets[k]]);
      }
    }
    for (let j = 0; j < pair.targetLength; j++) {
      if (pair.targetHigh[j] === -1) visit(NULL_WORD, bitext.target.ids[pair.targetStart + j]);
    }
  }
}
