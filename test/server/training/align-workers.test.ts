import assert from 'node:assert/strict';
import { alignBitext, type BitextAlignment } from '../../../models/align/word-aligner.js';
import { CancelledError } from '../../../models/core/errors.js';
import { alignInWorkers } from '../../../server/src/training/align-workers.js';
import { pairsOf, toyBitext } from '../../support/toy-bitext.js';

const { pairs } = toyBitext({ count: 500 });

async function drain(
  run: AsyncIterator<number, BitextAlignment> | ReturnType<typeof alignBitext>,
): Promise<BitextAlignment> {
  for (;;) {
    const step = await run.next();
    if (step.done === true) return step.value;
  }
}

describe('word alignment in worker threads', () => {
  it('gives the same as one thread with as many shards, each time', async () => {
    const one = await drain(alignBitext(pairs, { shards: 2 }));
    const two = await drain(alignInWorkers(pairs, {}, 2));
    assert.deepEqual(two, one);
  });

  it('follows the heuristic', async () => {
    const one = await drain(alignBitext(pairs, { shards: 2, heuristic: 'intersection' }));
    const two = await drain(alignInWorkers(pairs, { heuristic: 'intersection' }, 2));
    assert.deepEqual(two.links, one.links);
  });

  it('reports a rising share of the work', async () => {
    let last = -1;
    for await (const done of alignInWorkers(pairs, { ibm1Iterations: 1, hmmIterations: 1 }, 2)) {
      assert.ok(done >= last && done <= 1, `${last} → ${done}`);
      last = done;
    }
    assert.ok(last > 0.6);
  });

  it('stops when it is told to', async () => {
    const token = { cancelled: false };
    const run = alignInWorkers(pairs, {}, 2, token);
    await run.next();
    token.cancelled = true;
    await assert.rejects(drain(run), CancelledError);
  });

  it('does without pairs', async () => {
    const { links } = await drain(alignInWorkers(pairsOf([], [], 0, 0), {}, 2));
    assert.equal(links.pairCount, 0);
  });
});
