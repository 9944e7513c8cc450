/**
 * Pairs two documents: blocks first, then the sentences of each pair of blocks, into segments.
 *
 *     let pair = mapSegments(source, target);
 *     pair = mapSegments(source, editedTarget, pair);   // stable: what was not edited keeps its partner
 *
 * Give the pair of the version before whenever there is one. The mapping is monotone: segments later in the source
 * never stand earlier in the target. Sentences are aligned when `segments` is first read, once per pair of blocks
 * for as long as both stay unchanged.
 */
import type { Span } from '../../../models/text/span.js';
import { identityOf } from './block-features.js';
import { mapBlocks } from './block-mapper.js';
import type { Block, BlockDocument, DocumentPair, Segment } from './segment.js';
import { alignSentences, type SentenceGroup, type SentenceSequence } from './sentence-aligner.js';
import { endsSentence } from './sentence-end.js';
import { evidenceOf } from './text-evidence.js';

export function mapSegments(
  source: BlockDocument,
  target: BlockDocument,
  previous: DocumentPair | null = null,
): DocumentPair {
  return new MappedPair(source, target, mapBlocks(source, target, previous));
}

class MappedPair implements DocumentPair {
  readonly source: BlockDocument;
  readonly target: BlockDocument;
  readonly sourceBlockOf: Int32Array;
  readonly targetBlockOf: Int32Array;
  #segments: readonly Segment[] | undefined;

  constructor(source: BlockDocument, target: BlockDocument, sourceBlockOf: Int32Array) {
    this.source = source;
    this.target = target;
    this.sourceBlockOf = sourceBlockOf;
    this.targetBlockOf = new Int32Array(source.blocks.length).fill(-1);
    sourceBlockOf.forEach((sourceBlock, targetBlock) => {
      if (sourceBlock !== -1) this.targetBlockOf[sourceBlock] = targetBlock;
    });
  }

  get segments(): readonly Segment[] {
    this.#segments ??= this.#makeSegments();
    return this.#segments;
  }

  #makeSegments(): Segment[] {
    const segments: Segment[] = [];
    this.source.blocks.forEach((sourceBlock, block) => {
      const targetBlock = this.target.blocks[this.targetBlockOf[block]!];
      const sources = sourceBlock.sentences;
      const targets = targetBlock?.sentences ?? [];
      const groups =
        targetBlock === undefined
          ? sources.map((_, i) => ({ sourceStart: i, sourceCount: 1, targetStart: 0, targetCount: 0 }))
          : groupSentences(this.source, sourceBlock, this.target, targetBlock);
      groups.forEach(({ sourceStart, sourceCount, targetStart, targetCount }, i) => {
        const isEmptyPlace = i === 0 && targetBlock !== undefined && targets.length === 0;
        segments.push({
          index: segments.length,
          source: cover(sources, sourceStart, sourceCount),
          target: isEmptyPlace
            ? { start: targetBlock.span.start, end: targetBlock.span.start }
            : targetCount === 0
              ? null
              : cover(targets, targetStart, targetCount),
          block,
          sentence: sourceStart,
          sentenceCount: sourceCount,
        });
      });
    });
    return segments;
  }
}

/** Groups of the last partner each target block was aligned with. */
const groupsOf = new WeakMap<object, { partner: object; groups: readonly SentenceGroup[] }>();

function groupSentences(
  source: BlockDocument,
  sourceBlock: Block,
  target: BlockDocument,
  targetBlock: Block,
): readonly SentenceGroup[] {
  const partner = identityOf(sourceBlock);
  const known = groupsOf.get(identityOf(targetBlock));
  if (known?.partner === partner) return known.groups;
  const groups = alignSentences(sequenceOf(source, sourceBlock), sequenceOf(target, targetBlock));
  groupsOf.set(identityOf(targetBlock), { partner, groups });
  return groups;
}

const sequences = new WeakMap<object, SentenceSequence>();

function sequenceOf(document: BlockDocument, block: Block): SentenceSequence {
  const identity = identityOf(block);
  let sequence = sequences.get(identity);
  if (sequence === undefined) {
    const texts = block.sentences.map((span) => document.text.slice(span.start, span.end));
    sequence = { evidence: texts.map(evidenceOf), isFinished: endsSentence(texts.at(-1) ?? '') };
    sequences.set(identity, sequence);
  }
  return sequence;
}

function cover(spans: readonly Span[], start: number, count: number): Span {
  return { start: spans[start]!.start, end: spans[start + count - 1]!.end };
}
