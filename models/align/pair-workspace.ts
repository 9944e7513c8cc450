/**
 * One sentence pair laid out for the alignment models: its cells with lexical probabilities of both directions,
 * and after one of the models has run the posteriors of both. *Forward* is the direction in which source words
 * generate target words, *reverse* the other one. One object serves any number of pairs.
 *
 * Filling: `begin`, then for each source position its cells by ascending target position (`addCell`) and
 * `endSource`; then `finish`. The owner of the tables does this (training cells, or a look-up in a trained
 * model). Cells are numbered by source position, then target position.
 */
import type { HmmProblem } from './hmm.js';

export class PairWorkspace {
  sourceLength = 0;
  targetLength = 0;
  cellCount = 0;
  /** Cells of source position i: `[sourceStarts[i], sourceStarts[i + 1])`. */
  sourceStarts = new Int32Array(0);
  /** Target position of each cell. */
  cellTargets = new Int32Array(0);
  /** Cells of target position j: `targetCells[targetStarts[j], targetStarts[j + 1])`, by ascending source position. */
  targetStarts = new Int32Array(0);
  targetCells = new Int32Array(0);
  /** p(target word | source word) and p(source word | target word) of each cell. */
  forward = new Float64Array(0);
  reverse = new Float64Array(0);
  /** p(word | empty word) per position. */
  emptyTarget = new Float64Array(0);
  emptySource = new Float64Array(0);
  /** Rows in the jump tables: of source words in the forward direction, of target words in the reverse. */
  sourceJumpRows = new Int32Array(0);
  targetJumpRows = new Int32Array(0);

  /** Posterior of each cell in each direction. */
  forwardPosteriors = new Float64Array(0);
  reversePosteriors = new Float64Array(0);
  /** Posterior that a word has no partner. */
  targetEmptyPosteriors = new Float64Array(0);
  sourceEmptyPosteriors = new Float64Array(0);

  /** Arrays in the order of `targetCells`, for the forward HMM. */
  #states = new Int32Array(0);
  #emissions = new Float64Array(0);
  #posteriors = new Float64Array(0);
  #nextOfTarget = new Int32Array(0);
  #filled = 0;

  begin(sourceLength: number, targetLength: number): void {
    this.#reserve(sourceLength, targetLength);
    this.sourceLength = sourceLength;
    this.targetLength = targetLength;
    this.cellCount = 0;
    this.#filled = 0;
    this.sourceStarts[0] = 0;
    this.targetStarts.fill(0, 0, targetLength + 2);
  }

  addCell(target: number, forward: number, reverse: number): void {
    const cell = this.cellCount++;
    this.cellTargets[cell] = target;
    this.forward[cell] = forward;
    this.reverse[cell] = reverse;
    this.targetStarts[target + 1]++;
  }

  endSource(): void {
    this.sourceStarts[++this.#filled] = this.cellCount;
  }

  finish(): void {
    const { targetStarts, targetCells, cellTargets, sourceStarts, targetLength } = this;
    const next = this.#nextOfTarget;
    for (let j = 0; j < targetLength; j++) {
      targetStarts[j + 1] += targetStarts[j];
      next[j] = targetStarts[j];
    }
    for (let i = 0; i < this.sourceLength; i++) {
      for (let cell = sourceStarts[i]; cell < sourceStarts[i + 1]; cell++) {
        const at = next[cellTargets[cell]]++;
        targetCells[at] = cell;
        this.#states[at] = i;
        this.#emissions[at] = this.forward[cell];
      }
    }
  }

  /** The forward direction as a Markov model: source positions are states. Its posteriors need `takeForward`. */
  forwardProblem(): HmmProblem {
    return {
      states: this.sourceLength,
      observations: this.targetLength,
      starts: this.targetStarts,
      candidateStates: this.#states,
      emissions: this.#emissions,
      emptyEmissions: this.emptyTarget,
      jumpRows: this.sourceJumpRows,
      posteriors: this.#posteriors,
      emptyPosteriors: this.targetEmptyPosteriors,
    };
  }

  /** Puts the posteriors of the forward problem into cell order. */
  takeForward(): void {
    for (let k = 0; k < this.cellCount; k++)
      this.forwardPosteriors[this.targetCells[k]] = this.#posteriors[k];
  }

  reverseProblem(): HmmProblem {
    return {
      states: this.targetLength,
      observations: this.sourceLength,
      starts: this.sourceStarts,
      candidateStates: this.cellTargets,
      emissions: this.reverse,
      emptyEmissions: this.emptySource,
      jumpRows: this.targetJumpRows,
      posteriors: this.reversePosteriors,
      emptyPosteriors: this.sourceEmptyPosteriors,
    };
  }

  #reserve(sourceLength: number, targetLength: number): void {
    if (this.emptySource.length < sourceLength) {
      const size = Math.max(64, sourceLength);
      this.sourceStarts = new Int32Array(size + 1);
      this.emptySource = new Float64Array(size);
      this.sourceJumpRows = new Int32Array(size);
      this.sourceEmptyPosteriors = new Float64Array(size);
    }
    if (this.emptyTarget.length < targetLength) {
      const size = Math.max(64, targetLength);
      this.targetStarts = new Int32Array(size + 2);
      this.emptyTarget = new Float64Array(size);
      this.targetJumpRows = new Int32Array(size);
      this.targetEmptyPosteriors = new Float64Array(size);
      this.#nextOfTarget = new Int32Array(size);
    }
    const cells = sourceLength * targetLength;
    if (this.cellTargets.length < cells) {
      const size = Math.max(4096, cells);
      this.cellTargets = new Int32Array(size);
      this.targetCells = new Int32Array(size);
      this.forward = new Float64Array(size);
      this.reverse = new Float64Array(size);
      this.forwardPosteriors = new Float64Array(size);
      this.reversePosteriors = new Float64Array(size);
      this.#states = new Int32Array(size);
      this.#emissions = new Float64Array(size);
      this.#posteriors = new Float64Array(size);
    }
  }
}
