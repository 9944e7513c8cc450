/**
 * A document parsed in chunks that do not depend on each other, so that a keystroke parses one chunk again and
 * not the document. A chunker cuts one chunk off the text at a place where nothing is open (no list, no fence);
 * what it returns depends only on the text from there to the end of the first line after the chunk. A document
 * made from an earlier one keeps every chunk that the edit did not reach.
 */
import type { BlockDocument, DocumentFormat } from '../documents/segment.js';
import { type BlockContent, PlacedBlock, sameContent } from './block-content.js';
import { findTextEdit } from './text-edit.js';

export interface Chunk {
  /** Characters, including the blank lines after it; at least 1 unless the text is at its end. */
  readonly length: number;
  readonly contents: readonly BlockContent[];
  /** Where each content starts, counted from the start of the chunk. */
  readonly starts: readonly number[];
}

export interface Chunker {
  readonly format: DocumentFormat;
  readonly language: string;
  /** How much of the start of a text is no chunk (front matter): the one thing decided by looking far ahead. */
  prologueLength(text: string): number;
  /** Cuts the chunk at `start`, where nothing is open, off the text. */
  next(text: string, start: number): Chunk;
}

export class ChunkedDocument implements BlockDocument {
  readonly text: string;
  readonly chunker: Chunker;
  readonly prologueLength: number;
  readonly chunks: readonly Chunk[];
  /** Where each chunk starts. */
  readonly chunkStarts: Int32Array;
  readonly blocks: readonly PlacedBlock[];
  readonly obstacle: string | null = null;

  constructor(
    text: string,
    chunker: Chunker,
    prologueLength: number,
    chunks: readonly Chunk[],
    chunkStarts: Int32Array,
    blocks: readonly PlacedBlock[],
  ) {
    this.text = text;
    this.chunker = chunker;
    this.prologueLength = prologueLength;
    this.chunks = chunks;
    this.chunkStarts = chunkStarts;
    this.blocks = blocks;
  }

  get format(): DocumentFormat {
    return this.chunker.format;
  }

  get language(): string {
    return this.chunker.language;
  }
}

/**
 * Parses `text`, keeping what it can of `previous` (made by the same chunker). Yields the offset it has reached
 * after each chunk it parsed, so that a long document can be read in steps.
 */
export function* parseChunks(
  text: string,
  chunker: Chunker,
  previous: ChunkedDocument | null,
): Generator<number, ChunkedDocument> {
  const prologueLength = chunker.prologueLength(text);
  const kept = keptChunks(text, prologueLength, previous);
  const chunks = previous === null ? [] : previous.chunks.slice(0, kept.head);
  const blocks = previous === null ? [] : previous.blocks.slice(0, countBlocks(chunks, 0, kept.head));
  const starts = previous === null ? [] : Array.from(previous.chunkStarts.subarray(0, kept.head));
  let at = kept.head === 0 ? prologueLength : starts[kept.head - 1]! + chunks[kept.head - 1]!.length;
  let tail = kept.tail;
  while (at < text.length) {
    while (
      previous !== null &&
      tail < previous.chunks.length &&
      previous.chunkStarts[tail]! + kept.delta < at
    )
      tail++;
    if (previous !== null && tail < previous.chunks.length && previous.chunkStarts[tail]! + kept.delta === at)
      break;
    const chunk = chunker.next(text, at);
    chunks.push(chunk);
    starts.push(at);
    chunk.contents.forEach((content, i) => {
      blocks.push(new PlacedBlock(content, at + chunk.starts[i]!));
    });
    at += chunk.length;
    yield at;
  }
  const reparsed = { start: kept.head, end: chunks.length };
  if (previous !== null && at < text.length) {
    for (let i = tail; i < previous.chunks.length; i++) {
      chunks.push(previous.chunks[i]!);
      starts.push(previous.chunkStarts[i]! + kept.delta);
    }
    appendShifted(blocks, previous.blocks, countBlocks(previous.chunks, 0, tail), kept.delta);
  } else tail = previous?.chunks.length ?? 0;
  if (previous !== null) keepContents(previous.chunks.slice(kept.head, tail), chunks, reparsed, blocks);
  return new ChunkedDocument(text, chunker, prologueLength, chunks, Int32Array.from(starts), blocks);
}

/** Runs a parse to its end. */
export function finish<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

interface KeptChunks {
  /** Chunks before this one stay as they are. */
  readonly head: number;
  /** Chunks from this one on stay, `delta` characters later, once the parse arrives at the start of one. */
  readonly tail: number;
  readonly delta: number;
}

function keptChunks(text: string, prologueLength: number, previous: ChunkedDocument | null): KeptChunks {
  if (previous === null) return { head: 0, tail: 0, delta: 0 };
  const edit = findTextEdit(previous.text, text);
  const delta = text.length - previous.text.length;
  // The chunk before the edit looked at the first line after itself.
  const head = firstAtOrAfter(previous.chunkStarts, edit.start + 1) - 2;
  const samePrologue = prologueLength === previous.prologueLength && edit.start >= prologueLength;
  return {
    head: samePrologue ? Math.max(head, 0) : 0,
    tail: firstAtOrAfter(previous.chunkStarts, edit.oldEnd),
    delta,
  };
}

/** Puts contents of chunks that were parsed again, but did not change, back in the place of the new ones. */
function keepContents(
  replaced: readonly Chunk[],
  chunks: Chunk[],
  reparsed: { start: number; end: number },
  blocks: PlacedBlock[],
): void {
  const old = replaced.flatMap((chunk) => chunk.contents);
  const now = chunks.slice(reparsed.start, reparsed.end).flatMap((chunk) => chunk.contents);
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && sameContent(old[head]!, now[head]!)) head++;
  let tail = 0;
  while (tail < shorter - head && sameContent(old[old.length - 1 - tail]!, now[now.length - 1 - tail]!))
    tail++;
  let block = countBlocks(chunks, 0, reparsed.start);
  let index = 0;
  for (let i = reparsed.start; i < reparsed.end; i++) {
    const contents = chunks[i]!.contents.map((content) => {
      const at = index++;
      if (at >= head && at < now.length - tail) return content;
      return at < head ? old[at]! : old[at - now.length + old.length]!;
    });
    chunks[i] = { ...chunks[i]!, contents };
    for (const content of contents) {
      blocks[block] = new PlacedBlock(content, blocks[block]!.start);
      block++;
    }
  }
}

function firstAtOrAfter(starts: Int32Array, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function countBlocks(chunks: readonly Chunk[], from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) count += chunks[i]!.contents.length;
  return count;
}

function appendShifted(
  blocks: PlacedBlock[],
  previous: readonly PlacedBlock[],
  from: number,
  delta: number,
): void {
  for (let i = from; i < previous.length; i++) {
    const block = previous[i]!;
    blocks.push(delta === 0 ? block : new PlacedBlock(block.content, block.start + delta));
  }
}
