/** `enface/event`: what the translator did with a suggestion. */
import type { EventParams } from '../../protocol/messages.js';
import { caretAt } from '../caret.js';
import type { Session } from '../session.js';

export async function event(
  session: Session,
  { event, targetUri, position, text }: EventParams,
): Promise<void> {
  session.log.debug(`A suggestion was ${event}.`);
  if (event !== 'rejected') return;
  const caret = await caretAt(session, targetUri, position);
  if (caret !== null) session.suggestions.reject(caret, text);
}
