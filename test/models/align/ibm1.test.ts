import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EMPTY, HmmLattice } from '../../../models/align/hmm.js';
import { ibm1Posteriors } from '../../../models/align/ibm1.js';
import { createJumpTable } from '../../../models/align/jump-distribution.js';
import { allocatePrivate } from '../../../models/align/pair-arrays.js';
import { PairWorkspace } from '../../../models/align/pair-workspace.js';

interface Toy {
  /** [source][target] → forward and reverse probability. */
  cells: [number, number][][];
  emptySource: number[];
  emptyTarget: number[];
}

const probability = fc.double({ min: 1e-3, max: 1, noNaN: true });
const toys: fc.Arbitrary<Toy> = fc
  .record({ sources: fc.integer({ min: 1, max: 3 }), targets: fc.integer({ min: 1, max: 3 }) })
  .chain(({ sources, targets }) =>
    fc.record({
      cells: fc.array(
        fc.array(fc.tuple(probability, probability), { minLength: targets, maxLength: targets }),
        { minLength: sources, maxLength: sources },
      ),
      emptySource: fc.array(probability, { minLength: sources, maxLength: sources }),
      emptyTarget: fc.array(probability, { minLength: targets, maxLength: targets }),
    }),
  );

function load(toy: Toy, into: PairWorkspace): void {
  into.begin(toy.emptySource.length, toy.emptyTarget.length);
  into.emptySource.set(toy.emptySource);
  into.emptyTarget.set(toy.emptyTarget);
  into.sourceJumpRows.fill(-1);
  into.targetJumpRows.fill(-1);
  for (const row of toy.cells) {
    row.forEach(([forward, reverse], target) => {
      into.addCell(target, forward, reverse);
    });
    into.endSource();
  }
  into.finish();
}

/** Forward posteriors by listing all alignments of the target words (0 = empty word, i + 1 = source i). */
function enumerateForward(toy: Toy) {
  const sources = toy.emptySource.length;
  const targets = toy.emptyTarget.length;
  const posterior = toy.cells.map((row) => row.map(() => 0));
  let total = 0;
  for (let code = 0; code < (sources + 1) ** targets; code++) {
    let probability = 1;
    const partners = toy.emptyTarget.map((_, j) => Math.floor(code / (sources + 1) ** j) % (sources + 1));
    partners.forEach((partner, j) => {
      probability *=
        partner === 0 ? EMPTY * toy.emptyTarget[j] : ((1 - EMPTY) / sources) * toy.cells[partner - 1][j][0];
    });
    total += probability;
    partners.forEach((partner, j) => {
      if (partner > 0) posterior[partner - 1][j] += probability;
    });
  }
  return { total, posterior };
}

/** The same pair with source and target exchanged. */
function transpose(toy: Toy): Toy {
  return {
    cells: toy.emptyTarget.map((_, j) => toy.cells.map((row) => [row[j][1], row[j][0]] as [number, number])),
    emptySource: toy.emptyTarget,
    emptyTarget: toy.emptySource,
  };
}

function close(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) <= 1e-9, `${actual} ≠ ${expected}`);
}

describe('IBM model 1', () => {
  it('has the likelihood and posteriors of all alignments enumerated, both ways', () => {
    const pair = new PairWorkspace();
    fc.assert(
      fc.property(toys, (toy) => {
        load(toy, pair);
        const logLikelihood = ibm1Posteriors(pair);
        const forward = enumerateForward(toy);
        const reverse = enumerateForward(transpose(toy));
        close(logLikelihood, Math.log(forward.total) + Math.log(reverse.total));
        toy.cells.forEach((row, i) => {
          row.forEach((_, j) => {
            const cell = pair.sourceStarts[i] + j;
            close(pair.forwardPosteriors[cell], forward.posterior[i][j] / forward.total);
            close(pair.reversePosteriors[cell], reverse.posterior[j][i] / reverse.total);
          });
        });
      }),
    );
  });

  it('is the Markov model with equal jumps', () => {
    const pair = new PairWorkspace();
    const lattice = new HmmLattice(0);
    const table = createJumpTable([1, 1, 1], 2, allocatePrivate);
    table.jumps.fill(1);
    fc.assert(
      fc.property(toys, (toy) => {
        load(toy, pair);
        const expected = ibm1Posteriors(pair);
        const posteriors = [
          ...pair.forwardPosteriors.slice(0, pair.cellCount),
          ...pair.reversePosteriors.slice(0, pair.cellCount),
        ];
        const forward = lattice.run(pair.forwardProblem(), table);
        pair.takeForward();
        close(forward + lattice.run(pair.reverseProblem(), table), expected);
        for (let cell = 0; cell < pair.cellCount; cell++) {
          close(pair.forwardPosteriors[cell], posteriors[cell]);
          close(pair.reversePosteriors[cell], posteriors[pair.cellCount + cell]);
        }
      }),
    );
  });
});
