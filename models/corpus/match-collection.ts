/** Gathers what a look-up found, pattern by pattern, into the flat arrays of PatternMatches. */
import { MAX_PIECES, type PatternMatches } from './pattern-matches.js';
import type { PatternTable } from './pattern-table.js';
import type { SentencePieces } from './sentence-pieces.js';
import type { SuffixArray } from './suffix-array.js';
import type { WindowScanner } from './window-scanner.js';

export interface CollectionLimits {
  readonly maxSpan: number;
  readonly occurrenceLimit: number;
}

/** Continuous patterns are the pieces themselves; gapped ones come from the table. */
export function collectMatches(
  index: SuffixArray,
  pieces: SentencePieces,
  table: PatternTable,
  scanner: WindowScanner,
  { maxSpan, occurrenceLimit }: CollectionLimits,
  phase: number,
): PatternMatches {
  const continuous = pieces.count - 1;
  const patternCount = continuous + table.patternCount;
  const pieceCounts = new Uint8Array(patternCount).fill(1, 0, continuous);
  const pieceLengths = new Uint8Array(patternCount * MAX_PIECES);
  const totals = new Float64Array(patternCount);
  const exact = new Uint8Array(patternCount).fill(1, 0, continuous);
  const hits = countHits(table);

  const occurrenceOffsets = new Uint32Array(patternCount + 1);
  for (let k = 0; k < patternCount; k++) {
    const found = k < continuous ? pieces.occurrences(k + 1) : hits[k - continuous];
    occurrenceOffsets[k + 1] = occurrenceOffsets[k] + Math.min(found, occurrenceLimit);
  }
  const occurrences = new Int32Array(occurrenceOffsets[patternCount] * MAX_PIECES).fill(-1);

  for (let k = 0; k < continuous; k++) {
    const piece = k + 1;
    const total = pieces.occurrences(piece);
    pieceLengths[k * MAX_PIECES] = pieces.length[piece];
    totals[k] = total;
    const sampled = occurrenceOffsets[k + 1] - occurrenceOffsets[k];
    const step = total / sampled;
    const shift = total > sampled ? phase : 0;
    for (let m = 0; m < sampled; m++) {
      const position = index.positions[pieces.low[piece] + Math.floor((m + shift) * step)];
      occurrences[(occurrenceOffsets[k] + m) * MAX_PIECES] = position;
    }
  }

  const patternPieces = table.pieces.view();
  for (let g = 0; g < table.patternCount; g++) {
    const k = continuous + g;
    const gaps = patternPieces[g * MAX_PIECES + 2] === 0 ? 1 : 2;
    const anchor = table.anchors.at(g);
    const windows = scanner.sampleSize(anchor);
    pieceCounts[k] = gaps + 1;
    for (let i = 0; i <= gaps; i++) {
      pieceLengths[k * MAX_PIECES + i] = pieces.length[patternPieces[g * MAX_PIECES + i]];
    }
    exact[k] = windows === pieces.occurrences(anchor) ? 1 : 0;
    totals[k] = (hits[g] * pieces.occurrences(anchor)) / windows;
  }
  pickOccurrences(table, hits, occurrenceLimit, occurrenceOffsets.subarray(continuous), occurrences);

  const { placeOffsets, places } = collectPlaces(pieces, table, maxSpan);
  return {
    patternCount,
    pieceCounts,
    pieceLengths,
    totals,
    exact,
    placeOffsets,
    places,
    occurrenceOffsets,
    occurrences,
    windowCount: scanner.windowCount,
  };
}

function countHits(table: PatternTable): Int32Array {
  const hits = new Int32Array(table.patternCount);
  const log = table.log;
  for (let at = 0; at < log.length; at += 4) hits[log[at]]++;
  return hits;
}

/** Copies the log into groups; of a pattern with more hits than the limit, evenly spread ones. */
function pickOccurrences(
  table: PatternTable,
  hits: Int32Array,
  limit: number,
  offsets: Uint32Array,
  occurrences: Int32Array,
): void {
  const seen = new Int32Array(hits.length);
  const picked = new Int32Array(hits.length);
  const log = table.log;
  for (let at = 0; at < log.length; at += 4) {
    const pattern = log[at];
    const nth = ++seen[pattern];
    if (hits[pattern] > limit && nth * limit < (picked[pattern] + 1) * hits[pattern]) continue;
    const to = (offsets[pattern] + picked[pattern]++) * MAX_PIECES;
    occurrences[to] = log[at + 1];
    occurrences[to + 1] = log[at + 2];
    occurrences[to + 2] = log[at + 3];
  }
}

/** Every place of every pattern in the input sentence. */
function collectPlaces(
  pieces: SentencePieces,
  table: PatternTable,
  maxSpan: number,
): { placeOffsets: Uint32Array; places: Uint16Array } {
  const { starts, startsOf, length } = pieces;
  const continuous = pieces.count - 1;
  const places: number[] = [];
  const placeOffsets = new Uint32Array(continuous + table.patternCount + 1);
  for (let k = 0; k < continuous; k++) {
    for (let i = startsOf[k + 1]; i < startsOf[k + 2]; i++) places.push(starts[i], 0, 0);
    placeOffsets[k + 1] = places.length / MAX_PIECES;
  }
  const patternPieces = table.pieces.view();
  for (let g = 0; g < table.patternCount; g++) {
    const a = patternPieces[g * MAX_PIECES];
    const b = patternPieces[g * MAX_PIECES + 1];
    const c = patternPieces[g * MAX_PIECES + 2];
    for (let i = startsOf[a]; i < startsOf[a + 1]; i++) {
      const end = starts[i] + maxSpan;
      for (let j = startsOf[b]; j < startsOf[b + 1]; j++) {
        if (starts[j] <= starts[i] + length[a] || starts[j] + length[b] > end) continue;
        if (c === 0) {
          places.push(starts[i], starts[j], 0);
          continue;
        }
        for (let m = startsOf[c]; m < startsOf[c + 1]; m++) {
          if (starts[m] <= starts[j] + length[b] || starts[m] + length[c] > end) continue;
          places.push(starts[i], starts[j], starts[m]);
        }
      }
    }
    placeOffsets[continuous + g + 1] = places.length / MAX_PIECES;
  }
  return { placeOffsets, places: Uint16Array.from(places) };
}
