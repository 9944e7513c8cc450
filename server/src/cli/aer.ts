/** `enface aer`: how far links are from a gold standard. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { scoreAlignments } from '../../../models/align/alignment-error-rate.js';
import { parseGold, parseLinks } from '../../../models/align/link-text.js';
import { EnfaceError } from '../../../models/core/errors.js';
import type { Command } from './command.js';
import { parseOptions, required } from './options.js';
import { tableLines, withCommas } from './table.js';

export const aer: Command = {
  name: 'aer',
  summary: 'compare links with a gold alignment',
  help: `Usage: enface aer --links LINKS --gold FILE

Prints alignment error rate, precision and recall (Och & Ney 2003). The gold file may be

  1-1 2p3 …                        one pair a line; - sure, p possible; positions from 1
  pair source target [S|P]         one link a line, as in the shared tasks

Links are 0-0 1-2 …, positions from 0, as "enface align" writes them. There may be more lines
of links than gold pairs; the first ones count. Files may be packed with gzip.`,

  async run(args, io) {
    const { values } = parseOptions(args, { links: { type: 'string' }, gold: { type: 'string' } });
    const read = (name: 'links' | 'gold') => readText(path.resolve(io.cwd, required(values[name], name)));
    const gold = parseGold(await read('gold'));
    const lines = (await read('links')).replace(/\r?\n$/, '').split(/\r?\n/);
    if (lines.length < gold.length) {
      throw new EnfaceError(
        'aer-lines',
        `The gold file has ${gold.length} pairs, but there are links for ${lines.length} only.`,
      );
    }
    const scores = scoreAlignments(lines.slice(0, gold.length).map(parseLinks), gold);
    for (const line of tableLines([
      ['Alignment error rate', (100 * scores.errorRate).toFixed(2)],
      ['Precision', (100 * scores.precision).toFixed(2)],
      ['Recall', (100 * scores.recall).toFixed(2)],
      ['Links', withCommas(scores.links)],
      ['Sure links', withCommas(scores.sureLinks)],
    ])) {
      io.out(line);
    }
    return 0;
  },
};

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    const what = cause.code === 'ENOENT' ? 'does not exist' : 'cannot be read';
    throw new EnfaceError('file', `${path.basename(file)} ${what}.`, { cause });
  });
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
}
