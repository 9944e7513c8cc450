/**
 * Chooses the translation of a segment by n-gram posteriors of all that the search found (see RescoreMode).
 *
 *   const rescorer = new Rescorer(translator, bundle.metadata.rescoring);
 *   rescorer.translate(translator.prepare('Ein kleiner Hund schläft.')).text
 */
import { type CancelToken, NEVER_CANCELLED } from '../core/cancel.js';
import { latticeDerivation } from '../search/derivation.js';
import type { Lattice } from '../search/lattice.js';
import { latticePaths, pathWords } from '../search/lattice-paths.js';
import { DEFAULT_RESCORING, type RescoreMode, type RescoringSettings } from '../search/rescoring-settings.js';
import type { GraphPath } from '../search/search-graph.js';
import type { SourceSegment, Translation, Translator } from '../search/translator.js';
import { bestPathByNgrams } from './best-by-ngrams.js';
import { forwardBackward } from './forward-backward.js';
import { GainLanguageModel } from './gain-language-model.js';
import { lengthPosterior } from './length-posterior.js';
import { bleuWeights, expectedGains } from './ngram-gains.js';
import { ngramPosteriors } from './ngram-posteriors.js';
import { NgramScorer } from './ngram-scorer.js';
import { posteriorFeatures } from './posterior-features.js';

export const POSTERIOR_ORDER = 4;
/** Paths looked at for every different translation of a list. */
const PATHS_PER_TRANSLATION = 20;

/** A different translation of a list: its best path and its words. */
export interface ListEntry {
  readonly path: GraphPath;
  readonly words: readonly number[];
}

export class Rescorer {
  readonly settings: RescoringSettings;
  readonly #translator: Translator;

  constructor(translator: Translator, settings: Partial<RescoringSettings> = {}) {
    this.#translator = translator;
    this.settings = { ...DEFAULT_RESCORING, ...settings };
  }

  translate(
    segment: SourceSegment,
    mode: RescoreMode = this.settings.mode,
    cancel: CancelToken = NEVER_CANCELLED,
  ): Translation {
    return this.nBest(segment, 1, mode, cancel)[0];
  }

  /** Up to `count` different translations, the chosen one first; at least one. */
  nBest(
    segment: SourceSegment,
    count: number,
    mode: RescoreMode = this.settings.mode,
    cancel: CancelToken = NEVER_CANCELLED,
  ): Translation[] {
    const lattice = this.#latticeFor(segment, mode, cancel);
    return chosenPaths(lattice, count, mode, this.settings).map(({ edges, score }) =>
      this.#translator.translation(segment, latticeDerivation(lattice, edges), score),
    );
  }

  /** The words of the chosen translation, from the lattice of the segment, where one is at hand already. */
  words(segment: SourceSegment, lattice: Lattice, cancel: CancelToken = NEVER_CANCELLED): readonly number[] {
    const { mode } = this.settings;
    if (mode === 'iterate') return this.translate(segment, mode, cancel).derivation.words;
    const [path] = chosenPaths(lattice, 1, mode, this.settings);
    return path === undefined ? [] : pathWords(lattice, path.edges);
  }

  #latticeFor(segment: SourceSegment, mode: RescoreMode, cancel: CancelToken): Lattice {
    let lattice = this.#translator.lattice(segment, this.#translator.weights, cancel);
    if (mode !== 'iterate') return lattice;
    const { scale, gainWeight, passes } = this.settings;
    for (let pass = 0; pass < passes; pass++) {
      const posteriors = ngramPosteriors(lattice, { scale, order: POSTERIOR_ORDER });
      const gains = expectedGains(posteriors, bleuWeights(this.settings, POSTERIOR_ORDER));
      lattice = this.#translator.searchAgain(
        lattice.options,
        (model, weight) => new GainLanguageModel(model, posteriors.counts, gains, gainWeight / weight),
        cancel,
      );
    }
    return lattice;
  }
}

/** The best `count` paths with different words; `iterate` has chosen by searching, so they are the lattice's own. */
export function chosenPaths(
  lattice: Lattice,
  count: number,
  mode: RescoreMode,
  settings: RescoringSettings,
): GraphPath[] {
  if (mode === 'ngram') return rescoredList(lattice, settings).slice(0, count);
  const list = count > 1 || mode !== 'mbr' ? differentTranslations(lattice, count) : [];
  const paths = list.map(({ path }) => path);
  if (mode !== 'mbr') return paths;
  const best = mbrPath(lattice, settings);
  const words = pathWords(lattice, best.edges).join(' ');
  return [best, ...paths.filter((_, i) => list[i].words.join(' ') !== words)].slice(0, count);
}

/** The path with the highest expected BLEU (and a share of the model score). */
export function mbrPath(lattice: Lattice, settings: RescoringSettings): GraphPath {
  const { scale, scoreWeight } = settings;
  const posteriors = ngramPosteriors(lattice, { scale, order: POSTERIOR_ORDER });
  const gains = expectedGains(posteriors, bleuWeights(settings, POSTERIOR_ORDER));
  return bestPathByNgrams(lattice, posteriors.counts, gains, scoreWeight);
}

/** The `count` best translations by model score, each once, by its best path. */
export function differentTranslations(lattice: Lattice, count: number): ListEntry[] {
  const seen = new Set<string>();
  const list: ListEntry[] = [];
  let looked = 0;
  for (const path of latticePaths(lattice)) {
    const words = pathWords(lattice, path.edges);
    const key = words.join(' ');
    if (!seen.has(key)) list.push({ path, words });
    seen.add(key);
    if (list.length === count || ++looked === PATHS_PER_TRANSLATION * count) break;
  }
  return list;
}

/** h₁ … h₄ and h_L of every entry, from the posteriors of the whole lattice. */
export function listFeatures(lattice: Lattice, list: readonly ListEntry[], scale: number): Float64Array[] {
  const chain = forwardBackward(lattice, scale);
  const posteriors = ngramPosteriors(lattice, { scale, order: POSTERIOR_ORDER }, chain);
  const scorer = new NgramScorer(posteriors);
  const lengths = lengthPosterior(lattice, chain);
  return list.map(({ words }) => {
    const features = new Float64Array(POSTERIOR_ORDER + 1);
    posteriorFeatures(words, scorer, lengths, features);
    return features;
  });
}

function rescoredList(lattice: Lattice, { scale, listSize, featureWeights }: RescoringSettings): GraphPath[] {
  const list = differentTranslations(lattice, listSize);
  const scores = listFeatures(lattice, list, scale).map((features, i) =>
    features.reduce((sum, value, f) => sum + value * featureWeights[f], list[i].path.score),
  );
  const order = [...list.keys()].sort((a, b) => scores[b] - scores[a] || a - b);
  return order.map((i) => list[i].path);
}
