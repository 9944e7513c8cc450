/** For every edge of a lattice the share of all translations, by probability, that go along it. */
import type { WordGraph } from './word-graph.js';

export function edgeShares({
  lattice,
  stateCount,
  firstArc,
  arcTo,
  arcScore,
  arcEdge,
  arcOpens,
  restSum,
  scale,
}: WordGraph): Float64Array {
  const shares = new Float64Array(lattice.edgeFrom.length);
  const reach = new Float64Array(stateCount);
  reach[0] = 1;
  for (let state = 0; state < stateCount; state++) {
    if (reach[state] === 0) continue;
    for (let arc = firstArc[state]; arc < firstArc[state + 1]; arc++) {
      const taken = reach[state] * Math.exp(scale * arcScore[arc] + restSum[arcTo[arc]] - restSum[state]);
      if (arcOpens[arc] === 1) shares[arcEdge[arc]] = taken;
      reach[arcTo[arc]] += taken;
    }
  }
  return shares;
}
