/**
 * The engine's thread: receives requests, answers each once. Look-ups run to their end between two slices of a load,
 * so a memory that is still being read already helps.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type CancelToken, NEVER_CANCELLED, SharedCancelToken } from '../../../models/core/cancel.js';
import { EnfaceError } from '../../../models/core/errors.js';
import type { TestFault } from '../../protocol/messages.js';
import type {
  EngineReply,
  EngineRequest,
  EngineRequests,
  FromWorker,
  RequestKind,
  WorkerData,
} from './engine-messages.js';
import { MemoryLibrary } from './memory-library.js';

type Answers = {
  [K in RequestKind]: (
    params: EngineRequests[K]['params'],
    token: CancelToken,
  ) => EngineRequests[K]['result'] | Promise<EngineRequests[K]['result']>;
};

const port = parentPort;
if (port === null) throw new Error('engine-worker is started by engine-host.');
const { cells, testHooks } = workerData as WorkerData;
let delay = 0;

const library = new MemoryLibrary((memory) => post({ event: 'memory', memory }));

const ANSWERS: Answers = {
  match: (params, token) => library.match(params, token),
  complete: (params, token) => library.complete(params, token),
  holds: (params) => library.holds(params),
  approve: (params) => library.approve(params),
  open: (params, token) => library.open(params, token),
  close: ({ key }) => library.close(key),
  filesChanged: ({ paths }, token) => library.filesChanged(paths, token),
  ping: () => null,
  fault: (fault) => commit(fault),
};

port.on('message', (request: EngineRequest) => {
  void answer(request).then(post);
});

async function answer({ id, kind, params, cell, ticket }: EngineRequest): Promise<EngineReply> {
  try {
    const token = cell < 0 ? NEVER_CANCELLED : new SharedCancelToken(cells, cell, ticket);
    if (delay > 0 && kind !== 'ping' && kind !== 'fault')
      await new Promise((resolve) => setTimeout(resolve, delay));
    const handler = ANSWERS[kind] as (params: unknown, token: CancelToken) => unknown;
    return { id, result: await handler(params, token) };
  } catch (cause) {
    if (cause instanceof EnfaceError) return { id, error: { code: cause.code, message: cause.message } };
    // Our own mistake: end the thread, for its state may be half changed. The host starts a fresh one.
    setImmediate(() => {
      throw cause;
    });
    return {
      id,
      error: { code: 'internal', message: 'The suggestion engine made a mistake and was restarted.' },
    };
  }
}

function post(message: FromWorker): void {
  port?.postMessage(message);
}

function commit({ fault, milliseconds = 0 }: TestFault): null {
  if (!testHooks) throw new EnfaceError('no-test-hooks', 'The server was not started with --test-hooks.');
  if (fault === 'crash') process.exit(1);
  if (fault === 'throw') throw new Error('thrown on purpose');
  if (fault === 'hang') for (;;);
  delay = milliseconds;
  return null;
}
