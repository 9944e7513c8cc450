/** `enface simulate`: what translating a text with the language server's help would cost a translator. */
import path from 'node:path';
import { EnfaceError } from '../../../models/core/errors.js';
import { type Effort, effortOf } from '../../../models/eval/effort.js';
import { openBundle } from '../../../models/search/model-bundle.js';
import { WAITS, type Wait } from '../simulate/latencies.js';
import { type SimulationOutcome, simulate as simulateTyping, type TextPair } from '../simulate/simulation.js';
import { readModelFile } from '../training/model-file.js';
import { type Command, UsageError } from './command.js';
import { parseOptions, required, wholeNumber } from './options.js';
import { ProgressLine } from './progress-line.js';
import { tableLines, withCommas } from './table.js';
import { textLines } from './text-lines.js';

const OPTIONS = {
  model: { type: 'string' },
  source: { type: 'string' },
  reference: { type: 'string' },
  adapt: { type: 'boolean' },
  pretokenized: { type: 'boolean' },
  lines: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export const simulate: Command = {
  name: 'simulate',
  summary: 'measure the effort that suggestions save on a translated text',
  help: `Usage: enface simulate --model MODEL --source FILE --reference FILE [options]

Replays the reference translation through the language server as a translator would
type it: takes the words of each suggestion that are right, types the next character
when none is. Source and reference have one segment a line; .gz is unpacked.

  --model MODEL     a file written by "enface train"
  --source FILE     the text to translate
  --reference FILE  the translation that is typed
  --adapt           approve each segment after it is typed, so that the engine learns
  --pretokenized    words are what stands between blanks; case and blanks of
                    suggestions are compared loosely
  --lines N         only the first N lines
  --json            figures as JSON instead of a table

Keystroke ratio (KSR), keystroke and mouse-action ratio (KSMR), word stroke ratio
(WSR) and mouse-action ratio (MAR) are per character or word of the reference, less
is better. Word prediction accuracy (WPA) is the share of words that are among the
1, 3 or 5 next words proposed. Latency is from a keystroke to the ghost text for it,
in milliseconds.`,

  async run(args, io) {
    const { values } = parseOptions(args, OPTIONS);
    const model = path.resolve(io.cwd, required(values.model, 'model'));
    const files = [required(values.source, 'source'), required(values.reference, 'reference')];
    const [sources = [], references = []] = await Promise.all(files.map((file) => textLines(io.cwd, file)));
    const limit = wholeNumber(values.lines, 'lines', 1, Number.MAX_SAFE_INTEGER, references.length);
    const pairs = pairsOf(sources, references).slice(0, limit);
    const { metadata } = openBundle(await readModelFile(model));
    const progress = new ProgressLine(io);
    try {
      const outcome = await simulateTyping(
        {
          model,
          sourceLanguage: metadata.source.language,
          targetLanguage: metadata.target.language,
          pairs,
          adapt: values.adapt === true,
          pretokenized: values.pretokenized === true,
        },
        { signal: io.signal, onProgress: (done) => progress.show('Typing', done, pairs.length) },
      );
      progress.end();
      const effort = effortOf(outcome.logs);
      if (values.json === true) io.out(JSON.stringify(jsonOf(effort, outcome), null, 2));
      else for (const line of linesOf(effort, outcome)) io.out(line);
    } catch (cause) {
      progress.end();
      throw cause;
    }
    return 0;
  },
};

/** The waits that follow a keystroke. */
const KEYSTROKES: readonly Wait[] = ['key', 'accept'];

/** Empty lines cannot be translated and are left out. */
function pairsOf(sources: readonly string[], references: readonly string[]): TextPair[] {
  if (sources.length !== references.length) {
    const counts = `${withCommas(sources.length)} and ${withCommas(references.length)}`;
    throw new EnfaceError('lengths', `Source and reference differ in length: ${counts} lines.`);
  }
  const pairs = sources
    .map((source, i) => ({ source, reference: references[i] ?? '' }))
    .filter(({ source, reference }) => source.trim() !== '' && reference.trim() !== '');
  if (pairs.length === 0) throw new UsageError('There is nothing to translate.');
  return pairs;
}

function jsonOf(effort: Effort, { latencies }: SimulationOutcome): object {
  const { ksrThot, ksrPhrasal, ksmr, wsr, mar, wpa } = effort;
  return { ksrThot, ksrPhrasal, ksmr, wsr, mar, wpa, latency: latencies.percentiles(...KEYSTROKES) };
}

function linesOf({ counts, ...effort }: Effort, { latencies }: SimulationOutcome): string[] {
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
  const waits = WAITS.filter((wait) => latencies.count(wait) > 0).map((wait) => {
    const { p50, p95, p99 } = latencies.percentiles(wait);
    return [
      WAIT_NAMES[wait],
      withCommas(latencies.count(wait)),
      ...[p50, p95, p99].map((ms) => ms.toFixed(1)),
    ];
  });
  return [
    ...tableLines([
      ['segments', withCommas(counts.segments)],
      ['words', withCommas(counts.words)],
      ['characters', withCommas(counts.characters)],
      ['keys typed', withCommas(counts.keys)],
      ['words typed', withCommas(counts.typedWords)],
      ['suggestions shown', withCommas(counts.shown)],
      ['suggestions taken', `${withCommas(counts.acceptances)} (${withCommas(counts.acceptedWords)} words)`],
      ['KSR (Thot)', percent(effort.ksrThot)],
      ['KSR (Phrasal)', percent(effort.ksrPhrasal)],
      ['KSMR', percent(effort.ksmr)],
      ['WSR', percent(effort.wsr)],
      ['MAR', percent(effort.mar)],
      ['WPA@1', percent(effort.wpa['1'])],
      ['WPA@3', percent(effort.wpa['3'])],
      ['WPA@5', percent(effort.wpa['5'])],
    ]),
    '',
    ...tableLines([['waited for (ms)', 'times', 'p50', 'p95', 'p99'], ...waits]),
  ];
}

const WAIT_NAMES: Readonly<Record<Wait, string>> = {
  key: 'ghost text after a key',
  accept: 'ghost text after an accepted word',
  open: 'ghost text in a new segment',
  words: 'list of next words',
  approve: 'approval',
};
