/** What `enface train` prints at the end: pairs, sizes, steps with their costs. */
import path from 'node:path';
import { CLEANING_REASONS, type CleaningReason } from '../../../models/corpus/cleaning.js';
import { verdictText } from '../../../models/posterior/word-confidence.js';
import { TRAINING_STEPS } from '../../../models/train/training-progress.js';
import type { TrainingSummary } from '../training/train-model.js';
import { inSeconds, inUnits, tableLines, withCommas } from './table.js';

export function summaryLines(summary: TrainingSummary, output: string): string[] {
  return [
    ...pairLines(summary),
    '',
    ...modelLines(summary),
    '',
    ...confidenceLines(summary),
    ...stepLines(summary),
    '',
    `${path.basename(output)}: ${inUnits(summary.fileBytes)}`,
    ...tableLines(Object.entries(summary.bytes).map(([part, bytes]) => [`  ${part}`, inUnits(bytes)])),
  ];
}

function pairLines({ cleaning }: TrainingSummary): string[] {
  const { pairs, kept, dropped, firstDropped, repeated } = cleaning;
  const rows = [
    ['Pairs read', withCommas(pairs)],
    ['Pairs kept', withCommas(kept)],
  ];
  for (const [reason, count] of Object.entries(dropped)) {
    const first = firstDropped[reason as CleaningReason];
    rows.push([
      `  left out: ${CLEANING_REASONS[reason as CleaningReason]} (first: pair ${first})`,
      withCommas(count),
    ]);
  }
  if (repeated > 0) rows.push(['  equal to an earlier pair', withCommas(repeated)]);
  return tableLines(rows);
}

function modelLines({ metadata, ngrams }: TrainingSummary): string[] {
  const { source, target, links } = metadata;
  return [
    ...tableLines([
      ['', source.language, target.language],
      ['Tokens', withCommas(source.tokens), withCommas(target.tokens)],
      ['Distinct words', withCommas(source.words), withCommas(target.words)],
    ]),
    `Links between words: ${withCommas(links)}`,
    `N-grams: ${ngrams.map((count, k) => `${withCommas(count)} of ${k + 1}`).join(', ')}`,
  ];
}

function confidenceLines({ metadata }: TrainingSummary): string[] {
  return metadata.confidence === undefined ? [] : [verdictText(metadata.confidence), ''];
}

function stepLines({ steps, peakBytes }: TrainingSummary): string[] {
  const total = (pick: (step: (typeof steps)[number]) => number) =>
    steps.reduce((sum, step) => sum + pick(step), 0);
  return tableLines([
    ['Step', 'time', 'CPU time', 'memory'],
    ...steps.map(({ step, wallSeconds, cpuSeconds, peakBytes }) => [
      TRAINING_STEPS[step],
      inSeconds(wallSeconds),
      inSeconds(cpuSeconds),
      inUnits(peakBytes),
    ]),
    [
      'Together',
      inSeconds(total((step) => step.wallSeconds)),
      inSeconds(total((step) => step.cpuSeconds)),
      inUnits(peakBytes),
    ],
  ]);
}
