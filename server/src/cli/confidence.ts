/** `enface confidence`: how good a model's word confidence is on held-out text, beside the plain word posterior. */
import path from 'node:path';
import { EnfaceError } from '../../../models/core/errors.js';
import {
  type JudgedWords,
  judgeConfidence,
  reliabilityTable,
  riskCoverage,
} from '../../../models/eval/confidence-measures.js';
import { judgeModel, type ModelConfidence } from '../../../models/eval/model-confidence.js';
import { Rescorer } from '../../../models/posterior/rescorer.js';
import { verdictText, WordConfidence } from '../../../models/posterior/word-confidence.js';
import type { ConfidenceFigures } from '../../../models/search/confidence-model.js';
import { openBundle } from '../../../models/search/model-bundle.js';
import { Translator } from '../../../models/search/translator.js';
import { writeFileAtomically } from '../formats/atomic-file.js';
import { readModelFile } from '../training/model-file.js';
import { cancelBySignal } from '../training/signal-token.js';
import type { Command, CommandIo } from './command.js';
import { reliabilityDiagram, riskCoveragePlot } from './confidence-plots.js';
import { oneOf, parseOptions, required } from './options.js';
import { ProgressLine } from './progress-line.js';
import { tableLines, withCommas } from './table.js';
import { textLines } from './text-lines.js';

const LABELLINGS = ['wer', 'per'] as const;

export const confidence: Command = {
  name: 'confidence',
  summary: "measure a model's word confidence on held-out translations",
  help: `Usage: enface confidence --model MODEL --source FILE --reference FILE [options]

Translates every line of the source as "enface translate" does, takes the reference to
tell right words from wrong ones, and reports how well the model's confidence in each
word tells them apart, beside the plain word posterior (the share of the search graph's
translations that have the word):

  AUC      how often a right word gets more confidence than a wrong one (0.5 is chance)
  ECE      how far confidence is from the share of right words, on average of ten bins
  MCC      correlation of "called wrong" and "is wrong" (0 is chance)
  F1-BAD   precision and recall of finding the wrong words; F1-OK: the right ones
  CER      share of words called wrongly, beside the same when every word is called right

Options:
  --model MODEL      a file written by "enface train"
  --source FILE      one segment a line; must not be part of what the model learnt from
  --reference FILE   the translations
  --pretokenized     words are what stands between blanks
  --label NAME       wer: a word is right when the cheapest edit into the reference keeps it
                     in its place (default); per: when the reference has it anywhere
  --plots NAME       write NAME-reliability.svg and NAME-risk-coverage.svg (default: confidence)
  --json             print the measures as JSON`,

  async run(args, io) {
    const { values } = parseOptions(args, {
      model: { type: 'string' },
      source: { type: 'string' },
      reference: { type: 'string' },
      pretokenized: { type: 'boolean' },
      label: { type: 'string' },
      plots: { type: 'string' },
      json: { type: 'boolean' },
    });
    const model = path.resolve(io.cwd, required(values.model, 'model'));
    const source = await textLines(io.cwd, required(values.source, 'source'));
    const reference = await textLines(io.cwd, required(values.reference, 'reference'));
    const labelling = oneOf(values.label, 'label', LABELLINGS, 'wer');
    if (source.length !== reference.length || source.length === 0) {
      throw new EnfaceError(
        'line-counts',
        `${values.source} has ${source.length} lines and ${values.reference} has ${reference.length}: they do not belong together.`,
      );
    }
    const bundle = openBundle(await readModelFile(model));
    const words = new WordConfidence(bundle, bundle.confidence);
    const translator = new Translator(bundle, values.pretokenized === true ? { pretokenized: true } : {});
    const pairs = source.map((line, i) => ({
      segment: translator.prepare(line),
      reference: translator.targetForms(reference[i] ?? ''),
    }));
    const cancel = cancelBySignal(io.signal);
    const rescorer = new Rescorer(translator, bundle.metadata.rescoring);
    const judged = await inSteps(
      judgeModel(translator, rescorer, words, pairs, { labelling, cancel }),
      pairs.length,
      io,
    );

    const { threshold, plainThreshold } = words.metadata;
    const scores = judgeConfidence(judged.confidence, threshold);
    const plain = judgeConfidence(judged.plain, plainThreshold);
    if (values.json === true) io.out(JSON.stringify({ ...scores, plain }, null, 2));
    else {
      for (const line of report(scores, plain, judged.confidence)) io.out(line);
      io.out(`\n${verdictText(words.metadata)}`);
    }
    await writePlots(path.resolve(io.cwd, values.plots ?? 'confidence'), judged, io);
    return 0;
  },
};

/** Runs the generator and lets signals be heard between segments. */
async function inSteps(
  judging: Generator<number, ModelConfidence>,
  total: number,
  io: CommandIo,
): Promise<ModelConfidence> {
  const progress = new ProgressLine(io);
  try {
    let step = judging.next();
    for (; !step.done; step = judging.next()) {
      progress.show('Translate', step.value, total);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return step.value;
  } finally {
    progress.end();
  }
}

function report(scores: ConfidenceFigures, plain: ConfidenceFigures, words: JudgedWords): string[] {
  const row = (name: string, of: (scores: ConfidenceFigures) => number) => [
    name,
    of(scores).toFixed(4),
    of(plain).toFixed(4),
  ];
  return [
    ...tableLines([
      ['', 'confidence', 'word posterior'],
      row('AUC', ({ auc }) => auc),
      row('ECE', ({ ece }) => ece),
      row('MCC', ({ mcc }) => mcc),
      row('F1-BAD', ({ f1Bad }) => f1Bad),
      row('F1-OK', ({ f1Ok }) => f1Ok),
      row('CER', ({ cer }) => cer),
      row('CER, all OK', ({ cerAllOk }) => cerAllOk),
    ]),
    '',
    ...tableLines([
      ['Confidence', 'words', 'mean', 'right'],
      ...reliabilityTable(words).map(({ low, high, words: count, confidence: mean, right }) => [
        `${low.toFixed(1)}–${high.toFixed(1)}`,
        withCommas(count),
        count === 0 ? '' : mean.toFixed(3),
        count === 0 ? '' : right.toFixed(3),
      ]),
    ]),
  ];
}

async function writePlots(name: string, judged: ModelConfidence, io: CommandIo): Promise<void> {
  const [confidenceName, plainName] = ['confidence', 'plain word posterior'];
  const plots = {
    [`${name}-reliability.svg`]: reliabilityDiagram([
      { name: confidenceName, points: reliabilityTable(judged.confidence) },
      { name: plainName, points: reliabilityTable(judged.plain) },
    ]),
    [`${name}-risk-coverage.svg`]: riskCoveragePlot([
      { name: confidenceName, points: riskCoverage(judged.confidence) },
      { name: plainName, points: riskCoverage(judged.plain) },
    ]),
  };
  for (const [file, svg] of Object.entries(plots)) {
    await writeFileAtomically(file, [svg]);
    io.err(`Wrote ${path.relative(io.cwd, file)}`);
  }
}
