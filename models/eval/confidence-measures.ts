/**
 * How good word confidences are, given which words were right. Ranking (AUC), honesty of the numbers (ECE with its
 * reliability table) and use as a decision at a threshold (MCC, F1 of both classes, CER), beside what calling every
 * word right would score.
 *
 *   const judged = judgeConfidence({ confidences, right }, threshold);
 */
import type { ConfidenceFigures } from '../search/confidence-model.js';

export interface JudgedWords {
  /** 0–1 for every word. */
  readonly confidences: ArrayLike<number>;
  /** 1 for a right word, 0 for a wrong one. */
  readonly right: ArrayLike<number>;
}

export interface ReliabilityBin {
  /** Confidences in [low, high), the last bin with 1. */
  readonly low: number;
  readonly high: number;
  readonly words: number;
  /** Mean confidence and share of right words; 0 when the bin is empty. */
  readonly confidence: number;
  readonly right: number;
}

export interface RiskPoint {
  /** Share of words kept when the least confident are left out. */
  readonly coverage: number;
  /** Share of wrong ones among those kept. */
  readonly risk: number;
}

export const RELIABILITY_BINS = 10;
/** MCC that may be given for fewer errors. */
const NEARLY = 0.01;

export function judgeConfidence(words: JudgedWords, threshold: number): ConfidenceFigures {
  const decisions = confusion(words, threshold);
  return {
    auc: areaUnderCurve(words),
    ece: calibrationError(reliabilityTable(words)),
    mcc: matthews(decisions),
    f1Bad: f1(decisions.badBad, decisions.badOk, decisions.okBad),
    f1Ok: f1(decisions.okOk, decisions.okBad, decisions.badOk),
    cer: share(decisions.badOk + decisions.okBad, words.right.length),
    cerAllOk: share(decisions.badBad + decisions.badOk, words.right.length),
  };
}

/** By ranks: (Σ ranks of right words − n₁(n₁+1)/2) / n₁n₀, equal confidences sharing the mean of their ranks. */
export function areaUnderCurve({ confidences, right }: JudgedWords): number {
  const order = byConfidence(confidences);
  let [rankSum, rightCount] = [0, 0];
  for (let start = 0; start < order.length; ) {
    let end = start;
    let rightHere = 0;
    while (end < order.length && confidences[order[end]] === confidences[order[start]])
      rightHere += right[order[end++]];
    rankSum += rightHere * ((start + 1 + end) / 2);
    rightCount += rightHere;
    start = end;
  }
  const wrongCount = order.length - rightCount;
  if (rightCount === 0 || wrongCount === 0) return 0.5;
  return (rankSum - (rightCount * (rightCount + 1)) / 2) / (rightCount * wrongCount);
}

export function reliabilityTable(
  { confidences, right }: JudgedWords,
  bins = RELIABILITY_BINS,
): ReliabilityBin[] {
  const [words, confidence, correct] = [0, 0, 0].map(() => new Float64Array(bins));
  for (let i = 0; i < right.length; i++) {
    const bin = Math.max(0, Math.min(bins - 1, Math.floor(confidences[i] * bins)));
    words[bin]++;
    confidence[bin] += confidences[i];
    correct[bin] += right[i];
  }
  return Array.from(words, (count, bin) => ({
    low: bin / bins,
    high: (bin + 1) / bins,
    words: count,
    confidence: share(confidence[bin], count),
    right: share(correct[bin], count),
  }));
}

/** Σ over bins of (words in it / all words) · |mean confidence − share right| (Naeini et al. 2015). */
export function calibrationError(table: readonly ReliabilityBin[]): number {
  const total = table.reduce((sum, bin) => sum + bin.words, 0);
  const gaps = table.reduce((sum, bin) => sum + bin.words * Math.abs(bin.confidence - bin.right), 0);
  return share(gaps, total);
}

/** Keeping the most confident words first; words of equal confidence come together. At most `points` of them. */
export function riskCoverage({ confidences, right }: JudgedWords, points = 200): RiskPoint[] {
  const order = byConfidence(confidences).reverse();
  const curve: RiskPoint[] = [];
  let wrong = 0;
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end < order.length && confidences[order[end]] === confidences[order[start]])
      wrong += 1 - right[order[end++]];
    const isDue = end * points >= (curve.length + 1) * order.length;
    if (isDue || end === order.length) curve.push({ coverage: end / order.length, risk: wrong / end });
    start = end;
  }
  return curve;
}

/**
 * The threshold below which words are called wrong that gives the highest MCC among those whose CER is not above that of
 * calling every word right; of thresholds that are nearly as good, the one of least CER, because the top of MCC is flat
 * and false alarms tire. 0 (nothing is called wrong) when there is none.
 */
export function bestThreshold({ confidences, right }: JudgedWords): number {
  const order = byConfidence(confidences);
  const total = order.length;
  let allRight = 0;
  for (let i = 0; i < total; i++) allRight += right[i];
  const candidates: { threshold: number; mcc: number; errors: number }[] = [];
  let [badBad, okBad] = [0, 0];
  for (let k = 0; k + 1 < total; k++) {
    if (right[order[k]] === 1) okBad++;
    else badBad++;
    const here = confidences[order[k]];
    const next = confidences[order[k + 1]];
    if (here === next || okBad > badBad) continue;
    const counts = { badBad, okBad, badOk: total - allRight - badBad, okOk: allRight - okBad };
    candidates.push({ threshold: (here + next) / 2, mcc: matthews(counts), errors: okBad - badBad });
  }
  const best = candidates.reduce((highest, { mcc }) => Math.max(highest, mcc), 0);
  if (best === 0) return 0;
  const good = candidates.filter(({ mcc }) => mcc >= best - NEARLY);
  return good.reduce((a, b) => (b.errors < a.errors ? b : a)).threshold;
}

/** Truth first, decision second: `okBad` are right words that were called wrong. */
interface Confusion {
  readonly okOk: number;
  readonly okBad: number;
  readonly badOk: number;
  readonly badBad: number;
}

function confusion({ confidences, right }: JudgedWords, threshold: number): Confusion {
  let [okOk, okBad, badOk, badBad] = [0, 0, 0, 0];
  for (let i = 0; i < right.length; i++) {
    const calledOk = confidences[i] >= threshold;
    if (right[i] === 1) calledOk ? okOk++ : okBad++;
    else calledOk ? badOk++ : badBad++;
  }
  return { okOk, okBad, badOk, badBad };
}

function matthews({ okOk, okBad, badOk, badBad }: Confusion): number {
  const product =
    Math.sqrt(badBad + okBad) * Math.sqrt(badBad + badOk) * Math.sqrt(okOk + okBad) * Math.sqrt(okOk + badOk);
  return product === 0 ? 0 : (badBad * okOk - okBad * badOk) / product;
}

function f1(hits: number, missed: number, falseAlarms: number): number {
  return share(2 * hits, 2 * hits + missed + falseAlarms);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function byConfidence(confidences: ArrayLike<number>): Uint32Array {
  const order = new Uint32Array(confidences.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  return order.sort((a, b) => confidences[a] - confidences[b] || a - b);
}
