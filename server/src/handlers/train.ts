/** The command `enface.server.train`: learns a model from the memories of a document's language pair. */
import { EnfaceError } from '../../../models/core/errors.js';
import type { TrainParams } from '../../protocol/messages.js';
import type { Session } from '../session.js';
import { canonicalUri } from '../uris.js';

export async function train(session: Session, argument: unknown): Promise<null> {
  const { uri } = (argument ?? {}) as Partial<TrainParams>;
  if (typeof uri !== 'string') throw new EnfaceError('bad-argument', 'The command to train needs { uri }.');
  const { pairs } = await session.pairs.resolve(canonicalUri(uri));
  const pair = pairs[0];
  if (pair === undefined) {
    throw new EnfaceError(
      'no-pair',
      'This document belongs to no translation: open one that does, so that Enface knows the languages.',
    );
  }
  session.models.of(pair);
  await session.trainings.start(pair);
  return null;
}
