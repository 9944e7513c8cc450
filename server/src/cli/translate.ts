/** `enface translate`: lines in, translations out, in order. */
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Container } from '../../../models/core/container.js';
import { CancelledError } from '../../../models/core/errors.js';
import { openBundle } from '../../../models/search/model-bundle.js';
import { RESCORE_MODES } from '../../../models/search/rescoring-settings.js';
import { DEFAULT_SEARCH } from '../../../models/search/search-settings.js';
import type { TranslatorSettings } from '../../../models/search/translator.js';
import { readModelFile } from '../training/model-file.js';
import type { Command } from './command.js';
import { type LineRequest, type LineResult, LineTranslator } from './line-translation.js';
import { oneOf, parseOptions, required, wholeNumber } from './options.js';
import { textLines } from './text-lines.js';
import { translateInWorkers } from './translate-workers.js';

const OPTIONS = {
  model: { type: 'string' },
  input: { type: 'string' },
  nbest: { type: 'string' },
  derivations: { type: 'boolean' },
  graph: { type: 'string' },
  pretokenized: { type: 'boolean' },
  threads: { type: 'string' },
  'no-source-gaps': { type: 'boolean' },
  'no-target-gaps': { type: 'boolean' },
  beam: { type: 'string' },
  'distortion-limit': { type: 'string' },
  rescore: { type: 'string' },
} as const;

export const translate: Command = {
  name: 'translate',
  summary: 'translate lines of text with a model',
  help: `Usage: enface translate --model MODEL [options] < source > target

Translates every line of the input, one line of output for each, in order.

  --model MODEL         a file written by "enface train"
  --input FILE          read FILE instead of standard input
  --nbest N             up to N different translations of each line:
                        line number ||| translation ||| score
  --derivations         draw the phrase pairs below each translation, gaps as …
  --graph FILE          write the search graph of every line to FILE, as lines of JSON
  --pretokenized        words are what stands between blanks, in the input and in the output
  --threads N           threads to translate in (1); they share one copy of the model
  --no-source-gaps      no phrases with gaps on the source side
  --no-target-gaps      no phrases with gaps on the target side
  --beam N              hypotheses kept in each stack (${DEFAULT_SEARCH.beamSize})
  --distortion-limit N  farthest jump between source phrases (${DEFAULT_SEARCH.distortionLimit})
  --rescore MODE        choose among the translations found by what many of them agree on:
                        mbr (highest expected BLEU in the search graph), ngram (by n-best list),
                        iterate (by searching again), off; the default is what the model was
                        tuned to`,

  async run(args, io) {
    const { values } = parseOptions(args, OPTIONS);
    const file = path.resolve(io.cwd, required(values.model, 'model'));
    const count = wholeNumber(values.nbest, 'nbest', 1, 100_000, 1);
    const threads = wholeNumber(values.threads, 'threads', 1, 64, 1);
    const request: LineRequest = {
      settings: translatorSettings(values),
      nbest: values.nbest === undefined ? null : count,
      derivations: values.derivations === true,
      graph: values.graph !== undefined,
      ...(values.rescore === undefined
        ? {}
        : { rescore: oneOf(values.rescore, 'rescore', RESCORE_MODES, 'off') }),
    };
    const model = await readModelFile(file);
    const lines = await textLines(io.cwd, values.input ?? '-');
    const graphs = values.graph === undefined ? null : await open(path.resolve(io.cwd, values.graph), 'w');
    try {
      const results =
        threads === 1
          ? translateHere(model, lines, request, io.signal)
          : translateInWorkers(model, lines, request, threads, io.signal);
      for await (const { out, graph } of results) {
        for (const line of out) io.out(line);
        if (graph !== undefined) await graphs?.write(`${graph}\n`);
      }
    } finally {
      await graphs?.close();
    }
    return 0;
  },
};

async function* translateHere(
  model: Container,
  lines: readonly string[],
  request: LineRequest,
  signal: AbortSignal,
): AsyncGenerator<LineResult> {
  const translator = new LineTranslator(openBundle(model), request);
  for (const [number, line] of lines.entries()) {
    // Between two lines the program listens whether it is to stop.
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) throw new CancelledError();
    yield translator.translate(line, number);
  }
}

/** The settings that the options of the command line ask for. */
function translatorSettings(
  values: {
    readonly [Name in keyof typeof OPTIONS]?: string | boolean;
  },
): TranslatorSettings {
  const beamSize = wholeNumber(values.beam as string | undefined, 'beam', 1, 1e6, DEFAULT_SEARCH.beamSize);
  return {
    sampling: {
      ...(values['no-source-gaps'] === true ? { maxSourceGaps: 0 } : {}),
      ...(values['no-target-gaps'] === true ? { maxTargetGaps: 0 } : {}),
    },
    search: {
      beamSize,
      popLimit: Math.max(2 * beamSize, 1),
      distortionLimit: wholeNumber(
        values['distortion-limit'] as string | undefined,
        'distortion-limit',
        0,
        1000,
        DEFAULT_SEARCH.distortionLimit,
      ),
    },
    ...(values.pretokenized === true ? { pretokenized: true } : {}),
  };
}
