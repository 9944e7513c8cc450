/**
 * Groups and cubes. When a stack is complete, its hypotheses are put into *groups* that agree in everything a jump
 * depends on (coverage, end and orientation context of the last phrase, waiting pieces, bound positions said), and every
 * group is joined with every source set it may take next: a cube, listed under the stack it leads to. What the jump itself
 * costs is computed here, once for all hypotheses and options of the cube.
 *
 * While bound positions are left (prefix-constraint.ts) only options that say them are taken, from anywhere in the
 * source: the translator may order words as they like, whatever the distortion limit. Behind them the way back to the
 * first gap is always open.
 */
import type { CoverageTable } from './coverage-table.js';
import type { SearchState } from './decoder.js';
import { featureIndex } from './feature-names.js';
import { type HypothesisPool, NONE } from './hypothesis-pool.js';
import type { PendingTable } from './pending-table.js';
import type { PrefixTable } from './prefix-constraint.js';
import type { StackList } from './stack-list.js';

const MONOTONE = 0;
const SWAP = 1;
const DISCONTINUOUS = 2;

const DISTORTION = featureIndex('distortion');
const BONBON = featureIndex('bonbon');
const INITIAL_CAPACITY = 1 << 12;

export class CubeTable {
  /** Columns of a cube. */
  set = new Int32Array(INITIAL_CAPACITY);
  coverage = new Int32Array(INITIAL_CAPACITY);
  /** Weighted cost of the jump. */
  score = new Float64Array(INITIAL_CAPACITY);
  /** Future score of the new coverage. */
  future = new Float64Array(INITIAL_CAPACITY);
  /** Where the phrase ends: the next jump starts behind it. */
  lastEnd = new Int32Array(INITIAL_CAPACITY);
  orientation = new Uint8Array(INITIAL_CAPACITY);
  contextStart = new Int32Array(INITIAL_CAPACITY);
  contextEnd = new Int32Array(INITIAL_CAPACITY);
  /** Its options are `order[optionFrom[cube], optionTo[cube])`, best first. */
  optionFrom = new Int32Array(INITIAL_CAPACITY);
  optionTo = new Int32Array(INITIAL_CAPACITY);
  order: Int32Array = new Int32Array(0);
  /** The next cube of the same stack, or −1. */
  next = new Int32Array(INITIAL_CAPACITY);
  #group = new Int32Array(INITIAL_CAPACITY);
  #count = 0;

  /** Members of group g are `#rows[#groupStart[g], #groupStart[g + 1])`, best first. */
  #groupStart = new Int32Array(INITIAL_CAPACITY);
  #rows = new Int32Array(INITIAL_CAPACITY);
  #groupCount = 0;

  /** First cube of each stack. */
  #heads = new Int32Array(64);
  /** First source set that starts at or after each position. */
  #setsFrom = new Int32Array(64);
  /** Group of each row of the stack being registered, and the leaders they were matched against. */
  #groupOfRow = new Int32Array(1024);
  #slots = new Int32Array(4096);

  readonly #pool: HypothesisPool;
  readonly #coverages: CoverageTable;
  readonly #pendings: PendingTable;
  #state!: SearchState;
  #prefix: PrefixTable | null = null;

  constructor(pool: HypothesisPool, coverages: CoverageTable, pendings: PendingTable) {
    this.#pool = pool;
    this.#coverages = coverages;
    this.#pendings = pendings;
  }

  reset(state: SearchState, prefix: PrefixTable | null): void {
    const { sourceLength, setCount, setFirst } = state.options;
    this.#state = state;
    this.#prefix = prefix;
    this.order = prefix?.order ?? state.scores.order;
    this.#count = 0;
    this.#groupCount = 0;
    this.#groupStart[0] = 0;
    if (this.#heads.length < sourceLength + 2) {
      this.#heads = new Int32Array(2 * sourceLength + 2);
      this.#setsFrom = new Int32Array(2 * sourceLength + 2);
    }
    this.#heads.fill(NONE);
    for (let position = 0, set = 0; position <= sourceLength; position++) {
      while (set < setCount && setFirst[set] < position) set++;
      this.#setsFrom[position] = set;
    }
  }

  /** First cube that leads to the stack of `covered` words, or −1. */
  first(covered: number): number {
    return this.#heads[covered];
  }

  members(cube: number): number {
    const group = this.#group[cube];
    return this.#groupStart[group + 1] - this.#groupStart[group];
  }

  member(cube: number, i: number): number {
    return this.#rows[this.#groupStart[this.#group[cube]] + i];
  }

  /** Makes the groups of a finished stack (sorted, best first) and their cubes. */
  register(stack: StackList): void {
    const firstGroup = this.#groupCount;
    this.#makeGroups(stack);
    for (let group = firstGroup; group < this.#groupCount; group++) this.#makeCubes(group);
  }

  #makeGroups(stack: StackList): void {
    const firstGroup = this.#groupCount;
    if (this.#groupOfRow.length < stack.size) this.#groupOfRow = new Int32Array(2 * stack.size);
    if (this.#slots.length < 4 * stack.size) this.#slots = new Int32Array(8 * stack.size);
    this.#slots.fill(NONE);
    const mask = powerOfTwoBelow(this.#slots.length) - 1;
    const leaders: Int32Array = this.#slots;
    const sizes = this.#ensureGroups(firstGroup + stack.size + 1);
    for (let i = 0; i < stack.size; i++) {
      const row = stack.rows[i];
      let slot = this.#hash(row) & mask;
      // A slot holds the index in the stack of the first row of its group.
      while (leaders[slot] !== NONE && !this.#sameGroup(stack.rows[leaders[slot]], row))
        slot = (slot + 1) & mask;
      if (leaders[slot] === NONE) {
        leaders[slot] = i;
        this.#groupOfRow[i] = this.#groupCount++;
        sizes[this.#groupOfRow[i] + 1] = 0;
      } else {
        this.#groupOfRow[i] = this.#groupOfRow[leaders[slot]];
      }
      sizes[this.#groupOfRow[i] + 1]++;
    }
    for (let group = firstGroup; group < this.#groupCount; group++) sizes[group + 1] += sizes[group];
    this.#ensureRows(sizes[this.#groupCount]);
    for (let i = stack.size - 1; i >= 0; i--) {
      // Filled from the end, each group's end moves down to its start: order is kept, best first.
      this.#rows[--sizes[this.#groupOfRow[i] + 1]] = stack.rows[i];
    }
    for (let group = firstGroup; group < this.#groupCount; group++) sizes[group] = sizes[group + 1];
    sizes[this.#groupCount] = this.#rowEnd;
  }

  #rowEnd = 0;

  #makeCubes(group: number): void {
    const row = this.#rows[this.#groupStart[group]];
    const prefix = this.#prefix;
    const position = this.#pool.position[row];
    if (prefix === null || position === prefix.length) {
      this.#makeFreeCubes(group, row);
      return;
    }
    for (let at = prefix.firstSet(position); at < prefix.firstSet(position + 1); at++) {
      const set = prefix.set(at);
      const extended = this.#coverages.extend(this.#pool.coverage[row], set);
      if (extended !== -1) this.#add(group, row, set, extended);
    }
  }

  #makeFreeCubes(group: number, row: number): void {
    const { options, settings } = this.#state;
    const { pool, coverages } = { pool: this.#pool, coverages: this.#coverages };
    const coverage = pool.coverage[row];
    const next = pool.lastEnd[row] + 1;
    const limit = settings.distortionLimit;
    const firstGap = coverages.firstGap[coverage];
    const isBound = this.#prefix !== null;
    const from = isBound ? firstGap : Math.max(firstGap, next - limit);
    const farthest = isBound ? firstGap + limit : Math.min(firstGap, next) + limit;
    const to = Math.min(options.sourceLength - 1, farthest);
    for (let set = this.#setsFrom[from]; set < this.#setsFrom[to + 1]; set++) {
      const extended = coverages.extend(coverage, set);
      if (extended === -1) continue;
      const after = coverages.phraseEnd(extended, set) + 1;
      const gap = coverages.firstGap[extended];
      // The way back to the first gap must stay within the limit.
      if (gap < after && after - gap > limit) continue;
      this.#add(group, row, set, extended);
    }
  }

  #add(group: number, row: number, set: number, coverage: number): void {
    const { options, settings, weights } = this.#state;
    const { pool, coverages } = { pool: this.#pool, coverages: this.#coverages };
    const prefix = this.#prefix;
    const position = pool.position[row];
    const optionFrom = prefix === null ? options.optionStart[set] : prefix.listStart(set, position);
    const optionTo = prefix === null ? options.optionStart[set + 1] : prefix.listEnd(set, position);
    if (optionFrom === optionTo) return;
    if (this.#count === this.set.length) this.#grow();
    const cube = this.#count++;
    this.optionFrom[cube] = optionFrom;
    this.optionTo[cube] = optionTo;
    const first = options.setFirst[set];
    const last = options.setLast[set];
    const end = coverages.phraseEnd(coverage, set);
    const jump = Math.abs(first - (pool.lastEnd[row] + 1));
    this.#group[cube] = group;
    this.set[cube] = set;
    this.coverage[cube] = coverage;
    this.lastEnd[cube] = end;
    this.score[cube] = -weights[DISTORTION] * jump - weights[BONBON] * this.#bonbons(pool.pending[row], set);
    this.future[cube] = coverages.futureScore[coverage];
    if (settings.earlyDistortion) this.future[cube] -= weights[DISTORTION] * this.#jumpsToCome(coverage, end);
    this.orientation[cube] =
      first === pool.contextEnd[row] + 1
        ? MONOTONE
        : last === pool.contextStart[row] - 1
          ? SWAP
          : DISCONTINUOUS;
    if (settings.orientation === 'hierarchical') {
      this.contextStart[cube] = coverages.runStart(coverage, first);
      this.contextEnd[cube] = coverages.runEnd(coverage, last);
    } else {
      // Without orientation features no context is kept, so that it does not hinder recombination.
      this.contextStart[cube] = settings.orientation === 'phrase' ? first : -1;
      this.contextEnd[cube] = settings.orientation === 'phrase' ? last : -1;
    }
    const covered = coverages.covered[coverage];
    this.next[cube] = this.#heads[covered];
    this.#heads[covered] = cube;
  }

  /** Waiting phrases (their target goes around this one) that have a source word inside the gaps of `set`. */
  #bonbons(pending: number, set: number): number {
    const { options } = this.#state;
    if (options.setLast[set] - options.setFirst[set] + 1 === options.setSize[set]) return 0;
    let count = 0;
    for (let entry = 0; entry < this.#pendings.count(pending); entry++) {
      const around = options.optionSet[this.#pendings.optionOf(this.#pendings.piece(pending, entry))];
      if (this.#hasPositionBetween(around, options.setFirst[set], options.setLast[set])) count++;
    }
    return count;
  }

  #hasPositionBetween(set: number, low: number, high: number): boolean {
    const { setBits, coverageWords } = this.#state.options;
    for (let i = low + 1; i < high; i++) {
      if ((setBits[set * coverageWords + (i >>> 5)] >>> (i & 31)) & 1) return true;
    }
    return false;
  }

  /** Least distance of the jumps that finish this coverage: back to the first gap, then over what is covered. */
  #jumpsToCome(coverage: number, lastEnd: number): number {
    const { coverages } = { coverages: this.#coverages };
    const length = this.#state.options.sourceLength;
    const gap = coverages.firstGap[coverage];
    if (gap === length) return 0;
    let distance = Math.abs(gap - (lastEnd + 1));
    let island = 0;
    for (let i = gap; i < length; i++) {
      if (coverages.isCovered(coverage, i)) island++;
      else {
        distance += island;
        island = 0;
      }
    }
    return distance;
  }

  #sameGroup(a: number, b: number): boolean {
    const pool = this.#pool;
    return (
      pool.coverage[a] === pool.coverage[b] &&
      pool.lastEnd[a] === pool.lastEnd[b] &&
      pool.contextStart[a] === pool.contextStart[b] &&
      pool.contextEnd[a] === pool.contextEnd[b] &&
      pool.pending[a] === pool.pending[b] &&
      pool.position[a] === pool.position[b]
    );
  }

  #hash(row: number): number {
    const pool = this.#pool;
    let hash = Math.imul(pool.coverage[row], 0x9e3779b1) ^ (pool.lastEnd[row] << 8) ^ pool.contextStart[row];
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) ^ (pool.contextEnd[row] << 16) ^ pool.pending[row];
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) ^ (pool.position[row] << 4);
    return hash ^ (hash >>> 16);
  }

  #ensureGroups(count: number): Int32Array {
    if (this.#groupStart.length < count + 1) {
      const grown = new Int32Array(2 * (count + 1));
      grown.set(this.#groupStart);
      this.#groupStart = grown;
    }
    return this.#groupStart;
  }

  #ensureRows(count: number): void {
    this.#rowEnd = count;
    if (this.#rows.length >= count) return;
    const grown = new Int32Array(2 * count);
    grown.set(this.#rows);
    this.#rows = grown;
  }

  #grow(): void {
    const capacity = this.set.length * 2;
    const ints = (from: Int32Array) => {
      const into = new Int32Array(capacity);
      into.set(from);
      return into;
    };
    const floats = (from: Float64Array) => {
      const into = new Float64Array(capacity);
      into.set(from);
      return into;
    };
    this.set = ints(this.set);
    this.coverage = ints(this.coverage);
    this.lastEnd = ints(this.lastEnd);
    this.contextStart = ints(this.contextStart);
    this.contextEnd = ints(this.contextEnd);
    this.optionFrom = ints(this.optionFrom);
    this.optionTo = ints(this.optionTo);
    this.next = ints(this.next);
    this.#group = ints(this.#group);
    this.score = floats(this.score);
    this.future = floats(this.future);
    const orientation = new Uint8Array(capacity);
    orientation.set(this.orientation);
    this.orientation = orientation;
  }
}

function powerOfTwoBelow(n: number): number {
  return 1 << (31 - Math.clz32(n));
}
