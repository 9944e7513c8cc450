/** `enface/pairs` and `enface/setPair`: which documents belong together. */
import type { PairInfo, PairsParams, PairsResult, SetPairParams } from '../../protocol/messages.js';
import type { Session } from '../session.js';
import { canonicalUri } from '../uris.js';

export async function pairs(session: Session, { uri }: PairsParams): Promise<PairsResult> {
  const resolution = await session.pairs.resolve(canonicalUri(uri));
  const infos = await Promise.all(resolution.pairs.map((pair) => session.pairs.info(pair)));
  return { side: resolution.side, pairs: infos };
}

export async function setPair(session: Session, params: SetPairParams): Promise<PairInfo> {
  const pair = session.pairs.set(params);
  await session.prepare(pair.targetUri);
  return session.pairs.info(pair);
}
