import assert from 'node:assert/strict';
import type { Explanation } from '../../models/assist/assist-records.js';
import { describeExplanation, describeTranslations, percent } from '../../server/src/explanation-text.js';

const EXPLANATION: Explanation = {
  targetSpans: [{ start: 0, end: 3 }],
  sourceSpans: [
    { start: 0, end: 2 },
    { start: 6, end: 9 },
  ],
  drawn: 'ne … pas → not',
  probability: 0.625,
  typed: false,
  contributions: [
    { name: 'seen as a translation', value: 2.04 },
    { name: 'fluency', value: -1 },
  ],
  units: [],
};
const UNIT = {
  source: 'Il ne vient pas.',
  target: 'He does *not* come.',
  label: 'memory.tmx, unit 3',
  uri: 'file:///memory.tmx#L9',
};

describe('explanations in words', () => {
  it('draw the phrase pair and say for and against it, with links', () => {
    assert.equal(
      describeExplanation(EXPLANATION, 0.8, [UNIT], true).value,
      [
        '**ne … pas → not** · confidence 80 % · used in 63 % of the translations considered',
        'Speaks for it: seen as a translation \\(\\+2\\.0\\)',
        'Speaks against it: fluency \\(−1\\.0\\)',
        '[memory\\.tmx, unit 3](file:///memory.tmx#L9): Il ne vient pas\\. → He does \\*not\\* come\\.',
      ].join('\n\n'),
    );
  });

  it('are plain where the editor has no Markdown, and say what was typed', () => {
    const typed = { ...EXPLANATION, typed: true, contributions: [] };
    assert.equal(
      describeExplanation(typed, null, [UNIT], false).value,
      'ne … pas → not · typed by you\nmemory.tmx, unit 3: Il ne vient pas. → He does *not* come.',
    );
  });

  it('list translations with their shares', () => {
    const translations = [
      { text: 'house', probability: 0.7, sourceSpans: [] },
      { text: 'home', probability: 0.004, sourceSpans: [] },
    ];
    assert.equal(
      describeTranslations('Haus', translations, true).value,
      '**Haus** here\n\n- 70 % house\n- <1 % home',
    );
  });

  it('round shares to whole per cent, and never to nothing', () => {
    assert.deepEqual([0, 0.001, 0.5, 1].map(percent), ['0 %', '<1 %', '50 %', '100 %']);
  });
});
