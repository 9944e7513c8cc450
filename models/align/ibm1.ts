/**
 * IBM model 1 (Brown et al. 1993) of one pair, both directions: every position of the other side is equally
 * likely, the empty word has probability EMPTY. It starts the training, because its likelihood has no bad
 * optimum to fall into.
 */
import { EMPTY } from './hmm.js';
import type { PairWorkspace } from './pair-workspace.js';

/** Fills the posteriors of the workspace; returns the sum of the log-likelihoods of both directions. */
export function ibm1Posteriors(pair: PairWorkspace): number {
  return forwardPosteriors(pair) + reversePosteriors(pair);
}

function forwardPosteriors(pair: PairWorkspace): number {
  const { targetStarts, targetCells, forward, forwardPosteriors, emptyTarget } = pair;
  const each = (1 - EMPTY) / pair.sourceLength;
  let logLikelihood = 0;
  for (let j = 0; j < pair.targetLength; j++) {
    const empty = EMPTY * emptyTarget[j];
    let sum = 0;
    for (let k = targetStarts[j]; k < targetStarts[j + 1]; k++) sum += forward[targetCells[k]];
    const total = empty + each * sum;
    for (let k = targetStarts[j]; k < targetStarts[j + 1]; k++) {
      forwardPosteriors[targetCells[k]] = (each * forward[targetCells[k]]) / total;
    }
    pair.targetEmptyPosteriors[j] = empty / total;
    logLikelihood += Math.log(total);
  }
  return logLikelihood;
}

function reversePosteriors(pair: PairWorkspace): number {
  const { sourceStarts, reverse, reversePosteriors, emptySource } = pair;
  const each = (1 - EMPTY) / pair.targetLength;
  let logLikelihood = 0;
  for (let i = 0; i < pair.sourceLength; i++) {
    const empty = EMPTY * emptySource[i];
    let sum = 0;
    for (let cell = sourceStarts[i]; cell < sourceStarts[i + 1]; cell++) sum += reverse[cell];
    const total = empty + each * sum;
    for (let cell = sourceStarts[i]; cell < sourceStarts[i + 1]; cell++) {
      reversePosteriors[cell] = (each * reverse[cell]) / total;
    }
    pair.sourceEmptyPosteriors[i] = empty / total;
    logLikelihood += Math.log(total);
  }
  return logLikelihood;
}
