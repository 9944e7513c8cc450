/** `enface/alignment`: the words that belong together, for the facing editor. */
import type { CancellationToken } from 'vscode-languageserver';
import type { WordLink } from '../../../models/assist/assist-records.js';
import { type Span, spanTouches } from '../../../models/text/span.js';
import type { AlignmentParams, AlignmentResult } from '../../protocol/messages.js';
import { segmentUnder } from '../caret.js';
import { rangeIn, segmentTexts } from '../segment-texts.js';
import type { Session } from '../session.js';

/** Links below this are more confusing than helpful. */
const LEAST_PROBABILITY = 0.3;

export async function alignment(
  session: Session,
  { uri, position }: AlignmentParams,
  token: CancellationToken,
): Promise<AlignmentResult | null> {
  const place = await segmentUnder(session, uri, position);
  const key = place === null ? null : session.models.ready(place.pair);
  if (place === null || key === null) return null;
  const { table, segment, side } = place;
  const texts = segmentTexts(table, segment);
  if (texts.target.text.trim() === '') return null;
  const query = { key, source: texts.source.text, target: texts.target.text };
  const links = await session.decoder.ask('align', query, { lane: 'alignment', token });
  const offset = texts[side].fromDocument(table[side].offsetAt(position));
  const group = linkedWith(links, side, offset);
  if (group === null) return null;
  return {
    sourceUri: table.pair.sourceUri,
    targetUri: table.pair.targetUri,
    sourceVersion: table.source.version,
    targetVersion: table.target.version,
    source: group.source.map((span) => rangeIn(table.source, texts.source, span)),
    target: group.target.map((span) => rangeIn(table.target, texts.target, span)),
  };
}

/**
 * The words linked to the one at an offset, and the words of its own side that are linked to those: `ne … pas` light up
 * together over `not`. Null when no word with a link is there.
 */
export function linkedWith(
  links: readonly WordLink[],
  side: 'source' | 'target',
  offset: number,
): { source: Span[]; target: Span[] } | null {
  const other = side === 'source' ? 'target' : 'source';
  const likely = links.filter(({ probability }) => probability >= LEAST_PROBABILITY);
  const own = likely.filter((link) => spanTouches(link[side], offset));
  if (own.length === 0) return null;
  const facing = new Set(own.map((link) => link[other].start));
  const group = likely.filter((link) => facing.has(link[other].start));
  return {
    source: distinct(group.map(({ source }) => source)),
    target: distinct(group.map(({ target }) => target)),
  };
}

function distinct(spans: readonly Span[]): Span[] {
  const byStart = new Map(spans.map((span) => [span.start, span]));
  return [...byStart.values()].sort((a, b) => a.start - b.start);
}
