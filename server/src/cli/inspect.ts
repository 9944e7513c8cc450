/** `enface inspect`: what is in a model, and whether it is whole. */
import path from 'node:path';
import type { SectionInfo } from '../../../models/core/container.js';
import { openBundle } from '../../../models/search/model-bundle.js';
import { readModelFile } from '../training/model-file.js';
import { type Command, UsageError } from './command.js';
import { parseOptions } from './options.js';
import { inUnits, tableLines, withCommas } from './table.js';

export const inspect: Command = {
  name: 'inspect',
  summary: 'show what is in a model and check that it is whole',
  help: `Usage: enface inspect MODEL [--json]

Shows the languages, counts, weights and sections of a model, after checking every
checksum and that all parts fit together. Ends with code 2 and says what is wrong when
the file is damaged, cut short, of a newer version or no model at all.

  --json    print everything as JSON`,

  async run(args, io) {
    const { values, positionals } = parseOptions(args, { json: { type: 'boolean' } }, true);
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) throw new UsageError('Give the file of one model.');
    const container = await readModelFile(path.resolve(io.cwd, name));
    container.verify();
    const metadata = container.metadata();
    openBundle(container);
    const { version, sections, buffer } = container;
    if (values.json) {
      io.out(JSON.stringify({ formatVersion: version, bytes: buffer.byteLength, metadata, sections }));
      return 0;
    }
    io.out(
      `${path.basename(name)}: format version ${version}, ${inUnits(buffer.byteLength)}, all checksums match`,
    );
    io.out('');
    for (const line of metadataLines(metadata)) io.out(line);
    io.out('');
    for (const line of sectionLines(sections)) io.out(line);
    return 0;
  },
};

/** Nested records become `source.language`. */
function metadataLines(metadata: Readonly<Record<string, unknown>>): string[] {
  const rows: string[][] = [];
  const visit = (prefix: string, value: unknown) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [key, inner] of Object.entries(value))
        visit(prefix === '' ? key : `${prefix}.${key}`, inner);
    } else {
      rows.push([prefix, typeof value === 'number' ? withCommas(value) : String(value)]);
    }
  };
  visit('', metadata);
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', value]) => `${name.padEnd(width)}  ${value}`);
}

function sectionLines(sections: readonly SectionInfo[]): string[] {
  return tableLines([
    ['Section', 'type', 'elements', 'bytes', 'checksum'],
    ...sections.map(({ name, type, length, byteLength, checksum }) => [
      name,
      type,
      withCommas(length),
      inUnits(byteLength),
      checksum.toString(16).padStart(8, '0'),
    ]),
  ]);
}
