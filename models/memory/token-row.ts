/** The tokens of one segment as parallel arrays, reused from segment to segment. */
import { CLASS_WEIGHTS } from './match-score.js';

export class TokenRow {
  /** Tokens in use; the arrays may be longer. */
  count = 0;
  forms = new Int32Array(64);
  normals = new Int32Array(64);
  classes = new Uint8Array(64);
  /** Weight of the tokens before each position; one place more than there are tokens. */
  weightBefore = new Int32Array(65);

  get weight(): number {
    return this.weightBefore[this.count];
  }

  /** Empties the row and makes room for `length` tokens. */
  reset(length: number): void {
    this.count = 0;
    if (length <= this.forms.length) return;
    const capacity = 2 * length;
    this.forms = new Int32Array(capacity);
    this.normals = new Int32Array(capacity);
    this.classes = new Uint8Array(capacity);
    this.weightBefore = new Int32Array(capacity + 1);
  }

  push(form: number, normal: number, tokenClass: number): void {
    const at = this.count++;
    this.forms[at] = form;
    this.normals[at] = normal;
    this.classes[at] = tokenClass;
    this.weightBefore[at + 1] = this.weightBefore[at] + CLASS_WEIGHTS[tokenClass];
  }
}
