/**
 * Replays a reference translation through the real language server: a pair of documents in a temporary workspace, a
 * model, and the translator of models/eval/simulated-translator.ts at the keyboard. Every line is a paragraph of its
 * own; every change and every question is a message.
 *
 *     const outcome = await simulate({ model, sourceLanguage: 'de', …, pairs, adapt: true }, { signal });
 *     effortOf(outcome.logs).ksmr
 */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { EnfaceError } from '../../../models/core/errors.js';
import type { ReferenceText } from '../../../models/eval/agreement.js';
import type { SegmentLog } from '../../../models/eval/effort.js';
import {
  DEFAULT_POLICY,
  type StepAnswer,
  simulateTranslator,
} from '../../../models/eval/simulated-translator.js';
import { splitSentences } from '../../../models/text/sentence-segmenter.js';
import type { Span } from '../../../models/text/span.js';
import { createTokenizer } from '../../../models/text/tokenizer.js';
import {
  MEMORY_STATUS_METHOD,
  type MemoryStatusParams,
  MODEL_STATUS_METHOD,
  type ModelStatusParams,
} from '../../protocol/messages.js';
import { Latencies, type Wait } from './latencies.js';
import { ServerProcess } from './server-process.js';
import { TargetDocument } from './target-document.js';

export interface SimulationTask {
  /** Path of the model; null: the memory alone. */
  readonly model: string | null;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly pairs: readonly TextPair[];
  /** Approve every segment, so that the engine learns it. */
  readonly adapt: boolean;
  /** Words are what stands between blanks; suggestions are compared with them loosely. */
  readonly pretokenized: boolean;
  /** More settings of the section `enface`. */
  readonly settings?: Record<string, unknown>;
  /** Files to put into the workspace, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface TextPair {
  readonly source: string;
  readonly reference: string;
}

export interface SimulationHost {
  readonly signal: AbortSignal;
  /** See ServerOptions. */
  readonly command?: readonly [string, ...string[]];
  readonly onProgress?: (done: number) => void;
  /** Called once, when the model is open and before anything is typed. */
  readonly onReady?: (server: ServerProcess, targetUri: string) => Promise<void>;
}

export interface SimulationOutcome {
  /** One for each pair. */
  readonly logs: readonly SegmentLog[];
  readonly latencies: Latencies;
}

export async function simulate(task: SimulationTask, host: SimulationHost): Promise<SimulationOutcome> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'enface-simulation-')));
  try {
    const pairs = task.pairs.map(({ source, reference }) => ({
      source: oneLine(source),
      reference: oneLine(reference),
    }));
    const documents = {
      'source.txt': pairs.map(({ source }) => `${source}\n`).join('\n'),
      'target.txt': '',
    };
    for (const [name, text] of Object.entries({ ...documents, ...task.files }))
      await writeFile(path.join(folder, name), text);
    const server = await ServerProcess.start({ ...host, folder, settings: settingsFor(task) });
    try {
      return await new Simulation(task, server, folder).run(pairs, host);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

class Simulation {
  readonly #task: SimulationTask;
  readonly #server: ServerProcess;
  readonly #folder: string;
  readonly #wordsOf: (text: string) => Span[];
  readonly #latencies = new Latencies();

  constructor(task: SimulationTask, server: ServerProcess, folder: string) {
    this.#task = task;
    this.#server = server;
    this.#folder = folder;
    const tokenizer = createTokenizer(task.targetLanguage);
    this.#wordsOf = task.pretokenized
      ? blankSeparated
      : (text) => tokenizer.tokenize(text).map(({ span }) => span);
  }

  async run(pairs: readonly TextPair[], host: SimulationHost): Promise<SimulationOutcome> {
    const opened = Promise.all([this.#memoryLoaded(), this.#modelOpened()]);
    const document = new TargetDocument(this.#server, this.#uri('target.txt'));
    await opened;
    await host.onReady?.(this.#server, this.#uri('target.txt'));
    const logs: SegmentLog[] = [];
    for (const { reference: text } of pairs) {
      if (logs.length > 0) document.nextParagraph();
      logs.push(await this.#write(document, { text, words: this.#wordsOf(text) }));
      host.onProgress?.(logs.length);
    }
    return { logs, latencies: this.#latencies };
  }

  async #write(document: TargetDocument, reference: ReferenceText): Promise<SegmentLog> {
    const translator = simulateTranslator(reference, { ...DEFAULT_POLICY, loose: this.#task.pretokenized });
    let waitFor: Wait = 'open';
    let since = performance.now();
    let answer: StepAnswer | undefined;
    for (;;) {
      const turn = translator.next(answer);
      if (turn.done) return turn.value;
      const step = turn.value;
      answer = undefined;
      if (step.kind === 'insert') {
        since = performance.now();
        waitFor = step.by;
        document.insert(step.text);
      } else if (step.kind === 'ask completion') {
        answer = await document.completions();
        this.#latencies.add(waitFor, performance.now() - since);
      } else if (step.kind === 'ask words') {
        answer = await this.#timed('words', () => document.nextWords());
      } else if (this.#task.adapt && reference.text !== '') {
        await this.#timed('approve', () => this.#approve(document, reference.text));
      }
    }
  }

  /** A line may hold several sentences, each a segment of its own. */
  async #approve(document: TargetDocument, text: string): Promise<void> {
    for (const { end } of splitSentences(text, this.#task.targetLanguage)) await document.approve(end);
  }

  async #timed<T>(wait: Wait, work: () => Promise<T>): Promise<T> {
    const since = performance.now();
    const result = await work();
    this.#latencies.add(wait, performance.now() - since);
    return result;
  }

  async #memoryLoaded(): Promise<void> {
    await this.#server.next<MemoryStatusParams>(MEMORY_STATUS_METHOD, ({ state }) => state !== 'loading');
  }

  async #modelOpened(): Promise<void> {
    if (this.#task.model === null) return;
    const { state, problem } = await this.#server.next<ModelStatusParams>(
      MODEL_STATUS_METHOD,
      (status) => status.state !== 'opening',
    );
    if (state === 'ready') return;
    throw new EnfaceError('model-unusable', problem ?? 'The language server could not open the model.');
  }

  #uri(name: string): string {
    return pathToFileURL(path.join(this.#folder, name)).href;
  }
}

function settingsFor(task: SimulationTask): Record<string, unknown> {
  const { sourceLanguage, targetLanguage, model } = task;
  return {
    sourceLanguage,
    targetLanguage,
    pairs: [{ source: 'source.txt', target: 'target.txt', sourceLanguage, targetLanguage }],
    ...(model === null ? {} : { 'model.file': model }),
    ...task.settings,
  };
}

/** A paragraph is one line here, without blanks around it. */
function oneLine(text: string): string {
  return text.replace(/[ \t\n\v\f\r\0\u0085\u2028\u2029]+/g, ' ').trim();
}

function blankSeparated(text: string): Span[] {
  return [...text.matchAll(/\S+/gu)].map(({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
  }));
}
