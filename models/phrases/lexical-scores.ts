/**
 * Lexical weight of a phrase pair by the links inside it (Koehn et al. 2003, Eq. 4), both ways, natural log:
 *   lex(ē | f̄, a) = Π_j  1/|links of j| · Σ_{(i, j) ∈ a} w(e_j | f_i)        with NULL for a word without links
 * `linkedForward` and `linkedBackward` leave words without links out instead.
 */
import type { AlignedPair } from '../corpus/aligned-pair.js';
import type { Bitext } from '../corpus/bitext.js';
import type { CandidateTable } from './candidate-table.js';
import { NULL_WORD, type WordWeights } from './lexical-weights.js';

export interface LexicalScores {
  readonly forward: number;
  readonly backward: number;
  readonly linkedForward: number;
  readonly linkedBackward: number;
}

/** Scores the candidate at its first occurrence; `pair` must hold that pair. */
export function lexicalScores(
  weights: WordWeights,
  bitext: Bitext,
  pair: AlignedPair,
  table: CandidateTable,
  candidate: number,
): LexicalScores {
  const sourceIds = bitext.source.ids;
  const targetIds = bitext.target.ids;
  let withNull = 0;
  let linked = 0;
  let gap = 0;
  for (let j = table.first[candidate]; j <= table.last[candidate]; j++) {
    const gapAt = 4 * candidate + 2 * gap;
    if (gap < table.gapCount[candidate] && j === table.gaps[gapAt]) {
      j = table.gaps[gapAt + 1];
      gap++;
    }
    const target = targetIds[pair.targetStart + j];
    const from = pair.sourcesStart[j];
    const to = pair.sourcesStart[j + 1];
    if (from === to) {
      withNull += Math.log(weights.forward(NULL_WORD, target));
      continue;
    }
    let sum = 0;
    for (let k = from; k < to; k++) {
      sum += weights.forward(sourceIds[pair.sourceStart + pair.sources[k]], target);
    }
    linked += Math.log(sum / (to - from));
  }
  const backward = backwardScores(weights, bitext, pair, table, candidate);
  return {
    forward: linked + withNull,
    backward: backward.linked + backward.withNull,
    linkedForward: linked,
    linkedBackward: backward.linked,
  };
}

/** Of the source words with links, and of those without. */
function backwardScores(
  weights: WordWeights,
  bitext: Bitext,
  pair: AlignedPair,
  table: CandidateTable,
  candidate: number,
): { linked: number; withNull: number } {
  let linked = 0;
  let withNull = 0;
  for (let s = 0; s < table.sourceSize; s++) {
    const i = table.sourcePosition(candidate, s);
    const source = bitext.source.ids[pair.sourceStart + i];
    const from = pair.targetsStart[i];
    const to = pair.targetsStart[i + 1];
    if (from === to) {
      withNull += Math.log(weights.backward(source, NULL_WORD));
      continue;
    }
    let sum = 0;
    for (let k = from; k < to; k++) {
      sum += weights.backward(source, bitext.target.ids[pair.targetStart + pair.targets[k]]);
    }
    linked += Math.log(sum / (to - from));
  }
  return { linked, withNull };
}
