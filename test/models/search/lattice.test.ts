import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decoder } from '../../../models/search/decoder.js';
import { derivationOf, latticeDerivation } from '../../../models/search/derivation.js';
import { type Lattice, latticeBytes, latticeOf } from '../../../models/search/lattice.js';
import { bestRest, latticePaths, pathWords } from '../../../models/search/lattice-paths.js';
import { nBestPaths } from '../../../models/search/n-best.js';
import { DEFAULT_SEARCH, EXHAUSTIVE_SEARCH } from '../../../models/search/search-settings.js';
import { Translator } from '../../../models/search/translator.js';
import { toyModel } from '../../support/toy-model.js';
import { toyProblems } from '../../support/toy-search.js';

describe('Lattice', () => {
  it('holds the paths of the graph, with their scores and derivations, and no others', () => {
    fc.assert(
      fc.property(toyProblems(4, 3), fc.boolean(), ({ lm, weights, options }, narrow) => {
        const settings = narrow ? { ...DEFAULT_SEARCH, beamSize: 4, popLimit: 8 } : EXHAUSTIVE_SEARCH;
        const graph = new Decoder(lm).decode(options, weights, settings);
        const lattice = latticeOf(graph);
        const nothing = describePath(0, [], []);
        const complete = [...nBestPaths(graph)]
          .map(({ edges, score }) => ({ score, derivation: derivationOf(graph, edges) }))
          .map(({ score, derivation }) => describePath(score, derivation.steps, derivation.words));
        const found = [...latticePaths(lattice)].map(({ edges, score }) => {
          const derivation = latticeDerivation(lattice, edges);
          assert.deepEqual(pathWords(lattice, edges), derivation.words);
          return describePath(score, derivation.steps, derivation.words);
        });
        assert.deepEqual(found.sort(), graph.isComplete ? complete.sort() : [nothing]);
      }),
      { numRuns: 100 },
    );
  });

  it('yields paths best first, the first one the best path of the search', () => {
    fc.assert(
      fc.property(toyProblems(4, 4), ({ lm, weights, options }) => {
        const graph = new Decoder(lm).decode(options, weights, EXHAUSTIVE_SEARCH);
        const lattice = latticeOf(graph);
        const scores = [...latticePaths(lattice)].map(({ score }) => score);
        assert.ok(Math.abs(scores[0] - (graph.bestPath()?.score ?? 0)) < 1e-9);
        assert.ok(Math.abs(scores[0] - bestRest(lattice)[0]) < 1e-9);
        for (let i = 1; i < scores.length; i++) assert.ok(scores[i] <= scores[i - 1] + 1e-9);
      }),
      { numRuns: 60 },
    );
  });

  it('is in topological order and has no dead ends', () => {
    fc.assert(
      fc.property(toyProblems(5, 4), ({ lm, weights, options }) => {
        const graph = new Decoder(lm).decode(options, weights, { ...DEFAULT_SEARCH, beamSize: 6 });
        checkShape(latticeOf(graph));
      }),
      { numRuns: 60 },
    );
  });

  it('outlives later searches, and its size is known', () => {
    const translator = new Translator(
      toyModel([
        ['ein Hund schläft', 'a dog sleeps', '0-0 1-1 2-2'],
        ['die Katze bellt', 'the cat barks', '0-0 1-1 2-2'],
      ]),
    );
    const segment = translator.prepare('ein Hund bellt');
    const lattice = translator.lattice(segment);
    const text = () => {
      for (const { edges } of latticePaths(lattice))
        return pathWords(lattice, edges).map((id) => translator.form(segment, id));
      return [];
    };
    const before = text();
    translator.translate('die Katze schläft ein Hund');
    assert.deepEqual(before, ['a', 'dog', 'barks']);
    assert.deepEqual(text(), before);
    assert.ok(latticeBytes(lattice) > 0);
  });

  it('has one empty path for an empty segment', () => {
    const translator = new Translator(toyModel([['ein Hund', 'a dog', '0-0 1-1']]));
    const lattice = translator.lattice(translator.prepare(''));
    const [path, ...others] = latticePaths(lattice);
    assert.deepEqual(pathWords(lattice, path.edges), []);
    assert.deepEqual(others, []);
    checkShape(lattice);
  });
});

function describePath(score: number, steps: readonly { piece: number }[], words: readonly number[]): string {
  return `${(score + 1e-12).toFixed(6)} ${steps.map(({ piece }) => piece).join(' ')} | ${words.join(' ')}`;
}

function checkShape({ nodeCount, edgeFrom, edgeTo, firstEdge, edgeOption, edgePiece }: Lattice): void {
  const entered = new Set(edgeTo);
  for (let node = 0; node < nodeCount; node++) {
    assert.equal(entered.has(node), node > 0);
    assert.equal(firstEdge[node] < firstEdge[node + 1], node < nodeCount - 1);
    for (let e = firstEdge[node]; e < firstEdge[node + 1]; e++) {
      assert.equal(edgeFrom[e], node);
      assert.ok(edgeTo[e] > node);
      const isEnd = edgeTo[e] === nodeCount - 1;
      assert.equal(edgeOption[e] === -1 && edgePiece[e] === -1, isEnd);
      assert.ok(edgeOption[e] === -1 || edgePiece[e] === -1);
    }
  }
  assert.equal(firstEdge[nodeCount], edgeFrom.length);
}
