/** `enface/event`: what the translator did with a suggestion. */
import type { EventParams } from '../../protocol/messages.js';
import type { Session } from '../session.js';

export function event(session: Session, params: EventParams): void {
  session.log.debug(`A suggestion was ${params.event}.`);
  if (params.event === 'rejected') session.suggestions.reject(params);
}
