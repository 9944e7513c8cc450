/**
 * Translates lines in worker threads that share one model in memory; results come in the order of the lines. Each
 * thread has a few lines ahead, so that it never waits, and no more than that are held back for a slow one.
 *
 *     for await (const { out } of translateInWorkers(container, lines, request, 2, signal)) …
 *
 * Ending the iteration early, the signal, or an error in a thread ends all threads at once.
 */
import { Worker } from 'node:worker_threads';
import type { Container } from '../../../models/core/container.js';
import { CancelledError, EnfaceError } from '../../../models/core/errors.js';
import type { LineRequest, LineResult } from './line-translation.js';
import type { TranslateAnswer, TranslateTask, TranslateWorkerData } from './translate-worker.js';

/** Lines that a thread has been sent and not answered. */
const AHEAD = 2;
/** Lines that may be done before one in front of them is, for each thread. */
const HELD_BACK = 50;

export async function* translateInWorkers(
  container: Container,
  lines: readonly string[],
  request: LineRequest,
  threads: number,
  signal: AbortSignal,
): AsyncGenerator<LineResult, void> {
  const buffer = container.buffer;
  if (!(buffer instanceof SharedArrayBuffer)) throw new TypeError('The model must lie in shared memory.');
  container.verify();
  const results = new Map<number, LineResult>();
  let wake = () => {};
  let failure: unknown;
  let sent = 0;
  let taken = 0;
  const tell = (cause?: unknown) => {
    failure ??= cause;
    wake();
  };
  const workers = Array.from({ length: Math.min(threads, Math.max(1, lines.length)) }, () => {
    const workerData: TranslateWorkerData = { buffer, request };
    return new Worker(new URL('./translate-worker.js', import.meta.url), { workerData });
  });
  const loads = workers.map(() => 0);
  const send = () => {
    const limit = Math.min(lines.length, taken + HELD_BACK * workers.length);
    for (let ahead = 0; ahead < AHEAD; ahead++) {
      workers.forEach((worker, w) => {
        if (sent >= limit || (loads[w] ?? 0) > ahead) return;
        loads[w] = (loads[w] ?? 0) + 1;
        worker.postMessage({ number: sent, line: lines[sent] ?? '' } satisfies TranslateTask);
        sent++;
      });
    }
  };
  workers.forEach((worker, w) => {
    worker.on('message', ({ number, result }: TranslateAnswer) => {
      results.set(number, result);
      loads[w] = (loads[w] ?? 1) - 1;
      send();
      wake();
    });
    worker.on('error', tell);
    worker.on('exit', () => tell(new EnfaceError('translate-ended', 'A thread of the translation ended.')));
  });
  const stop = () => tell(new CancelledError());
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    send();
    while (taken < lines.length) {
      const result = results.get(taken);
      if (failure !== undefined) throw failure;
      if (result === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      results.delete(taken++);
      yield result;
      send();
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
