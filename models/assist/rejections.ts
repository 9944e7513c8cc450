/**
 * What the translator does not want to see again: next words, by segment and by the words before them. “Not this” after
 * `the big` means the word that was offered there, however the rest went on; it holds whenever the same words stand
 * before the caret again, also in the middle of the next word.
 */
import { foldForm } from './folding.js';

/** Segments whose rejections are remembered; the oldest go first. */
const MOST_SEGMENTS = 2000;

export class Rejections {
  readonly #bySegment = new Map<string, Map<string, Set<string>>>();

  add(source: string, before: readonly string[], form: string): void {
    let segment = this.#bySegment.get(source);
    if (segment === undefined) {
      segment = new Map();
      this.#bySegment.set(source, segment);
      const oldest = this.#bySegment.keys().next();
      if (this.#bySegment.size > MOST_SEGMENTS && !oldest.done) this.#bySegment.delete(oldest.value);
    }
    const key = keyOf(before);
    const forms = segment.get(key);
    if (forms === undefined) segment.set(key, new Set([foldForm(form)]));
    else forms.add(foldForm(form));
  }

  has(source: string, before: readonly string[], form: string): boolean {
    const segment = this.#bySegment.get(source);
    return segment?.get(keyOf(before))?.has(foldForm(form)) ?? false;
  }

  /** Folded forms that are not wanted after `before`. */
  after(source: string, before: readonly string[]): ReadonlySet<string> {
    return this.#bySegment.get(source)?.get(keyOf(before)) ?? NONE;
  }
}

const NONE: ReadonlySet<string> = new Set();

function keyOf(before: readonly string[]): string {
  return before.map(foldForm).join('\n');
}
