/** A thread of translate-workers.ts: opens the shared model and translates the lines it is sent, one after another. */
import { parentPort, workerData } from 'node:worker_threads';
import { openContainer } from '../../../models/core/container.js';
import { openBundle } from '../../../models/search/model-bundle.js';
import { type LineRequest, type LineResult, LineTranslator } from './line-translation.js';

export interface TranslateWorkerData {
  /** The container, verified by the thread that starts this one. */
  readonly buffer: SharedArrayBuffer;
  readonly request: LineRequest;
}

export interface TranslateTask {
  readonly number: number;
  readonly line: string;
}

export interface TranslateAnswer {
  readonly number: number;
  readonly result: LineResult;
}

const { buffer, request } = workerData as TranslateWorkerData;
const translator = new LineTranslator(openBundle(openContainer(buffer, { trusted: true })), request);

parentPort?.on('message', ({ number, line }: TranslateTask) => {
  parentPort?.postMessage({ number, result: translator.translate(line, number) } satisfies TranslateAnswer);
});
