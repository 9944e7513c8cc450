/**
 * A bitext that pairs are appended to: the session overlay, and the collector of a new corpus. `view()` is an
 * ordinary Bitext over what is there now; take a new one after appending. An overlay of some thousand pairs is
 * indexed afresh with a SuffixArray in milliseconds, so it needs no index of its own.
 */
import { EnfaceError } from '../core/errors.js';
import { GrowableArray } from '../core/growable-array.js';
import { Bitext } from './bitext.js';
import { LinkTableBuilder, MAX_SENTENCE_LENGTH } from './link-table.js';
import { TokenText } from './token-text.js';

export class GrowingBitext {
  readonly #source = new GrowingText();
  readonly #target = new GrowingText();
  readonly #links = new LinkTableBuilder();
  #pairCount = 0;

  get pairCount(): number {
    return this.#pairCount;
  }

  /** Appends a pair and returns its number. `links` alternates source and target positions. */
  append(source: ArrayLike<number>, target: ArrayLike<number>, links: ArrayLike<number> = []): number {
    if (source.length > MAX_SENTENCE_LENGTH || target.length > MAX_SENTENCE_LENGTH) {
      throw new EnfaceError('sentence-length', `A sentence has more than ${MAX_SENTENCE_LENGTH} tokens.`);
    }
    for (let k = 0; k + 1 < links.length; k += 2) {
      if (!(links[k] >= 0 && links[k] < source.length && links[k + 1] >= 0 && links[k + 1] < target.length)) {
        throw new EnfaceError(
          'link-range',
          `Link ${links[k]}-${links[k + 1]} lies outside its sentence pair.`,
        );
      }
    }
    this.#source.append(source);
    this.#target.append(target);
    for (let k = 0; k + 1 < links.length; k += 2) this.#links.add(links[k], links[k + 1]);
    this.#links.endPair();
    return this.#pairCount++;
  }

  view(): Bitext {
    return new Bitext(this.#source.view(), this.#target.view(), this.#links.view());
  }
}

class GrowingText {
  readonly #ids = new GrowableArray(new Int32Array(1024));
  readonly #offsets = new GrowableArray(new Uint32Array(64));

  constructor() {
    this.#offsets.push(0);
  }

  append(ids: ArrayLike<number>): void {
    this.#ids.pushAll(ids);
    this.#offsets.push(this.#ids.length);
  }

  view(): TokenText {
    return new TokenText(this.#ids.view(), this.#offsets.view());
  }
}
