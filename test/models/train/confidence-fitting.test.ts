import assert from 'node:assert/strict';
import { openContainer } from '../../../models/core/container.js';
import { CancelledError, FormatError } from '../../../models/core/errors.js';
import { reliabilityTable } from '../../../models/eval/confidence-measures.js';
import { labelWords } from '../../../models/eval/word-labels.js';
import { Rescorer } from '../../../models/posterior/rescorer.js';
import { verdictText, WordConfidence } from '../../../models/posterior/word-confidence.js';
import type { ConfidenceModel } from '../../../models/search/confidence-model.js';
import {
  bundleWriter,
  type ModelBundle,
  openBundle,
  withConfidence,
} from '../../../models/search/model-bundle.js';
import { Translator } from '../../../models/search/translator.js';
import { fitConfidence, type HeldOutPair, verdictOf } from '../../../models/train/confidence-fitting.js';
import { ambiguousPairs } from '../../support/ambiguous-corpus.js';
import { finished } from '../../support/finished.js';
import { type Pairs, trainedModel } from '../../support/trained-model.js';

const HELD_OUT = ambiguousPairs(300, 2);

function heldOut(bundle: ModelBundle, pairs: Pairs): HeldOutPair[] {
  const translator = new Translator(bundle);
  return pairs.map(([source, target]) => ({
    segment: translator.prepare(source),
    reference: translator.targetForms(target),
  }));
}

describe('fitting of word confidence', () => {
  let bundle: ModelBundle;
  let fitted: ConfidenceModel;

  before(async () => {
    bundle = await trainedModel(ambiguousPairs(300, 1), { pretokenized: true });
    fitted = finished(fitConfidence(bundle, heldOut(bundle, HELD_OUT))) as ConfidenceModel;
  });

  /** Confidences and truth of the words of new text. */
  function judged(
    confidence: ConfidenceModel,
    pairs: Pairs,
  ): { confidences: number[]; right: number[]; sure: boolean[] } {
    const translator = new Translator(bundle);
    const words = new WordConfidence(bundle, confidence);
    const all = { confidences: [] as number[], right: [] as number[], sure: [] as boolean[] };
    for (const [source, target] of pairs) {
      const segment = translator.prepare(source);
      const forms = translator.translate(source).words;
      all.confidences.push(...words.open(segment, translator.lattice(segment)).ofForms(forms));
      all.right.push(...labelWords(forms, [target.split(' ')]).map(Number));
      all.sure.push(...forms.map((form) => form.startsWith('clear')));
    }
    return all;
  }

  it('is sure of words with one translation and doubts the others, and means what it says', () => {
    const { confidences, right, sure } = judged(fitted, ambiguousPairs(120, 3));
    const mean = (of: boolean) => {
      const some = confidences.filter((_, i) => sure[i] === of);
      return some.reduce((sum, value) => sum + value, 0) / some.length;
    };
    assert.ok(mean(true) > 0.9, `${mean(true)}`);
    assert.ok(mean(false) < 0.6, `${mean(false)}`);
    for (const bin of reliabilityTable({ confidences, right }).filter(({ words }) => words > 60))
      assert.ok(Math.abs(bin.confidence - bin.right) < 0.15, JSON.stringify(bin));
  });

  it('says how good it is, beside the plain posterior', () => {
    const { figures, plain, verdict, words, threshold } = fitted.metadata;
    assert.ok(figures !== undefined && plain !== undefined);
    assert.equal(verdict, 'good');
    assert.ok(figures.auc > 0.75 && figures.ece < 0.06 && figures.cer < figures.cerAllOk);
    assert.ok(figures.ece < plain.ece);
    assert.ok(threshold > 0 && threshold < 1);
    const inTable = Array.from(fitted.reliability).filter((_, i) => i % 5 === 2);
    assert.equal(
      inTable.reduce((sum, count) => sum + count, 0),
      words,
    );
    assert.match(verdictText(fitted.metadata), /AUC 0\.\d\d/);
  });

  it('takes what is given for right, and any words', () => {
    const translator = new Translator(bundle);
    const [source] = HELD_OUT[0];
    const segment = translator.prepare(source);
    const words = translator.translate(source).words;
    const confidence = new WordConfidence(bundle, fitted).open(segment, translator.lattice(segment));
    assert.equal(confidence.ofForms([]).length, 0);
    for (const forms of [
      words,
      [...words, 'never', 'heard'],
      [''],
      words.slice(1),
      ['clear1', 'clear1', 'clear1'],
    ]) {
      for (const given of [0, 1, forms.length]) {
        const values = confidence.ofForms(forms, { given, isComplete: false });
        assert.equal(values.length, forms.length);
        for (const value of values) assert.ok(value > 0 && value < 1, `${value}`);
      }
    }
    assert.deepEqual(confidence.ofForms(words), confidence.ofForms(words));
    const all = confidence.ofAll([0.9, 0.8]);
    assert.ok(all >= 0.9 * 0.8 - 1e-9 && all <= 0.9);
  });

  it('trusts what a person typed more, but not where it makes no sense', () => {
    const translator = new Translator(bundle);
    const confidence = new WordConfidence(bundle, fitted);
    const threshold = confidence.threshold('typed');
    let [right, wrong, alarms, found] = [0, 0, 0, 0];
    for (const [source, target] of ambiguousPairs(60, 7)) {
      const segment = translator.prepare(source);
      const opened = confidence.open(segment, translator.lattice(segment));
      const forms = target.split(' ');
      alarms += opened.ofForms(forms, { origin: 'typed' }).filter((value) => value < threshold).length;
      right += forms.length;
      // None of the words that the source has.
      const slip = ['clear1', 'dull2', 'clear5'].find((form) => !source.includes(form.slice(-1))) ?? 'clear0';
      const slipped = [...forms.slice(0, 2), slip, ...forms.slice(3)];
      found += Number(opened.ofForms(slipped, { origin: 'typed' })[2] < threshold);
      wrong++;
    }
    assert.ok(alarms < 0.1 * right, `${alarms} of ${right} right words doubted`);
    assert.ok(found > 0.7 * wrong, `${found} of ${wrong} wrong words doubted`);
    assert.ok((fitted.typed?.metadata.figures?.auc ?? 0) > 0.8);
  });

  it('takes a text of unknown origin for the machine’s as far as the machine would say it', () => {
    const translator = new Translator(bundle);
    const [source] = HELD_OUT[1];
    const segment = translator.prepare(source);
    const opened = new WordConfidence(bundle, fitted).open(segment, translator.lattice(segment));
    const machine = translator.translate(source).words;
    assert.deepEqual(opened.ofForms(machine, { origin: 'unknown' }), opened.ofForms(machine));
    const own = machine.map((form, i) => (i % 2 === 0 ? `own${i}` : form));
    assert.deepEqual(opened.ofForms(own, { origin: 'unknown' }), opened.ofForms(own, { origin: 'typed' }));
    const edited = machine.map((form, i) => (i === 0 ? 'own' : form));
    const [low, between, high] = (['machine', 'unknown', 'typed'] as const).map(
      (origin) => opened.ofForms(edited, { origin }).at(-1) as number,
    );
    assert.ok(Math.min(low, high) <= between && between <= Math.max(low, high));
  });

  it('lies in the model file and comes back', () => {
    const chunks = [...bundleWriter(withConfidence(bundle, fitted)).chunks()];
    const opened = openBundle(openContainer(new Uint8Array(Buffer.concat(chunks)).buffer));
    assert.deepEqual(opened.confidence?.weights, fitted.weights);
    assert.deepEqual(opened.metadata.confidence?.figures, fitted.metadata.figures);
    assert.deepEqual(opened.confidence?.typed?.probabilities, fitted.typed?.probabilities);
    assert.deepEqual(opened.confidence?.typed?.metadata, fitted.typed?.metadata);
    assert.deepEqual(
      judged(opened.confidence as ConfidenceModel, HELD_OUT.slice(0, 3)),
      judged(fitted, HELD_OUT.slice(0, 3)),
    );
    const without = openBundle(
      openContainer(
        new Uint8Array(Buffer.concat([...bundleWriter(withConfidence(opened, undefined)).chunks()])).buffer,
      ),
    );
    assert.equal(without.confidence, undefined);
    assert.equal(without.metadata.confidence, undefined);
    const damaged = { ...fitted, weights: fitted.weights.slice(1) };
    const file = Buffer.concat([...bundleWriter(withConfidence(bundle, damaged)).chunks()]);
    assert.throws(() => openBundle(openContainer(new Uint8Array(file).buffer)), FormatError);
  });

  it('a model without its own, or with other features, gets the general one and does not mark', () => {
    const other = { ...fitted, metadata: { ...fitted.metadata, features: ['word'] } };
    for (const words of [new WordConfidence(bundle), new WordConfidence(bundle, other)]) {
      assert.equal(words.marksByDefault, false);
      assert.match(verdictText(words.metadata), /no word confidence of its own/);
    }
    assert.equal(new WordConfidence(bundle, fitted).marksByDefault, true);
  });

  it('learns nothing from too little, or when nothing is ever wrong', () => {
    assert.equal(finished(fitConfidence(bundle, heldOut(bundle, HELD_OUT.slice(0, 5)))), undefined);
    const translator = new Translator(bundle);
    const rescorer = new Rescorer(translator);
    const own = HELD_OUT.map(
      ([source]) => [source, rescorer.translate(translator.prepare(source)).text] as const,
    );
    assert.equal(finished(fitConfidence(bundle, heldOut(bundle, own))), undefined);
  });

  it('can be stopped', () => {
    let looks = 0;
    const cancel = {
      get cancelled() {
        return ++looks > 3;
      },
    };
    assert.throws(() => finished(fitConfidence(bundle, heldOut(bundle, HELD_OUT), cancel)), CancelledError);
  });

  it('gives reasons against marking words', () => {
    const good = { auc: 0.8, ece: 0.02, mcc: 0.4, f1Bad: 0.5, f1Ok: 0.8, cer: 0.2, cerAllOk: 0.3 };
    assert.equal(verdictOf(good, 5000), 'good');
    assert.equal(verdictOf(good, 400), 'few-words');
    assert.equal(verdictOf({ ...good, auc: 0.51 }, 5000), 'chance');
    assert.equal(verdictOf({ ...good, mcc: 0.01 }, 5000), 'chance');
    assert.equal(verdictOf({ ...good, cer: 0.3 }, 5000), 'all-ok');
    for (const verdict of ['few-words', 'chance', 'all-ok'] as const)
      assert.match(
        verdictText({ ...fitted.metadata, verdict }),
        /^Doubtful words are not marked by default: [^.]+\./,
      );
  });
});
