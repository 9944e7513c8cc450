/**
 * Alignments as text, one pair a line. Written and read: `0-0 1-2 …`, positions from 0, source first (the form
 * of Pharaoh and Moses). Read as gold standard, in the usual forms:
 *
 * - `1-1 2p3 …`: `-` (or `S`) sure, `p`, `P` or `?` possible; one pair a line;
 * - `pair source target [S|P] [confidence]`, one link a line (shared tasks of 2003 and 2005), pairs and positions
 *   from 1; position 0 is the empty word and is left out.
 *
 * Gold positions count from 1 unless a 0 occurs among the first form's links.
 */
import { FormatError } from '../core/errors.js';

export interface Link {
  readonly source: number;
  readonly target: number;
}

export interface GoldLinks {
  readonly sure: readonly Link[];
  /** Links that are not wrong, without the sure ones. */
  readonly possible: readonly Link[];
}

export function parseLinks(line: string): Link[] {
  return fields(line).map((field) => {
    const match = /^(\d+)-(\d+)$/.exec(field);
    if (match === null) throw new FormatError('links-format', `“${clip(field)}” is not a link such as 0-1.`);
    return { source: Number(match[1]), target: Number(match[2]) };
  });
}

export function formatLinks(links: Iterable<Link>): string {
  let text = '';
  for (const { source, target } of links) text += `${text === '' ? '' : ' '}${source}-${target}`;
  return text;
}

/** Reads a whole gold file; the form is told from its first line with content. */
export function parseGold(text: string): GoldLinks[] {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== '');
  if (first === undefined) throw new FormatError('gold-empty', 'The gold file holds no links.');
  return /^\s*\d+\s+\d+\s+\d+(\s|$)/.test(first) ? parseNumbered(lines) : parseMarked(lines);
}

function parseMarked(lines: readonly string[]): GoldLinks[] {
  let base = 1;
  const pairs = lines.map((line, n) => {
    const sure: Link[] = [];
    const possible: Link[] = [];
    for (const field of fields(line)) {
      const match = /^(\d+)([-SpP?])(\d+)$/.exec(field);
      if (match === null) {
        throw new FormatError(
          'gold-format',
          `Line ${n + 1} of the gold file: “${clip(field)}” is not a link.`,
        );
      }
      const link = { source: Number(match[1]), target: Number(match[3]) };
      if (link.source === 0 || link.target === 0) base = 0;
      (match[2] === '-' || match[2] === 'S' ? sure : possible).push(link);
    }
    return { sure, possible };
  });
  const shift = (link: Link): Link => ({ source: link.source - base, target: link.target - base });
  return pairs.map(({ sure, possible }) => ({ sure: sure.map(shift), possible: possible.map(shift) }));
}

function parseNumbered(lines: readonly string[]): GoldLinks[] {
  const pairs: { sure: Link[]; possible: Link[] }[] = [];
  lines.forEach((line, n) => {
    const [pair, source, target, mark = 'S'] = fields(line);
    if (pair === undefined) return;
    const numbers = [Number(pair), Number(source), Number(target)];
    if (!numbers.every((number) => Number.isInteger(number) && number >= 0) || numbers[0] === 0) {
      throw new FormatError('gold-format', `Line ${n + 1} of the gold file is not “pair source target S”.`);
    }
    while (pairs.length < numbers[0]) pairs.push({ sure: [], possible: [] });
    if (numbers[1] === 0 || numbers[2] === 0) return;
    const link = { source: numbers[1] - 1, target: numbers[2] - 1 };
    (mark === 'P' ? pairs[numbers[0] - 1].possible : pairs[numbers[0] - 1].sure).push(link);
  });
  return pairs;
}

function fields(line: string): string[] {
  return line.split(/\s+/).filter((field) => field !== '');
}

function clip(text: string): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}
