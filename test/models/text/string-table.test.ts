import assert from 'node:assert/strict';
import { StringTable } from '../../../models/text/string-table.js';

describe('string table', () => {
  it('stays right while it grows through many sizes', () => {
    for (const expected of [0, 16, 1000]) {
      const table = new StringTable(expected);
      const oracle = new Map<string, number>();
      for (let i = 0; i < 40_000; i++) {
        const text = `w${(i * 7919) % 30_011}${['', 'é', '中', '😀'][i % 4]}`;
        if (!oracle.has(text)) oracle.set(text, oracle.size);
        assert.equal(table.add(text), oracle.get(text));
      }
      assert.equal(table.size, oracle.size);
      const opened = StringTable.fromSections(table.toSections());
      for (const [text, id] of oracle) {
        assert.equal(opened.find(text), id);
        assert.equal(opened.textOf(id), text);
      }
      assert.equal(opened.find('w'), -1);
    }
  });

  it('refuses to grow when it is a view', () => {
    const opened = StringTable.fromSections(new StringTable().toSections());
    assert.throws(() => opened.add('x'), TypeError);
  });
});
