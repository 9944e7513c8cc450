/**
 * Searches a segment again under what is typed: every translation found begins with the typed words (but for the case of
 * letters), and its next word begins with the tail and is none that was rejected. Typed words that the model would not say
 * are covered by pairs of their own (typed-options.ts).
 */
import type { OnlineAligner } from '../align/online-aligner.js';
import type { CancelToken } from '../core/cancel.js';
import { extendOptions } from '../phrases/options-extension.js';
import type { Lattice } from '../search/lattice.js';
import type { ModelBundle } from '../search/model-bundle.js';
import type { TargetConstraint } from '../search/prefix-constraint.js';
import type { SearchSettings } from '../search/search-settings.js';
import type { Translator } from '../search/translator.js';
import { PASSED_THROUGH, UNKNOWN } from '../text/vocabulary.js';
import { foldForm } from './folding.js';
import type { SegmentSession } from './segment-session.js';
import { typedOptions } from './typed-options.js';

export interface BoundTarget {
  /** Words that the translation begins with. */
  readonly forms: readonly string[];
  /** Folded text that the next word begins with; '' for any. */
  readonly tail: string;
  /** Folded forms that the next word must not be. */
  readonly rejected: ReadonlySet<string>;
  /** Whether the translation ends with the words. */
  readonly closed: boolean;
}

export interface PrefixSearchResult {
  readonly lattice: Lattice;
  readonly formOf: (id: number) => string;
  /** For every option its number in the lattice of the free search; −1 for one made for typed words. */
  readonly numberBefore: Int32Array;
}

export class PrefixSearch {
  readonly #model: ModelBundle;
  readonly #translator: Translator;
  readonly #aligner: OnlineAligner;
  readonly #settings: Partial<SearchSettings>;

  constructor(
    model: ModelBundle,
    translator: Translator,
    aligner: OnlineAligner,
    settings: Partial<SearchSettings>,
  ) {
    this.#model = model;
    this.#translator = translator;
    this.#aligner = aligner;
    this.#settings = settings;
  }

  /** Null when there is no such translation. */
  search(session: SegmentSession, bound: BoundTarget, cancel: CancelToken): PrefixSearchResult | null {
    const { forms } = bound;
    const { ids: sourceIds, forms: sourceForms } = session.segment;
    const { vocabulary } = this.#model.target;
    // Words that the model does not know get ids of their own, after those of the source words.
    const unknown = PASSED_THROUGH + sourceIds.length;
    const targetIds = forms.map((form, i) => {
      const id = vocabulary.idOf(form);
      return id === UNKNOWN ? unknown + i : id;
    });
    const formOf = (id: number) => (id >= unknown ? forms[id - unknown] : session.formOf(id));
    const { links } = this.#aligner.align(
      { ids: sourceIds, forms: sourceForms.map((form) => form.toLowerCase()) },
      { ids: targetIds, forms: forms.map((form) => form.toLowerCase()) },
    );
    const pair = { sourceIds, targetIds, links, closed: bound.closed };
    const extras = typedOptions(pair, this.#model.phrases.lexical);
    const { options, numberBefore } = extendOptions(session.graph.lattice.options, extras);
    const constraint: TargetConstraint = {
      ...boundWords(bound, formOf),
      isBound: (option) => numberBefore[option] === -1,
    };
    const lattice = this.#translator.latticeUnder(options, constraint, this.#settings, cancel);
    return lattice === null ? null : { lattice, formOf, numberBefore };
  }
}

/** Which words may stand where: compared by folded forms, looked up once a word. */
function boundWords(
  { forms, tail, rejected, closed }: BoundTarget,
  formOf: (id: number) => string,
): TargetConstraint {
  const positionsOfForm = new Map<string, number[]>();
  forms.forEach((form, position) => {
    const folded = foldForm(form);
    const known = positionsOfForm.get(folded);
    if (known === undefined) positionsOfForm.set(folded, [position]);
    else known.push(position);
  });
  const bindsNext = tail !== '' || rejected.size > 0;
  const known = new Map<number, readonly number[]>();
  const positions = (word: number): readonly number[] => {
    let found = known.get(word);
    if (found === undefined) {
      const folded = foldForm(formOf(word));
      found = positionsOfForm.get(folded) ?? NOWHERE;
      if (bindsNext && folded.startsWith(tail) && !rejected.has(folded)) found = [...found, forms.length];
      known.set(word, found);
    }
    return found;
  };
  return { length: forms.length + (bindsNext ? 1 : 0), closed, positions };
}

const NOWHERE: readonly number[] = [];
