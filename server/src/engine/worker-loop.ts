/**
 * A worker's side of worker-host.ts: receives requests, answers each once.
 *
 *   const post = serveRequests<DecoderRequests>({ complete: (params, token) => …, … });
 *   post(news);
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type CancelToken, NEVER_CANCELLED, SharedCancelToken } from '../../../models/core/cancel.js';
import { EnfaceError } from '../../../models/core/errors.js';
import type { MemoryUse, TestFault } from '../../protocol/messages.js';
import { memoryUse } from '../memory-use.js';
import type {
  FromWorker,
  KindOf,
  RequestMap,
  WorkerData,
  WorkerReply,
  WorkerRequest,
} from './worker-messages.js';

/** Every worker answers these too. */
export type CommonRequests = {
  ping: { params: null; result: null };
  fault: { params: TestFault; result: MemoryUse | null };
};

export type Answers<R extends RequestMap> = {
  [K in Exclude<KindOf<R>, keyof CommonRequests>]: (
    params: R[K]['params'],
    token: CancelToken,
  ) => R[K]['result'] | Promise<R[K]['result']>;
};

/** Answers requests from now on; the function returned posts news. */
export function serveRequests<R extends RequestMap>(answers: Answers<R>): (event: unknown) => void {
  const port = parentPort;
  if (port === null) throw new Error('A worker is started by worker-host.');
  const { cells, testHooks } = workerData as WorkerData;
  let delay = 0;
  const handlers: Record<string, (params: never, token: CancelToken) => unknown> = {
    ...answers,
    ping: () => null,
    fault: ({ fault, milliseconds = 0 }: TestFault) => {
      if (!testHooks) throw new EnfaceError('no-test-hooks', 'The server was not started with --test-hooks.');
      if (fault === 'measure') return memoryUse();
      if (fault === 'crash') process.exit(1);
      if (fault === 'throw') throw new Error('thrown on purpose');
      if (fault === 'hang') for (;;);
      delay = milliseconds;
      return null;
    },
  };
  const answer = async ({ id, kind, params, cell, ticket }: WorkerRequest): Promise<WorkerReply> => {
    try {
      const token = cell < 0 ? NEVER_CANCELLED : new SharedCancelToken(cells, cell, ticket);
      if (delay > 0 && kind !== 'ping' && kind !== 'fault')
        await new Promise((resolve) => setTimeout(resolve, delay));
      return { id, result: await handlers[kind]?.(params as never, token) };
    } catch (cause) {
      if (cause instanceof EnfaceError) return { id, error: { code: cause.code, message: cause.message } };
      // Our own mistake: end the thread, for its state may be half changed. The host starts a fresh one.
      setImmediate(() => {
        throw cause;
      });
      return { id, error: { code: 'internal', message: 'The engine made a mistake and was restarted.' } };
    }
  };
  const post = (message: FromWorker) => port.postMessage(message);
  port.on('message', (request: WorkerRequest) => {
    void answer(request).then(post);
  });
  return (event) => post({ event });
}
