/** `enface/approve`: the segment at the caret goes into the workspace's memory as it stands. */
import { EnfaceError } from '../../../models/core/errors.js';
import type { ApproveParams, ApproveResult } from '../../protocol/messages.js';
import { caretAt } from '../caret.js';
import type { Session } from '../session.js';
import { fileUri } from '../uris.js';

export async function approveSegment(
  session: Session,
  { targetUri, position }: ApproveParams,
): Promise<ApproveResult> {
  const caret = await caretAt(session, targetUri, position);
  if (caret === null) throw new EnfaceError('no-segment', 'There is no segment to approve here.');
  const target = (caret.prefix + caret.suffix).trim();
  if (target === '') throw new EnfaceError('untranslated', 'This segment has no translation to approve yet.');
  const { source, previousSource, nextSource } = caret;
  const key = session.memories.of(caret.pair);
  const { file } = await session.engine.ask('approve', { key, source, target, previousSource, nextSource });
  const model = session.models.ready(caret.pair);
  if (model !== null) session.decoder.ask('approve', { key: model, source, target }).catch(() => {});
  return { segment: caret.segment.index, source, target, memoryUri: fileUri(file) };
}
