import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  FIRST_WORD,
  SENTENCE_END,
  SENTENCE_START,
  UNKNOWN,
  Vocabulary,
  VocabularyBuilder,
} from '../../../models/text/vocabulary.js';

/** Any UTF-16, lone surrogates included. */
const form = fc.oneof(
  fc.constantFrom('a', 'b', 'Haus', '<s>', '</s>', '<unk>', '', '\ud800', '😀', 'é', '中', '\udc00x'),
  fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)), maxLength: 5 }),
);

describe('vocabulary', () => {
  it('gives ids like a map, base and overlay alike, and gives the forms back', () => {
    fc.assert(
      fc.property(fc.array(form, { maxLength: 200 }), fc.array(form), (first, second) => {
        const builder = new VocabularyBuilder();
        for (const word of first) builder.add(word);
        const { vocabulary } = builder.freeze();
        const opened = Vocabulary.fromSections(vocabulary.toSections());
        const oracle = new Map<string, number>();
        for (const word of first) if (!oracle.has(word)) oracle.set(word, FIRST_WORD + oracle.size);
        assert.equal(opened.baseSize, FIRST_WORD + oracle.size);
        for (const word of second) {
          assert.equal(opened.idOf(word), oracle.get(word) ?? UNKNOWN);
          const id = opened.add(word);
          if (!oracle.has(word)) oracle.set(word, FIRST_WORD + oracle.size);
          assert.equal(id, oracle.get(word));
        }
        assert.equal(opened.size, FIRST_WORD + oracle.size);
        const merged = opened.merged();
        assert.equal(merged.baseSize, opened.size);
        for (const [word, id] of oracle) {
          for (const one of [opened, merged]) {
            assert.equal(one.idOf(word), id);
            assert.equal(one.formOf(id), word);
          }
        }
      }),
    );
  });

  it('orders by frequency, drops rare words and counts them as unknown', () => {
    fc.assert(
      fc.property(fc.array(form), fc.nat(4), fc.nat(20), (words, minCount, maxWords) => {
        const builder = new VocabularyBuilder();
        const provisional = words.map((word) => builder.add(word));
        const { vocabulary, counts, newIds } = builder.freeze({ byFrequency: true, minCount, maxWords });
        assert.ok(vocabulary.size - FIRST_WORD <= maxWords);
        for (let id = FIRST_WORD; id < vocabulary.size; id++) {
          const seen = words.filter((word) => word === vocabulary.formOf(id)).length;
          assert.equal(counts[id], seen);
          assert.ok(seen >= minCount && (id === FIRST_WORD || counts[id] <= counts[id - 1]));
        }
        assert.deepEqual(
          provisional.map((id) => newIds[id]),
          words.map((word) => vocabulary.idOf(word)),
        );
        assert.equal(counts[UNKNOWN], words.filter((word) => vocabulary.idOf(word) === UNKNOWN).length);
      }),
    );
  });

  it('keeps the reserved ids apart from words that are spelt like them', () => {
    const vocabulary = new Vocabulary();
    assert.equal(vocabulary.idOf('<s>'), UNKNOWN);
    assert.equal(vocabulary.add('<s>'), FIRST_WORD);
    assert.equal(vocabulary.formOf(SENTENCE_START), '<s>');
    assert.equal(vocabulary.formOf(SENTENCE_END), '</s>');
    assert.equal(vocabulary.formOf(-1), '<unk>');
    assert.equal(vocabulary.formOf(99), '<unk>');
  });

  it('opens on shared memory without copying', () => {
    const builder = new VocabularyBuilder();
    for (let i = 0; i < 1000; i++) builder.add(`Wort${i}`);
    const { bytes, offsets, table } = builder.freeze().vocabulary.toSections();
    const shared = new SharedArrayBuffer(offsets.byteLength + table.byteLength + bytes.byteLength);
    const views = {
      offsets: new Uint32Array(shared, 0, offsets.length),
      table: new Int32Array(shared, offsets.byteLength, table.length),
      bytes: new Uint8Array(shared, offsets.byteLength + table.byteLength),
    };
    views.offsets.set(offsets);
    views.table.set(table);
    views.bytes.set(bytes);
    const opened = Vocabulary.fromSections(views);
    assert.equal(opened.toSections().bytes.buffer, shared);
    for (let i = 0; i < 1000; i++) assert.equal(opened.formOf(opened.idOf(`Wort${i}`)), `Wort${i}`);
  });

  it('refuses arrays that do not belong together', () => {
    const sections = new VocabularyBuilder().freeze().vocabulary.toSections();
    for (const broken of [
      { offsets: new Uint32Array(0) },
      { table: new Int32Array(3) },
      { offsets: Uint32Array.of(0, 9) },
    ]) {
      assert.throws(() => Vocabulary.fromSections({ ...sections, ...broken }), { code: 'vocabulary' });
    }
  });
});
