/**
 * How a word graph goes on after what is typed: the likeliest next words, each with the best rest of the sentence.
 *
 * Next words are ranked by the share of all paths that go on with them, not by the best path alone: many ways to say the
 * same next word add up. Behind the next word the best path is followed.
 */
import { logSumExp } from '../core/log-math.js';
import type { Frontier, FrontierWalker } from './frontier.js';
import { matchTail, type TailMatch, type TailRules } from './tail-matcher.js';

export interface Continuation {
  /** Word forms from the start of the tail on. */
  readonly forms: readonly string[];
  /** How many of the forms begin before the caret. */
  readonly typedForms: number;
  /** Letters of the last of these that are typed. */
  readonly typedLetters: number;
  /** Number in `forms` of the first word that is not finished. */
  readonly firstNew: number;
  /** For each new word the probability that it and all new words before it are right. */
  readonly probabilities: readonly number[];
  /** New words of the phrase pair that the first one belongs to. */
  readonly phraseLength: number;
}

export interface ContinuationRules extends TailRules {
  /** What is against this word as the next one, after `before` of the tail: 0 for nothing, Infinity for excluded. */
  cost(form: string, before: readonly string[]): number;
  /** Whether something was offered here and rejected, so that the end of the sentence is no answer. */
  readonly wantsMore: boolean;
}

interface Candidate {
  readonly match: TailMatch;
  /** The next word; −1 when the tail is the beginning of one. */
  readonly word: number;
  mass: number;
}

/** Candidates whose costs are looked at for each one wanted. */
const LOOKED_AT = 4;

/**
 * Continuations that differ in their next word, likeliest first; none when the sentence most likely ends here; null when
 * the graph does not have the tail there, or only with next words that are excluded.
 */
export function continuations(
  walker: FrontierWalker,
  from: Frontier,
  tail: string,
  rules: ContinuationRules,
  count: number,
): Continuation[] | null {
  const { forms } = walker.graph;
  const matches = from.states.length === 0 ? [] : matchTail(walker, from, tail, rules);
  if (matches.length === 0) return null;
  const candidates: Candidate[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const match of matches) {
    if (!match.wholeWord) candidates.push({ match, word: -1, mass: walker.mass(match.frontier) });
    else {
      const { words, masses } = walker.nextWords(match.frontier);
      words.forEach((word, i) => {
        candidates.push({ match, word, mass: masses[i] });
      });
      end = Math.max(end, walker.endMass(match.frontier));
    }
  }
  const total = logSumExp([...candidates.map(({ mass }) => mass), end]);
  candidates.sort((a, b) => b.mass - a.mass);
  const chosen = cheapest(candidates, forms, rules, walker.graph.scale, count);
  if (chosen.length === 0) return candidates.length === 0 ? [] : null;
  if (chosen[0].mass < end && !rules.wantsMore) return [];
  return chosen.map((candidate) => followed(walker, candidate, total));
}

/** How the best path goes on after a frontier, from a word on. */
export interface Path {
  readonly forms: readonly string[];
  /** For each word the probability that it and all before it follow, given the frontier. */
  readonly probabilities: readonly number[];
  /** Words that still belong to the phrase pair that was begun before the frontier. */
  readonly phraseRest: number;
}

export function bestContinuation(walker: FrontierWalker, from: Frontier): Path {
  const { forms, arcWord, arcOpens } = walker.graph;
  const path = walker.bestPath(from);
  const total = walker.mass(from);
  let frontier = from;
  const probabilities = path.map((arc) => {
    frontier = walker.step(frontier, [arcWord[arc]], [0]);
    return share(walker.mass(frontier), total);
  });
  let phraseRest = 0;
  while (phraseRest < path.length && arcOpens[path[phraseRest]] === 0) phraseRest++;
  return { forms: path.map((arc) => forms[arcWord[arc]]), probabilities, phraseRest };
}

/** The best candidates with their costs, of which each next word is one. */
function cheapest(
  candidates: readonly Candidate[],
  forms: readonly string[],
  rules: ContinuationRules,
  scale: number,
  count: number,
): Candidate[] {
  const looked: Candidate[] = [];
  for (const candidate of candidates) {
    const { match, word } = candidate;
    const before = match.words.map((w) => forms[w]);
    const form = word === -1 ? (before.pop() as string) : forms[word];
    const cost = rules.cost(form, before);
    if (cost === Number.POSITIVE_INFINITY) continue;
    looked.push({ ...candidate, mass: candidate.mass - scale * cost });
    if (looked.length === LOOKED_AT * count) break;
  }
  return looked.sort((a, b) => b.mass - a.mass).slice(0, count);
}

function followed(walker: FrontierWalker, { match, word }: Candidate, total: number): Continuation {
  const { forms } = walker.graph;
  const frontier = word === -1 ? match.frontier : walker.step(match.frontier, [word], [0]);
  const path = bestContinuation(walker, frontier);
  const probability = share(walker.mass(frontier), total);
  const typedForms = match.words.length;
  const words = [...match.words, ...(word === -1 ? [] : [word])].map((w) => forms[w]);
  return {
    forms: [...words, ...path.forms],
    typedForms,
    typedLetters: match.typedLetters,
    firstNew: word === -1 ? typedForms - 1 : typedForms,
    probabilities: [probability, ...path.probabilities.map((rest) => probability * rest)],
    phraseLength: 1 + path.phraseRest,
  };
}

function share(mass: number, total: number): number {
  return Math.min(1, Math.exp(mass - total));
}
