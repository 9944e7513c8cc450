/** `enface evaluate`: judges translations by references, with intervals, and compares two systems. */
import { EnfaceError } from '../../../models/core/errors.js';
import { BLEU } from '../../../models/eval/bleu.js';
import { CHRF } from '../../../models/eval/chrf.js';
import { PER, WER } from '../../../models/eval/error-rates.js';
import { collectRows, type Metric, type SegmentPair } from '../../../models/eval/metric.js';
import { nist } from '../../../models/eval/nist.js';
import {
  approximateRandomization,
  bootstrapInterval,
  pairedBootstrap,
} from '../../../models/eval/significance.js';
import { TER } from '../../../models/eval/ter.js';
import { createTokenizer } from '../../../models/text/tokenizer.js';
import { type Command, type CommandIo, UsageError } from './command.js';
import { parseOptions, wholeNumber } from './options.js';
import { textLines } from './text-lines.js';

/** One line of the report. */
interface MetricReport {
  readonly metric: string;
  readonly score: number;
  /** Bootstrap, 95 %. */
  readonly low: number;
  readonly high: number;
  /** Of the other system, with the two-sided p-value and the share of resamples on which the first is not better. */
  readonly other?: { readonly score: number; readonly pValue: number; readonly notBetter: number };
}

interface Evaluation {
  readonly segments: number;
  /** Words of the hypothesis per word of the first reference. */
  readonly lengthRatio: number;
  /** Segments that are their own source, when the source is given. */
  readonly untranslated?: number;
  readonly metrics: readonly MetricReport[];
}

export const evaluate: Command = {
  name: 'evaluate',
  summary: 'judge translations by references',
  help: `Usage: enface evaluate --hypothesis FILE --reference FILE [--reference FILE …] [options]

Prints BLEU, NIST, TER, WER, PER and chrF with 95 % bootstrap intervals. Files hold one
segment a line and may be packed (.gz); words are what stands between blanks.

  --hypothesis FILE   the translations to judge
  --reference FILE    translations to judge by; give it again for more references
  --source FILE       the source, to count segments that were not translated at all
  --compare FILE      translations of another system: adds its scores, p-values by
                      approximate randomisation, and paired bootstrap
  --tokenize LANG     cut lines into words by the rules of that language first
  --samples N         resamples for intervals and tests (1000)
  --json              print one JSON object instead of a table`,

  async run(args, io) {
    const { values } = parseOptions(args, {
      hypothesis: { type: 'string' },
      reference: { type: 'string', multiple: true },
      source: { type: 'string' },
      compare: { type: 'string' },
      tokenize: { type: 'string' },
      samples: { type: 'string' },
      json: { type: 'boolean' },
    });
    const { hypothesis, reference = [] } = values;
    if (hypothesis === undefined) throw new UsageError('Say what to judge with --hypothesis FILE.');
    if (reference.length === 0) throw new UsageError('Say what to judge by with --reference FILE.');
    const samples = wholeNumber(values.samples, 'samples', 40, 100_000, 1000);
    const read = (name: string) => segmentsOf(io, name, values.tokenize);
    const hypotheses = await read(hypothesis);
    const references = await Promise.all(reference.map(read));
    const source = values.source === undefined ? undefined : await read(values.source);
    const other = values.compare === undefined ? undefined : await read(values.compare);
    const files = reference.map((name, r) => ({ name, lines: references[r] ?? [] }));
    if (source !== undefined) files.push({ name: values.source ?? '', lines: source });
    if (other !== undefined) files.push({ name: values.compare ?? '', lines: other });
    for (const { name, lines } of files) checkLength(hypothesis, hypotheses.length, name, lines.length);

    const result = judge(hypotheses, references, source, other, samples);
    if (values.json === true) io.out(JSON.stringify(result, null, 2));
    else for (const line of table(result)) io.out(line);
    return 0;
  },
};

type Lines = readonly (readonly string[])[];

function judge(
  hypotheses: Lines,
  references: readonly Lines[],
  source: Lines | undefined,
  other: Lines | undefined,
  samples: number,
): Evaluation {
  const referencesOf = hypotheses.map((_, i) => references.map((lines) => lines[i] ?? []));
  const pairs = (lines: Lines): SegmentPair[] =>
    lines.map((hypothesis, i) => ({ hypothesis, references: referencesOf[i] ?? [] }));
  const metrics: readonly Metric[] = [BLEU, nist(referencesOf), TER, WER, PER, CHRF];
  const first = pairs(hypotheses);
  const second = other === undefined ? undefined : pairs(other);
  const words = (lines: Lines) => lines.reduce((sum, line) => sum + line.length, 0);
  return {
    segments: hypotheses.length,
    lengthRatio: words(hypotheses) / Math.max(1, words(references[0] ?? [])),
    ...(source === undefined
      ? {}
      : { untranslated: hypotheses.filter((line, i) => line.join(' ') === source[i]?.join(' ')).length }),
    metrics: metrics.map((metric) => report(metric, first, second, samples)),
  };
}

function report(
  metric: Metric,
  first: readonly SegmentPair[],
  second: readonly SegmentPair[] | undefined,
  samples: number,
): MetricReport {
  const rows = collectRows(metric, first);
  const one = { metric: metric.name, ...bootstrapInterval(metric, rows, { samples }) };
  if (second === undefined) return one;
  const otherRows = collectRows(metric, second);
  return {
    ...one,
    other: {
      score: bootstrapInterval(metric, otherRows, { samples: 40 }).score,
      pValue: approximateRandomization(metric, rows, otherRows, { samples: 10 * samples }),
      notBetter: pairedBootstrap(metric, rows, otherRows, { samples }),
    },
  };
}

async function segmentsOf(io: CommandIo, name: string, language: string | undefined): Promise<string[][]> {
  const lines = await textLines(io.cwd, name);
  if (language === undefined) return lines.map((line) => line.split(/\s+/u).filter((word) => word !== ''));
  const tokenizer = createTokenizer(language);
  return lines.map((line) => tokenizer.tokenize(line).map((token) => token.text));
}

function checkLength(name: string, count: number, other: string, otherCount: number): void {
  if (count !== otherCount)
    throw new EnfaceError(
      'line-counts',
      `${name} has ${count} lines but ${other} has ${otherCount}: they do not belong together.`,
    );
  if (count === 0) throw new EnfaceError('no-lines', `${name} is empty.`);
}

function table({ segments, lengthRatio, untranslated, metrics }: Evaluation): string[] {
  const head = ['metric', 'score', '95 % interval'];
  const compares = metrics.some((one) => one.other !== undefined);
  if (compares) head.push('other', 'p', 'not better');
  const rows = metrics.map(({ metric, score, low, high, other }) => {
    const cells = [metric, score.toFixed(2), `${low.toFixed(2)} … ${high.toFixed(2)}`];
    if (other !== undefined)
      cells.push(other.score.toFixed(2), other.pValue.toFixed(4), other.notBetter.toFixed(3));
    return cells;
  });
  const widths = head.map((_, c) => Math.max(...[head, ...rows].map((row) => row[c]?.length ?? 0)));
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell, c) => cell.padEnd(widths[c] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const notes = [`${segments} segments, length ratio ${lengthRatio.toFixed(3)}`];
  if (untranslated !== undefined) notes.push(`${untranslated} left untranslated`);
  return [...lines, '', notes.join(', ')];
}
