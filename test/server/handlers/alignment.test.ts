import assert from 'node:assert/strict';
import { linkedWith } from '../../../server/src/handlers/alignment.js';

const span = (start: number, end: number) => ({ start, end });
// Il ne vient pas. – He does not come.
const [IL, NE, VIENT, PAS] = [span(0, 2), span(3, 5), span(6, 11), span(12, 15)];
const [HE, NOT, COME] = [span(0, 2), span(8, 11), span(12, 16)];
const LINKS = [
  { source: IL, target: HE, probability: 0.9 },
  { source: NE, target: NOT, probability: 0.8 },
  { source: PAS, target: NOT, probability: 0.8 },
  { source: VIENT, target: COME, probability: 0.9 },
  { source: VIENT, target: HE, probability: 0.1 },
];

describe('words that belong together', () => {
  it('come with the gap between them, from either side', () => {
    const both = { source: [NE, PAS], target: [NOT] };
    assert.deepEqual(linkedWith(LINKS, 'target', 9), both);
    assert.deepEqual(linkedWith(LINKS, 'source', 4), both);
    assert.deepEqual(linkedWith(LINKS, 'source', 15), both);
  });

  it('leave out unlikely links, and places without a word', () => {
    assert.deepEqual(linkedWith(LINKS, 'source', 8), { source: [VIENT], target: [COME] });
    assert.equal(linkedWith(LINKS, 'target', 5), null);
    assert.equal(linkedWith([], 'target', 0), null);
  });
});
