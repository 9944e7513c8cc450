import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lineOfUnit } from '../../../server/src/formats/tmx-unit-line.js';
import { tmx } from '../../support/tmx.js';

describe('the line of a TMX unit', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'enface-lines-'));
  const file = path.join(folder, 'memory.tmx');
  after(() => rmSync(folder, { recursive: true }));

  it('is where the unit begins, also far into a file that is read in pieces', async () => {
    const units = Array.from({ length: 3000 }, (_, i) => [`Source ${i}\nof two lines`, `Ziel ${i}`] as const);
    writeFileSync(file, tmx(units));
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const number of [1, 2, 1500, 3000]) {
      const line = (await lineOfUnit(file, number)) ?? 0;
      assert.match(lines[line - 1] ?? '', new RegExp(`<tu>.*Source ${number - 1}$`), `unit ${number}`);
    }
  });

  it('is not known for units that are not there, and for files that cannot be read', async () => {
    writeFileSync(file, tmx([['One', 'Eins']]));
    assert.equal(await lineOfUnit(file, 2), null);
    assert.equal(await lineOfUnit(path.join(folder, 'none.tmx'), 1), null);
    writeFileSync(file, Buffer.from(tmx([['One', 'Eins']]), 'utf16le'));
    assert.equal(await lineOfUnit(file, 1), null);
  });
});
