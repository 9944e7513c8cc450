/**
 * The dictionary view of a source word in context: every phrase pair that covers it in some translation that was
 * considered, with the share of translations that use it.
 */
import { setPositions } from '../phrases/translation-options.js';
import { forwardBackward } from '../posterior/forward-backward.js';
import { type Span, spansOverlap } from '../text/span.js';
import type { SourceTranslation, SourceTranslationsRequest } from './assist-records.js';
import type { SegmentSession } from './segment-session.js';
import type { SurfaceWriter } from './surface-writer.js';

export function sourceTranslations(
  session: SegmentSession,
  writer: SurfaceWriter,
  { start, end, count }: SourceTranslationsRequest,
): SourceTranslation[] {
  const { lattice, scale } = session.graph;
  const { options } = lattice;
  const wanted = new Set<number>();
  session.sourceWords.forEach(({ span }, i) => {
    const touches =
      start === end ? span.start <= start && start <= span.end : spansOverlap(span, { start, end });
    if (touches) wanted.add(i);
  });
  const { reach, transition } = forwardBackward(lattice, scale);
  const shares = new Map<number, number>();
  for (let e = 0; e < lattice.edgeOption.length; e++) {
    const option = lattice.edgeOption[e];
    if (option === -1) continue;
    shares.set(option, (shares.get(option) ?? 0) + reach[lattice.edgeFrom[e]] * transition[e]);
  }
  // Several options may say the same with other phrase borders around the same words.
  const merged = new Map<string, { text: string; positions: number[]; probability: number }>();
  for (const [option, probability] of shares) {
    const positions = setPositions(options, options.optionSet[option]);
    if (!positions.some((position) => wanted.has(position))) continue;
    const pieces: string[] = [];
    for (let p = options.pieceStart[option]; p < options.pieceStart[option + 1]; p++) {
      const forms = Array.from(
        options.words.subarray(options.wordStart[p], options.wordStart[p + 1]),
        session.formOf,
      );
      pieces.push(writer.inside(forms));
    }
    const text = pieces.join(' … ');
    const key = `${positions.join(' ')}\n${text}`;
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { text, positions, probability });
    else known.probability += probability;
  }
  return [...merged.values()]
    .sort((a, b) => b.probability - a.probability)
    .slice(0, count)
    .map(({ text, positions, probability }) => ({
      text,
      probability: Math.min(1, probability),
      sourceSpans: spansOf(positions, session.sourceWords),
    }));
}

/** One span for every run of neighbouring words. */
export function spansOf(positions: readonly number[], words: readonly { readonly span: Span }[]): Span[] {
  const spans: { start: number; end: number }[] = [];
  positions.forEach((position, i) => {
    const { span } = words[position];
    if (i > 0 && positions[i - 1] === position - 1) spans[spans.length - 1].end = span.end;
    else spans.push({ start: span.start, end: span.end });
  });
  return spans;
}
