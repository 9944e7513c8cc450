/**
 * How alike two word forms look: 1 for equal forms, otherwise the length of their longest common subsequence
 * over the length of the longer form (Melamed 1995). Short words and words with digits only count when equal:
 * “of” and “or”, 1997 and 1998 are no cognates.
 *
 * The forms of a sentence are unpacked once into flat arrays, because each is compared with all of the other side.
 */
const LEAST_LENGTH = 4;
const MOST_LENGTH = 40;

const row = new Uint8Array(MOST_LENGTH + 1);

/** The word forms of one sentence after another, ready to be compared. */
export class WordForms {
  count = 0;
  codes = new Uint16Array(1024);
  /** Form k has the letters `codes[starts[k], starts[k + 1])`. */
  starts = new Int32Array(65);
  /** 1 for forms that can be cognates of others, 0 for those that only equal ones are like. */
  mayBeCognate = new Uint8Array(64);
  /** Which letters a form has, as 32 bits by code modulo 32. */
  letters = new Int32Array(64);

  load(forms: readonly string[]): void {
    this.count = forms.length;
    this.#reserve(forms);
    let end = 0;
    for (let k = 0; k < forms.length; k++) {
      const form = forms[k];
      const length = form.length;
      let digits = 0;
      let letters = 0;
      for (let c = 0; c < length; c++) {
        const code = form.charCodeAt(c);
        this.codes[end++] = code;
        letters |= 1 << (code & 31);
        if (code >= 48 && code <= 57) digits++;
      }
      this.starts[k + 1] = end;
      this.letters[k] = letters;
      this.mayBeCognate[k] = digits === 0 && length >= LEAST_LENGTH && length <= MOST_LENGTH ? 1 : 0;
    }
  }

  #reserve(forms: readonly string[]): void {
    let codes = 0;
    for (const form of forms) codes += form.length;
    if (this.codes.length < codes) this.codes = new Uint16Array(2 * codes);
    if (this.letters.length >= forms.length) return;
    this.starts = new Int32Array(2 * forms.length + 1);
    this.mayBeCognate = new Uint8Array(2 * forms.length);
    this.letters = new Int32Array(2 * forms.length);
  }
}

/** Similarity of form i of one sentence and form j of the other; 0 when it is below `least`. */
export function formSimilarity(
  one: WordForms,
  i: number,
  other: WordForms,
  j: number,
  least: number,
): number {
  const start = one.starts[i];
  const otherStart = other.starts[j];
  const length = one.starts[i + 1] - start;
  const otherLength = other.starts[j + 1] - otherStart;
  if (length === otherLength && equal(one, start, other, otherStart, length)) return 1;
  if (one.mayBeCognate[i] === 0 || other.mayBeCognate[j] === 0) return 0;
  const longer = Math.max(length, otherLength);
  const needed = least * longer;
  if (Math.min(length, otherLength) < needed) return 0;
  // Every letter that only one of them has is missing from the common subsequence.
  const [a, b] = [one.letters[i], other.letters[j]];
  if (length - bitCount(a & ~b) < needed || otherLength - bitCount(b & ~a) < needed) return 0;
  const common = commonSubsequence(one, start, length, other, otherStart, otherLength);
  return common < needed ? 0 : common / longer;
}

function equal(one: WordForms, start: number, other: WordForms, otherStart: number, length: number): boolean {
  for (let k = 0; k < length; k++) {
    if (one.codes[start + k] !== other.codes[otherStart + k]) return false;
  }
  return true;
}

function commonSubsequence(
  one: WordForms,
  start: number,
  length: number,
  other: WordForms,
  otherStart: number,
  otherLength: number,
): number {
  row.fill(0, 0, otherLength + 1);
  for (let i = 0; i < length; i++) {
    const code = one.codes[start + i];
    let diagonal = 0;
    for (let j = 1; j <= otherLength; j++) {
      const above = row[j];
      if (code === other.codes[otherStart + j - 1]) row[j] = diagonal + 1;
      else if (row[j - 1] > above) row[j] = row[j - 1];
      diagonal = above;
    }
  }
  return row[otherLength];
}

function bitCount(bits: number): number {
  let pairs = bits - ((bits >>> 1) & 0x55555555);
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
