import assert from 'node:assert/strict';
import fc from 'fast-check';
import { association } from '../../../models/align/association.js';
import { buildCooccurrence } from '../../../models/align/cooccurrence.js';
import { allocatePrivate, type PairArrays, shardPairs } from '../../../models/align/pair-arrays.js';
import { finished } from '../../support/finished.js';
import { pairsOf, toyBitext } from '../../support/toy-bitext.js';

const WORDS = 6;
const MAX_LENGTH = 4;
const sentences = fc.array(fc.array(fc.nat(WORDS - 1), { maxLength: 5 }), { minLength: 8, maxLength: 8 });

/** Every cell as `pair: source position-target position source word-target word`, without any index. */
function expectedCells(sources: number[][], targets: number[][], minAssociation: number): string[] {
  const trained = sources
    .map((source, pair) => ({ pair, source, target: targets[pair] }))
    .filter(({ source, target }) => [source, target].every((s) => s.length > 0 && s.length <= MAX_LENGTH));
  const found: string[] = [];
  for (const { pair, source, target } of trained) {
    source.forEach((s, i) => {
      target.forEach((t, j) => {
        const withSource = trained.filter((other) => other.source.includes(s));
        const withTarget = trained.filter((other) => other.target.includes(t));
        const both = withSource.filter((other) => withTarget.includes(other));
        const score = association(both.length, withSource.length, withTarget.length, trained.length);
        if (both.length * 4 > trained.length || score >= minAssociation)
          found.push(`${pair}: ${i}-${j} ${s}-${t}`);
      });
    });
  }
  return found;
}

function cellsOf(pairs: PairArrays, shards: number, minAssociation: number): string[] {
  const { rowOffsets, columns, cells } = finished(
    buildCooccurrence(pairs, shardPairs(pairs, shards, MAX_LENGTH), {
      maxLength: MAX_LENGTH,
      minAssociation,
      allocate: allocatePrivate,
    }),
  );
  const found: string[] = [];
  for (const { first, end, firstToken, starts, targets, slots } of cells) {
    for (let pair = first; pair < end; pair++) {
      for (let token = pairs.sourceOffsets[pair]; token < pairs.sourceOffsets[pair + 1]; token++) {
        const source = pairs.sourceIds[token];
        for (let cell = starts[token - firstToken]; cell < starts[token - firstToken + 1]; cell++) {
          assert.ok(slots[cell] >= rowOffsets[source] && slots[cell] < rowOffsets[source + 1]);
          assert.equal(columns[slots[cell]], pairs.targetIds[pairs.targetOffsets[pair] + targets[cell]]);
          const position = token - pairs.sourceOffsets[pair];
          found.push(`${pair}: ${position}-${targets[cell]} ${source}-${columns[slots[cell]]}`);
        }
      }
    }
  }
  return found;
}

describe('co-occurring word pairs', () => {
  it('gives each pair the cells that brute force finds, in any number of shards', () => {
    fc.assert(
      fc.property(
        sentences,
        sentences,
        fc.constantFrom(0, 1, 4),
        fc.constantFrom(1, 3),
        (sources, targets, minAssociation, shards) => {
          const pairs = pairsOf(sources, targets, WORDS, WORDS);
          assert.deepEqual(
            cellsOf(pairs, shards, minAssociation),
            expectedCells(sources, targets, minAssociation),
          );
        },
      ),
    );
  });

  it('tells how far it is, again and again', () => {
    const { pairs } = toyBitext({ count: 6000 });
    const options = { maxLength: 100, minAssociation: 1, allocate: allocatePrivate };
    const shares = [...buildCooccurrence(pairs, shardPairs(pairs, 2, 100), options)];
    assert.ok(shares.length > 4, `${shares.length} signs of life`);
    assert.deepEqual(
      shares,
      [...shares].sort((a, b) => a - b),
    );
    assert.equal(shares[0], 0);
    assert.ok((shares.at(-1) ?? 2) <= 1);
  });
});
