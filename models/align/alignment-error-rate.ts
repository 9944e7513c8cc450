/**
 * Alignment error rate (Och & Ney 2003, §6.1). With A the links found, S the sure and P the possible gold links
 * (S is part of P):
 *
 *     precision = |A ∩ P| / |A|    recall = |A ∩ S| / |S|    AER = 1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|)
 */
import type { GoldLinks, Link } from './link-text.js';

export interface AlignmentScores {
  readonly errorRate: number;
  readonly precision: number;
  readonly recall: number;
  readonly links: number;
  readonly sureLinks: number;
}

export function scoreAlignments(
  alignments: readonly (readonly Link[])[],
  gold: readonly GoldLinks[],
): AlignmentScores {
  let found = 0;
  let sureTotal = 0;
  let sureFound = 0;
  let possibleFound = 0;
  gold.forEach((pair, n) => {
    const links = new Set((alignments[n] ?? []).map(keyOf));
    const sure = new Set(pair.sure.map(keyOf));
    const possible = new Set([...sure, ...pair.possible.map(keyOf)]);
    found += links.size;
    sureTotal += sure.size;
    for (const link of links) {
      if (sure.has(link)) sureFound++;
      if (possible.has(link)) possibleFound++;
    }
  });
  return {
    errorRate: found + sureTotal === 0 ? 0 : 1 - (sureFound + possibleFound) / (found + sureTotal),
    precision: found === 0 ? 1 : possibleFound / found,
    recall: sureTotal === 0 ? 1 : sureFound / sureTotal,
    links: found,
    sureLinks: sureTotal,
  };
}

function keyOf(link: Link): number {
  return link.source * 0x100000 + link.target;
}
