/** The language model as named typed arrays and a little metadata, as the model container stores it. */
import { FormatError } from '../core/errors.js';
import { NgramModel } from './ngram-model.js';
import { openValues } from './ngram-values.js';

export interface NgramMetadata {
  readonly order: number;
  readonly probabilityBits: number;
  readonly backoffBits: number;
}

export type NgramArray = Int32Array | Uint32Array | Float32Array | Uint8Array;

/** Names are without prefix; a container may hold several models under different prefixes. */
export function modelSections(model: NgramModel): {
  metadata: NgramMetadata;
  arrays: Record<string, NgramArray>;
} {
  const { order, levelStart, words, childStart, links, stateBits, probabilities, backoffs } = model.parts;
  return {
    metadata: { order, probabilityBits: probabilities.bits, backoffBits: backoffs.bits },
    arrays: {
      levelStart,
      words,
      childStart,
      links,
      stateBits,
      probabilities: probabilities.sections.data,
      probabilityCentres: probabilities.sections.centres,
      backoffs: backoffs.sections.data,
      backoffCentres: backoffs.sections.centres,
    },
  };
}

/** Opens the model on arrays that `arrayOf` gives by name, without copying them. */
export function openNgramModel(metadata: NgramMetadata, arrayOf: (name: string) => NgramArray): NgramModel {
  const { order, probabilityBits, backoffBits } = metadata;
  const levelStart = arrayOf('levelStart') as Uint32Array;
  const words = arrayOf('words') as Int32Array;
  if (levelStart.length !== order + 1 || levelStart[order] !== words.length) {
    throw new FormatError(
      'lm-shape',
      'The language model inside the model file does not fit its own description.',
    );
  }
  return new NgramModel({
    order,
    levelStart,
    words,
    childStart: arrayOf('childStart') as Uint32Array,
    links: arrayOf('links') as Int32Array,
    stateBits: arrayOf('stateBits') as Uint32Array,
    probabilities: openValues(probabilityBits, {
      data: arrayOf('probabilities') as Float32Array | Uint8Array,
      centres: arrayOf('probabilityCentres') as Float32Array,
    }),
    backoffs: openValues(backoffBits, {
      data: arrayOf('backoffs') as Float32Array | Uint8Array,
      centres: arrayOf('backoffCentres') as Float32Array,
    }),
  });
}
