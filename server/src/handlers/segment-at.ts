/** `enface/segmentAt`: which segment a caret in the target document is on. */
import type { SegmentAtParams, SegmentAtResult } from '../../protocol/messages.js';
import { caretAt } from '../caret.js';
import type { Session } from '../session.js';

export async function segmentAtCaret(
  session: Session,
  { targetUri, position }: SegmentAtParams,
): Promise<SegmentAtResult | null> {
  const caret = await caretAt(session, targetUri, position);
  if (caret === null) return null;
  session.lookAhead.moveTo(caret);
  return { segment: caret.segment.index };
}
