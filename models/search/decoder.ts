/**
 * Phrase-based search with gaps on both sides (Galley & Manning 2010, §3, Table 1).
 *
 * For every number j of covered source words there are two stacks. *Grow* joins hypotheses with options that cover
 * further words and appends the first target piece of each; the results go to the consolidate stack. *Consolidate* then
 * appends any of the pieces that wait, in any order the three rules allow, or none; the results go to the grow stack of
 * the same j. A hypothesis that still owes a piece at the end is discarded.
 *
 * The candidates of a stack come best first from cubes (cube-queue.ts). Rows live in one pool, coverages and lists of
 * waiting pieces in tables of their own, so that a hypothesis is a row of integers; a warm decoder allocates nothing
 * between two segments of like size.
 *
 *   const decoder = new Decoder(lm);
 *   const graph = decoder.decode(options, weights, DEFAULT_SEARCH);
 *
 * The graph is a view on the decoder's memory: use it before the next `decode`. A constraint (prefix-constraint.ts) binds
 * the first words of the translation; the graph may then be without any complete translation.
 */
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../core/cancel.js';
import type { LanguageModel } from '../lm/language-model.js';
import { SENTENCE_END } from '../lm/ngram-trie.js';
import type { TranslationOptions } from '../phrases/translation-options.js';
import { CoverageTable, EMPTY_COVERAGE } from './coverage-table.js';
import { CubeQueue } from './cube-queue.js';
import { CubeTable } from './cube-table.js';
import { featureIndex } from './feature-names.js';
import { FutureCost } from './future-cost.js';
import { GeneralizedStacks } from './generalized-stacks.js';
import { HypothesisPool, NONE } from './hypothesis-pool.js';
import { OptionScores, ORIENTATIONS } from './option-scores.js';
import { NO_PENDING, PendingTable } from './pending-table.js';
import { PrefixTable, type TargetConstraint } from './prefix-constraint.js';
import { SearchGraph } from './search-graph.js';
import type { SearchSettings } from './search-settings.js';
import { StackList } from './stack-list.js';

export interface SearchStatistics {
  /** Hypotheses made, recombined ones included. */
  hypotheses: number;
  recombined: number;
  /** Cells whose score was computed. */
  evaluated: number;
  /** Hypotheses that fell out of a stack. */
  pruned: number;
}

/** What a segment's search works with; set by `decode`. */
export interface SearchState {
  readonly options: TranslationOptions;
  readonly scores: OptionScores;
  readonly settings: SearchSettings;
  readonly weights: Float64Array;
}

const WEIGHTS = {
  languageModel: featureIndex('languageModel'),
  targetGapLength: featureIndex('targetGapLength'),
  crossSerial: featureIndex('crossSerial'),
};

/** Once the time budget is used up, stacks are filled with this many candidates only. */
const HURRIED_POP_LIMIT = 8;

export class Decoder {
  #lm: LanguageModel;
  readonly #now: () => number;
  readonly #pool = new HypothesisPool();
  readonly #coverages = new CoverageTable();
  readonly #pendings = new PendingTable();
  readonly #queue = new CubeQueue();
  readonly #cubes = new CubeTable(this.#pool, this.#coverages, this.#pendings);
  readonly #stack = new StackList();
  readonly #stacks = new GeneralizedStacks();
  readonly #table = new PrefixTable();
  #prefix: PrefixTable | null = null;
  #state!: SearchState;
  #statistics!: SearchStatistics;
  #targetGaps = true;

  /** `now` gives milliseconds; without it the time budget has no effect. */
  constructor(lm: LanguageModel, now: () => number = () => 0) {
    this.#lm = lm;
    this.#now = now;
  }

  /** What the next segments are scored with; states of another model mean nothing to it. */
  useLanguageModel(lm: LanguageModel): void {
    this.#lm = lm;
  }

  decode(
    options: TranslationOptions,
    weights: Float64Array,
    settings: SearchSettings,
    cancel: CancelToken = NEVER_CANCELLED,
    constraint: TargetConstraint | null = null,
  ): SearchGraph {
    this.#state = { options, scores: new OptionScores(options, this.#lm, weights), settings, weights };
    this.#statistics = { hypotheses: 0, recombined: 0, evaluated: 0, pruned: 0 };
    if (constraint !== null) this.#table.bind(options, this.#state.scores, constraint);
    this.#prefix = constraint === null ? null : this.#table;
    const deadline = this.#now() + settings.timeBudget;
    this.#search(true, deadline, cancel);
    // Beams may be left with hypotheses whose pieces found no place; without target gaps there is always a way.
    if (this.#stack.size === 0) this.#search(false, deadline, cancel);
    return this.#finish();
  }

  #search(targetGaps: boolean, deadline: number, cancel: CancelToken): void {
    const { options, scores, settings } = this.#state;
    this.#targetGaps = targetGaps;
    this.#pool.reset();
    this.#coverages.reset(options, new FutureCost(options, scores.estimate));
    this.#pendings.reset(options, scores.pieceEstimate);
    this.#cubes.reset(this.#state, this.#prefix);
    this.#stack.clear();
    this.#stack.add(this.#root());
    for (let covered = 0; covered <= options.sourceLength; covered++) {
      throwIfCancelled(cancel);
      if (covered > 0) {
        const popLimit = this.#now() > deadline ? HURRIED_POP_LIMIT : settings.popLimit;
        this.#grow(covered, popLimit);
        this.#consolidate(covered === options.sourceLength);
      }
      this.#prune(covered);
      if (covered < options.sourceLength) this.#cubes.register(this.#stack);
    }
    this.#statistics.recombined += this.#pool.recombined;
  }

  #prune(covered: number): void {
    const { options, settings } = this.#state;
    const { pool, stack } = { pool: this.#pool, stack: this.#stack };
    const before = stack.size;
    // A complete translation competes with all others: there is but one coverage.
    const isGeneral =
      covered < options.sourceLength && this.#stacks.begin(options.sourceLength, settings.granularity);
    stack.prune(pool.total, isGeneral ? Number.POSITIVE_INFINITY : settings.beamSize, settings.beamWidth);
    if (isGeneral) {
      stack.size = this.#stacks.prune(
        stack.rows,
        stack.size,
        settings.beamSize,
        pool.coverage,
        this.#coverages,
      );
    }
    this.#statistics.pruned += before - stack.size;
  }

  #root(): number {
    const pool = this.#pool;
    const row = pool.allocate();
    pool.parent[row] = NONE;
    pool.option[row] = NONE;
    pool.piece[row] = NONE;
    pool.score[row] = 0;
    pool.coverage[row] = EMPTY_COVERAGE;
    pool.lmState[row] = this.#lm.startState;
    pool.lastEnd[row] = -1;
    pool.contextStart[row] = -1;
    pool.contextEnd[row] = -1;
    pool.orientation[row] = 0;
    pool.pending[row] = NO_PENDING;
    pool.position[row] = 0;
    pool.total[row] = this.#coverages.futureScore[EMPTY_COVERAGE];
    pool.merge(row);
    return row;
  }

  /** Fills the consolidate stack of `covered` words from the cubes that lead there. */
  #grow(covered: number, popLimit: number): void {
    const { scores, options } = this.#state;
    const prefix = this.#prefix;
    const { pool, queue, cubes } = { pool: this.#pool, queue: this.#queue, cubes: this.#cubes };
    this.#stack.clear();
    queue.clear();
    for (let cube = cubes.first(covered); cube !== NONE; cube = cubes.next[cube]) this.#pushCell(cube, 0, 0);
    for (let pops = 0; pops < popLimit && !queue.isEmpty; ) {
      const cell = queue.pop();
      const cube = queue.cube[cell];
      const i = queue.hypothesis[cell];
      const j = queue.option[cell];
      if (j === 0) this.#pushCell(cube, i + 1, 0);
      this.#pushCell(cube, i, j + 1);

      const parent = cubes.member(cube, i);
      const option = cubes.order[cubes.optionFrom[cube] + j];
      if (!this.#targetGaps && options.pieceStart[option + 1] - options.pieceStart[option] > 1) continue;
      // What is not meant to be there takes no place from what is, or nothing may be left of the stack.
      pops++;
      const pending = this.#pendings.afterOption(pool.pending[parent], option);
      if (pending === -1) continue;
      const row = pool.allocate();
      pool.parent[row] = parent;
      pool.option[row] = option;
      pool.piece[row] = NONE;
      pool.score[row] = queue.score[cell];
      pool.total[row] = queue.total[cell];
      pool.coverage[row] = cubes.coverage[cube];
      pool.lmState[row] = queue.lmState[cell];
      pool.lastEnd[row] = cubes.lastEnd[cube];
      pool.contextStart[row] = cubes.contextStart[cube];
      pool.contextEnd[row] = cubes.contextEnd[cube];
      pool.orientation[row] = scores.nextRow[option];
      pool.pending[row] = pending;
      pool.position[row] =
        prefix === null ? 0 : prefix.advance(options.pieceStart[option], pool.position[parent]);
      this.#statistics.hypotheses++;
      if (pool.merge(row)) this.#stack.add(row);
    }
  }

  /** Evaluates the i-th hypothesis of the cube with its j-th option and queues it. */
  #pushCell(cube: number, i: number, j: number): void {
    const { options, scores, weights } = this.#state;
    const { pool, cubes, lm } = { pool: this.#pool, cubes: this.#cubes, lm: this.#lm };
    const at = cubes.optionFrom[cube] + j;
    if (i >= cubes.members(cube) || at >= cubes.optionTo[cube]) return;
    const option = cubes.order[at];
    const parent = cubes.member(cube, i);
    const orientation = cubes.orientation[cube];
    const piece = options.pieceStart[option];
    const end = options.wordStart[piece + 1];
    let state = pool.lmState[parent];
    let lmScore = 0;
    for (let k = options.wordStart[piece]; k < end; k++) {
      lmScore += lm.score(state, options.words[k]);
      state = lm.nextState;
    }
    const words = end - options.wordStart[piece];
    const waiting = this.#pendings.count(pool.pending[parent]);
    const score =
      pool.score[parent] +
      cubes.score[cube] +
      scores.score[option] +
      scores.previous[option * ORIENTATIONS + orientation] +
      scores.next[pool.orientation[parent] * ORIENTATIONS + orientation] +
      weights[WEIGHTS.languageModel] * lmScore -
      weights[WEIGHTS.targetGapLength] * words * waiting;
    const total =
      score +
      cubes.future[cube] +
      this.#pendings.futureScore[pool.pending[parent]] +
      scores.restEstimate[option];
    this.#statistics.evaluated++;
    this.#queue.push(cube, i, j, score, total, state);
  }

  /**
   * Appends waiting pieces. Rows that owe more pieces come first: a row is complete, with all that was merged into it,
   * before anything is made from it.
   */
  #consolidate(isLast: boolean): void {
    const { pool, stack, pendings } = { pool: this.#pool, stack: this.#stack, pendings: this.#pendings };
    let most = 0;
    for (let i = 0; i < stack.size; i++) {
      most = Math.max(most, pendings.remaining[pool.pending[stack.rows[i]]]);
    }
    for (let remaining = most; remaining > 0; remaining--) {
      // New rows owe fewer pieces, so what is added below is met in a later round.
      const size = stack.size;
      for (let i = 0; i < size; i++) {
        const row = stack.rows[i];
        if (pendings.remaining[pool.pending[row]] !== remaining) continue;
        for (let entry = 0; entry < pendings.count(pool.pending[row]); entry++) {
          if (pendings.canClose(pool.pending[row], entry)) this.#append(row, entry);
        }
      }
    }
    const bound = this.#prefix?.length ?? 0;
    if (isLast) stack.keep((row) => pool.pending[row] === NO_PENDING && pool.position[row] === bound);
  }

  #append(parent: number, entry: number): void {
    const { options, weights } = this.#state;
    const { pool, pendings, lm } = { pool: this.#pool, pendings: this.#pendings, lm: this.#lm };
    const before = pool.pending[parent];
    const piece = pendings.piece(before, entry);
    const position = this.#prefix === null ? 0 : this.#prefix.advance(piece, pool.position[parent]);
    if (position === -1) return;
    let state = pool.lmState[parent];
    let lmScore = 0;
    for (let k = options.wordStart[piece]; k < options.wordStart[piece + 1]; k++) {
      lmScore += lm.score(state, options.words[k]);
      state = lm.nextState;
    }
    const words = options.wordStart[piece + 1] - options.wordStart[piece];
    // Gaps opened after this one are still open when it closes: they cross it.
    const crossed = pendings.count(before) - 1 - entry;
    const pending = pendings.afterClose(before, entry);
    const row = pool.allocate();
    const score =
      pool.score[parent] +
      weights[WEIGHTS.languageModel] * lmScore -
      weights[WEIGHTS.targetGapLength] * words * (pendings.count(before) - 1) -
      weights[WEIGHTS.crossSerial] * crossed;
    pool.parent[row] = parent;
    pool.option[row] = NONE;
    pool.piece[row] = piece;
    pool.score[row] = score;
    pool.total[row] =
      pool.total[parent] +
      (score - pool.score[parent]) +
      (pendings.futureScore[pending] - pendings.futureScore[before]);
    pool.coverage[row] = pool.coverage[parent];
    pool.lmState[row] = state;
    pool.lastEnd[row] = pool.lastEnd[parent];
    pool.contextStart[row] = pool.contextStart[parent];
    pool.contextEnd[row] = pool.contextEnd[parent];
    pool.orientation[row] = pool.orientation[parent];
    pool.pending[row] = pending;
    pool.position[row] = position;
    this.#statistics.hypotheses++;
    if (pool.merge(row)) this.#stack.add(row);
  }

  #finish(): SearchGraph {
    const weight = this.#state.weights[WEIGHTS.languageModel];
    const bound = this.#prefix?.length ?? 0;
    const rows = this.#stack.rows
      .slice(0, this.#stack.size)
      .filter((row) => this.#pool.position[row] === bound);
    const endScores = Float64Array.from(
      rows,
      (row) => weight * this.#lm.score(this.#pool.lmState[row], SENTENCE_END),
    );
    return new SearchGraph(this.#pool, this.#state.options, rows, endScores, this.#statistics);
  }
}
