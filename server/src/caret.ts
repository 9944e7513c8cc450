/**
 * Where the translator is: a position in a document as a segment of a pair, with everything a look-up needs. This is
 * the one place that turns positions of requests into segments.
 */
import type { Position, Range } from 'vscode-languageserver';
import type { Span } from '../../models/text/span.js';
import type { Segment } from './documents/segment.js';
import { segmentAt, targetPlaceAt } from './documents/segment-at.js';
import type { Query } from './engine/engine-messages.js';
import { segmentText } from './formats/logical-text.js';
import type { Pair } from './pair-registry.js';
import type { SegmentTable } from './segment-tables.js';
import type { Session } from './session.js';
import { canonicalUri } from './uris.js';

/** A segment of a pair and its source as it reads. */
export interface SegmentPlace {
  readonly pair: Pair;
  readonly table: SegmentTable;
  readonly segment: Segment;
  readonly source: string;
  /** Sources of the segments before and after; empty at the edge of the document. */
  readonly previousSource: string;
  readonly nextSource: string;
}

/** The segment under a place in either document. */
export interface PlaceUnder extends SegmentPlace {
  readonly side: 'source' | 'target';
  /** The segment in that document. */
  readonly range: Range;
}

/** A caret in a target document. */
export interface Caret extends SegmentPlace {
  /** The target document as the editor spells it. */
  readonly uri: string;
  readonly offset: number;
  /** Where the translation stands; empty when there is none yet. */
  readonly span: Span;
  /** The translation as it reads, before and after the caret. */
  readonly prefix: string;
  readonly suffix: string;
  /** Markup that must be written before the first word here (`## ` on an empty line); mostly empty. */
  readonly lead: string;
}

/** The segment at a caret in a target document; null when there is none (or no pair). */
export async function caretAt(session: Session, uri: string, position: Position): Promise<Caret | null> {
  await session.ready(canonicalUri(uri));
  const pair = await session.pairs.ofTarget(canonicalUri(uri));
  const table = pair === null ? null : await session.tables.of(pair);
  if (pair === null || table === null) return null;
  const offset = table.target.offsetAt(position);
  const place = targetPlaceAt(table.document, offset);
  if (place === null) return null;
  const { segment, span, lead } = place;
  const end = Math.max(span.end, offset);
  const text = segmentText(table.document.target, { start: span.start, end });
  const caret = text.fromDocument(offset);
  return {
    ...segmentPlace(pair, table, segment),
    uri,
    offset,
    span,
    prefix: text.text.slice(0, caret),
    suffix: text.text.slice(caret),
    lead,
  };
}

/** The segment under a position in either document of a pair, with the range it has there. */
export async function segmentUnder(
  session: Session,
  uri: string,
  position: Position,
): Promise<PlaceUnder | null> {
  await session.ready(canonicalUri(uri));
  const { side, pairs } = await session.pairs.resolve(canonicalUri(uri));
  if (side === null) return null;
  for (const pair of pairs) {
    if (side === 'source' && !(await session.documents.exists(pair.targetUri))) continue;
    const table = await session.tables.of(pair);
    if (table === null) continue;
    const snapshot = table[side];
    const segment = segmentAt(table.document, side, snapshot.offsetAt(position));
    const span = segment?.[side] ?? null;
    if (segment === null || span === null) return null;
    const range = { start: snapshot.positionAt(span.start), end: snapshot.positionAt(span.end) };
    return { ...segmentPlace(pair, table, segment), side, range };
  }
  return null;
}

/** What to ask the engine about a segment. */
export function queryFor(session: Session, place: SegmentPlace): Query {
  const { source, previousSource, nextSource, pair } = place;
  const { minimumMatch, suggestionsMaximum } = pair.folder.settings;
  const key = session.memories.of(pair);
  return { key, source, previousSource, nextSource, minimum: minimumMatch, maximum: suggestionsMaximum };
}

function segmentPlace(pair: Pair, table: SegmentTable, segment: Segment): SegmentPlace {
  const source = (index: number): string => {
    const other = table.document.segments[index];
    return other === undefined ? '' : segmentText(table.document.source, other.source).text;
  };
  const { index } = segment;
  return {
    pair,
    table,
    segment,
    source: source(index),
    previousSource: source(index - 1),
    nextSource: source(index + 1),
  };
}
