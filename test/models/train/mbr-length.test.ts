import assert from 'node:assert/strict';
import { NEVER_CANCELLED } from '../../../models/core/cancel.js';
import { CancelledError } from '../../../models/core/errors.js';
import { Random } from '../../../models/core/random.js';
import { bestLength, lengthProfile } from '../../../models/posterior/length-profile.js';
import { mbrPath } from '../../../models/posterior/rescorer.js';
import type { Lattice } from '../../../models/search/lattice.js';
import { pathWords } from '../../../models/search/lattice-paths.js';
import { DEFAULT_RESCORING } from '../../../models/search/rescoring-settings.js';
import { neutralPrecision } from '../../../models/train/mbr-length.js';
import { latticeFromEdges } from '../../support/random-lattice.js';

/** Five places in a row, each with a short and a long way to say it. */
function shortOrLong(random: Random): Lattice {
  const edges = Array.from({ length: 5 }, (_, from) => [
    { from, to: from + 1, words: [10 + from], score: -random.next() },
    { from, to: from + 1, words: [20 + from, 10 + from], score: -random.next() },
  ]).flat();
  return latticeFromEdges(7, [...edges, { from: 5, to: 6, words: [], score: 0 }]);
}

describe('length of what MBR chooses', () => {
  it('is that of the best translations with the precision found', () => {
    const random = new Random(1);
    const lattices = Array.from({ length: 80 }, () => shortOrLong(random));
    const wanted = lattices.reduce((sum, lattice) => sum + bestLength(lengthProfile(lattice), 0), 0);
    const awayWith = (precision: number) => {
      const numbers = { ...DEFAULT_RESCORING, precision };
      const words = lattices.reduce(
        (sum, lattice) => sum + pathWords(lattice, mbrPath(lattice, numbers).edges).length,
        0,
      );
      return Math.abs(words / wanted - 1);
    };
    const found = neutralPrecision(lattices, DEFAULT_RESCORING, NEVER_CANCELLED);
    assert.ok(awayWith(found) < 0.02, `${awayWith(found)} away with ${found}`);
    assert.ok(awayWith(found) < awayWith(0.4) && awayWith(found) < awayWith(2.5));
  });

  it('leaves the precision alone where it changes nothing', () => {
    const only = latticeFromEdges(2, [{ from: 0, to: 1, words: [5, 6], score: -1 }]);
    for (const lattices of [[], [only]])
      assert.equal(
        neutralPrecision(lattices, DEFAULT_RESCORING, NEVER_CANCELLED),
        DEFAULT_RESCORING.precision,
      );
  });

  it('stops when asked to', () => {
    const lattices = [shortOrLong(new Random(2))];
    assert.throws(() => neutralPrecision(lattices, DEFAULT_RESCORING, { cancelled: true }), CancelledError);
  });
});
