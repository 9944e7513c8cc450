/** Who aligns the bitext of a training run: this thread alone, or worker threads. */
import type { AlignBitext } from '../../../models/train/training-pipeline.js';

/** Undefined: the pipeline aligns in its own thread. */
export function alignerFor(_threads: number): AlignBitext | undefined {
  return undefined;
}
