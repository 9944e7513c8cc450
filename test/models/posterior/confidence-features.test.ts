import assert from 'node:assert/strict';
import {
  CONFIDENCE_FEATURES,
  type ConfidenceFeature,
  SegmentEvidence,
  targetWordIds,
} from '../../../models/posterior/confidence-features.js';
import { listProbabilities } from '../../../models/posterior/ngram-posteriors.js';
import type { ModelBundle } from '../../../models/search/model-bundle.js';
import { type SourceSegment, Translator } from '../../../models/search/translator.js';
import { everyPath, type WeightedPath } from '../../support/random-lattice.js';
import { ENGLISH_FRENCH, trainedModel } from '../../support/trained-model.js';

const WIDTH = CONFIDENCE_FEATURES.length;

describe('features of word confidence', () => {
  let bundle: ModelBundle;
  let segment: SourceSegment;
  let evidence: SegmentEvidence;
  let paths: WeightedPath[];
  let probabilities: Float64Array;

  before(async () => {
    bundle = await trainedModel(ENGLISH_FRENCH, { source: 'en', target: 'fr' });
    const translator = new Translator(bundle, { search: { beamSize: 6, popLimit: 12 } });
    segment = translator.prepare('the blue tree is tall');
    const lattice = translator.lattice(segment);
    evidence = new SegmentEvidence(bundle, segment, lattice, 1);
    paths = everyPath(lattice);
    probabilities = listProbabilities(paths, 1);
  });

  const ids = (text: string) => targetWordIds(bundle, segment, text.split(' '));
  const feature = (rows: Float64Array, i: number, name: ConfidenceFeature) =>
    rows[i * WIDTH + CONFIDENCE_FEATURES.indexOf(name)];
  /** Expected number of occurrences over all paths, or over those that a test accepts. */
  const expected = (ngram: readonly number[], accept: (words: readonly number[]) => boolean = () => true) => {
    let [sum, total] = [0, 0];
    paths.forEach(({ words }, p) => {
      if (!accept(words)) return;
      total += probabilities[p];
      for (let i = 0; i + ngram.length <= words.length; i++)
        if (ngram.every((word, k) => words[i + k] === word)) sum += probabilities[p];
    });
    return sum / total;
  };

  it('posteriors are those of the paths, shared by repeated words', () => {
    const words = ids("l' arbre est est grand");
    const rows = evidence.rows(words);
    words.forEach((word, i) => {
      const times = words.filter((other) => other === word).length;
      assert.ok(Math.abs(feature(rows, i, 'word') - Math.min(1, expected([word]) / times)) < 1e-6);
      if (i > 0) {
        const bigram = Math.min(1, expected([words[i - 1], word]));
        assert.ok(Math.abs(feature(rows, i, 'bigramLeft') - bigram) < 1e-6);
        assert.equal(feature(rows, i, 'bigramLeft'), feature(rows, i - 1, 'bigramRight'));
      }
    });
  });

  it('after given words only the paths that begin so count', () => {
    const [best] = [...paths].sort((a, b) => b.score - a.score);
    const given = best.words.slice(0, 2);
    const rows = evidence.rows(best.words, { given: 2 });
    const begins = (words: readonly number[]) => given.every((word, i) => words[i] === word);
    best.words.forEach((word, i) => {
      const times = best.words.filter((other) => other === word).length;
      const conditional = Math.min(1, expected([word], begins) / times);
      assert.ok(Math.abs(feature(rows, i, 'word') - conditional) < 1e-6);
    });
    assert.deepEqual(evidence.rows(best.words), evidence.rows(best.words, { given: 0 }));
  });

  it('tells words passed through and absent ones from known ones', () => {
    const words = ids('blue arbre zebra');
    const rows = evidence.rows(words);
    assert.ok(feature(rows, 0, 'passedThrough') > 0.9 && feature(rows, 0, 'absent') === 0);
    assert.ok(feature(rows, 1, 'passedThrough') < 0.1 && feature(rows, 1, 'linkPosterior') > 0.2);
    assert.equal(feature(rows, 2, 'absent'), 1);
    assert.equal(feature(rows, 2, 'word'), 0);
    assert.ok(feature(rows, 1, 'longestPhrase') > feature(rows, 2, 'longestPhrase'));
    for (const value of rows) assert.ok(Number.isFinite(value));
  });

  it('knows the longest phrase that says words together', () => {
    const rows = evidence.rows(ids("l' arbre est grand"));
    const apart = evidence.rows(ids("arbre l' grand est"));
    assert.ok(feature(rows, 1, 'longestPhrase') >= Math.log(3));
    assert.ok(feature(rows, 1, 'longestPhrase') > feature(apart, 0, 'longestPhrase'));
  });

  it('takes an empty text, an empty source and text that may go on', () => {
    assert.equal(evidence.rows([]).length, 0);
    const translator = new Translator(bundle);
    const nothing = translator.prepare('');
    const empty = new SegmentEvidence(bundle, nothing, translator.lattice(nothing), 1);
    for (const text of [{}, { isComplete: false }, { given: 1 }])
      for (const value of empty.rows(ids('arbre est'), text)) assert.ok(Number.isFinite(value));
    const open = evidence.rows(ids("l' arbre"), { isComplete: false });
    const closed = evidence.rows(ids("l' arbre"));
    assert.notEqual(feature(open, 1, 'bigramRight'), feature(closed, 1, 'bigramRight'));
  });
});
