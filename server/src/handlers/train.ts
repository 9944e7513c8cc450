/** The command `enface.server.train`: learns a model from the memories of a document's language pair. */
import { EnfaceError } from '../../../models/core/errors.js';
import type { TrainParams } from '../../protocol/messages.js';
import type { Pair } from '../pair-registry.js';
import type { Session } from '../session.js';
import { canonicalUri } from '../uris.js';

export async function train(session: Session, argument: unknown): Promise<null> {
  const { uri } = (argument ?? {}) as Partial<TrainParams>;
  const pair = await firstPair(
    session,
    typeof uri === 'string' ? [canonicalUri(uri)] : session.documents.open,
  );
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

async function firstPair(session: Session, uris: Iterable<string>): Promise<Pair | undefined> {
  for (const uri of uris) {
    const { pairs } = await session.pairs.resolve(uri);
    if (pairs[0] !== undefined) return pairs[0];
  }
  return undefined;
}
