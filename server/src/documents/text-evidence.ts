/**
 * What tells that two texts in different languages may be translations of each other, without a dictionary: how
 * long they are, and which numbers, names and code they share. The costs are negative log-likelihoods, lower is
 * better; the length model is Gale & Church (1993, §3.3): (target − source·c) / √(source·s²) is standard normal,
 * with c = 1 and s² = 6.8 per character.
 */
export interface TextEvidence {
  /** Length in letters of an alphabetic script: an ideograph says as much as three of them. */
  readonly weight: number;
  /** Hash of the text with blanks evened out. */
  readonly hash: number;
  /** Hashes of names and code, ascending, without repetition. */
  readonly names: Int32Array;
  /** Hashes of numbers of two digits or more, in the same way: a translation has the same ones. */
  readonly numbers: Int32Array;
}

const VARIANCE_PER_LETTER = 6.8;
const SHARED_NAME = 1.2;
const SHARED_NUMBER = 3;
const STRANGE_NUMBER = 1.5;
const MISSING_NUMBER = 1;
/** A token this long that starts with a capital or holds a digit, underscore or inner capital is a name. */
const TOKEN =
  /`+[^`]+`+|\p{N}(?:[\p{N}.,'’]|[\u00a0\u202f\u2009](?=\p{N}{3}(?!\p{N})))*|[\p{L}_][\p{L}\p{M}\p{N}_]{3,}/gu;
const NAME_LIKE = /^[\p{Lu}`]|[\p{N}_]|\p{Ll}\p{Lu}/u;
const WIDE =
  /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9d]|[\ud840-\ud888][\udc00-\udfff]/g;

export function evidenceOf(text: string): TextEvidence {
  const even = text.replace(/\s+/g, ' ').trim();
  const names = new Set<number>();
  const numbers = new Set<number>();
  for (const [token] of text.matchAll(TOKEN)) {
    // 400,000, 400.000 and 400 000 are the same number; 2 may well be “two”.
    const digits = /^\p{N}/u.test(token) ? token.replace(/[.,'’\s]/g, '') : '';
    if (digits.length > 1) numbers.add(hashText(digits));
    else if (digits === '' && NAME_LIKE.test(token)) names.add(hashText(token));
  }
  return {
    weight: even.length + 2 * (even.match(WIDE)?.length ?? 0),
    hash: hashText(even),
    names: Int32Array.from(names).sort(),
    numbers: Int32Array.from(numbers).sort(),
  };
}

/** Evidence of two texts one after the other. */
export function joinEvidence(a: TextEvidence, b: TextEvidence): TextEvidence {
  const join = (one: Int32Array, other: Int32Array) => Int32Array.from(new Set([...one, ...other])).sort();
  return {
    weight: a.weight + b.weight + 1,
    hash: (Math.imul(a.hash, 31) + b.hash) | 0,
    names: join(a.names, b.names),
    numbers: join(a.numbers, b.numbers),
  };
}

/**
 * Cost of the names and numbers of two texts: shared ones speak for a pair, numbers of the target that the source
 * does not have against it, and so do numbers that are missing from a finished target.
 */
export function contentCost(source: TextEvidence, target: TextEvidence, isFinished: boolean): number {
  let cost = 0;
  if (source.names.length > 0 && target.names.length > 0)
    cost -= SHARED_NAME * Math.min(sharedKeys(source.names, target.names), 3);
  if (source.numbers.length === 0 && target.numbers.length === 0) return cost;
  const shared = sharedKeys(source.numbers, target.numbers);
  cost -= SHARED_NUMBER * Math.min(shared, 2);
  cost += STRANGE_NUMBER * Math.min(target.numbers.length - shared, 2);
  if (isFinished) cost += MISSING_NUMBER * Math.min(source.numbers.length - shared, 2);
  return cost;
}

/** The most that `contentCost` takes off. */
export const CONTENT_BONUS = 10;

/** −log of how likely a target of this weight is for such a source; 0 for equal weights, at most `most`. */
export function lengthCost(sourceWeight: number, targetWeight: number, most: number): number {
  const mean = (sourceWeight + targetWeight) / 2 + 1;
  const delta = (targetWeight - sourceWeight) / Math.sqrt(mean * VARIANCE_PER_LETTER);
  return Math.min((delta * delta) / 2, most);
}

function sharedKeys(a: Int32Array, b: Int32Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const difference = a[i]! - b[j]!;
    if (difference === 0) shared++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return shared;
}

/** FNV-1a over UTF-16 units, as a signed integer. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}
