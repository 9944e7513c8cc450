import assert from 'node:assert/strict';
import fc from 'fast-check';
import { AlignedPair } from '../../../models/corpus/aligned-pair.js';
import { GrowingBitext } from '../../../models/corpus/growing-bitext.js';
import { LexicalWeights, NULL_WORD } from '../../../models/phrases/lexical-weights.js';
import {
  DISCONTINUOUS,
  MONOTONE,
  nextOrientation,
  previousOrientation,
  SWAP,
} from '../../../models/phrases/orientation.js';
import { PhraseExtractor } from '../../../models/phrases/phrase-extractor.js';

interface Aligned {
  readonly sourceLength: number;
  readonly targetLength: number;
  /** Alternating source and target positions. */
  readonly links: number[];
}

const alignedPairs: fc.Arbitrary<Aligned> = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 7 }))
  .chain(([sourceLength, targetLength]) =>
    fc
      .array(fc.tuple(fc.nat(sourceLength - 1), fc.nat(targetLength - 1)), { maxLength: 8 })
      .map((links) => ({ sourceLength, targetLength, links: links.flat() })),
  );

function load({ sourceLength, targetLength, links }: Aligned): AlignedPair {
  const bitext = new GrowingBitext();
  const ids = (length: number) => Array.from({ length }, (_, i) => 3 + i);
  bitext.append(ids(sourceLength), ids(targetLength), links);
  const pair = new AlignedPair();
  pair.load(bitext.view(), 0);
  return pair;
}

const isLinked = ({ links }: Aligned, source: number, target: number) =>
  links.some((_, k) => k % 2 === 0 && links[k] === source && links[k + 1] === target);
const targetIsLinked = ({ links }: Aligned, target: number) =>
  links.some((at, k) => k % 2 === 1 && at === target);

function runs(positions: readonly number[]): number[][] {
  const result: number[][] = [];
  for (const position of positions) {
    const last = result.at(-1);
    if (last !== undefined && last.at(-1) === position - 1) last.push(position);
    else result.push([position]);
  }
  return result;
}

/** Target sets by the definition: all subsets that satisfy Eq. 1, every piece linked, free words as documented. */
function naiveTargets(
  aligned: Aligned,
  source: readonly number[],
  maxWords: number,
  maxGaps: number,
): string[] {
  const { sourceLength, targetLength } = aligned;
  const found: string[] = [];
  if (!runs(source).every((run) => run.some((i) => aligned.links.some((at, k) => k % 2 === 0 && at === i))))
    return [];
  for (let subset = 1; subset < 1 << targetLength; subset++) {
    const target = Array.from({ length: targetLength }, (_, j) => j).filter((j) => (subset >> j) & 1);
    const inTarget = (j: number) => target.includes(j);
    let consistent = true;
    for (let i = 0; i < sourceLength; i++) {
      for (let j = 0; j < targetLength; j++) {
        if (isLinked(aligned, i, j) && source.includes(i) !== inTarget(j)) consistent = false;
      }
    }
    const pieces = runs(target);
    const linkedPieces = pieces.every((piece) => piece.some((j) => targetIsLinked(aligned, j)));
    // Inside a gap no free word is taken, and a gap of free words alone is no gap.
    const gapsAreReal = pieces.slice(1).every((piece, p) => {
      const before = pieces[p][pieces[p].length - 1];
      const between = Array.from({ length: piece[0] - before - 1 }, (_, k) => before + 1 + k);
      return (
        between.some((j) => targetIsLinked(aligned, j)) &&
        targetIsLinked(aligned, before) &&
        targetIsLinked(aligned, piece[0])
      );
    });
    if (
      consistent &&
      linkedPieces &&
      gapsAreReal &&
      target.length <= maxWords &&
      pieces.length - 1 <= maxGaps
    ) {
      found.push(target.join(' '));
    }
  }
  return found.sort();
}

/** Whether the pieces of a pair with gaps on both sides fall into groups that no link joins, by trying all groups. */
function fallsApart(aligned: Aligned, source: readonly number[], target: string): boolean {
  const sourcePieces = runs(source);
  const targetPieces = runs(target.split(' ').map(Number));
  if (sourcePieces.length === 1 || targetPieces.length === 1) return false;
  const linked = (s: number, t: number) =>
    sourcePieces[s].some((i) => targetPieces[t].some((j) => isLinked(aligned, i, j)));
  for (let chosen = 1; chosen < (1 << sourcePieces.length) - 1; chosen++) {
    const inside = (s: number) => (chosen >> s) & 1;
    const crosses = targetPieces.some((_, t) => {
      const sides = sourcePieces.map((__, s) => s).filter((s) => linked(s, t));
      return sides.some((s) => inside(s) !== inside(sides[0]));
    });
    if (!crosses) return true;
  }
  return false;
}

describe('PhraseExtractor', () => {
  it('finds the target sets that Eq. 1 allows', () => {
    const limits = fc.record({ maxTargetWords: fc.integer({ min: 1, max: 7 }), maxTargetGaps: fc.nat(2) });
    fc.assert(
      fc.property(alignedPairs, fc.integer({ min: 1, max: 63 }), limits, (aligned, subset, given) => {
        const source = Array.from({ length: aligned.sourceLength }, (_, i) => i).filter(
          (i) => (subset >> i) & 1,
        );
        if (source.length === 0) return;
        const extractor = new PhraseExtractor(given);
        const found = extractor.extract(load(aligned), source, source.length);
        const sets = Array.from({ length: found }, (_, k) => {
          const target: number[] = [];
          for (let j = extractor.first[k]; j <= extractor.last[k]; j++) {
            let inGap = false;
            for (let g = 0; g < extractor.gapCount; g++) {
              if (j >= extractor.gapStart[g] && j < extractor.gapEnd[g]) inGap = true;
            }
            if (!inGap) target.push(j);
          }
          return target.join(' ');
        });
        if (found > 0) assert.equal(extractor.isDivisible, fallsApart(aligned, source, sets[0]));
        assert.deepEqual(
          sets.sort(),
          naiveTargets(aligned, source, given.maxTargetWords, given.maxTargetGaps),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('finds ne … plus → not … anymore (Galley & Manning, Fig. 2)', () => {
    // je ne veux plus jouer / I do not want to play anymore
    const aligned = { sourceLength: 5, targetLength: 7, links: [0, 0, 1, 2, 2, 1, 2, 3, 3, 6, 4, 4, 4, 5] };
    const extractor = new PhraseExtractor({ maxTargetWords: 7, maxTargetGaps: 2 });
    assert.equal(extractor.extract(load(aligned), [1, 3], 2), 1);
    assert.deepEqual([extractor.first[0], extractor.last[0]], [2, 6]);
    assert.deepEqual([extractor.gapCount, extractor.gapStart[0], extractor.gapEnd[0]], [1, 3, 6]);
    // veux → do … want
    assert.equal(extractor.extract(load(aligned), [2], 1), 1);
    assert.deepEqual([extractor.first[0], extractor.last[0], extractor.gapCount], [1, 3, 1]);
  });
});

describe('orientation', () => {
  const monotone = { sourceLength: 3, targetLength: 3, links: [0, 0, 1, 1, 2, 2] };
  const swapped = { sourceLength: 3, targetLength: 3, links: [0, 2, 1, 1, 2, 0] };

  for (const kind of ['word', 'hierarchical'] as const) {
    it(`reads single links (${kind})`, () => {
      assert.equal(previousOrientation(load(monotone), 1, 1, 1, kind), MONOTONE);
      assert.equal(nextOrientation(load(monotone), 1, 1, 1, kind), MONOTONE);
      assert.equal(previousOrientation(load(swapped), 1, 1, 1, kind), SWAP);
      assert.equal(nextOrientation(load(swapped), 1, 1, 1, kind), SWAP);
      assert.equal(previousOrientation(load(monotone), 0, 0, 0, kind), MONOTONE);
      assert.equal(nextOrientation(load(monotone), 2, 2, 2, kind), MONOTONE);
      assert.equal(previousOrientation(load(swapped), 2, 2, 0, kind), DISCONTINUOUS);
    });
  }

  it('sees a block of two swapped words where single links see none', () => {
    // a b c d / B A C D: before C stands the block {a b}, whose corner word A is not next to it.
    const aligned = { sourceLength: 4, targetLength: 4, links: [0, 1, 1, 0, 2, 2, 3, 3] };
    assert.equal(previousOrientation(load(aligned), 2, 2, 2, 'hierarchical'), MONOTONE);
    assert.equal(previousOrientation(load(aligned), 2, 2, 2, 'word'), DISCONTINUOUS);
  });

  it('agrees with a search over all blocks', () => {
    fc.assert(
      fc.property(alignedPairs, (aligned) => {
        const pair = load(aligned);
        for (let i = 0; i < aligned.sourceLength; i++) {
          for (let j = 1; j < aligned.targetLength; j++) {
            if (!isLinked(aligned, i, j)) continue;
            const expected = naivePrevious(aligned, i, j);
            assert.equal(previousOrientation(pair, i, i, j, 'hierarchical'), expected);
          }
        }
      }),
      { numRuns: 400 },
    );
  });
});

/** Monotone if any consistent block with a link ends at (i − 1, j − 1), swap if one starts at i + 1 and ends at j − 1. */
function naivePrevious(aligned: Aligned, i: number, j: number): number {
  const { sourceLength } = aligned;
  const block = (s1: number, s2: number, t1: number, t2: number) => {
    let links = 0;
    for (let k = 0; k < aligned.links.length; k += 2) {
      const inSource = aligned.links[k] >= s1 && aligned.links[k] <= s2;
      const inTarget = aligned.links[k + 1] >= t1 && aligned.links[k + 1] <= t2;
      if (inSource !== inTarget) return false;
      if (inSource) links++;
    }
    return links > 0;
  };
  for (let t1 = 0; t1 < j; t1++) {
    for (let s1 = 0; s1 < i; s1++) if (block(s1, i - 1, t1, j - 1)) return MONOTONE;
  }
  for (let t1 = 0; t1 < j; t1++) {
    for (let s2 = i + 1; s2 < sourceLength; s2++) if (block(i + 1, s2, t1, j - 1)) return SWAP;
  }
  return DISCONTINUOUS;
}

describe('LexicalWeights', () => {
  it('are relative frequencies of links, with NULL for words without one', () => {
    const bitext = new GrowingBitext();
    bitext.append([3, 4], [3, 4], [0, 0, 1, 1]);
    bitext.append([3], [4, 5], [0, 0]);
    const weights = LexicalWeights.build(bitext.view(), 5, 6);
    assert.equal(weights.forward(3, 3), 0.5);
    assert.equal(weights.forward(3, 4), 0.5);
    assert.equal(weights.backward(3, 4), 0.5);
    assert.equal(weights.backward(3, 3), 1);
    assert.equal(weights.forward(NULL_WORD, 5), 1);
    assert.ok(weights.forward(4, 5) > 0 && weights.forward(4, 5) < 1e-5);
  });
});
