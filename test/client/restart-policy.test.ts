import assert from 'node:assert/strict';
import { RestartPolicy } from '../../client/src/restart-policy.js';

const MINUTE = 60_000;

describe('RestartPolicy', () => {
  it('restarts with growing delays, announces the first and then gives up', () => {
    const policy = new RestartPolicy();
    const decisions = Array.from({ length: 6 }, (_, index) => policy.stopped(index * 1000));
    const delays = decisions.flatMap((one) => (one.action === 'restart' ? [one.delay] : []));
    assert.equal(delays.length, 4);
    assert.deepEqual(
      delays,
      delays.toSorted((a, b) => a - b),
    );
    assert.deepEqual(
      decisions.map((one) => one.action === 'restart' && one.announce),
      [true, false, false, false, false, false],
    );
    assert.equal(decisions.at(-1)!.action, 'giveUp');
  });

  it('treats a stop after a quiet time as a new incident', () => {
    const policy = new RestartPolicy();
    for (let index = 0; index < 20; index++) {
      const decision = policy.stopped(index * 4 * MINUTE);
      assert.deepEqual(
        [decision.action, decision.action === 'restart' && decision.announce],
        ['restart', true],
      );
    }
  });

  it('starts afresh after a restart by hand', () => {
    const policy = new RestartPolicy();
    for (let index = 0; index < 5; index++) policy.stopped(index);
    policy.reset();
    assert.equal(policy.stopped(5).action, 'restart');
  });
});
