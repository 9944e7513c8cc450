/**
 * Trains in a thread of its own, so that the caller stays responsive and can stop it at any moment, even inside a
 * step that takes long: the thread is ended and the temporary file removed.
 */
import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { CancelledError, EnfaceError } from '../../../models/core/errors.js';
import type { TrainingProgress } from '../../../models/train/training-progress.js';
import { temporaryName } from './model-file.js';
import type { TrainingOptions, TrainingSummary } from './train-model.js';
import type { TrainingMessage } from './training-worker.js';

export async function trainInWorker(
  options: TrainingOptions,
  onProgress: (progress: TrainingProgress) => void,
  signal: AbortSignal,
): Promise<TrainingSummary> {
  if (signal.aborted) throw new CancelledError();
  const worker = new Worker(new URL('./training-worker.js', import.meta.url), { workerData: options });
  let stop = () => {};
  try {
    return await new Promise<TrainingSummary>((resolve, reject) => {
      stop = () => reject(new CancelledError());
      signal.addEventListener('abort', stop);
      worker.on('message', (message: TrainingMessage) => {
        if ('progress' in message) onProgress(message.progress);
        else if ('summary' in message) resolve(message.summary);
        else reject(new EnfaceError(message.failure.code, message.failure.message));
      });
      worker.on('error', (cause: NodeJS.ErrnoException) => reject(asEnfaceError(cause)));
      worker.on('exit', () => reject(new EnfaceError('training-ended', 'The training ended unexpectedly.')));
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
    await rm(temporaryName(options.output), { force: true });
  }
}

/** Memory is the one thing that runs out without any fault of the program. */
function asEnfaceError(cause: NodeJS.ErrnoException): Error {
  const isMemory =
    cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ||
    /allocation failed|invalid array buffer length/i.test(cause.message);
  if (!isMemory) return cause;
  return new EnfaceError(
    'out-of-memory',
    'There is not enough memory to train on so much text: use fewer pairs, a lower --order or --prune.',
    { cause },
  );
}
