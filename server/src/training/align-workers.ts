/**
 * Word alignment in worker threads: the bitext and the tables lie in shared memory, each thread works on its
 * shard of the pairs, and this thread sums up between the steps. The result depends on the number of threads
 * only by rounding, and is the same in every run with that number.
 *
 *     const aligning = alignInWorkers(pairs, { heuristic }, 2, cancel);
 *     for (let step = await aligning.next(); …) show(step.value);   // share done, 0–1
 *
 * Ending the iteration early (`return`), a cancelled token or an error ends the threads.
 */
import { Worker } from 'node:worker_threads';
import {
  type AlignerState,
  createAlignerState,
  maximizationStep,
} from '../../../models/align/aligner-state.js';
import { finishModel } from '../../../models/align/alignment-model.js';
import { DEFAULT_LINKS } from '../../../models/align/link-decoding.js';
import {
  type Allocate,
  allocatePrivate,
  type PairArrays,
  pairCount,
} from '../../../models/align/pair-arrays.js';
import {
  type BitextAlignerOptions,
  type BitextAlignment,
  trainingPlan,
} from '../../../models/align/word-aligner.js';
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../../../models/core/cancel.js';
import { EnfaceError } from '../../../models/core/errors.js';
import { LinkTable } from '../../../models/corpus/link-table.js';
import type { AlignMessage, AlignTask, AlignWorkerData } from './align-worker.js';

export async function* alignInWorkers(
  pairs: PairArrays,
  options: BitextAlignerOptions,
  threads: number,
  cancel: CancelToken = NEVER_CANCELLED,
): AsyncGenerator<number, BitextAlignment> {
  const plan = trainingPlan(options);
  const parts = plan.length + 2;
  const all = Math.max(1, pairCount(pairs));
  const preparing = createAlignerState(sharedPairs(pairs), { ...options, shards: threads }, allocateShared);
  let prepared = preparing.next();
  for (; !prepared.done; prepared = preparing.next()) {
    // The one long piece of work of this thread: whoever wants to stop it must be heard.
    await new Promise((resolve) => setImmediate(resolve));
    throwIfCancelled(cancel);
    yield prepared.value / parts;
  }
  const state = prepared.value;
  const team = new Team(state);
  try {
    for (const [n, model] of plan.entries()) {
      for await (const done of team.work({ step: 'expect', model }, cancel)) {
        yield (n + 1 + done / all) / parts;
      }
      maximizationStep(state, model);
      for await (const _ of team.work({ step: 'prune' }, cancel));
    }
    const model = finishModel(state, allocateShared);
    const { heuristic, emptyWeight } = { ...DEFAULT_LINKS, ...options };
    const link = { step: 'link', model, settings: { heuristic, emptyWeight } } as const;
    for await (const done of team.work(link, cancel)) yield (parts - 1 + done / all) / parts;
    return { links: joinLinks(team.members), model: finishModel({ ...state, ...model }, allocatePrivate) };
  } finally {
    await team.end();
  }
}

/** What this thread knows of a worker. */
interface Member {
  readonly worker: Worker;
  busy: boolean;
  pairsDone: number;
  links: { readonly positions: Uint8Array; readonly offsets: Uint32Array };
}

/** One worker a shard. */
class Team {
  readonly members: readonly Member[];
  #news = false;
  #wake = () => {};
  #failure: unknown;

  constructor(state: AlignerState) {
    this.members = state.cells.map((_, shard) => this.#start({ state, shard }));
  }

  /** Gives every worker the task and yields the number of pairs done, until all have done it. */
  async *work(task: AlignTask, cancel: CancelToken): AsyncGenerator<number, void> {
    for (const member of this.members) {
      member.busy = true;
      member.pairsDone = 0;
      member.worker.postMessage(task);
    }
    while (this.members.some((member) => member.busy)) {
      if (!this.#news) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      this.#news = false;
      if (this.#failure !== undefined) throw this.#failure;
      throwIfCancelled(cancel);
      yield this.members.reduce((sum, member) => sum + member.pairsDone, 0);
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.members.map(({ worker }) => worker.terminate()));
  }

  #start(workerData: AlignWorkerData): Member {
    const worker = new Worker(new URL('./align-worker.js', import.meta.url), { workerData });
    const links = { positions: new Uint8Array(0), offsets: new Uint32Array(1) };
    const member: Member = { worker, busy: false, pairsDone: 0, links };
    worker.on('message', (message: AlignMessage) => {
      if ('pairs' in message) member.pairsDone = message.pairs;
      else {
        member.busy = false;
        member.links = message.links ?? member.links;
      }
      this.#tell();
    });
    worker.on('error', (cause) => this.#fail(cause));
    worker.on('exit', () =>
      this.#fail(new EnfaceError('align-ended', 'A thread of the word alignment ended.')),
    );
    return member;
  }

  #fail(cause: unknown): void {
    this.#failure ??= cause;
    this.#tell();
  }

  #tell(): void {
    this.#news = true;
    this.#wake();
  }
}

/** The links of all pairs, in order. */
function joinLinks(members: readonly Member[]): LinkTable {
  const parts = members.map((member) => member.links);
  const positions = new Uint8Array(parts.reduce((sum, part) => sum + part.positions.length, 0));
  const offsets = new Uint32Array(1 + parts.reduce((sum, part) => sum + part.offsets.length - 1, 0));
  let pair = 0;
  let links = 0;
  for (const part of parts) {
    positions.set(part.positions, 2 * links);
    for (const offset of part.offsets.subarray(1)) offsets[++pair] = links + offset;
    links += part.positions.length / 2;
  }
  return new LinkTable(positions, offsets);
}

const allocateShared: Allocate = (bytes) => new SharedArrayBuffer(bytes);

function sharedPairs(pairs: PairArrays): PairArrays {
  const ids = (array: Int32Array) => {
    const shared = new Int32Array(allocateShared(array.byteLength));
    shared.set(array);
    return shared;
  };
  const offsets = (array: Int32Array | Uint32Array) => {
    const shared = new Uint32Array(allocateShared(array.byteLength));
    shared.set(array);
    return shared;
  };
  return {
    ...pairs,
    sourceIds: ids(pairs.sourceIds),
    sourceOffsets: offsets(pairs.sourceOffsets),
    targetIds: ids(pairs.targetIds),
    targetOffsets: offsets(pairs.targetOffsets),
  };
}
