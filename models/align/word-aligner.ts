/**
 * Trains word alignment and aligns the whole bitext, in one thread. Generators, so that the caller sees progress
 * and decides when to go on:
 *
 *     const { links, model } = yield* alignBitext(pairs, { heuristic: 'grow-diag-final-and' }, cancel);
 *
 * The steps are separate functions for drivers with threads: they run `expectationStep`, `pruneShard` and a
 * `ShardLinker` for the shards in parallel and do the rest in between, as `alignBitext` does.
 */
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../core/cancel.js';
import { type LinkTable, LinkTableBuilder, MAX_SENTENCE_LENGTH } from '../corpus/link-table.js';
import {
  type AlignerModel,
  type AlignerOptions,
  type AlignerState,
  createAlignerState,
  DEFAULT_ALIGNER_OPTIONS,
  maximizationStep,
  pruneShard,
} from './aligner-state.js';
import { type AlignmentModel, finishModel } from './alignment-model.js';
import {
  AlignerWorkspace,
  expectationStep,
  hmmPosteriors,
  loadLookedUp,
  trainedPosteriors,
} from './expectation.js';
import { DEFAULT_LINKS, LinkDecoder, type LinkSettings } from './link-decoding.js';
import { isTrainable, type PairArrays, type PairRange, pairCount } from './pair-arrays.js';

export interface BitextAlignerOptions extends AlignerOptions, Partial<LinkSettings> {}

export interface AlignerProgress {
  /** What is being done: collecting word pairs, training, or reading off the links. */
  readonly step: 'table' | AlignerModel | 'links';
  /** Share of the whole run that is done, 0–1. */
  readonly done: number;
  /** After an iteration: log-likelihood per word before it, both directions added. */
  readonly logLikelihood?: number;
}

export interface BitextAlignment {
  readonly links: LinkTable;
  readonly model: AlignmentModel;
}

/** Pairs between two signs of life. */
const CHUNK = 2000;

export function* alignBitext(
  pairs: PairArrays,
  options: BitextAlignerOptions = {},
  cancel: CancelToken = NEVER_CANCELLED,
): Generator<AlignerProgress, BitextAlignment> {
  const plan = trainingPlan(options);
  const parts = plan.length + 2;
  const preparing = createAlignerState(pairs, options);
  let prepared = preparing.next();
  for (; !prepared.done; prepared = preparing.next()) {
    throwIfCancelled(cancel);
    yield { step: 'table', done: prepared.value / parts };
  }
  const state = prepared.value;
  const workspace = new AlignerWorkspace();
  for (let n = 0; n < plan.length; n++) {
    for (let shard = 0; shard < state.cells.length; shard++) {
      for (const range of chunks(state.cells[shard])) {
        throwIfCancelled(cancel);
        yield { step: plan[n], done: (n + 1 + range.first / pairCount(pairs)) / parts };
        expectationStep(state, shard, range, plan[n], workspace);
      }
    }
    const logLikelihood = maximizationStep(state, plan[n]) / wordCount(pairs);
    for (let shard = 0; shard < state.cells.length; shard++) pruneShard(state, shard);
    yield { step: plan[n], done: (n + 2) / parts, logLikelihood };
  }
  const model = finishModel(state);
  const linker = new ShardLinker(state, model, options);
  for (let shard = 0; shard < state.cells.length; shard++) {
    for (const range of chunks(state.cells[shard])) {
      throwIfCancelled(cancel);
      yield { step: 'links', done: (parts - 1 + range.first / pairCount(pairs)) / parts };
      linker.link(shard, range);
    }
  }
  return { links: linker.build(), model };
}

/** The model of each iteration, in order. */
export function trainingPlan(options: AlignerOptions): AlignerModel[] {
  const { ibm1Iterations, hmmIterations } = { ...DEFAULT_ALIGNER_OPTIONS, ...options };
  return [...Array<'ibm1'>(ibm1Iterations).fill('ibm1'), ...Array<'hmm'>(hmmIterations).fill('hmm')];
}

/** A range cut into pieces after which a driver may report, or stop. */
export function chunks(range: PairRange): PairRange[] {
  const pieces: PairRange[] = [];
  for (let first = range.first; first < range.end; first += CHUNK) {
    pieces.push({ first, end: Math.min(first + CHUNK, range.end) });
  }
  return pieces;
}

/** Reads off the links of consecutive pairs. Pairs too long to train on are aligned under the finished model. */
export class ShardLinker {
  readonly #state: AlignerState;
  readonly #model: AlignmentModel;
  readonly #settings: LinkSettings;
  readonly #workspace = new AlignerWorkspace();
  readonly #decoder = new LinkDecoder();
  readonly #builder = new LinkTableBuilder();

  constructor(state: AlignerState, model: AlignmentModel, settings: Partial<LinkSettings> = {}) {
    this.#state = state;
    this.#model = model;
    this.#settings = { ...DEFAULT_LINKS, ...settings };
  }

  /** Call for adjoining ranges in order. */
  link(shard: number, range: PairRange): void {
    const { pairs, maxLength } = this.#state;
    const { pair } = this.#workspace;
    for (let p = range.first; p < range.end; p++) {
      let loaded = isTrainable(pairs, p, maxLength);
      if (loaded) trainedPosteriors(this.#state, shard, p, this.#workspace);
      else if (isTrainable(pairs, p, MAX_SENTENCE_LENGTH)) {
        loadLookedUp(this.#model, pairs, p, pair);
        hmmPosteriors(this.#model, this.#workspace);
        loaded = true;
      }
      if (loaded) {
        this.#decoder.decode(pair, this.#settings);
        this.#decoder.addTo(this.#builder, pair.sourceLength, pair.targetLength);
      }
      this.#builder.endPair();
    }
  }

  build(): LinkTable {
    return this.#builder.build();
  }
}

export function wordCount(pairs: PairArrays): number {
  return pairs.sourceIds.length + pairs.targetIds.length;
}
