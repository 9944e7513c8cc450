/**
 * Sentences of a block. The splitter sees the block as a reader would: line breaks folded, link targets and tags
 * left out, inline code as one made-up word. What it finds is carried back to the text of the block; a boundary
 * inside inline code or a link is none, and markup at a boundary goes with the sentence it touches.
 */
import type { Span } from '../../../models/text/span.js';
import type { BlockContent } from './block-content.js';
import { findFolds } from './folds.js';
import { isBlank } from './line-scanner.js';

/** Stands for inline code: a word, so that a sentence may start with it. */
const CODE_WORD = 'Xx';

export function findSentences(content: BlockContent): Span[] {
  const { text, context, markup } = content;
  const folds = findFolds(text, context.format === 'markdown', content.quoteDepth);
  if (folds.length === 0 && markup.pieces.length === 0) return context.splitSentences(text, context.language);
  const reading = readText(text, folds, markup.pieces);
  const found = context.splitSentences(reading.text, context.language);
  const sentences: Span[] = [];
  let start = 0;
  for (let i = 0; i < found.length; i++) {
    const last = i + 1 === found.length;
    const gap = last
      ? { start: text.length, end: text.length }
      : gapBetween(reading, found[i]!.end, found[i + 1]!.start);
    if (!last && markup.wholes.some((whole) => whole.start < gap.end && gap.start < whole.end)) continue;
    const sentence = trim(reading, start, gap.start);
    if (sentence.start < sentence.end) sentences.push(sentence);
    start = gap.end;
  }
  return sentences;
}

interface Reading {
  readonly text: string;
  /** For each character of the reading, its place in the text of the block. */
  readonly places: Int32Array;
  /** For each character of the block, whether it is a blank between words. */
  readonly blanks: Uint8Array;
}

function readText(text: string, folds: readonly Span[], pieces: BlockContent['markup']['pieces']): Reading {
  const places = new Int32Array(text.length + folds.length + pieces.length * CODE_WORD.length);
  const blanks = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) if (isBlank(text.charCodeAt(i))) blanks[i] = 1;
  let reading = '';
  let end = 0;
  const copyUntil = (until: number) => {
    for (let i = end; i < until; i++) places[reading.length + i - end] = i;
    reading += text.slice(end, until);
  };
  const changes = [
    ...folds.map((span) => ({ span, reads: ' ', blank: 1 })),
    ...pieces.map(({ span, kind }) => ({ span, reads: readsAs(text, span, kind), blank: 0 })),
  ].sort((a, b) => a.span.start - b.span.start);
  for (const { span, reads, blank } of changes) {
    if (span.start < end) continue;
    blanks.fill(blank, span.start, span.end);
    copyUntil(span.start);
    for (let i = 0; i < reads.length; i++) places[reading.length + i] = i === 0 ? span.start : span.end - 1;
    reading += reads;
    end = span.end;
  }
  copyUntil(text.length);
  return { text: reading, places, blanks };
}

function readsAs(text: string, span: Span, kind: 'code' | 'tag' | 'url'): string {
  if (kind === 'code' || (kind === 'url' && text[span.start] === '<')) return CODE_WORD;
  return kind === 'tag' && /^<(?:br|hr|p|li|td|div)\b/i.test(text.slice(span.start, span.start + 6))
    ? ' '
    : '';
}

/** What lies between two sentences: from the first blank after the one to the last blank before the other. */
function gapBetween(reading: Reading, endBefore: number, startAfter: number): Span {
  const { places, blanks } = reading;
  const to = places[startAfter]!;
  let start = places[endBefore - 1]! + 1;
  while (start < to && blanks[start] === 0) start++;
  let end = to;
  while (end > start && blanks[end - 1] === 0) end--;
  return { start, end };
}

function trim({ blanks }: Reading, from: number, to: number): Span {
  let start = from;
  let end = to;
  while (start < end && blanks[start] === 1) start++;
  while (end > start && blanks[end - 1] === 1) end--;
  return { start, end };
}
