import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TranslationMemory, type UnitId } from '../../../models/memory/translation-memory.js';
import { naiveMatches } from '../../support/naive-match.js';
import { simpleTokenizer } from '../../support/simple-tokenizer.js';

const tokenize = (text: string) => simpleTokenizer.tokenize(text);

function memoryOf(pairs: readonly (readonly [string, string])[]): TranslationMemory {
  const memory = new TranslationMemory(simpleTokenizer, simpleTokenizer);
  for (const [unit, [source, target]] of pairs.entries()) {
    memory.add({ source, target, origin: { file: 'f', unit } });
  }
  return memory;
}

describe('translation memory', () => {
  it('gives back what was put in, whatever the characters', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))),
        (pairs) => {
          const memory = new TranslationMemory(simpleTokenizer);
          const ids = pairs.map(([source, target], unit) =>
            memory.add({ source, target, origin: { file: 'f', unit } }),
          );
          ids.forEach((id, i) => {
            const unit = memory.unit(id);
            assert.deepEqual(
              [unit?.source, unit?.target],
              pairs[i].map((text) =>
                new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text)),
              ),
            );
          });
          assert.equal(memory.size, new Set(ids).size);
        },
      ),
    );
  });

  it('merges equal pairs and keeps their origins', () => {
    const memory = new TranslationMemory(simpleTokenizer);
    const first = memory.add({ source: 'Yes', target: 'Ja', origin: { file: 'a.tmx', unit: 4 } });
    const again = memory.add({ source: 'Yes', target: 'Ja', origin: { file: 'b.tmx', unit: 0 } });
    const other = memory.add({ source: 'Yes', target: 'Doch', origin: { file: 'b.tmx', unit: 1 } });
    assert.equal(again, first);
    assert.notEqual(other, first);
    assert.equal(memory.size, 2);
    assert.deepEqual(memory.origins(first), [
      { file: 'b.tmx', unit: 0 },
      { file: 'a.tmx', unit: 4 },
    ]);
    assert.deepEqual(
      memory.match('Yes').map(({ target, percent }) => [target, percent]),
      [
        ['Doch', 100],
        ['Ja', 100],
      ],
    );
  });

  it('ranks units like a comparison with all of them', () => {
    const line = fc
      .array(fc.constantFrom('a', 'b', 'c', 'B', '1', '2', '.', '  '), { maxLength: 7 })
      .map((tokens) => tokens.join(' '));
    fc.assert(
      fc.property(
        fc.uniqueArray(line, { maxLength: 25 }),
        line,
        fc.integer({ min: 40, max: 100 }),
        fc.integer({ min: 1, max: 6 }),
        (sources, query, minimumPercent, limit) => {
          const memory = memoryOf(sources.map((source) => [source, 'x']));
          const found = memory.match(query, { minimumPercent, limit });
          const expected = naiveMatches(query, sources, minimumPercent, tokenize).slice(0, limit);
          assert.deepEqual(
            found.map(({ source, percent }) => ({ index: sources.indexOf(source), percent })),
            expected,
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('puts the unit with the same neighbours first, at 101', () => {
    const memory = new TranslationMemory(simpleTokenizer);
    const add = (target: string, unit: number, previousSource?: string, nextSource?: string) =>
      memory.add({ source: 'Open', target, origin: { file: 'f', unit }, previousSource, nextSource });
    add('Öffnen', 0, 'File', 'Close');
    add('Offen', 1, 'State', 'Closed');
    add('Auf', 2);
    const targets = (previousSource?: string, nextSource?: string) =>
      memory
        .match('Open', { previousSource, nextSource })
        .map(({ target, percent }) => `${target} ${percent}`);
    assert.deepEqual(targets('File', 'Close'), ['Öffnen 101', 'Auf 100', 'Offen 100']);
    assert.deepEqual(targets('State', 'Closed'), ['Offen 101', 'Auf 100', 'Öffnen 100']);
    assert.deepEqual(targets('File', 'Closed'), ['Auf 100', 'Offen 100', 'Öffnen 100']);
    assert.deepEqual(targets(), ['Auf 100', 'Offen 100', 'Öffnen 100']);
    add('Offen', 3, '', '');
    assert.equal(targets('', '')[0], 'Offen 101', 'a document of one segment');
  });

  it('forgets units and origins, and takes them back', () => {
    const memory = memoryOf([
      ['one two', 'eins zwei'],
      ['one three', 'eins drei'],
    ]);
    memory.add({ source: 'one two', target: 'eins zwei', origin: { file: 'g', unit: 0 } });
    assert.equal(memory.removeOrigin('f', 0), true);
    assert.equal(memory.removeOrigin('f', 0), false);
    assert.equal(memory.size, 2, 'another file still has it');
    assert.equal(memory.removeFile('g'), 1);
    assert.equal(memory.size, 1);
    assert.deepEqual(
      memory.match('one two', { minimumPercent: 50 }).map(({ target }) => target),
      ['eins drei'],
    );
    const id = memory.add({ source: 'one two', target: 'eins zwei', origin: { file: 'f', unit: 0 } });
    assert.equal(id, 0, 'the packed text is used again');
    assert.equal(memory.match('one two')[0].percent, 100);
    assert.equal(memory.remove(id), true);
    assert.equal(memory.remove(id), false);
    assert.equal(memory.unit(id), undefined);
    assert.equal(memory.remove(99 as UnitId), false);
  });

  it('replaces what an origin held before', () => {
    const memory = new TranslationMemory(simpleTokenizer);
    const origin = { file: 'doc.de.md', unit: 3 };
    memory.add({ source: 'Good', target: 'Gut', origin });
    memory.add({ source: 'Good', target: 'Schön', origin });
    assert.deepEqual(
      memory.match('Good').map(({ target }) => target),
      ['Schön'],
    );
    assert.equal(memory.size, 1);
  });

  it('behaves like a list of pairs under any sequence of changes', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('add' as const), file: fc.nat(2), unit: fc.nat(4), pair: fc.nat(6) }),
      fc.record({ do: fc.constant('drop' as const), file: fc.nat(2), unit: fc.nat(4) }),
      fc.record({ do: fc.constant('file' as const), file: fc.nat(2), most: fc.integer({ min: 1, max: 3 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const memory = new TranslationMemory(simpleTokenizer);
        const places = new Map<string, number>();
        for (const each of steps) {
          const file = String(each.file);
          if (each.do === 'add') {
            const [source, target] = [`s${each.pair >> 1}`, `t${each.pair}`];
            memory.add({ source, target, origin: { file, unit: each.unit } });
            places.set(`${file}/${each.unit}`, each.pair);
          } else if (each.do === 'drop') {
            assert.equal(memory.removeOrigin(file, each.unit), places.delete(`${file}/${each.unit}`));
          } else {
            while (memory.removeFile(file, each.most) === each.most);
            for (const key of places.keys()) if (key.startsWith(`${file}/`)) places.delete(key);
          }
          const pairs = new Set(places.values());
          assert.equal(memory.size, pairs.size);
          for (let source = 0; source < 4; source++) {
            const found = memory.match(`s${source}`, { minimumPercent: 100 }).map(({ target }) => target);
            const expected = [...pairs].filter((pair) => pair >> 1 === source).map((pair) => `t${pair}`);
            assert.deepEqual(found.sort(), expected.sort());
          }
          for (let pair = 0; pair < 8; pair++) {
            assert.equal(memory.holds(`s${pair >> 1}`, `t${pair}`), pairs.has(pair));
            assert.equal(memory.holds(`s${(pair >> 1) + 1}`, `t${pair}`), false);
          }
        }
      }),
    );
  });

  it('finds phrases on both sides, newest first', () => {
    const memory = memoryOf([
      ['Open the file menu.', 'Öffnen Sie das Menü Datei.'],
      ['The file is open.', 'Die Datei ist offen.'],
      ['Files: the file', 'Dateien: die Datei'],
      ['menu of the File', 'Menü der Datei'],
    ]);
    const spans = (phrase: string, side: 'source' | 'target', limit = 10) =>
      memory.search(phrase, { side, limit }).map((hit) => hit[side].slice(hit.span.start, hit.span.end));
    assert.deepEqual(spans('the file', 'source'), ['the File', 'the file', 'The file', 'the file']);
    assert.deepEqual(spans('the file', 'source', 2), ['the File', 'the file']);
    assert.deepEqual(spans('file the', 'source'), []);
    assert.deepEqual(spans('die datei', 'target'), ['die Datei', 'Die Datei']);
    assert.deepEqual(spans('unheard of', 'source'), []);
    assert.deepEqual(spans('', 'source'), []);
    assert.deepEqual(new TranslationMemory(simpleTokenizer).search('a', { side: 'target', limit: 1 }), []);
  });

  it('packs texts tightly', () => {
    const memory = new TranslationMemory(simpleTokenizer);
    for (let unit = 0; unit < 20_000; unit++) {
      const source = `the ${unit % 97} quick brown foxes jump over dog number ${unit} at dawn`;
      memory.add({ source, target: source.toUpperCase(), origin: { file: 'f', unit } });
    }
    assert.ok(memory.byteLength / memory.size < 500, String(memory.byteLength / memory.size));
  });
});
