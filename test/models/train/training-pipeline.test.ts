import assert from 'node:assert/strict';
import type { CancelToken } from '../../../models/core/cancel.js';
import { openContainer } from '../../../models/core/container.js';
import { ContainerWriter } from '../../../models/core/container-writer.js';
import { CancelledError, FormatError } from '../../../models/core/errors.js';
import { confidenceMetadata } from '../../../models/search/confidence-model.js';
import { bundleSections, bundleWriter, openBundle } from '../../../models/search/model-bundle.js';
import { CorpusPreparation } from '../../../models/train/corpus-preparation.js';
import {
  DEFAULT_TRAINING,
  type TrainedModel,
  type TrainingSettings,
  trainBundle,
} from '../../../models/train/training-pipeline.js';
import { TRAINING_STEPS } from '../../../models/train/training-progress.js';
import { ambiguousPairs } from '../../support/ambiguous-corpus.js';

const SETTINGS: TrainingSettings = { ...DEFAULT_TRAINING, order: 3, createdBy: 'test', created: 'today' };
const PAIRS = [
  ['Das Haus ist groß.', 'The house is big.'],
  ['Das Buch ist alt.', 'The book is old.'],
  ['Ist das Haus alt?', 'Is the house old?'],
  ['Ich sehe das Haus.', 'I see the house.'],
  ['Wir sehen, das Buch ist groß.', 'We see the book is big.'],
];

function prepared(pretokenized = false): CorpusPreparation {
  const preparation = new CorpusPreparation({ sourceLanguage: 'de', targetLanguage: 'en', pretokenized });
  PAIRS.forEach(([source, target], i) => {
    preparation.add(source, target, 10 * (i + 1));
  });
  return preparation;
}

async function train(
  preparation = prepared(),
  cancel?: CancelToken,
  settings: TrainingSettings = SETTINGS,
): Promise<{ model: TrainedModel; steps: string[] }> {
  const steps: string[] = [];
  const training = trainBundle(preparation, settings, cancel);
  let step = await training.next();
  for (; !step.done; step = await training.next()) {
    assert.ok(step.value.done <= step.value.total);
    if (steps.at(-1) !== step.value.step) steps.push(step.value.step);
  }
  return { model: step.value, steps };
}

describe('the training pipeline', () => {
  it('goes through its steps in order and keeps where pairs came from', async () => {
    const { model, steps } = await train();
    const between = Object.keys(TRAINING_STEPS).filter((step) => step !== 'read' && step !== 'write');
    assert.deepEqual(steps, between);
    assert.deepEqual([...model.bundle.origins], [10, 20, 30, 40, 50]);
    assert.equal(model.cleaning.kept, PAIRS.length);
  });

  it('brings sentence beginnings into the usual case, unless text comes in tokens', async () => {
    const { bundle } = (await train()).model;
    const first = [...bundle.phrases.bitext.source.sentence(0)];
    const forms = first.map((id) => bundle.source.vocabulary.formOf(id));
    assert.deepEqual(forms, ['das', 'Haus', 'ist', 'groß', '.']);
    const raw = (await train(prepared(true))).model.bundle;
    const rawForms = [...raw.phrases.bitext.source.sentence(0)].map((id) => raw.source.vocabulary.formOf(id));
    assert.deepEqual(rawForms, ['Das', 'Haus', 'ist', 'groß.']);
  });

  it('stops between and inside steps', async () => {
    for (let looks = 0; looks < 12; looks++) {
      let left = looks;
      const cancel = {
        get cancelled() {
          return left-- <= 0;
        },
      };
      await assert.rejects(train(prepared(), cancel), CancelledError);
    }
  });

  it('learns its word confidence from pairs that another model has not seen, and loses none of them', async () => {
    const preparation = () => {
      const many = new CorpusPreparation({ sourceLanguage: 'de', targetLanguage: 'en', pretokenized: true });
      ambiguousPairs(1600, 5).forEach(([source, target], i) => {
        many.add(source, target, i + 1);
      });
      return many;
    };
    const { model } = await train(preparation());
    assert.equal(model.bundle.phrases.bitext.pairCount, 1600);
    const { confidence } = model.bundle;
    assert.ok(confidence !== undefined && confidence.metadata.words >= 300);
    // Had the pairs been seen, doubtful words would seem right.
    assert.ok((confidence.metadata.figures?.cerAllOk ?? 0) > 0.1);
    assert.equal(confidence.metadata.verdict, 'few-words');
    assert.deepEqual(model.bundle.metadata.confidence, confidenceMetadata(confidence));
    const again = await train(preparation());
    assert.deepEqual(again.model.bundle.confidence, confidence);

    const large = (await train(preparation(), undefined, { ...SETTINGS, largeBitext: 1000 })).model.bundle;
    const left = large.phrases.bitext.pairCount;
    assert.ok(left < 1600 && left >= 1520, `${left} pairs left`);
    assert.equal(large.origins.length, left);
    assert.equal(large.metadata.pairs, left);
    assert.ok((large.confidence?.metadata.figures?.cerAllOk ?? 0) > 0.1);
  });

  it('refuses a corpus of which nothing is left', async () => {
    const preparation = new CorpusPreparation({
      ...{ sourceLanguage: 'de', targetLanguage: 'en', pretokenized: false },
    });
    preparation.add('', 'x', 1);
    preparation.skip('line-too-long');
    await assert.rejects(train(preparation), {
      code: 'corpus-nothing-left',
      message: /^None of the 2 pairs .*1 × one side is empty, 1 × line too long/,
    });
  });
});

describe('a model bundle', () => {
  it('opens as views on shared memory, equal to what was written', async () => {
    const { bundle } = (await train()).model;
    const bytes = new Uint8Array(bundleWriter(bundle).toBuffer());
    const shared = new SharedArrayBuffer(bytes.length);
    new Uint8Array(shared).set(bytes);
    const opened = openBundle(openContainer(shared));
    assert.deepEqual(opened.metadata, bundle.metadata);
    const written = bundleSections(bundle);
    const read = bundleSections(opened);
    assert.deepEqual(Object.keys(read), Object.keys(written));
    for (const [name, array] of Object.entries(read)) {
      assert.equal(array.buffer, shared, name);
      assert.deepEqual([...array], [...written[name]], name);
    }
  });

  it('is refused when a part is missing, foreign or of another model', async () => {
    const { bundle } = (await train()).model;
    const other = (await train(prepared(true))).model.bundle;
    const open = (metadata: Record<string, unknown>, sections: ReturnType<typeof bundleSections>) => {
      const writer = new ContainerWriter(metadata);
      writer.addAll(sections);
      return () => openBundle(openContainer(writer.toBuffer()));
    };
    const own = bundleSections(bundle);
    const metadata = { ...bundle.metadata };
    const { 'source/index/positions': _, ...incomplete } = own;
    assert.throws(open(metadata, incomplete), { code: 'model-section-missing' });
    assert.throws(open({ name: 'something else' }, own), { code: 'model-kind' });
    assert.throws(open({ ...metadata, weights: { wordCount: 'much' } }, own), { code: 'model-metadata' });
    assert.throws(open({ ...metadata, source: {} }, own), FormatError);
    const foreign = Object.entries(bundleSections(other)).filter(([name]) => name.startsWith('source/vocab'));
    assert.throws(open(metadata, { ...own, ...Object.fromEntries(foreign) }), { code: 'model-parts' });
  });
});
