/** `enface/segments`: the segment table of a pair, with the state of each segment. */
import type { SegmentRow, SegmentsParams, SegmentsResult } from '../../protocol/messages.js';
import type { Snapshot } from '../document-store.js';
import { segmentText } from '../formats/logical-text.js';
import type { Session } from '../session.js';
import { canonicalUri } from '../uris.js';

export async function segments(
  session: Session,
  { targetUri }: SegmentsParams,
): Promise<SegmentsResult | null> {
  const pair = await session.pairs.ofTarget(canonicalUri(targetUri));
  if (pair === null) return null;
  const key = session.memories.of(pair);
  session.watch.watch({ pair, key, targetUri, cost: 0 });
  const table = await session.tables.of(pair);
  if (table === null) return null;
  const start = performance.now();
  const { source, target, document } = table;
  const texts = document.segments.map((segment) => ({
    source: segmentText(document.source, segment.source).text,
    target: segment.target === null ? '' : segmentText(document.target, segment.target).text,
  }));
  const states = await session.states.of(key, texts);
  const rows = document.segments.map(
    (segment, i): SegmentRow => ({
      index: segment.index,
      source: rangeOf(source, segment.source),
      target: segment.target === null ? null : rangeOf(target, segment.target),
      state: states[i] ?? 'untranslated',
    }),
  );
  session.watch.watch({ pair, key, targetUri, cost: performance.now() - start });
  return {
    pair: await session.pairs.info(pair),
    sourceVersion: source.version,
    targetVersion: target.version,
    segments: rows,
    done: states.filter((state) => state !== 'untranslated').length,
    total: rows.length,
  };
}

function rangeOf(snapshot: Snapshot, { start, end }: { readonly start: number; readonly end: number }) {
  return { start: snapshot.positionAt(start), end: snapshot.positionAt(end) };
}
