import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { MemoryUse } from '../../support/decoder-memory.js';

describe('memory of the decoder', () => {
  it('does not grow with the hypotheses that a warm decoder makes', async () => {
    const worker = new Worker(new URL('../../support/decoder-memory.js', import.meta.url));
    const [[few, many]] = (await once(worker, 'message')) as [[MemoryUse, MemoryUse]];
    assert.ok(many.hypotheses > 10 * few.hypotheses, `${few.hypotheses}, ${many.hypotheses}`);
    const perHypothesis = (many.bytes - few.bytes) / (many.hypotheses - few.hypotheses);
    assert.ok(perHypothesis < 4, `${perHypothesis} bytes for each hypothesis`);
  });
});
