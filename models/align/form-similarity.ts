/**
 * How alike two word forms look: 1 for equal forms, otherwise the length of their longest common subsequence
 * over the length of the longer form (Melamed 1995). Short words and words with digits only count when equal:
 * “of” and “or”, 1997 and 1998 are no cognates.
 */
const LEAST_LENGTH = 4;
const MOST_LENGTH = 40;

let row = new Uint8Array(MOST_LENGTH + 1);
let nextRow = new Uint8Array(MOST_LENGTH + 1);

export function formSimilarity(one: string, other: string): number {
  if (one === other) return 1;
  const shorter = Math.min(one.length, other.length);
  const longer = Math.max(one.length, other.length);
  if (shorter < LEAST_LENGTH || longer > MOST_LENGTH || hasDigit(one) || hasDigit(other)) return 0;
  return commonSubsequence(one, other) / longer;
}

function commonSubsequence(one: string, other: string): number {
  row.fill(0, 0, other.length + 1);
  for (let i = 0; i < one.length; i++) {
    const letter = one.charCodeAt(i);
    nextRow[0] = 0;
    for (let j = 0; j < other.length; j++) {
      nextRow[j + 1] = letter === other.charCodeAt(j) ? row[j] + 1 : Math.max(row[j + 1], nextRow[j]);
    }
    [row, nextRow] = [nextRow, row];
  }
  return row[other.length];
}

function hasDigit(form: string): boolean {
  for (let k = 0; k < form.length; k++) {
    const unit = form.charCodeAt(k);
    if (unit >= 48 && unit <= 57) return true;
  }
  return false;
}
