/** `enface translate`: lines in, translations out, in order. */
import { open } from 'node:fs/promises';
import path from 'node:path';
import { CancelledError } from '../../../models/core/errors.js';
import { openBundle } from '../../../models/search/model-bundle.js';
import { DEFAULT_SEARCH } from '../../../models/search/search-settings.js';
import { type Translation, Translator, type TranslatorSettings } from '../../../models/search/translator.js';
import { readModelFile } from '../training/model-file.js';
import type { Command } from './command.js';
import { graphRecord } from './graph-record.js';
import { parseOptions, required, wholeNumber } from './options.js';
import { textLines } from './text-lines.js';

const OPTIONS = {
  model: { type: 'string' },
  input: { type: 'string' },
  nbest: { type: 'string' },
  derivations: { type: 'boolean' },
  graph: { type: 'string' },
  pretokenized: { type: 'boolean' },
  'no-source-gaps': { type: 'boolean' },
  'no-target-gaps': { type: 'boolean' },
  beam: { type: 'string' },
  'distortion-limit': { type: 'string' },
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
  --no-source-gaps      no phrases with gaps on the source side
  --no-target-gaps      no phrases with gaps on the target side
  --beam N              hypotheses kept in each stack (${DEFAULT_SEARCH.beamSize})
  --distortion-limit N  farthest jump between source phrases (${DEFAULT_SEARCH.distortionLimit})`,

  async run(args, io) {
    const { values } = parseOptions(args, OPTIONS);
    const file = path.resolve(io.cwd, required(values.model, 'model'));
    const count = wholeNumber(values.nbest, 'nbest', 1, 100_000, 1);
    const settings = translatorSettings(values);
    const translator = new Translator(openBundle(await readModelFile(file)), settings);
    const lines = await textLines(io.cwd, values.input ?? '-');
    const graphs = values.graph === undefined ? null : await open(path.resolve(io.cwd, values.graph), 'w');
    try {
      for (const [n, line] of lines.entries()) {
        if (io.signal.aborted) throw new CancelledError();
        const segment = translator.prepare(line);
        const list = translator.nBest(segment, count);
        for (const translation of list) {
          io.out(values.nbest === undefined ? translation.text : nBestLine(n, translation));
          if (values.derivations === true && translation.words.length > 0)
            io.out(translator.draw(segment, translation));
        }
        if (graphs === null) continue;
        const graph = translator.search(segment);
        const record = graphRecord(graph, segment.forms, (id) => translator.form(segment, id));
        await graphs.write(`${JSON.stringify(record)}\n`);
      }
    } finally {
      await graphs?.close();
    }
    return 0;
  },
};

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

function nBestLine(line: number, { text, score }: Translation): string {
  return `${line + 1} ||| ${text} ||| ${score.toFixed(4)}`;
}
