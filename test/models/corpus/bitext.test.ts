import assert from 'node:assert/strict';
import fc from 'fast-check';
import { openContainer } from '../../../models/core/container.js';
import { ContainerWriter } from '../../../models/core/container-writer.js';
import { EnfaceError, FormatError } from '../../../models/core/errors.js';
import { AlignedPair, NO_LINK_LOW } from '../../../models/corpus/aligned-pair.js';
import { Bitext } from '../../../models/corpus/bitext.js';
import { GrowingBitext } from '../../../models/corpus/growing-bitext.js';
import { LinkTable } from '../../../models/corpus/link-table.js';
import { TokenText } from '../../../models/corpus/token-text.js';
import { anySentences, textOf } from '../../support/random-text.js';

interface Pair {
  source: number[];
  target: number[];
  links: number[];
}

const ANY_PAIR: fc.Arbitrary<Pair> = fc
  .tuple(fc.array(fc.nat(9), { maxLength: 9 }), fc.array(fc.nat(9), { maxLength: 9 }))
  .chain(([source, target]) => {
    const link = fc.tuple(fc.nat(Math.max(0, source.length - 1)), fc.nat(Math.max(0, target.length - 1)));
    const maxLength = source.length > 0 && target.length > 0 ? 20 : 0;
    return fc.array(link, { maxLength }).map((links) => ({ source, target, links: links.flat() }));
  });

function grow(pairs: readonly Pair[]): GrowingBitext {
  const bitext = new GrowingBitext();
  for (const { source, target, links } of pairs) bitext.append(source, target, links);
  return bitext;
}

/** The links of a pair as sorted distinct `[source, target]`. */
function linkList({ links }: Pair): [number, number][] {
  const distinct = new Set<number>();
  for (let k = 0; k < links.length; k += 2) distinct.add(links[k] * 1000 + links[k + 1]);
  return [...distinct].sort((a, b) => a - b).map((link) => [Math.floor(link / 1000), link % 1000]);
}

describe('TokenText', () => {
  it('leads from every position to its sentence and knows where sentences start', () => {
    fc.assert(
      fc.property(anySentences(5, 40, 30), (sentences) => {
        const text = textOf(sentences);
        let position = 0;
        for (const [s, sentence] of sentences.entries()) {
          assert.deepEqual([...text.sentence(s)], sentence);
          assert.equal(text.sentenceLength(s), sentence.length);
          for (let k = 0; k < sentence.length; k++, position++) {
            assert.equal(text.sentenceOf(position), s);
            assert.equal((text.startBits[position >>> 5] >>> (position & 31)) & 1, k === 0 ? 1 : 0);
          }
        }
        assert.equal((text.startBits[position >>> 5] >>> (position & 31)) & 1, 1);
      }),
    );
  });

  it('finds the nearest sentence start on either side of a position', () => {
    const sentences = fc.array(fc.array(fc.nat(5), { minLength: 1, maxLength: 90 }), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(sentences, fc.nat(), fc.nat(100), (list, anywhere, reach) => {
        const text = textOf(list);
        const position = anywhere % text.tokenCount;
        const starts = [...text.offsets];
        const next = starts.find((start) => start >= position)!;
        const last = starts.findLast((start) => start <= position)!;
        assert.equal(text.nextStart(position, position + reach), Math.min(next, position + reach));
        const limit = Math.max(0, position - reach);
        assert.equal(text.lastStart(position, limit), Math.max(last, limit));
      }),
      { numRuns: 500 },
    );
  });

  it('refuses offsets that do not fit', () => {
    for (const offsets of [[], [0], [1, 2], [0, 2, 1, 2], [0, 3]]) {
      assert.throws(() => new TokenText(new Int32Array(2), Uint32Array.from(offsets)), FormatError);
    }
  });
});

describe('Bitext', () => {
  it('gives every pair back after growing, writing and opening', () => {
    fc.assert(
      fc.property(fc.array(ANY_PAIR, { maxLength: 10 }), (pairs) => {
        const writer = new ContainerWriter({});
        writer.addAll(grow(pairs).view().toSections(), 'bitext/');
        const bitext = Bitext.fromContainer(openContainer(writer.toBuffer()), 'bitext/');
        assert.equal(bitext.pairCount, pairs.length);
        for (const [p, pair] of pairs.entries()) {
          assert.deepEqual([...bitext.source.sentence(p)], pair.source);
          assert.deepEqual([...bitext.target.sentence(p)], pair.target);
          const { positions, offsets } = bitext.links;
          const links = positions.subarray(2 * offsets[p], 2 * offsets[p + 1]);
          assert.deepEqual([...links], linkList(pair).flat());
        }
      }),
    );
  });

  it('keeps an earlier view whole while pairs are appended', () => {
    const growing = new GrowingBitext();
    growing.append([1], [2], [0, 0]);
    const before = growing.view();
    for (let k = 0; k < 5000; k++) growing.append([3, 4], [5], [1, 0]);
    assert.equal(before.pairCount, 1);
    assert.deepEqual([...before.source.ids], [1]);
    assert.equal(growing.view().pairCount, 5001);
  });

  it('refuses sides or links of different size, and links outside their pair', () => {
    const one = textOf([[1]]);
    const two = textOf([[1], [2]]);
    assert.throws(() => new Bitext(one, two, LinkTable.none(1)), /1 source and 2 target/);
    assert.throws(() => new Bitext(two, two, LinkTable.none(1)), FormatError);
    const growing = new GrowingBitext();
    assert.throws(() => growing.append([1], [1, 2], [1, 0]), EnfaceError);
    assert.throws(() => growing.append(new Array(256).fill(1), [1]), EnfaceError);
    assert.equal(growing.view().pairCount, 0);
  });
});

describe('AlignedPair', () => {
  it('lists the links of every position from both sides, whatever it held before', () => {
    const reader = new AlignedPair();
    fc.assert(
      fc.property(fc.array(ANY_PAIR, { minLength: 1, maxLength: 5 }), (pairs) => {
        const bitext = grow(pairs).view();
        for (const [p, pair] of pairs.entries()) {
          reader.load(bitext, p);
          const links = linkList(pair);
          assert.equal(reader.linkCount, links.length);
          for (let i = 0; i < pair.source.length; i++) {
            const expected = links.filter(([source]) => source === i).map(([, target]) => target);
            const { targets, targetsStart } = reader;
            assert.deepEqual([...targets.subarray(targetsStart[i], targetsStart[i + 1])], expected);
            assert.equal(reader.sourceLow[i], Math.min(NO_LINK_LOW, ...expected));
            assert.equal(reader.sourceHigh[i], Math.max(-1, ...expected));
          }
          for (let j = 0; j < pair.target.length; j++) {
            const expected = links.filter(([, target]) => target === j).map(([source]) => source);
            const { sources, sourcesStart } = reader;
            assert.deepEqual([...sources.subarray(sourcesStart[j], sourcesStart[j + 1])], expected);
            assert.equal(reader.targetLow[j], Math.min(NO_LINK_LOW, ...expected));
            assert.equal(reader.targetHigh[j], Math.max(-1, ...expected));
          }
        }
      }),
    );
  });

  it('reads a pair that is linked all over', () => {
    const words = new Array(255).fill(1);
    const links: number[] = [];
    for (let i = 0; i < 255; i++) for (let j = 0; j < 255; j++) links.push(i, j);
    const growing = new GrowingBitext();
    growing.append(words, words, links);
    const reader = new AlignedPair();
    reader.load(growing.view(), 0);
    assert.equal(reader.linkCount, 255 * 255);
    assert.equal(reader.targetsStart[255], 255 * 255);
    assert.deepEqual([reader.targets[254], reader.sources[255 * 255 - 1]], [254, 254]);
  });
});
