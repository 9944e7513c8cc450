import assert from 'node:assert/strict';
import fc from 'fast-check';
import { AlignedPair } from '../../../models/corpus/aligned-pair.js';
import { GrowingBitext } from '../../../models/corpus/growing-bitext.js';
import { LinkConsistency } from '../../../models/phrases/link-consistency.js';
import { PhraseExtractor } from '../../../models/phrases/phrase-extractor.js';

const LENGTH = 5;

describe('LinkConsistency', () => {
  it('never rejects what can be extracted, and rejects links that lead out of the phrase', () => {
    const pairs = fc.array(fc.array(fc.tuple(fc.nat(LENGTH - 1), fc.nat(LENGTH - 1)), { maxLength: 6 }), {
      minLength: 1,
      maxLength: 3,
    });
    const consistency = new LinkConsistency();
    const extractor = new PhraseExtractor({ maxTargetWords: LENGTH, maxTargetGaps: LENGTH });
    const pair = new AlignedPair();
    fc.assert(
      fc.property(pairs, fc.integer({ min: 1, max: 2 ** LENGTH - 1 }), (links, subset) => {
        const growing = new GrowingBitext();
        const ids = [3, 4, 5, 6, 7];
        for (const list of links) growing.append(ids, ids, list.flat());
        const bitext = growing.view();
        const source = ids.map((_, i) => i).filter((i) => (subset >> i) & 1);
        links.forEach((list, p) => {
          const targets = new Set(list.filter(([i]) => source.includes(i)).map(([, j]) => j));
          const leadsOut = list.some(([i, j]) => targets.has(j) && !source.includes(i));
          const answer = consistency.test(bitext.links, p, source, source.length);
          assert.equal(answer, targets.size > 0 && !leadsOut);
          pair.load(bitext, p);
          if (extractor.extract(pair, source, source.length) > 0) assert.ok(answer);
        });
      }),
    );
  });
});
