import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EMPTY, HmmLattice, type HmmProblem } from '../../../models/align/hmm.js';
import {
  createJumpCounts,
  createJumpTable,
  type JumpTable,
} from '../../../models/align/jump-distribution.js';
import { allocatePrivate } from '../../../models/align/pair-arrays.js';

interface Toy {
  states: number;
  /** emissions[o][state]; 0 = not a candidate. */
  emissions: number[][];
  empty: number[];
  /** 0 = short sentence start weights … any positive numbers. */
  jumps: number[];
  starts: number[];
}

const toys: fc.Arbitrary<Toy> = fc
  .record({ states: fc.integer({ min: 1, max: 4 }), observations: fc.integer({ min: 1, max: 4 }) })
  .chain(({ states, observations }) =>
    fc.record({
      states: fc.constant(states),
      emissions: fc.array(
        fc.array(fc.oneof(fc.constant(0), fc.double({ min: 1e-4, max: 1, noNaN: true })), {
          minLength: states,
          maxLength: states,
        }),
        { minLength: observations, maxLength: observations },
      ),
      empty: fc.array(fc.double({ min: 1e-4, max: 1, noNaN: true }), {
        minLength: observations,
        maxLength: observations,
      }),
      jumps: fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 7, maxLength: 7 }),
      starts: fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
    }),
  );

/** A jump table whose weights for jumps −3…3 and first positions are the toy's. */
function tableOf(toy: Toy): JumpTable {
  const table = createJumpTable([1], 2, allocatePrivate);
  const middle = (table.jumps.length - 1) / 2;
  toy.jumps.forEach((weight, k) => {
    table.jumps[middle - 3 + k] = weight;
  });
  toy.starts.forEach((weight, k) => {
    table.starts[k] = weight;
  });
  return table;
}

function problemOf(toy: Toy): HmmProblem {
  const starts = [0];
  const candidateStates: number[] = [];
  const emissions: number[] = [];
  for (const row of toy.emissions) {
    row.forEach((emission, state) => {
      if (emission === 0) return;
      candidateStates.push(state);
      emissions.push(emission);
    });
    starts.push(candidateStates.length);
  }
  return {
    states: toy.states,
    observations: toy.emissions.length,
    starts,
    candidateStates,
    emissions: Float64Array.from(emissions),
    emptyEmissions: Float64Array.from(toy.empty),
    jumpRows: new Int32Array(toy.states).fill(-1),
    posteriors: new Float64Array(emissions.length),
    emptyPosteriors: new Float64Array(toy.emissions.length),
  };
}

/** All alignments one by one: total probability, posterior of each (observation, state), expected jumps. */
function enumerate(toy: Toy) {
  const observations = toy.emissions.length;
  const posterior = toy.emissions.map((row) => row.map(() => 0));
  const empty = toy.emissions.map(() => 0);
  const jumps = new Map<number, number>();
  const starts = new Map<number, number>();
  const add = (map: Map<number, number>, key: number, value: number) =>
    map.set(key, (map.get(key) ?? 0) + value);
  const startTotal = toy.starts.slice(0, toy.states).reduce((a, b) => a + b);
  const jumpTotal = (from: number) => {
    let sum = 0;
    for (let to = 0; to < toy.states; to++) sum += toy.jumps[to - from + 3];
    return sum;
  };
  let total = 0;
  const visit = (o: number, last: number, probability: number, path: number[]) => {
    if (probability === 0) return;
    if (o === observations) {
      total += probability;
      let from = -1;
      path.forEach((state, at) => {
        if (state < 0) {
          empty[at] += probability;
          return;
        }
        posterior[at][state] += probability;
        if (from < 0) add(starts, state, probability);
        else add(jumps, state - from, probability);
        from = state;
      });
      return;
    }
    visit(o + 1, last, probability * EMPTY * toy.empty[o], [...path, -1]);
    for (let to = 0; to < toy.states; to++) {
      const move = last < 0 ? toy.starts[to] / startTotal : toy.jumps[to - last + 3] / jumpTotal(last);
      visit(o + 1, to, probability * (1 - EMPTY) * move * toy.emissions[o][to], [...path, to]);
    }
  };
  visit(0, -1, 1, []);
  return { total, posterior, empty, jumps, starts };
}

function close(actual: number, expected: number, what: string): void {
  assert.ok(
    Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected)),
    `${what}: ${actual} ≠ ${expected}`,
  );
}

describe('HMM alignment model', () => {
  it('has the likelihood and posteriors of all alignments enumerated', () => {
    const lattice = new HmmLattice(0);
    fc.assert(
      fc.property(toys, (toy) => {
        const expected = enumerate(toy);
        const problem = problemOf(toy);
        close(lattice.run(problem, tableOf(toy)), Math.log(expected.total), 'log-likelihood');
        toy.emissions.forEach((row, o) => {
          close(problem.emptyPosteriors[o], expected.empty[o] / expected.total, `empty ${o}`);
          let candidate = problem.starts[o];
          row.forEach((emission, state) => {
            if (emission === 0) return;
            close(
              problem.posteriors[candidate++],
              expected.posterior[o][state] / expected.total,
              `${o}–${state}`,
            );
          });
        });
      }),
    );
  });

  it('counts the expected jumps of all alignments enumerated', () => {
    const lattice = new HmmLattice(0);
    fc.assert(
      fc.property(toys, (toy) => {
        const expected = enumerate(toy);
        const table = tableOf(toy);
        const counts = createJumpCounts(table, allocatePrivate);
        lattice.run(problemOf(toy), table, counts);
        const middle = (counts.jumps.length - 1) / 2;
        for (let jump = -3; jump <= 3; jump++) {
          close(
            counts.jumps[middle + jump],
            (expected.jumps.get(jump) ?? 0) / expected.total,
            `jump ${jump}`,
          );
        }
        for (let state = 0; state < toy.states; state++) {
          close(counts.starts[state], (expected.starts.get(state) ?? 0) / expected.total, `start ${state}`);
        }
      }),
    );
  });

  it('keeps posteriors that sum to one when it prunes', () => {
    const lattice = new HmmLattice(0.05);
    fc.assert(
      fc.property(toys, (toy) => {
        const problem = problemOf(toy);
        lattice.run(problem, tableOf(toy));
        for (let o = 0; o < problem.observations; o++) {
          let sum = problem.emptyPosteriors[o];
          for (let c = problem.starts[o]; c < problem.starts[o + 1]; c++) sum += problem.posteriors[c];
          close(sum, 1, `observation ${o}`);
        }
      }),
    );
  });

  it('does not underflow on a long sentence of improbable words', () => {
    const length = 200;
    const toy: Toy = {
      states: 2,
      emissions: Array.from({ length }, () => [1e-30, 1e-30]),
      empty: Array<number>(length).fill(1e-30),
      jumps: Array<number>(7).fill(1),
      starts: Array<number>(4).fill(1),
    };
    const problem = problemOf(toy);
    const logLikelihood = new HmmLattice().run(problem, tableOf(toy));
    // All emissions are equal, so the likelihood is their product whatever the path.
    close(logLikelihood / length, Math.log(1e-30), 'per word');
    close(problem.posteriors[0] + problem.posteriors[1] + problem.emptyPosteriors[0], 1, 'first word');
  });
});
