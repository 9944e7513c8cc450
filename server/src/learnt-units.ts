/** Finds the memory units that a model says it learnt from, and links that open them. */
import path from 'node:path';
import type { Explanation } from '../../models/assist/assist-records.js';
import type { MatchRecord } from './engine/engine-messages.js';
import type { LearntUnit } from './explanation-text.js';
import { lineOfUnit } from './formats/tmx-unit-line.js';
import { originText } from './match-text.js';
import type { Session } from './session.js';
import { fileUri } from './uris.js';

const MOST_UNITS = 3;
/** The model keeps words, not spelling: a unit that is this like what it remembers is the one. */
const LEAST_LIKENESS = 90;
const CANDIDATES = 10;

export async function learntUnits(
  session: Session,
  memoryKey: string,
  { units }: Explanation,
): Promise<LearntUnit[]> {
  const found: LearntUnit[] = [];
  for (const unit of units.slice(0, MOST_UNITS)) found.push(await locate(session, memoryKey, unit));
  return found;
}

async function locate(
  session: Session,
  key: string,
  { origin, source, target }: Explanation['units'][number],
): Promise<LearntUnit> {
  const context = { previousSource: '', nextSource: '' };
  const query = { key, source, ...context, minimum: LEAST_LIKENESS, maximum: CANDIDATES };
  const records = await session.engine.ask('match', query).catch((): MatchRecord[] => []);
  const record =
    records.find(
      (one) => sameText(one.target, target) && (one.unit === origin || typeof origin === 'string'),
    ) ??
    records.find((one) => sameText(one.target, target)) ??
    records.find((one) => one.unit === origin);
  if (record === undefined) {
    const label = typeof origin === 'string' ? 'approved by you' : `pair ${origin} of the training text`;
    return { source, target, label, uri: null };
  }
  const line = record.unit === null ? null : await lineOfUnit(record.file, record.unit);
  const uri = `${fileUri(record.file)}${line === null ? '' : `#L${line}`}`;
  return { source: record.source, target: record.target, label: label(record), uri };
}

function label(record: MatchRecord): string {
  return record.unit === null ? `${path.basename(record.file)}, just approved` : originText(record);
}

function sameText(a: string, b: string): boolean {
  const simple = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return simple(a) === simple(b);
}
