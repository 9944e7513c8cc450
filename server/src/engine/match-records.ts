/**
 * Matches of a memory as records for the server: repaired where numbers and placeables differ, with the differences
 * in words, and continued from what is typed.
 */
import { findDifferences } from '../../../models/memory/differences.js';
import { continueTargets } from '../../../models/memory/prefix-match.js';
import { repairTarget } from '../../../models/memory/repair.js';
import type { MemoryMatch } from '../../../models/memory/translation-memory.js';
import type { Token } from '../../../models/text/token.js';
import type { CompletionRecord, DifferencePart, MatchRecord } from './engine-messages.js';
import type { LanguageTools } from './language-tools.js';
import { unitNumber } from './unit-places.js';

/** The matches for `query`, in their order, none that would insert the same text twice. */
export function matchRecords(
  query: string,
  matches: readonly MemoryMatch[],
  tools: LanguageTools,
): MatchRecord[] {
  const queryTokens = tools.source.tokenize(query);
  const seen = new Set<string>();
  return matches.flatMap((match) => {
    const { source, target, percent, origin } = match;
    const sourceTokens = tools.source.tokenize(source);
    const repaired =
      percent >= 100
        ? { target, repairs: [] }
        : repairTarget({
            query: queryTokens,
            source: sourceTokens,
            target,
            targetTokens: tools.target.tokenize(target),
            localizeNumber: (text) => tools.localizeNumber(text),
          });
    if (seen.has(repaired.target)) return [];
    seen.add(repaired.target);
    return [
      {
        source,
        target,
        proposal: repaired.target,
        repaired: repaired.repairs.length > 0,
        percent,
        differences: percent >= 100 ? [] : differenceParts(source, query, sourceTokens, queryTokens),
        file: origin.file,
        unit: unitNumber(origin.unit),
      },
    ];
  });
}

/** How the proposals go on after what is typed, best first. */
export function completionRecords(
  prefix: string,
  records: readonly MatchRecord[],
  limit: number,
  tools: LanguageTools,
): CompletionRecord[] {
  const targets = records.map(({ proposal }) => proposal);
  return continueTargets(prefix, targets, tools.target, { limit }).flatMap(({ text, index }) => {
    const record = records[index];
    return record === undefined ? [] : [{ ...record, completion: text }];
  });
}

/** The differences as text that can be read through: blanks belong to what is the same. */
function differenceParts(
  from: string,
  to: string,
  fromTokens: readonly Token[],
  toTokens: readonly Token[],
): DifferencePart[] {
  const parts: DifferencePart[] = [];
  let fromEnd = 0;
  let toEnd = 0;
  const add = (kind: DifferencePart['kind'], text: string): void => {
    if (text !== '') parts.push({ kind, text });
  };
  for (const run of findDifferences(fromTokens, toTokens)) {
    const gap = run.kind === 'deleted' ? from.slice(fromEnd, run.from.start) : to.slice(toEnd, run.to.start);
    add('same', gap);
    if (run.kind === 'kept') add('same', to.slice(run.to.start, run.to.end));
    else {
      add('deleted', from.slice(run.from.start, run.from.end));
      if (run.kind === 'replaced') add('same', ' ');
      add('inserted', to.slice(run.to.start, run.to.end));
    }
    fromEnd = run.from.end;
    toEnd = run.to.end;
  }
  return parts;
}
