/** `enface tune`: better weights for a model, from held-out translations. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CancelledError, EnfaceError } from '../../../models/core/errors.js';
import type { RescoringChoice } from '../../../models/train/rescoring-tuning.js';
import type { TuningState } from '../../../models/train/weight-tuning.js';
import { writeFileAtomically } from '../formats/atomic-file.js';
import { DEFAULT_TUNING, type ModelTuning, TUNER_NAMES, tuneModel } from '../training/tune-model.js';
import type { Command, CommandIo } from './command.js';
import { oneOf, parseOptions, required, wholeNumber } from './options.js';
import { textLines } from './text-lines.js';

export const tune: Command = {
  name: 'tune',
  summary: 'tune the weights of a model on held-out translations',
  help: `Usage: enface tune --model MODEL --source FILE --target FILE [options]

Translates the source again and again, compares with the target by BLEU, and looks for
weights of the model's features under which it comes out better. The text must not be
part of what the model was trained on; some hundred lines are enough. The weights are
stored in the model; it never gets worse on this text. From 250 lines on it is tuned too
how to choose among the translations found (see --rescore of "enface translate"). Then
the model's word confidence is learnt from the same text ("enface confidence" shows how
good it is); with --rounds 1 the weights stay as they are and only that is done.

  --model MODEL     a file written by "enface train"
  --output FILE     write the tuned model there instead of replacing it
  --source FILE     held-out source, one segment a line
  --target FILE     its translations
  --tuner NAME      mira (default), mert or smoothed
  --rounds N        most rounds of translating and tuning (${DEFAULT_TUNING.rounds})
  --nbest N         translations of each line in a round (${DEFAULT_TUNING.listSize})
  --seed N          for the random choices of tuners (1)
  --state FILE      keep what is done there, and go on from it when it exists

Ctrl+C stops at once and leaves the model as it was.`,

  async run(args, io) {
    const { values } = parseOptions(args, {
      model: { type: 'string' },
      output: { type: 'string' },
      source: { type: 'string' },
      target: { type: 'string' },
      tuner: { type: 'string' },
      rounds: { type: 'string' },
      nbest: { type: 'string' },
      seed: { type: 'string' },
      state: { type: 'string' },
    });
    const model = path.resolve(io.cwd, required(values.model, 'model'));
    const state = values.state === undefined ? undefined : path.resolve(io.cwd, values.state);
    const tuning = {
      model,
      output: path.resolve(io.cwd, values.output ?? model),
      source: await textLines(io.cwd, required(values.source, 'source')),
      target: await textLines(io.cwd, required(values.target, 'target')),
      tuner: oneOf(values.tuner, 'tuner', TUNER_NAMES, DEFAULT_TUNING.tuner),
      rounds: wholeNumber(values.rounds, 'rounds', 1, 100, DEFAULT_TUNING.rounds),
      listSize: wholeNumber(values.nbest, 'nbest', 2, 10_000, DEFAULT_TUNING.listSize),
      seed: wholeNumber(values.seed, 'seed', 0, 2 ** 31, DEFAULT_TUNING.seed),
    };
    return runTuning(tuning, io, state);
  },
};

/** Tunes, going on from the stored state; prints a line for every round. A stop leaves the model as it was. */
export async function runTuning(tuning: ModelTuning, io: CommandIo, stateFile?: string): Promise<number> {
  const resume = stateFile === undefined ? undefined : await storedState(stateFile);
  io.err(`Tuning on ${tuning.source.length} lines …`);
  try {
    const rounds = tuneModel({ ...tuning, ...(resume === undefined ? {} : { resume }) }, io.signal);
    let step = await rounds.next();
    for (; !step.done; step = await rounds.next()) {
      const { round, score, best, poolSize, state } = step.value;
      io.out(
        `Round ${round}: BLEU ${score.toFixed(2)}, best ${best.toFixed(2)}, ${poolSize} translations pooled`,
      );
      if (stateFile !== undefined) await writeFileAtomically(stateFile, [`${JSON.stringify(state)}\n`]);
    }
    const { rescoring } = step.value;
    if (rescoring !== undefined) io.out(choiceLine(rescoring));
  } catch (cause) {
    if (cause instanceof CancelledError) io.err('Stopped; the model is as it was.');
    throw cause;
  }
  return 0;
}

/** How translations will be chosen, and what each way scored where it was tuned. */
function choiceLine({ settings, scores }: RescoringChoice): string {
  const tried = Object.entries(scores).map(([mode, score]) => `${mode} ${score.toFixed(2)}`);
  return `Choosing among translations: ${settings.mode} (BLEU by halves: ${tried.join(', ')})`;
}

async function storedState(file: string): Promise<TuningState | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
  try {
    const state = JSON.parse(text) as TuningState;
    if (state.rounds.every(({ weights }) => weights.every(Number.isFinite))) return state;
  } catch {
    // Said below.
  }
  throw new EnfaceError('tuning-state', `${file} is not a state of "enface tune": remove it to start anew.`);
}
