/** What `enface translate` makes of one line, in this thread or in another one. */

import type { ModelBundle } from '../../../models/search/model-bundle.js';
import { type Translation, Translator, type TranslatorSettings } from '../../../models/search/translator.js';
import { graphRecord } from './graph-record.js';

/** Plain values only: it is posted to worker threads. */
export interface LineRequest {
  readonly settings: TranslatorSettings;
  /** Translations of each line, with numbers and scores; null for the best one as text. */
  readonly nbest: number | null;
  readonly derivations: boolean;
  readonly graph: boolean;
}

export interface LineResult {
  /** Lines of output. */
  readonly out: readonly string[];
  /** The search graph as a line of JSON. */
  readonly graph?: string;
}

export class LineTranslator {
  readonly #translator: Translator;
  readonly #request: LineRequest;

  constructor(model: ModelBundle, request: LineRequest) {
    this.#translator = new Translator(model, request.settings);
    this.#request = request;
  }

  /** `number` counts lines from 0. */
  translate(line: string, number: number): LineResult {
    const { nbest, derivations, graph } = this.#request;
    const translator = this.#translator;
    const segment = translator.prepare(line);
    const out: string[] = [];
    for (const translation of translator.nBest(segment, nbest ?? 1)) {
      out.push(nbest === null ? translation.text : nBestLine(number, translation));
      if (derivations && translation.words.length > 0) out.push(translator.draw(segment, translation));
    }
    if (!graph) return { out };
    const record = graphRecord(translator.search(segment), segment.forms, (id) =>
      translator.form(segment, id),
    );
    return { out, graph: JSON.stringify(record) };
  }
}

function nBestLine(line: number, { text, score }: Translation): string {
  return `${line + 1} ||| ${text} ||| ${score.toFixed(4)}`;
}
