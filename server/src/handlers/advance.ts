/** `enface/advance`: the way to the next or previous segment, with a place for it when there is none yet. */
import type { Position } from 'vscode-languageserver';
import { spanLength, spanText } from '../../../models/text/span.js';
import type { AdvanceParams, AdvanceResult } from '../../protocol/messages.js';
import type { Snapshot } from '../document-store.js';
import { type Place, placeFor } from '../documents/place.js';
import type { DocumentPair, Segment } from '../documents/segment.js';
import { targetPlaceAt } from '../documents/segment-at.js';
import { LineIndex } from '../positions.js';
import type { Session } from '../session.js';
import { canonicalUri } from '../uris.js';

export async function advance(
  session: Session,
  { targetUri, position, direction }: AdvanceParams,
): Promise<AdvanceResult | null> {
  await session.ready(canonicalUri(targetUri));
  const pair = await session.pairs.ofTarget(canonicalUri(targetUri));
  const table = pair === null ? null : await session.tables.of(pair);
  if (table === null) return null;
  const { target, document } = table;
  const segment = goal(document, target.offsetAt(position), direction);
  if (segment === undefined) return null;
  const place = placeOf(document, segment);
  return {
    segment: segment.index,
    edit: editOf(target, place),
    position: caretAfter(target, place),
    targetVersion: target.version,
  };
}

/** The segment to go to from a caret in the target. */
function goal(pair: DocumentPair, caret: number, direction: AdvanceParams['direction']): Segment | undefined {
  const { segments } = pair;
  const here = targetPlaceAt(pair, caret)?.segment;
  const before = lastBefore(segments, caret);
  if (direction === 'previous') return segments[here === undefined ? before : here.index - 1];
  // A segment that would be written here, but whose place is yet to be made, is where to go first.
  const isHere = here === undefined || here.target !== null || isPlace(pair, here, caret);
  const next = (here?.index ?? before) + (isHere ? 1 : 0);
  if (direction === 'next') return segments[next];
  // Round the end to the start: what was left out there is untranslated too.
  return segments.slice(next).find(isUntranslated) ?? segments.find(isUntranslated);
}

/** Whether the caret stands where the segment's first word goes, with nothing missing before it. */
function isPlace(pair: DocumentPair, segment: Segment, caret: number): boolean {
  const place = placeOf(pair, segment);
  return place.edit === null && place.caret === caret;
}

/** The place of a segment; an edit that would change nothing is none. */
function placeOf(pair: DocumentPair, segment: Segment): Place {
  const { edit, caret } = placeFor(pair, segment.index);
  if (edit !== null && spanText(pair.target.text, edit.span) === edit.text) return { edit: null, caret };
  return { edit, caret };
}

function isUntranslated({ target }: Segment): boolean {
  return target === null || spanLength(target) === 0;
}

/** Index of the last segment that stands before the caret, or −1. */
function lastBefore(segments: readonly Segment[], caret: number): number {
  return segments.findLastIndex(({ target }) => target !== null && target.end <= caret);
}

function editOf(snapshot: Snapshot, { edit }: Place): AdvanceResult['edit'] {
  if (edit === null) return null;
  const { start, end } = edit.span;
  return { range: { start: snapshot.positionAt(start), end: snapshot.positionAt(end) }, newText: edit.text };
}

/** The position of the caret in the text after the edit. */
function caretAfter(snapshot: Snapshot, { edit, caret }: Place): Position {
  if (edit === null || caret <= edit.span.start) return snapshot.positionAt(caret);
  const { start, end } = edit.span;
  const edited = snapshot.text.slice(0, start) + edit.text + snapshot.text.slice(end);
  return new LineIndex(edited).positionAt(caret);
}
