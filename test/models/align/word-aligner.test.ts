import assert from 'node:assert/strict';
import {
  alignmentSections,
  forwardProbability,
  openAlignmentModel,
  reverseProbability,
} from '../../../models/align/alignment-model.js';
import { OnlineAligner } from '../../../models/align/online-aligner.js';
import type { PairArrays } from '../../../models/align/pair-arrays.js';
import {
  alignBitext,
  type BitextAlignerOptions,
  type BitextAlignment,
} from '../../../models/align/word-aligner.js';
import { openContainer } from '../../../models/core/container.js';
import { ContainerWriter } from '../../../models/core/container-writer.js';
import { CancelledError } from '../../../models/core/errors.js';
import { finished } from '../../support/finished.js';
import { pairsOf, toyBitext, translate } from '../../support/toy-bitext.js';

const WORDS = 60;
const toy = toyBitext({ count: 600, words: WORDS });
const trained = align(toy.pairs);

function align(pairs: PairArrays, options?: BitextAlignerOptions): BitextAlignment {
  return finished(alignBitext(pairs, options));
}

function linksOf({ links }: BitextAlignment, pair: number): string[] {
  const found: string[] = [];
  for (let k = links.offsets[pair]; k < links.offsets[pair + 1]; k++) {
    found.push(`${links.positions[2 * k]}-${links.positions[2 * k + 1]}`);
  }
  return found;
}

describe('word aligner', () => {
  it('finds the true links of a made-up language pair', () => {
    let found = 0;
    let right = 0;
    let all = 0;
    toy.links.forEach((truth, pair) => {
      const links = linksOf(trained, pair);
      found += links.length;
      right += links.filter((link) => truth.has(link)).length;
      all += truth.size;
    });
    assert.ok(right / found > 0.92, `precision ${right / found}`);
    assert.ok(right / all > 0.92, `recall ${right / all}`);
  });

  it('learns the dictionary in both directions', () => {
    for (let word = 0; word < 10; word++) {
      assert.ok(forwardProbability(trained.model, word, translate(word, WORDS)) > 0.9);
      assert.ok(reverseProbability(trained.model, word, translate(word, WORDS)) > 0.9);
    }
    assert.equal(forwardProbability(trained.model, 0, translate(1, WORDS)) < 0.05, true);
  });

  it('links more words, and all it linked before, when the empty word weighs less', () => {
    const [all, many, few] = [0, 0.3, 1].map((emptyWeight) => {
      const result = align(toy.pairs, { heuristic: 'union', emptyWeight });
      return toy.links.flatMap((_, pair) => linksOf(result, pair).map((link) => `${pair}: ${link}`));
    });
    assert.ok(all.length > many.length && many.length > few.length);
    for (const [more, less] of [
      [all, many],
      [many, few],
    ]) {
      const found = new Set(more);
      assert.ok(less.every((link) => found.has(link)));
    }
  });

  it('reports its way from 0 to the end and raises the likelihood', () => {
    const likelihoods: number[] = [];
    let last = 0;
    for (const { done, logLikelihood } of alignBitext(toy.pairs)) {
      assert.ok(done >= last && done <= 1);
      last = done;
      if (logLikelihood !== undefined) likelihoods.push(logLikelihood);
    }
    assert.equal(likelihoods.length, 11);
    assert.ok(likelihoods[10] > likelihoods[0]);
  });

  it('stops when it is told to', () => {
    const token = { cancelled: false };
    const run = alignBitext(toy.pairs, {}, token);
    run.next();
    token.cancelled = true;
    assert.throws(() => [...run], CancelledError);
  });

  it('stops while it collects the word pairs', () => {
    const token = { cancelled: false };
    const steps: string[] = [];
    assert.throws(() => {
      for (const { step, done } of alignBitext(toyBitext({ count: 4000 }).pairs, {}, token)) {
        steps.push(step);
        token.cancelled = done > 0;
      }
    }, CancelledError);
    assert.deepEqual(new Set(steps), new Set(['table']));
  });

  it('gives no links to empty sides and aligns pairs longer than it trains on', () => {
    const long = Array.from({ length: 30 }, (_, k) => k);
    const { pairs } = toyBitext({ count: 600, words: WORDS });
    const sources = [[], [1], long];
    const targets = [[1], [], long.map((word) => translate(word, WORDS))];
    for (let p = 0; p + 1 < pairs.sourceOffsets.length; p++) {
      sources.push([...pairs.sourceIds.subarray(pairs.sourceOffsets[p], pairs.sourceOffsets[p + 1])]);
      targets.push([...pairs.targetIds.subarray(pairs.targetOffsets[p], pairs.targetOffsets[p + 1])]);
    }
    const result = align(pairsOf(sources, targets, WORDS, WORDS + 1), { maxLength: 20 });
    assert.deepEqual(linksOf(result, 0), []);
    assert.deepEqual(linksOf(result, 1), []);
    assert.equal(linksOf(result, 2).filter((link) => /^(\d+)-\1$/.test(link)).length, 30);
    assert.equal(result.links.pairCount, sources.length);
  });

  it('gives no links to pairs longer than links can say', () => {
    const endless = Array<number>(300).fill(1);
    const result = align(pairsOf([endless, [1]], [endless, [1]], 2, 2));
    assert.deepEqual(linksOf(result, 0), []);
    assert.deepEqual(linksOf(result, 1), ['0-0']);
  });

  it('does not fail on nothing', () => {
    assert.equal(align(pairsOf([], [], 0, 0)).links.pairCount, 0);
    assert.equal(align(pairsOf([[]], [[]], 0, 0)).links.linkCount, 0);
  });
});

describe('alignment model', () => {
  it('is the same after a way through a container', () => {
    const writer = new ContainerWriter({});
    writer.addAll(alignmentSections(trained.model), 'align/');
    const bytes = new Uint8Array(writer.byteLength);
    let at = 0;
    for (const chunk of writer.chunks()) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    assert.deepEqual(openAlignmentModel(openContainer(bytes.buffer), 'align/'), trained.model);
  });
});

describe('online aligner', () => {
  const aligner = new OnlineAligner(trained.model);
  const linkText = (links: readonly { source: number; target: number }[]) =>
    links.map(({ source, target }) => `${source}-${target}`);

  it('aligns a new pair under the trained model', () => {
    const ids = [3, 14, 15, 9];
    const { links, score } = aligner.align(
      { ids },
      { ids: [translate(3, WORDS), translate(15, WORDS), translate(14, WORDS), translate(9, WORDS)] },
    );
    assert.deepEqual(linkText(links), ['0-0', '1-2', '2-1', '3-3']);
    for (const { posterior } of links) assert.ok(posterior > 0.5 && posterior <= 1);
    assert.ok(Number.isFinite(score));
  });

  it('links unknown words by their letters', () => {
    const { links } = aligner.align(
      { ids: [3, 999, 998, 9], forms: ['s3', 'kommission', '4711', 's9'] },
      {
        ids: [translate(3, WORDS), 997, 996, translate(9, WORDS)],
        forms: ['t3', '4711', 'commission', 't9'],
      },
    );
    assert.deepEqual(linkText(links), ['0-0', '1-2', '2-1', '3-3']);
  });

  it('links an unknown word to what its neighbours leave over', () => {
    const { links } = aligner.align(
      { ids: [3, 999, 9] },
      { ids: [translate(3, WORDS), 997, translate(9, WORDS)] },
    );
    assert.deepEqual(linkText(links), ['0-0', '1-1', '2-2']);
  });

  it('scores a translation above a pair that is none', () => {
    const source = { ids: [3, 14, 15, 9] };
    const good = aligner.align(source, { ids: source.ids.map((word) => translate(word, WORDS)) });
    const bad = aligner.align(source, { ids: source.ids.map((word) => translate(word + 7, WORDS)) });
    assert.ok(good.score > bad.score);
  });

  it('has no links for an empty side', () => {
    assert.deepEqual(aligner.align({ ids: [] }, { ids: [1] }).links, []);
  });
});
