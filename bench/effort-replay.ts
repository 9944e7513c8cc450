/** Plays the simulated translator against a suggester in this process, and counts what its answers cost. */
import type { SegmentLog } from '../models/eval/effort.js';
import type { Metric } from '../models/eval/metric.js';
import { DEFAULT_POLICY, type StepAnswer, simulateTranslator } from '../models/eval/simulated-translator.js';

export interface Suggester {
  complete(prefix: string): string;
  nextWords(prefix: string, count: number): readonly string[];
}

export interface Replay {
  readonly log: SegmentLog;
  /** Completions asked for, and the CPU microseconds they took. */
  readonly asked: number;
  readonly microseconds: number;
}

/** `text` holds words between blanks. */
export function replay(text: string, suggester: Suggester): Replay {
  const words = [...text.matchAll(/\S+/gu)].map(({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
  }));
  const translator = simulateTranslator({ text, words }, DEFAULT_POLICY);
  let written = '';
  let asked = 0;
  let microseconds = 0;
  let answer: StepAnswer | undefined;
  for (;;) {
    const turn = translator.next(answer);
    if (turn.done) return { log: turn.value, asked, microseconds };
    const step = turn.value;
    answer = undefined;
    if (step.kind === 'insert') written += step.text;
    else if (step.kind === 'ask words') answer = suggester.nextWords(written, step.count);
    else if (step.kind === 'ask completion') {
      const before = process.cpuUsage();
      answer = [suggester.complete(written)];
      const used = process.cpuUsage(before);
      microseconds += used.user + used.system;
      asked++;
    }
  }
}

/** A share by segment, for tests of significance: rows of (part, whole). */
export function shareMetric(name: string, higherIsBetter: boolean): Metric {
  return {
    name,
    width: 2,
    higherIsBetter,
    collect: () => {},
    score: (row) => (row[1] === 0 ? 0 : row[0] / row[1]),
  };
}

/** Rows for WPA@1. */
export function wordRows(logs: readonly SegmentLog[]): Float64Array {
  return Float64Array.from(
    logs.flatMap(({ words }) => [words.filter(({ rank }) => rank === 1).length, words.length]),
  );
}

/** Rows for KSMR. */
export function actionRows(logs: readonly SegmentLog[]): Float64Array {
  return Float64Array.from(
    logs.flatMap(({ events, characters }) => [
      events.filter(({ kind }) => kind !== 'shown').length,
      characters,
    ]),
  );
}
