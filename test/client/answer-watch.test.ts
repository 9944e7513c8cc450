import assert from 'node:assert/strict';
import { AnswerWatch, type Promptness } from '../../client/src/answer-watch.js';

describe('AnswerWatch', () => {
  it('says nothing about answers that come in time', async () => {
    const { watch, reports, wait } = watched();
    const answer = openAnswer<number>();
    const tracked = watch.track(answer.promise);
    wait(1900);
    answer.resolve(7);
    assert.equal(await tracked, 7);
    wait(60_000);
    assert.deepEqual(reports, []);
  });

  it('reports slow once for many open questions, and prompt when all are answered', async () => {
    const { watch, reports, wait } = watched();
    const answers = Array.from({ length: 3 }, () => openAnswer<void>());
    const tracked = answers.map(({ promise }) => watch.track(promise));
    wait(2100);
    assert.deepEqual(reports, ['slow']);
    answers[0]!.resolve();
    answers[1]!.resolve();
    await Promise.all(tracked.slice(0, 2));
    assert.deepEqual(reports, ['slow']);
    answers[2]!.resolve();
    await tracked[2];
    assert.deepEqual(reports, ['slow', 'prompt']);
  });

  it('reports a server that does not answer at all, and passes failures on', async () => {
    const { watch, reports, wait } = watched();
    const answer = openAnswer<void>();
    const tracked = watch.track(answer.promise);
    wait(30_100);
    assert.deepEqual(reports, ['slow', 'hung']);
    answer.reject(new Error('gone'));
    await assert.rejects(tracked, /gone/);
    assert.deepEqual(reports, ['slow', 'hung', 'prompt']);
  });
});

/** A watch on a clock that the test moves. */
function watched() {
  const reports: Promptness[] = [];
  const planned = new Map<() => void, number>();
  let now = 0;
  const watch = new AnswerWatch(
    (promptness) => reports.push(promptness),
    (work, delay) => {
      planned.set(work, now + delay);
      return () => planned.delete(work);
    },
  );
  const wait = (duration: number) => {
    now += duration;
    for (const [work, due] of planned) {
      if (due > now) continue;
      planned.delete(work);
      work();
    }
  };
  return { watch, reports, wait };
}

function openAnswer<T>() {
  let resolve!: (value: T) => void;
  let reject!: (reason: Error) => void;
  const promise = new Promise<T>((onAnswer, onFailure) => {
    resolve = onAnswer;
    reject = onFailure;
  });
  return { promise, resolve, reject };
}
