import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { AnswerWatch, type Promptness } from '../../client/src/answer-watch.js';

describe('AnswerWatch', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('says nothing about answers that come in time', async () => {
    const { watch, reports } = watched();
    const answer = openAnswer<number>();
    const tracked = watch.track(answer.promise);
    mock.timers.tick(1900);
    answer.resolve(7);
    assert.equal(await tracked, 7);
    mock.timers.tick(60_000);
    assert.deepEqual(reports, []);
  });

  it('reports slow once for many open questions, and prompt when all are answered', async () => {
    const { watch, reports } = watched();
    const answers = Array.from({ length: 3 }, () => openAnswer<void>());
    const tracked = answers.map(({ promise }) => watch.track(promise));
    mock.timers.tick(2100);
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
    const { watch, reports } = watched();
    const answer = openAnswer<void>();
    const tracked = watch.track(answer.promise);
    mock.timers.tick(30_100);
    assert.deepEqual(reports, ['slow', 'hung']);
    answer.reject(new Error('gone'));
    await assert.rejects(tracked, /gone/);
    assert.deepEqual(reports, ['slow', 'hung', 'prompt']);
  });
});

function watched() {
  const reports: Promptness[] = [];
  return { watch: new AnswerWatch((promptness) => reports.push(promptness)), reports };
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
