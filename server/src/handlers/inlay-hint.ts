/** Inlay hints at the end of segments in the target document: what state each is in. Off unless set. */
import type { InlayHint, InlayHintParams } from 'vscode-languageserver';
import type { SegmentState } from '../../protocol/messages.js';
import { segmentTexts } from '../segment-texts.js';
import type { Session } from '../session.js';
import { canonicalUri } from '../uris.js';

const HINTS: Record<SegmentState, { readonly label: string; readonly tooltip: string } | null> = {
  untranslated: null,
  draft: { label: '○', tooltip: 'Draft: not approved yet' },
  approved: { label: '✓', tooltip: 'Approved: the memory holds this translation' },
};

export async function inlayHint(
  session: Session,
  { textDocument, range }: InlayHintParams,
): Promise<InlayHint[]> {
  const pair = await session.pairs.ofTarget(canonicalUri(textDocument.uri));
  if (!pair?.folder.settings.segmentHints) return [];
  const table = await session.tables.of(pair);
  if (table === null) return [];
  const [from, to] = [table.target.offsetAt(range.start), table.target.offsetAt(range.end)];
  const segments = table.document.segments.filter(
    ({ target }) => target !== null && target.end > target.start && target.end >= from && target.start <= to,
  );
  const texts = segments.map((segment) => {
    const { source, target } = segmentTexts(table, segment);
    return { source: source.text, target: target.text };
  });
  const states = await session.states.of(session.memories.of(pair), texts);
  return segments.flatMap(({ target }, i) => {
    const hint = HINTS[states[i] ?? 'draft'];
    if (hint === null || target === null) return [];
    return [{ position: table.target.positionAt(target.end), paddingLeft: true, ...hint }];
  });
}
