/**
 * How often the pieces of a phrase stand in a text in order, with at least one word between two of them, within a
 * limited span: the denominator of p(source | target) for targets with gaps. Counted around the occurrences of the
 * rarest piece; a frequent one is sampled evenly and the count scaled up.
 */
import type { PhraseRange, SuffixArray } from '../corpus/suffix-array.js';

const SAMPLE_SIZE = 100;

export function countPhrase(
  index: SuffixArray,
  pieces: readonly ArrayLike<number>[],
  maxSpan: number,
): number {
  const range: PhraseRange = { low: 0, high: 0 };
  let anchor = -1;
  let fewest = Number.POSITIVE_INFINITY;
  let low = 0;
  for (let p = 0; p < pieces.length; p++) {
    if (!index.find(pieces[p], range)) return 0;
    if (range.high - range.low < fewest) {
      fewest = range.high - range.low;
      low = range.low;
      anchor = p;
    }
  }
  if (pieces.length === 1) return fewest;
  const sampled = Math.min(fewest, SAMPLE_SIZE);
  let found = 0;
  for (let k = 0; k < sampled; k++) {
    const position = index.positions[low + Math.floor(((k + 0.5) * fewest) / sampled)];
    if (standsAt(index, pieces, anchor, position, maxSpan)) found++;
  }
  return (found * fewest) / sampled;
}

function standsAt(
  index: SuffixArray,
  pieces: readonly ArrayLike<number>[],
  anchor: number,
  position: number,
  maxSpan: number,
): boolean {
  const { text } = index;
  const sentence = text.sentenceOf(position);
  const start = text.offsets[sentence];
  const end = text.offsets[sentence + 1];
  let from = position + pieces[anchor].length;
  for (let p = anchor + 1; p < pieces.length; p++) {
    let at = from + 1;
    const limit = Math.min(end, position + maxSpan) - pieces[p].length;
    while (at <= limit && !matches(text.ids, at, pieces[p])) at++;
    if (at > limit) return false;
    from = at + pieces[p].length;
  }
  let before = position;
  for (let p = anchor - 1; p >= 0; p--) {
    let at = before - 1 - pieces[p].length;
    const limit = Math.max(start, position - maxSpan);
    while (at >= limit && !matches(text.ids, at, pieces[p])) at--;
    if (at < limit) return false;
    before = at;
  }
  return true;
}

function matches(ids: Int32Array, at: number, piece: ArrayLike<number>): boolean {
  for (let i = 0; i < piece.length; i++) if (ids[at + i] !== piece[i]) return false;
  return true;
}
