/**
 * Ids for token forms. A form is a token's text together with its class; its normalised form (`match-score.ts`)
 * has an id in the same table. Texts are packed UTF-16, looked up without building strings. Unlike the string table
 * of `models/text`, it grows without a step that goes over all forms, for it lives where look-ups must not wait.
 */
import {
  type GrowingArray,
  growingInt32,
  growingUint8,
  growingUint16,
  growingUint32,
} from './growing-array.js';
import { HashSlots, hashText } from './hash-slots.js';
import { normalForm } from './match-score.js';

/** No token of any segment has this id, and it equals nothing. */
export const UNKNOWN_FORM = -1;

export class FormTable {
  /** Id of the normalised form, by form id. */
  readonly normal: GrowingArray<Int32Array> = growingInt32();
  /** Token class, by form id. */
  readonly classes: GrowingArray<Uint8Array> = growingUint8();
  readonly #units = growingUint16();
  readonly #ends = growingUint32();
  readonly #hashes = growingUint32();
  readonly #slots = new HashSlots(this.#hashes);

  get size(): number {
    return this.#hashes.length;
  }

  get byteLength(): number {
    return [this.normal, this.classes, this.#units, this.#ends, this.#hashes, this.#slots].reduce(
      (sum, part) => sum + part.byteLength,
      0,
    );
  }

  /** The id of a form, or `UNKNOWN_FORM`. */
  find(text: string, tokenClass: number): number {
    const hash = hashText(text, tokenClass);
    for (let slot = this.#slots.start(hash); ; slot++) {
      const id = this.#slots.idAt(hash, slot);
      if (id < 0) return UNKNOWN_FORM;
      if (this.#hashes.values[id] === hash && this.#is(id, text, tokenClass)) return id;
    }
  }

  /** The id of a form's normalised form, or `UNKNOWN_FORM`; the form itself need not be known. */
  findNormal(text: string, tokenClass: number): number {
    return this.find(normalForm(text, tokenClass), tokenClass);
  }

  /** The id of a form, which is added with its normalised form when new. */
  intern(text: string, tokenClass: number): number {
    const known = this.find(text, tokenClass);
    if (known !== UNKNOWN_FORM) return known;
    const normal = normalForm(text, tokenClass);
    if (normal === text) return this.#add(text, tokenClass, this.size);
    const normalId = this.find(normal, tokenClass);
    const target = normalId === UNKNOWN_FORM ? this.#add(normal, tokenClass, this.size) : normalId;
    return this.#add(text, tokenClass, target);
  }

  #add(text: string, tokenClass: number, normal: number): number {
    for (let i = 0; i < text.length; i++) this.#units.push(text.charCodeAt(i));
    this.#ends.push(this.#units.length);
    this.classes.push(tokenClass);
    this.normal.push(normal);
    const id = this.#hashes.push(hashText(text, tokenClass));
    this.#slots.insert(id);
    return id;
  }

  #is(id: number, text: string, tokenClass: number): boolean {
    if (this.classes.values[id] !== tokenClass) return false;
    const start = id === 0 ? 0 : this.#ends.values[id - 1];
    if (this.#ends.values[id] - start !== text.length) return false;
    const units = this.#units.values;
    for (let i = 0; i < text.length; i++) if (units[start + i] !== text.charCodeAt(i)) return false;
    return true;
  }
}
