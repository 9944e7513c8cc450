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
import { type Span, shiftSpan } from '../../../models/text/span.js';
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
  return new MappedPair(source, target, mapBlocks(source, target, previous), previous);
}

class MappedPair implements DocumentPair {
  readonly source: BlockDocument;
  readonly target: BlockDocument;
  readonly sourceBlockOf: Int32Array;
  readonly targetBlockOf: Int32Array;
  /** The pair before, while its segments can still be of use: dropped once ours are made. */
  #base: MappedPair | null = null;
  #segments: readonly Segment[] | undefined;

  constructor(
    source: BlockDocument,
    target: BlockDocument,
    sourceBlockOf: Int32Array,
    previous: DocumentPair | null,
  ) {
    this.source = source;
    this.target = target;
    this.sourceBlockOf = sourceBlockOf;
    this.targetBlockOf = new Int32Array(source.blocks.length).fill(-1);
    sourceBlockOf.forEach((sourceBlock, targetBlock) => {
      if (sourceBlock !== -1) this.targetBlockOf[sourceBlock] = targetBlock;
    });
    if (previous instanceof MappedPair && previous.source === source)
      this.#base = previous.#segments === undefined ? previous.#base : previous;
  }

  get segments(): readonly Segment[] {
    this.#segments ??= this.#makeSegments();
    this.#base = null;
    return this.#segments;
  }

  #makeSegments(): Segment[] {
    const segments: Segment[] = [];
    const known = this.#base?.segments ?? [];
    let next = 0;
    for (let block = 0; block < this.source.blocks.length; block++) {
      const start = next;
      while (known[next]?.block === block) next++;
      const shift = next > start ? this.#shiftSinceBase(block) : null;
      if (shift === null) this.#addSegments(block, segments);
      else for (let i = start; i < next; i++) segments.push(shifted(known[i]!, segments.length, shift));
    }
    return segments;
  }

  /** How far the translation of a source block moved since the base; null when it is another one now. */
  #shiftSinceBase(block: number): number | null {
    const base = this.#base!;
    const now = this.target.blocks[this.targetBlockOf[block]!];
    const before = base.target.blocks[base.targetBlockOf[block]!];
    if (now === before) return 0;
    if (now === undefined || before === undefined || identityOf(now) !== identityOf(before)) return null;
    return now.span.start - before.span.start;
  }

  #addSegments(block: number, segments: Segment[]): void {
    const sourceBlock = this.source.blocks[block]!;
    const targetBlock = this.target.blocks[this.targetBlockOf[block]!];
    const sources = sourceBlock.sentences;
    const targets = targetBlock?.sentences ?? [];
    const groups =
      targetBlock === undefined
        ? sources.map((_, i) => ({ sourceStart: i, sourceCount: 1, targetStart: 0, targetCount: 0 }))
        : groupSentences(this.source, sourceBlock, this.target, targetBlock);
    groups.forEach(({ sourceStart, sourceCount, targetStart, targetCount }, i) => {
      let target: Span | null = null;
      if (targetCount > 0) target = cover(targets, targetStart, targetCount);
      else if (i === 0 && targetBlock !== undefined && targets.length === 0)
        target = { start: targetBlock.span.start, end: targetBlock.span.start };
      segments.push({
        index: segments.length,
        source: cover(sources, sourceStart, sourceCount),
        target,
        block,
        sentence: sourceStart,
        sentenceCount: sourceCount,
      });
    });
  }
}

function shifted(segment: Segment, index: number, shift: number): Segment {
  const { source, target, block, sentence, sentenceCount } = segment;
  if (shift === 0 && index === segment.index) return segment;
  const moved = target === null || shift === 0 ? target : shiftSpan(target, shift);
  return { index, source, target: moved, block, sentence, sentenceCount };
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
