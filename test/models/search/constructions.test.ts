/** The constructions that phrases with gaps are for (Galley & Manning 2010, Fig. 1–3; Simard et al. 2005, §2). */
import assert from 'node:assert/strict';
import { setPositions } from '../../../models/phrases/translation-options.js';
import { Translator } from '../../../models/search/translator.js';
import { type AlignedSentences, toyModel } from '../../support/toy-model.js';

/** Translates with gaps and without; the phrase pairs of the first are drawn. */
function both(pairs: AlignedSentences, source: string, maxGaps = 1) {
  const model = toyModel(pairs);
  const sampling = {
    minTargetGapped: 1,
    divisibleGain: Number.NEGATIVE_INFINITY,
    maxSourceGaps: maxGaps,
    maxTargetGaps: maxGaps,
  };
  const search = { distortionLimit: 10 };
  const withGaps = new Translator(model, { sampling, search });
  const without = new Translator(model, { sampling: { maxSourceGaps: 0, maxTargetGaps: 0 }, search });
  const segment = withGaps.prepare(source);
  const [best] = withGaps.nBest(segment, 1);
  return {
    text: best.text,
    drawing: withGaps.draw(segment, best),
    contiguous: without.translate(source).text,
  };
}

describe('constructions with gaps', () => {
  it('translates ne … plus around a verb that was never seen between them', () => {
    const pairs: AlignedSentences = [
      ['il ne mange plus', 'he no longer eats', '0-0 1-1 1-2 3-1 3-2 2-3'],
      ['elle ne dort plus', 'she no longer sleeps', '0-0 1-1 1-2 3-1 3-2 2-3'],
      ['il chante', 'he sings', '0-0 1-1'],
      ['elle chante', 'she sings', '0-0 1-1'],
    ];
    const { text, drawing } = both(pairs, 'elle ne chante plus');
    assert.equal(text, 'she no longer sings');
    assert.match(drawing, /ne … plus {2}→ {2}no longer/);
  });

  it('takes ne … plus as not … anymore only if it is asked for, or says more than its words', () => {
    const pairs: AlignedSentences = [
      ['elle ne veut plus', 'she does not want anymore', '0-0 1-2 2-1 2-3 3-4'],
      ['il ne veut plus', 'he does not want anymore', '0-0 1-2 2-1 2-3 3-4'],
      ['plus vite', 'more quickly', '0-0 1-1'],
      ['plus haut', 'more highly', '0-0 1-1'],
    ];
    const model = toyModel(pairs);
    const hasPair = (divisibleGain: number) => {
      const translator = new Translator(model, { sampling: { minTargetGapped: 1, divisibleGain } });
      const { options } = translator.search(translator.prepare('il ne veut plus'));
      return options.optionSet.some((set, option) => {
        const pieces = options.pieceStart[option + 1] - options.pieceStart[option];
        return pieces === 2 && setPositions(options, set).join(' ') === '1 3';
      });
    };
    assert.ok(hasPair(Number.NEGATIVE_INFINITY));
    // Both occurrences are so translated; by their words, plus is anymore in two of four.
    assert.ok(hasPair(Math.log(1.9)));
    assert.ok(!hasPair(Math.log(2.1)));
    assert.ok(!hasPair(Number.POSITIVE_INFINITY));
  });

  it('switches off what stands between the verb and its particle', () => {
    const pairs: AlignedSentences = [
      ['mary switches the radio off', 'marie éteint la radio', '0-0 1-1 4-1 2-2 3-3'],
      ['he switches the light off', 'il éteint la lumière', '0-0 1-1 4-1 2-2 3-3'],
      ['mary switches the radio on', 'marie allume la radio', '0-0 1-1 4-1 2-2 3-3'],
      ['he switches the light on', 'il allume la lumière', '0-0 1-1 4-1 2-2 3-3'],
      ['her table lamp is old', 'sa lampe de table est vieille', '0-0 2-1 1-3 1-2 3-4 4-5'],
    ];
    const off = both(pairs, 'mary switches her table lamp off');
    assert.equal(off.text, 'marie éteint sa lampe de table');
    assert.match(off.drawing, /switches … off {2}→ {2}éteint/);
    assert.equal(both(pairs, 'mary switches her table lamp on').text, 'marie allume sa lampe de table');
  });

  it('opens a gap in the target and closes it later', () => {
    const pairs: AlignedSentences = [
      ['er schaltet aus', 'he switches off', '0-0 1-1 2-2'],
      ['mary éteint radio', 'mary switches radio off', '0-0 1-1 1-3 2-2'],
      ['he éteint light', 'he switches light off', '0-0 1-1 1-3 2-2'],
      ['mary hat lampe', 'mary has lamp', '0-0 1-1 2-2'],
    ];
    const { text, drawing } = both(pairs, 'mary éteint lampe');
    assert.equal(text, 'mary switches lamp off');
    assert.match(drawing, /éteint {2}→ {2}switches … off/);
  });

  it('crosses two discontinuous pairs', () => {
    // Source a1 b1 a2 b2: the pairs a1 … a2 and b1 … b2 cross each other, on both sides.
    const pairs: AlignedSentences = [
      ['a1 b1 a2 b2', 'A1 B1 A2 B2', '0-0 0-2 2-0 2-2 1-1 1-3 3-1 3-3'],
      ['a1 c1 a2 c2', 'A1 C1 A2 C2', '0-0 0-2 2-0 2-2 1-1 1-3 3-1 3-3'],
      ['d1 b1 d2 b2', 'D1 B1 D2 B2', '0-0 0-2 2-0 2-2 1-1 1-3 3-1 3-3'],
    ];
    const { text, drawing } = both(pairs, 'd1 c1 d2 c2');
    assert.equal(text, 'D1 C1 D2 C2');
    assert.match(drawing, /d1 … d2 {2}→ {2}D1 … D2/);
    assert.match(drawing, /c1 … c2 {2}→ {2}C1 … C2/);
  });

  it('interleaves are … for this with arrangements … made, as in Fig. 3 of the paper', () => {
    // The verb and its object come last in the source and go around "are" in the target, which itself waits for the rest.
    const links = '0-1 0-3 1-1 1-3 2-4 3-5 4-0 4-2 5-0 5-2';
    const pairs: AlignedSentences = [
      ['zheng wei zhe fangwen zuo jihua', 'plans are drawn for this visit', links],
      ['zheng wei zhe fangwen zuo jihua', 'plans are drawn for this visit', links],
      ['ceng yu na huiyi zuo anpai', 'arrangements were made at that meeting', links],
      ['ceng yu na huiyi zuo anpai', 'arrangements were made at that meeting', links],
      ['ta shuo', 'he said', '0-0 1-1'],
    ];
    const { text, drawing } = both(pairs, 'ta shuo zheng wei zhe fangwen zuo anpai');
    assert.equal(text, 'he said arrangements are made for this visit');
    assert.match(drawing, /zuo anpai {2}→ {2}arrangements … made/);
    assert.match(drawing, /zheng wei zhe( fangwen)? {2}→ {2}are … for this/);
  });

  it('wraps a bonbon: each of two pairs lies in the gap of the other, one a side', () => {
    // b lies inside the source gap of a1 … a2; A lies inside the target gap of B1 … B2.
    const pairs: AlignedSentences = [
      ['a1 b a2', 'B1 A B2', '0-1 2-1 1-0 1-2'],
      ['a1 c a2', 'C1 A C2', '0-1 2-1 1-0 1-2'],
      ['d1 b d2', 'B1 D B2', '0-1 2-1 1-0 1-2'],
    ];
    const { text, drawing } = both(pairs, 'd1 c d2');
    assert.equal(text, 'C1 D C2');
    assert.match(drawing, /d1 … d2 {2}→ {2}D/);
    assert.match(drawing, /c {2}→ {2}C1 … C2/);
  });

  it('reorders inside out (2 4 1 3), which no tree of blocks can', () => {
    const pairs: AlignedSentences = [
      ['a b c d', 'B D A C', '0-2 1-0 2-3 3-1'],
      ['a b c d', 'B D A C', '0-2 1-0 2-3 3-1'],
      ['e b c d', 'B D E C', '0-2 1-0 2-3 3-1'],
      ['a f c d', 'F D A C', '0-2 1-0 2-3 3-1'],
    ];
    assert.equal(both(pairs, 'e f c d').text, 'F D E C');
  });
});
