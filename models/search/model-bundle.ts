/**
 * The parts of one trained model, together: what training puts into a container and what translating needs of it.
 *
 *   const bundle = openBundle(openContainer(buffer));
 *   const sampler = new PhraseSampler(bundle.phrases, DEFAULT_SAMPLING);
 *
 * Opening makes views on the container's buffer and copies nothing that grows with the corpus, so several threads
 * can open one SharedArrayBuffer. Sections are named `<part>/<array>`; bundle-metadata.ts describes the rest.
 */
import { type AlignmentModel, alignmentSections, openAlignmentModel } from '../align/alignment-model.js';
import type { Container, Sections } from '../core/container.js';
import { ContainerWriter } from '../core/container-writer.js';
import { FormatError } from '../core/errors.js';
import { Bitext } from '../corpus/bitext.js';
import { SuffixArray } from '../corpus/suffix-array.js';
import type { NgramModel } from '../lm/ngram-model.js';
import { modelSections, type NgramArray, openNgramModel } from '../lm/ngram-sections.js';
import { LexicalWeights } from '../phrases/lexical-weights.js';
import type { PhraseModel } from '../phrases/phrase-sampler.js';
import type { StringTableSections } from '../text/string-table.js';
import { Truecaser } from '../text/truecaser.js';
import { Vocabulary } from '../text/vocabulary.js';
import { type BundleMetadata, readMetadata } from './bundle-metadata.js';
import {
  type ConfidenceModel,
  confidenceMetadata,
  confidenceSections,
  openConfidence,
} from './confidence-model.js';

export interface ModelSide {
  readonly vocabulary: Vocabulary;
  /** Absent in models of text that came split into tokens. */
  readonly truecaser?: Truecaser;
}

export interface ModelBundle {
  readonly metadata: BundleMetadata;
  readonly source: ModelSide;
  readonly target: ModelSide;
  /** Bitext with links, suffix arrays of both sides, lexical weights. */
  readonly phrases: PhraseModel;
  readonly languageModel: NgramModel;
  /** For aligning new pairs (see align/online-aligner.ts). */
  readonly alignment: AlignmentModel;
  /** For each pair of the bitext its number in what was read: line or translation unit, from 1. */
  readonly origins: Uint32Array;
  /** Absent in models of older versions, and where there was too little text to learn it from. */
  readonly confidence?: ConfidenceModel;
}

/** The same model with another word confidence, or none. */
export function withConfidence(bundle: ModelBundle, confidence: ConfidenceModel | undefined): ModelBundle {
  const { confidence: _model, metadata, ...parts } = bundle;
  const { confidence: _metadata, ...rest } = metadata;
  if (confidence === undefined) return { ...parts, metadata: rest };
  return { ...parts, metadata: { ...rest, confidence: confidenceMetadata(confidence) }, confidence };
}

/** All arrays of the model by section name, without the metadata. */
export function bundleSections(bundle: ModelBundle): Sections {
  const { source, target, phrases, languageModel, alignment, origins, confidence } = bundle;
  return {
    ...prefixed('source/vocabulary/', tableSections(source.vocabulary.toSections())),
    ...prefixed('target/vocabulary/', tableSections(target.vocabulary.toSections())),
    ...prefixed('source/case/', caseSections(source.truecaser)),
    ...prefixed('target/case/', caseSections(target.truecaser)),
    ...prefixed('bitext/', phrases.bitext.toSections()),
    'bitext/origins': origins,
    ...prefixed('source/index/', phrases.sourceIndex.toSections()),
    ...prefixed('target/index/', phrases.targetIndex.toSections()),
    ...prefixed('lexical/', phrases.lexical.toSections()),
    ...prefixed('alignment/', alignmentSections(alignment)),
    ...prefixed('lm/', modelSections(languageModel).arrays),
    ...(confidence === undefined ? {} : prefixed('confidence/', confidenceSections(confidence))),
  };
}

/** The model ready to be written: `for (const chunk of writer.chunks()) …`. */
export function bundleWriter(bundle: ModelBundle): ContainerWriter {
  const writer = new ContainerWriter({ ...bundle.metadata });
  writer.addAll(bundleSections(bundle));
  return writer;
}

/** Throws a FormatError when a part is missing or damaged, or parts do not belong together. */
export function openBundle(container: Container): ModelBundle {
  const metadata = readMetadata(container.metadata());
  const bitext = Bitext.fromContainer(container, 'bitext/');
  const confidence = openConfidence(container, 'confidence/', metadata.confidence);
  const bundle: ModelBundle = {
    metadata,
    source: openSide(container, 'source/'),
    target: openSide(container, 'target/'),
    phrases: {
      bitext,
      sourceIndex: SuffixArray.fromContainer(container, 'source/index/', bitext.source),
      targetIndex: SuffixArray.fromContainer(container, 'target/index/', bitext.target),
      lexical: LexicalWeights.fromContainer(container, 'lexical/'),
    },
    languageModel: openNgramModel(metadata.languageModel, (name) => ngramArray(container, `lm/${name}`)),
    alignment: openAlignmentModel(container, 'alignment/'),
    origins: container.section('bitext/origins', 'uint32'),
    ...(confidence === undefined ? {} : { confidence }),
  };
  checkSizes(bundle);
  return bundle;
}

function openSide(container: Container, prefix: string): ModelSide {
  const vocabulary = Vocabulary.fromSections(openTable(container, `${prefix}vocabulary/`));
  if (!container.has(`${prefix}case/shapes`)) return { vocabulary };
  const truecaser = Truecaser.fromSections({
    words: openTable(container, `${prefix}case/words/`),
    shapes: container.section(`${prefix}case/shapes`, 'uint8'),
    pairs: openTable(container, `${prefix}case/pairs/`),
    pairShapes: container.section(`${prefix}case/pair-shapes`, 'uint8'),
    mixed: openTable(container, `${prefix}case/mixed/`),
  });
  return { vocabulary, truecaser };
}

function caseSections(truecaser: Truecaser | undefined): Sections {
  if (truecaser === undefined) return {};
  const { words, shapes, pairs, pairShapes, mixed } = truecaser.toSections();
  return {
    ...prefixed('words/', tableSections(words)),
    shapes,
    ...prefixed('pairs/', tableSections(pairs)),
    'pair-shapes': pairShapes,
    ...prefixed('mixed/', tableSections(mixed)),
  };
}

function tableSections({ bytes, offsets, table }: StringTableSections): Sections {
  return { bytes, offsets, table };
}

function openTable(container: Container, prefix: string): StringTableSections {
  return {
    bytes: container.section(`${prefix}bytes`, 'uint8'),
    offsets: container.section(`${prefix}offsets`, 'uint32'),
    table: container.section(`${prefix}table`, 'int32'),
  };
}

/** The arrays of the language model differ in type with its bits, so the container says which it is. */
function ngramArray(container: Container, name: string): NgramArray {
  const type = container.sections.find((section) => section.name === name)?.type ?? 'uint8';
  return container.section(name, type) as NgramArray;
}

function checkSizes({ source, target, phrases, languageModel, alignment, origins }: ModelBundle): void {
  const fits =
    phrases.sourceIndex.vocabularySize === source.vocabulary.baseSize &&
    phrases.targetIndex.vocabularySize === target.vocabulary.baseSize &&
    languageModel.vocabularySize === target.vocabulary.baseSize &&
    alignment.table.sourceScale.length === source.vocabulary.baseSize &&
    alignment.table.targetScale.length === target.vocabulary.baseSize &&
    origins.length === phrases.bitext.pairCount;
  if (!fits) throw new FormatError('model-parts', 'The parts of this model do not belong together.');
}

function prefixed(prefix: string, sections: Sections): Sections {
  return Object.fromEntries(Object.entries(sections).map(([name, array]) => [prefix + name, array]));
}
