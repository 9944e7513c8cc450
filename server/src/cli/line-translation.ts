/** What `enface translate` makes of one line, in this thread or in another one. */
import { Rescorer } from '../../../models/posterior/rescorer.js';
import type { ModelBundle } from '../../../models/search/model-bundle.js';
import type { RescoreMode } from '../../../models/search/rescoring-settings.js';
import { type Translation, Translator, type TranslatorSettings } from '../../../models/search/translator.js';
import { graphRecord } from './graph-record.js';

/** Plain values only: it is posted to worker threads. */
export interface LineRequest {
  readonly settings: TranslatorSettings;
  /** Translations of each line, with numbers and scores; null for the best one as text. */
  readonly nbest: number | null;
  readonly derivations: boolean;
  readonly graph: boolean;
  /** How to choose among the translations found; without it, as the model was tuned. */
  readonly rescore?: RescoreMode;
}

export interface LineResult {
  /** Lines of output. */
  readonly out: readonly string[];
  /** The search graph as a line of JSON. */
  readonly graph?: string;
}

export class LineTranslator {
  readonly #translator: Translator;
  readonly #rescorer: Rescorer;
  readonly #request: LineRequest;

  constructor(model: ModelBundle, request: LineRequest) {
    this.#translator = new Translator(model, request.settings);
    this.#rescorer = new Rescorer(this.#translator, model.metadata.rescoring);
    this.#request = request;
  }

  /** `number` counts lines from 0. */
  translate(line: string, number: number): LineResult {
    const { nbest, derivations, graph, rescore } = this.#request;
    const translator = this.#translator;
    const segment = translator.prepare(line);
    const out: string[] = [];
    for (const translation of this.#rescorer.nBest(segment, nbest ?? 1, rescore)) {
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
