/**
 * Why a target word is there: the phrase pair behind it, what spoke for it, and where it was learnt. The target text, by
 * machine or by hand, is searched for as a whole; words that no known pair says are covered by pairs of their own from
 * online alignment (typed-options.ts), so every word has an explanation.
 */
import type { OnlineAligner } from '../align/online-aligner.js';
import type { CancelToken } from '../core/cancel.js';
import { setPositions } from '../phrases/translation-options.js';
import { forwardBackward } from '../posterior/forward-backward.js';
import {
  type Derivation,
  type DerivationStep,
  derivationFeatures,
  latticeDerivation,
} from '../search/derivation.js';
import { FEATURE_NAMES, type FeatureName, featureIndex } from '../search/feature-names.js';
import type { Lattice } from '../search/lattice.js';
import { bestRest, latticePaths } from '../search/lattice-paths.js';
import type { ModelBundle } from '../search/model-bundle.js';
import type { Translator } from '../search/translator.js';
import { createDetokenizer, type Detokenizer } from '../text/detokenizer.js';
import { spanTouches } from '../text/span.js';
import { recase } from '../text/truecaser.js';
import type { Explanation, WordLink } from './assist-records.js';
import type { PrefixSearch } from './prefix-search.js';
import type { SegmentSession } from './segment-session.js';
import { spansOf } from './source-translations.js';
import { TYPED_ORIGIN } from './typed-options.js';
import type { TextWord } from './typed-text.js';

export interface ExplainerParts {
  readonly model: ModelBundle;
  readonly translator: Translator;
  readonly aligner: OnlineAligner;
  readonly search: PrefixSearch;
}

/** What each feature tells a translator; features of one name are added up. */
const PLAIN_NAMES: Readonly<Record<FeatureName, string>> = {
  phraseForward: 'seen as a translation',
  phraseBackward: 'seen as a translation',
  seenOnce: 'seen as a translation',
  seenTwice: 'seen as a translation',
  seenFew: 'seen as a translation',
  lexicalForward: 'word for word',
  lexicalBackward: 'word for word',
  linkedForward: 'word for word',
  linkedBackward: 'word for word',
  languageModel: 'fluency',
  distortion: 'word order',
  previousMonotone: 'word order',
  previousSwap: 'word order',
  previousDiscontinuous: 'word order',
  nextMonotone: 'word order',
  nextSwap: 'word order',
  nextDiscontinuous: 'word order',
  sourceGaps: 'gaps',
  targetGaps: 'gaps',
  sourceGapLength: 'gaps',
  gapFit: 'gaps',
  gapMarks: 'gaps',
  targetGapLength: 'gaps',
  crossSerial: 'gaps',
  bonbon: 'gaps',
  phraseCount: 'length',
  wordCount: 'length',
  unknownWords: 'unknown words',
  approved: 'approved by you',
};

interface Found {
  readonly derivation: Derivation;
  readonly numberBefore: Int32Array;
  readonly formOf: (id: number) => string;
}

export class Explainer {
  readonly #parts: ExplainerParts;
  readonly #sourceDetokenizer: Detokenizer;
  readonly #targetDetokenizer: Detokenizer;
  /** The last text explained: asking about its next word needs no search. */
  #last: { session: SegmentSession; text: string; found: Found | null } | null = null;

  constructor(parts: ExplainerParts) {
    const { source, target } = parts.model.metadata;
    this.#parts = parts;
    this.#sourceDetokenizer = createDetokenizer(source.language);
    this.#targetDetokenizer = createDetokenizer(target.language);
  }

  /** All links between the words of two texts. */
  align(source: readonly TextWord[], target: readonly TextWord[]): WordLink[] {
    const { model, aligner } = this.#parts;
    const { links } = aligner.align(
      { ids: source.map(({ form }) => model.source.vocabulary.idOf(form)), forms: source.map(lowerForm) },
      { ids: target.map(({ form }) => model.target.vocabulary.idOf(form)), forms: target.map(lowerForm) },
    );
    return links.map((link) => ({
      source: source[link.source].span,
      target: target[link.target].span,
      probability: link.posterior,
    }));
  }

  /** `words`: those of the target. Null where no word is, or when there is nothing to translate. */
  explain(
    session: SegmentSession,
    words: readonly TextWord[],
    offset: number,
    cancel: CancelToken,
  ): Explanation | null {
    // At the border of two words the one that begins there.
    const at = words.findLastIndex(({ span }) => spanTouches(span, offset));
    if (at === -1 || session.sourceWords.length === 0) return null;
    const found = this.#derivation(session, words, cancel);
    return found === null ? null : this.#explanation(session, words, at, found);
  }

  #derivation(session: SegmentSession, words: readonly TextWord[], cancel: CancelToken): Found | null {
    const forms = words.map(({ form }) => form);
    const text = forms.join('\n');
    if (this.#last?.session === session && this.#last.text === text) return this.#last.found;
    const bound = { forms, tail: '', rejected: new Set<string>(), closed: true };
    const result = this.#parts.search.search(session, bound, cancel);
    const derivation = result === null ? null : bestDerivation(result.lattice);
    const found =
      result === null || derivation === null
        ? null
        : { derivation, numberBefore: result.numberBefore, formOf: result.formOf };
    this.#last = { session, text, found };
    return found;
  }

  #explanation(session: SegmentSession, words: readonly TextWord[], at: number, found: Found): Explanation {
    const { derivation, numberBefore, formOf } = found;
    const { options, optionOfWord } = derivation;
    const option = optionOfWord[at];
    const positions = setPositions(options, options.optionSet[option]);
    const targets = words.flatMap((_, i) => (optionOfWord[i] === option ? [i] : []));
    const pieces: string[] = [];
    for (let p = options.pieceStart[option]; p < options.pieceStart[option + 1]; p++) {
      const ids = Array.from(options.words.subarray(options.wordStart[p], options.wordStart[p + 1]));
      pieces.push(ids.map(formOf).join(' '));
    }
    const sources = positions.map((position, i) => {
      const gap = i > 0 && positions[i - 1] !== position - 1 ? '… ' : '';
      return gap + session.segment.forms[position];
    });
    const before = numberBefore[option];
    const origin = options.origins[option];
    return {
      targetSpans: spansOf(targets, words),
      sourceSpans: spansOf(positions, session.sourceWords),
      drawn: `${sources.join(' ')} → ${pieces.join(' … ')}`,
      probability: before === -1 ? 0 : shareOf(session, before),
      typed: origin === TYPED_ORIGIN,
      contributions: this.#contributions(derivation, option),
      units:
        Array.isArray(origin) || ArrayBuffer.isView(origin) ? this.#units(origin as ArrayLike<number>) : [],
    };
  }

  /** What the steps of the option add to the score, by plain names; the greatest first. */
  #contributions(derivation: Derivation, option: number): { name: string; value: number }[] {
    const values = new Float64Array(FEATURE_NAMES.length);
    let before = this.#features(derivation, 0);
    derivation.steps.forEach((step, k) => {
      const after = this.#features(derivation, k + 1);
      if (step.option === option) for (let f = 0; f < values.length; f++) values[f] += after[f] - before[f];
      before = after;
    });
    const { weights } = this.#parts.translator;
    const sums = new Map<string, number>();
    FEATURE_NAMES.forEach((feature, f) => {
      const name = PLAIN_NAMES[feature];
      sums.set(name, (sums.get(name) ?? 0) + weights[f] * values[f]);
    });
    return Array.from(sums, ([name, value]) => ({ name, value }))
      .filter(({ value }) => Math.abs(value) > 1e-6)
      .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  }

  /** Of the first steps, without the end of the sentence. */
  #features(derivation: Derivation, count: number): Float64Array {
    const steps = derivation.steps.slice(0, count);
    const { languageModel } = this.#parts.model;
    const part: Derivation = { ...derivation, steps };
    const values = derivationFeatures(part, languageModel, 'hierarchical');
    values[featureIndex('languageModel')] = this.#fluency(derivation, steps);
    return values;
  }

  #fluency({ options }: Derivation, steps: readonly DerivationStep[]): number {
    const { languageModel } = this.#parts.model;
    let state = languageModel.startState;
    let score = 0;
    for (const { piece } of steps) {
      for (let i = options.wordStart[piece]; i < options.wordStart[piece + 1]; i++) {
        score += languageModel.score(state, options.words[i]);
        state = languageModel.nextState;
      }
    }
    return score;
  }

  #units(origins: ArrayLike<number>): Explanation['units'] {
    const { model, translator } = this.#parts;
    const { bitext } = model.phrases;
    return Array.from(new Set(Array.from(origins))).map((origin) => {
      const approved = translator.approvedPair(origin);
      if (approved !== null)
        return { origin: approved.unit, source: approved.source, target: approved.target };
      const text = (side: 'source' | 'target', detokenizer: Detokenizer) => {
        const forms = Array.from(bitext[side].sentence(origin), (id) => model[side].vocabulary.formOf(id));
        return model.metadata.pretokenized ? forms.join(' ') : detokenizer.detokenize(recase(forms));
      };
      return {
        origin: model.origins[origin],
        source: text('source', this.#sourceDetokenizer),
        target: text('target', this.#targetDetokenizer),
      };
    });
  }
}

function bestDerivation(lattice: Lattice): Derivation | null {
  const path = latticePaths(lattice, bestRest(lattice)).next();
  return path.done ? null : latticeDerivation(lattice, path.value.edges);
}

/** Share of all translations of the free search that use the option. */
function shareOf({ graph }: SegmentSession, option: number): number {
  const { edgeOption, edgeFrom } = graph.lattice;
  const { reach, transition } = forwardBackward(graph.lattice, graph.scale);
  let share = 0;
  for (let e = 0; e < edgeOption.length; e++)
    if (edgeOption[e] === option) share += reach[edgeFrom[e]] * transition[e];
  return Math.min(1, share);
}

function lowerForm({ form }: TextWord): string {
  return form.toLowerCase();
}
