/** A signal to stop, as the engine looks at it. Heard only when the work pauses now and then (`setImmediate`). */
import type { CancelToken } from '../../../models/core/cancel.js';

export function cancelBySignal(signal: AbortSignal): CancelToken {
  return {
    get cancelled() {
      return signal.aborted;
    },
  };
}
