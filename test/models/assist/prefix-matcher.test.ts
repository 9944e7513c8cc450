import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fillings } from '../../../models/assist/fillings.js';
import { DEFAULT_EDIT_COSTS, likeness, PrefixMatcher } from '../../../models/assist/prefix-matcher.js';
import { scoresInto } from '../../../models/assist/suffix-costs.js';
import { wordGraphOf } from '../../../models/assist/word-graph.js';
import { Decoder } from '../../../models/search/decoder.js';
import { latticeOf } from '../../../models/search/lattice.js';
import { latticePaths, pathWords } from '../../../models/search/lattice-paths.js';
import { EXHAUSTIVE_SEARCH } from '../../../models/search/search-settings.js';
import { FIRST_WORD } from '../../support/toy-corpus.js';
import { toyProblems } from '../../support/toy-search.js';

const FORMS = ['red', 'rod', 'Green', 'x'];
const formOf = (id: number) => FORMS[id - FIRST_WORD];
const typed = fc.array(fc.constantFrom(...FORMS, 'green', 'rid', 'other'), { maxLength: 4 });
const SCALE = 0.7;

interface Path {
  readonly forms: readonly string[];
  readonly score: number;
}

const graphs = toyProblems(3, 3).map(({ options, weights, lm }) => {
  const lattice = latticeOf(new Decoder(lm).decode(options, weights, EXHAUSTIVE_SEARCH));
  const paths: Path[] = [...latticePaths(lattice)].map(({ edges, score }) => ({
    forms: pathWords(lattice, edges).map(formOf),
    score,
  }));
  return { graph: wordGraphOf(lattice, formOf, SCALE), paths };
});

describe('the word graph', () => {
  it('has the paths of the lattice, their best score and their sum', () => {
    fc.assert(
      fc.property(graphs, ({ graph, paths }) => {
        near(graph.restBest[0], Math.max(...paths.map(({ score }) => score)));
        near(Math.exp(graph.restSum[0]), sum(paths.map(({ score }) => Math.exp(SCALE * score))));
      }),
      { numRuns: 60 },
    );
  });
});

describe('PrefixMatcher', () => {
  it('finds exactly the paths that begin with what is typed', () => {
    fc.assert(
      fc.property(graphs, typed, ({ graph, paths }, forms) => {
        const matcher = new PrefixMatcher(graph);
        const frontier = matcher.exact(forms);
        const cost = (path: Path) =>
          sum(forms.map((form, i) => (path.forms[i] === form ? 0 : DEFAULT_EDIT_COSTS.otherCase)));
        const begins = (path: Path) =>
          forms.every((form, i) => path.forms[i]?.toLowerCase() === form.toLowerCase());
        const fitting = paths.filter(begins);
        assert.equal(frontier.states.length > 0, fitting.length > 0);
        if (fitting.length === 0) return;
        near(
          Math.exp(matcher.walker.mass(frontier)),
          sum(fitting.map((path) => Math.exp(SCALE * (path.score - cost(path))))),
        );
        near(matcher.walker.best(frontier), Math.max(...fitting.map((path) => path.score - cost(path))));
      }),
      { numRuns: 120 },
    );
  });

  it('corrects errors at the least cost', () => {
    fc.assert(
      fc.property(graphs, typed, ({ graph, paths }, forms) => {
        const frontier = new PrefixMatcher(graph).corrected(forms);
        const best = Math.max(
          ...frontier.states.map((state, i) => frontier.bests[i] + graph.restBest[state]),
        );
        const expected = Math.max(
          ...paths.map((path) => path.score - Math.min(...distances(forms, path.forms))),
        );
        near(best, expected);
      }),
      { numRuns: 120 },
    );
  });

  it('gives the same whatever was typed before', () => {
    fc.assert(
      fc.property(graphs, fc.array(typed, { maxLength: 4 }), typed, ({ graph }, before, forms) => {
        const used = new PrefixMatcher(graph);
        for (const other of before) {
          used.match(other);
          used.corrected(other);
        }
        const fresh = new PrefixMatcher(graph);
        assert.deepEqual(used.exact(forms), fresh.exact(forms));
        assert.deepEqual(used.corrected(forms), fresh.corrected(forms));
      }),
      { numRuns: 60 },
    );
  });
});

describe('what stands on both sides', () => {
  it('is led into at the least cost', () => {
    fc.assert(
      fc.property(graphs, typed, ({ graph, paths }, right) => {
        const into = scoresInto(graph, right, DEFAULT_EDIT_COSTS);
        const reversed = [...right].reverse();
        const expected = Math.max(
          ...paths.map(
            ({ forms, score }) => score - (distances(reversed, [...forms].reverse()).at(-1) as number),
          ),
        );
        near(into[0], expected);
      }),
      { numRuns: 120 },
    );
  });

  it('is filled best first, each filling once', () => {
    fc.assert(
      fc.property(graphs, typed, ({ graph, paths }, left) => {
        const found = fillings(graph, left, [], DEFAULT_EDIT_COSTS, { count: 5, mostWords: 20 });
        for (let i = 1; i < found.length; i++) assert.ok(found[i].score <= found[i - 1].score + 1e-9);
        assert.equal(new Set(found.map(({ forms }) => forms.join(' '))).size, found.length);
        const best = Math.max(...paths.map((path) => path.score - Math.min(...distances(left, path.forms))));
        near(found[0].score, best);
      }),
      { numRuns: 60 },
    );
  });
});

describe('likeness', () => {
  it('is 1 for equal words, symmetric, and low for unlike ones', () => {
    const word = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        assert.equal(likeness(a, a), 1);
        assert.equal(likeness(a, b), likeness(b, a));
        assert.ok(likeness(a, b) >= 0 && likeness(a, b) <= 1);
      }),
    );
    assert.ok(likeness('receive', 'recieve') > 0.5);
    assert.equal(likeness('house', 'cat'), 0);
  });
});

/** Cost of turning each beginning of `path` into all of `typed`, plainly. */
function distances(typed: readonly string[], path: readonly string[]): number[] {
  const { extra, missing, replaced, otherCase } = DEFAULT_EDIT_COSTS;
  const cost = (a: string, b: string) => {
    if (a === b) return 0;
    const [x, y] = [a.toLowerCase(), b.toLowerCase()];
    return x === y ? otherCase : Math.max(otherCase, replaced * (1 - likeness(x, y)));
  };
  let row = Array.from({ length: path.length + 1 }, (_, j) => j * missing);
  for (const form of typed) {
    const next = [row[0] + extra];
    for (let j = 1; j <= path.length; j++) {
      next.push(Math.min(row[j] + extra, row[j - 1] + cost(form, path[j - 1]), next[j - 1] + missing));
    }
    row = next;
  }
  return row;
}

function near(found: number, expected: number): void {
  const tolerance = 1e-6 * Math.max(1, Math.abs(expected));
  assert.ok(found === expected || Math.abs(found - expected) < tolerance, `${found} is not ${expected}`);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
