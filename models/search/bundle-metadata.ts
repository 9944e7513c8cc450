/**
 * What a model says about itself in the JSON section of its container: languages, how text has to be prepared for
 * it, counts for people, and the feature weights.
 */
import { FormatError } from '../core/errors.js';
import type { NgramMetadata } from '../lm/ngram-sections.js';
import type { ConfidenceMetadata } from './confidence-model.js';
import type { FeatureWeights } from './default-weights.js';
import { RESCORE_MODES, type RescoringSettings } from './rescoring-settings.js';

export interface SideMetadata {
  /** BCP 47 tag. */
  readonly language: string;
  /** The text had no upper-case letters: what is translated has to be lower-cased too. */
  readonly lowercased: boolean;
  readonly tokens: number;
  /** Distinct words. */
  readonly words: number;
}

export interface BundleMetadata {
  /** Tells a translation model from other contents of containers. */
  readonly kind: 'translation-model';
  readonly source: SideMetadata;
  readonly target: SideMetadata;
  /** The text came split into tokens at blanks, else `createTokenizer(language)` cut it and it was truecased. */
  readonly pretokenized: boolean;
  readonly pairs: number;
  readonly links: number;
  /** How the links of both directions were made one alignment. */
  readonly heuristic: string;
  /** Weight of the empty word when links were read off (see link-decoding.ts); models without it had 1. */
  readonly emptyWeight?: number;
  readonly languageModel: NgramMetadata;
  /** By feature name; features that are not named weigh nothing. */
  readonly weights: FeatureWeights;
  /** How good its word confidence is; absent when it has none of its own. */
  readonly confidence?: ConfidenceMetadata;
  /** How translations are chosen by posteriors; absent when that was never tuned. */
  readonly rescoring?: RescoringSettings;
  /** Program and version that trained it. */
  readonly createdBy: string;
  /** ISO 8601. */
  readonly created: string;
}

/** Checks what the engine relies on; throws a FormatError that says what is missing. */
export function readMetadata(value: Readonly<Record<string, unknown>>): BundleMetadata {
  if (value.kind !== 'translation-model') {
    throw new FormatError('model-kind', 'This file is an Enface container but not a translation model.');
  }
  const metadata = value as unknown as BundleMetadata;
  for (const name of ['source', 'target'] as const) {
    if (typeof metadata[name]?.language !== 'string') throw damaged(`the ${name} language`);
  }
  if (typeof metadata.pretokenized !== 'boolean') throw damaged('whether text has to be tokenised');
  if (typeof metadata.languageModel?.order !== 'number') throw damaged('the order of its language model');
  const weights: unknown = metadata.weights;
  const numbers = typeof weights === 'object' && weights !== null ? Object.values(weights) : [undefined];
  if (!numbers.every((weight) => Number.isFinite(weight))) throw damaged('its feature weights');
  if (metadata.rescoring !== undefined && !isRescoring(metadata.rescoring))
    throw damaged('how translations are chosen by posteriors');
  return metadata;
}

function isRescoring({ mode, featureWeights, ...numbers }: RescoringSettings): boolean {
  return (
    RESCORE_MODES.includes(mode) &&
    Array.isArray(featureWeights) &&
    [...featureWeights, ...Object.values(numbers)].every((value) => Number.isFinite(value))
  );
}

function damaged(what: string): FormatError {
  return new FormatError('model-metadata', `The model file does not say ${what}: train it again.`);
}
