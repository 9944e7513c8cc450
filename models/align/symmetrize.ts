/**
 * From the links of two directions to one alignment. The links of a pair are a matrix of bytes, one per (source
 * position, target position) at `source · targetLength + target`, that holds FORWARD, REVERSE or both.
 *
 * intersection, union: links in both / in either. grow-diag adds, starting from the intersection, links of the
 * union that touch an existing link (also diagonally) and align a word not aligned yet. -final then adds what
 * is left of each direction if one of its two words is not aligned, -final-and if neither is (Koehn, Och & Marcu
 * 2003). refined is Och & Ney's (2003, §4.1): the intersection is extended by links whose words are both not aligned,
 * or that continue a link horizontally or vertically without making any link a neighbour both ways.
 */
export const FORWARD = 1;
export const REVERSE = 2;
const BOTH = FORWARD | REVERSE;

export const HEURISTICS = [
  'intersection',
  'union',
  'grow',
  'grow-diag',
  'grow-diag-final',
  'grow-diag-final-and',
  'refined',
  'forward',
  'reverse',
] as const;

export type Heuristic = (typeof HEURISTICS)[number];

export class Symmetrizer {
  #sourceLinked = new Uint8Array(256);
  #targetLinked = new Uint8Array(256);

  /** Sets `links` (as long as the matrix) to 1 where the alignment has a link and to 0 elsewhere. */
  run(
    heuristic: Heuristic,
    votes: Uint8Array,
    sourceLength: number,
    targetLength: number,
    links: Uint8Array,
  ): void {
    const size = sourceLength * targetLength;
    const least =
      heuristic === 'union'
        ? BOTH
        : heuristic === 'forward'
          ? FORWARD
          : heuristic === 'reverse'
            ? REVERSE
            : 0;
    for (let k = 0; k < size; k++)
      links[k] = (least === 0 ? votes[k] === BOTH : (votes[k] & least) !== 0) ? 1 : 0;
    if (least !== 0 || heuristic === 'intersection') return;
    this.#noteLinked(links, sourceLength, targetLength);
    if (heuristic === 'refined') {
      this.#refine(votes, sourceLength, targetLength, links);
      return;
    }
    this.#grow(votes, sourceLength, targetLength, links, heuristic !== 'grow');
    if (heuristic === 'grow-diag-final' || heuristic === 'grow-diag-final-and') {
      const both = heuristic === 'grow-diag-final-and';
      this.#final(FORWARD, both, votes, sourceLength, targetLength, links);
      this.#final(REVERSE, both, votes, sourceLength, targetLength, links);
    }
  }

  #noteLinked(links: Uint8Array, sourceLength: number, targetLength: number): void {
    if (this.#sourceLinked.length < sourceLength) this.#sourceLinked = new Uint8Array(sourceLength * 2);
    if (this.#targetLinked.length < targetLength) this.#targetLinked = new Uint8Array(targetLength * 2);
    this.#sourceLinked.fill(0, 0, sourceLength);
    this.#targetLinked.fill(0, 0, targetLength);
    for (let i = 0; i < sourceLength; i++) {
      for (let j = 0; j < targetLength; j++) if (links[i * targetLength + j] === 1) this.#note(i, j);
    }
  }

  #note(source: number, target: number): void {
    this.#sourceLinked[source] = 1;
    this.#targetLinked[target] = 1;
  }

  #grow(
    votes: Uint8Array,
    sourceLength: number,
    targetLength: number,
    links: Uint8Array,
    diagonal: boolean,
  ): void {
    for (let grown = true; grown; ) {
      grown = false;
      for (let i = 0; i < sourceLength; i++) {
        for (let j = 0; j < targetLength; j++) {
          if (links[i * targetLength + j] === 0) continue;
          for (const [down, right] of diagonal ? NEIGHBOURS : SIDES) {
            const source = i + down;
            const target = j + right;
            if (source < 0 || target < 0 || source >= sourceLength || target >= targetLength) continue;
            const k = source * targetLength + target;
            if (links[k] === 1 || votes[k] === 0) continue;
            if (this.#sourceLinked[source] === 1 && this.#targetLinked[target] === 1) continue;
            links[k] = 1;
            this.#note(source, target);
            grown = true;
          }
        }
      }
    }
  }

  #final(
    direction: number,
    both: boolean,
    votes: Uint8Array,
    sourceLength: number,
    targetLength: number,
    links: Uint8Array,
  ): void {
    for (let i = 0; i < sourceLength; i++) {
      for (let j = 0; j < targetLength; j++) {
        const k = i * targetLength + j;
        if (links[k] === 1 || (votes[k] & direction) === 0) continue;
        const linked = this.#sourceLinked[i] + this.#targetLinked[j];
        if (linked === 2 || (both && linked === 1)) continue;
        links[k] = 1;
        this.#note(i, j);
      }
    }
  }

  #refine(votes: Uint8Array, sourceLength: number, targetLength: number, links: Uint8Array): void {
    const at = (i: number, j: number): boolean =>
      i >= 0 && j >= 0 && i < sourceLength && j < targetLength && links[i * targetLength + j] === 1;
    const vertical = (i: number, j: number): boolean => at(i - 1, j) || at(i + 1, j);
    const horizontal = (i: number, j: number): boolean => at(i, j - 1) || at(i, j + 1);
    /** A link that has neighbours both ways; outside the matrix there are no links. */
    const crossed = (i: number, j: number): boolean => at(i, j) && vertical(i, j) && horizontal(i, j);
    for (let grown = true; grown; ) {
      grown = false;
      for (let i = 0; i < sourceLength; i++) {
        for (let j = 0; j < targetLength; j++) {
          const k = i * targetLength + j;
          if (links[k] === 1 || votes[k] === 0) continue;
          const fresh = this.#sourceLinked[i] === 0 && this.#targetLinked[j] === 0;
          if (!fresh && !vertical(i, j) && !horizontal(i, j)) continue;
          links[k] = 1;
          const spoils =
            crossed(i, j) || crossed(i - 1, j) || crossed(i + 1, j) || crossed(i, j - 1) || crossed(i, j + 1);
          if (!fresh && spoils) {
            links[k] = 0;
            continue;
          }
          this.#note(i, j);
          grown = true;
        }
      }
    }
  }
}

const SIDES: readonly (readonly [number, number])[] = [
  [-1, 0],
  [0, -1],
  [1, 0],
  [0, 1],
];
const NEIGHBOURS: readonly (readonly [number, number])[] = [...SIDES, [-1, -1], [-1, 1], [1, -1], [1, 1]];
