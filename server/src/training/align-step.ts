/** Who aligns the bitext of a training run: this thread alone, or worker threads. */
import type { AlignBitext } from '../../../models/train/training-pipeline.js';
import { alignInWorkers } from './align-workers.js';

/** Undefined: the pipeline aligns in its own thread. */
export function alignerFor(threads: number): AlignBitext | undefined {
  if (threads < 2) return undefined;
  return (pairs, { heuristic, emptyWeight }, cancel) =>
    alignInWorkers(pairs, { heuristic, emptyWeight }, threads, cancel);
}
