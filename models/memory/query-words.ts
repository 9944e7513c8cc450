/**
 * The distinct normalised forms of a query, rarest first, and a table from a form to its place among them that
 * makes counting shared words of a candidate one array access a token.
 */
import { CLASS_WEIGHTS } from './match-score.js';
import type { Postings } from './postings.js';
import type { TokenRow } from './token-row.js';

export class QueryWords {
  count = 0;
  /** Normalised forms, rarest first; those unknown to the index come first, as −1 each. */
  normals = new Int32Array(64);
  /** Weight of each form times its occurrences in the query. */
  weights = new Int32Array(64);
  /** Segments that contain each form. */
  frequencies = new Int32Array(64);
  /** Place of a form among `normals` plus one, by form id; zero for forms not in the query. */
  places = new Uint32Array(1024);
  #occurrences = new Int32Array(64);
  #left = new Int32Array(64);

  get byteLength(): number {
    return this.places.byteLength;
  }

  /** Takes the words of a query; `forms` is the number of forms known. Call `clear` before the next one. */
  set(query: TokenRow, forms: number, postings: Postings): void {
    this.#reserve(query.count, forms);
    let count = 0;
    for (let i = 0; i < query.count; i++) {
      const normal = query.normals[i];
      const weight = CLASS_WEIGHTS[query.classes[i]];
      const known = normal < 0 ? 0 : this.places[normal];
      if (known > 0) {
        this.weights[known - 1] += weight;
        this.#occurrences[known - 1]++;
        continue;
      }
      const frequency = normal < 0 ? 0 : postings.count(normal);
      let at = count++;
      for (; at > 0 && this.frequencies[at - 1] > frequency; at--) this.#move(at - 1, at);
      this.normals[at] = normal;
      this.weights[at] = weight;
      this.frequencies[at] = frequency;
      this.#occurrences[at] = 1;
      if (normal >= 0) this.places[normal] = at + 1;
    }
    this.count = count;
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) if (this.normals[i] >= 0) this.places[this.normals[i]] = 0;
    this.count = 0;
  }

  /** How often each form of the query may still be counted: a fresh copy, to be counted down by the caller. */
  startCounting(): Int32Array {
    for (let i = 0; i < this.count; i++) this.#left[i] = this.#occurrences[i];
    return this.#left;
  }

  #move(from: number, to: number): void {
    this.normals[to] = this.normals[from];
    this.weights[to] = this.weights[from];
    this.frequencies[to] = this.frequencies[from];
    this.#occurrences[to] = this.#occurrences[from];
    if (this.normals[to] >= 0) this.places[this.normals[to]] = to + 1;
  }

  #reserve(tokens: number, forms: number): void {
    if (this.places.length < forms) this.places = new Uint32Array(2 * forms);
    if (this.normals.length >= tokens) return;
    const capacity = 2 * tokens;
    this.normals = new Int32Array(capacity);
    this.weights = new Int32Array(capacity);
    this.frequencies = new Int32Array(capacity);
    this.#occurrences = new Int32Array(capacity);
    this.#left = new Int32Array(capacity);
  }
}
