/** A thread of align-workers.ts: does its shard's part of one step after another, on memory shared by all. */
import { parentPort, workerData } from 'node:worker_threads';
import { type AlignerModel, type AlignerState, pruneShard } from '../../../models/align/aligner-state.js';
import type { AlignmentModel } from '../../../models/align/alignment-model.js';
import { AlignerWorkspace, expectationStep } from '../../../models/align/expectation.js';
import type { LinkSettings } from '../../../models/align/link-decoding.js';
import { chunks, ShardLinker } from '../../../models/align/word-aligner.js';

export interface AlignWorkerData {
  readonly state: AlignerState;
  readonly shard: number;
}

export type AlignTask =
  | { readonly step: 'expect'; readonly model: AlignerModel }
  | { readonly step: 'prune' }
  | { readonly step: 'link'; readonly model: AlignmentModel; readonly settings: LinkSettings };

export type AlignMessage =
  /** Pairs of the shard that the task has dealt with so far. */
  | { readonly pairs: number }
  /** The task is done; after `link` with the links of the shard's pairs, as in a LinkTable. */
  | { readonly links?: { readonly positions: Uint8Array; readonly offsets: Uint32Array } };

const { state, shard } = workerData as AlignWorkerData;
const workspace = new AlignerWorkspace();
const range = state.cells[shard] ?? { first: 0, end: 0 };
const post = (message: AlignMessage) => parentPort?.postMessage(message);

parentPort?.on('message', (task: AlignTask) => {
  if (task.step === 'prune') pruneShard(state, shard);
  if (task.step === 'expect') {
    for (const chunk of chunks(range)) {
      expectationStep(state, shard, chunk, task.model, workspace);
      post({ pairs: chunk.end - range.first });
    }
  }
  if (task.step === 'link') {
    const linker = new ShardLinker(state, task.model, task.settings);
    for (const chunk of chunks(range)) {
      linker.link(shard, chunk);
      post({ pairs: chunk.end - range.first });
    }
    const { positions, offsets } = linker.build();
    post({ links: { positions, offsets } });
  } else post({});
});
