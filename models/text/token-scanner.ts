/**
 * The scanner under the tokenizer: one pass over char codes between placeables. It decides where tokens start and
 * end; every non-blank character falls into exactly one token. Choices:
 *
 * - Placeables are one token each. A sign joins its number (`-5`), so does a range (`2000-2006`) or a following
 *   hyphenated word (`50-jährig`); digits inside codes (`A5-0012/2000`) stay with the code.
 * - Hyphenated compounds, dotted names (`foo.bar`) and suspended compounds (`Vor-`, `-pflege`) stay whole.
 * - Clitics part at apostrophes by language (`clitics.ts`); a stop stays with its abbreviation or ordinal
 *   (`dotted-words.ts`).
 * - A run of the same mark is one token (`...`, `!!`, `**`), except brackets and quotes; so are `->`, `<=`, ….
 * - Scripts without spaces are cut by the host's dictionary (`Intl.Segmenter`).
 * - Invisible characters go with the visible text they touch.
 */
import { primaryLanguage } from './abbreviations.js';
import {
  BLANK,
  CLASS_OF_UNIT,
  classAt,
  DIGIT,
  FORMAT,
  LETTER,
  MARK,
  PUNCTUATION,
  SURROGATE,
  UNSPACED,
} from './char-class.js';
import { type CliticRules, cliticRulesOf, isApostrophe } from './clitics.js';
import { DottedWords } from './dotted-words.js';
import { symbolEnd } from './emoji.js';
import { findPlaceables, type Placeable } from './placeables.js';
import {
  NUMBER_TOKEN,
  PLACEABLE_TOKEN,
  PUNCTUATION_TOKEN,
  SYMBOL_TOKEN,
  type TokenSpans,
  WORD_TOKEN,
} from './token-spans.js';
import {
  allLetters,
  isAstralWordPart,
  isCodeLike,
  isHyphen,
  isMark,
  isMissingBlank,
  isRangeDash,
  isSign,
  isSuspended,
  startsPiece,
} from './word-shape.js';

/** Longest piece handed to the dictionary at once: its time must stay linear on a hostile megabyte. */
const DICTIONARY_PIECE = 1024;
const SINGLE = new Set('()[]{}"“”„«»‹›‘‚（）「」『』【】《》〈〉'.split('').map((c) => c.charCodeAt(0)));
/** Marks that hold a word together when word parts stand on both sides: hyphens, – _ + : = * ^ | ~ # < > @ \ */
const JOINTS = new Set([...'-\u2010\u2011–_+:=*^|~#<>@\\'].map((c) => c.charCodeAt(0)));
/** Marks that may be written to the front of a word. */
const LEADS = new Set([...'-.#@=:~^\\&'].map((c) => c.charCodeAt(0)));
const CLOSING = '"”“»’\')]}';
/** Longest bracket that is read as part of a word. */
const MAX_GROUP = 60;
const OPERATORS = new Set('-> => <- <= >= <> != := == += -= :: && || !['.split(' '));

export class TokenScanner {
  readonly #clitics: CliticRules;
  readonly #dotted: DottedWords;
  readonly #splitsPronouns: boolean;
  readonly #language: string;
  #dictionary: Intl.Segmenter | undefined;
  readonly #cuts: number[] = [];
  #text = '';
  #placeables: Placeable[] = [];
  #next = 0;
  /** Start of the next placeable: nothing else reaches across it. */
  #limit = 0;

  constructor(language: string) {
    this.#language = language;
    this.#clitics = cliticRulesOf(language);
    this.#dotted = new DottedWords(language);
    this.#splitsPronouns = primaryLanguage(language) === 'fr';
  }

  scan(text: string, into: TokenSpans): void {
    into.clear();
    this.#text = text;
    this.#placeables = findPlaceables(text);
    this.#next = 0;
    this.#updateLimit();
    for (let i = 0; i < text.length; ) i = this.#step(i, into);
    this.#text = '';
    this.#placeables = [];
  }

  #step(i: number, into: TokenSpans): number {
    if (i === this.#limit) return this.#placeable(i, into);
    const text = this.#text;
    const unit = text.charCodeAt(i);
    let kind = CLASS_OF_UNIT[unit];
    if (kind === BLANK) return i + 1;
    if (kind === SURROGATE) kind = classAt(text, i);
    if (kind === LETTER || kind === DIGIT || kind === MARK) return this.#word(i, i, into);
    if (kind === UNSPACED) return this.#unspaced(i, into);
    if (kind === FORMAT) return this.#invisible(i, into);
    if (isApostrophe(unit) && this.#isLeadingApostrophe(i)) return this.#word(i, i + 1, into);
    if (this.#isNumberAt(i + 1) && startsPiece(text, i)) {
      const { start, end } = this.#placeables[this.#next].span;
      if (isSign(unit) || (isApostrophe(unit) && end - start === 2)) return this.#number(i, into);
    }
    const lead = this.#leadEnd(i, unit);
    if (lead > i) return this.#word(i, lead, into);
    const end = this.#markEnd(i, unit);
    into.push(i, end, kind === PUNCTUATION ? PUNCTUATION_TOKEN : SYMBOL_TOKEN);
    return end;
  }

  #placeable(start: number, into: TokenSpans): number {
    const { kind, span } = this.#placeables[this.#next];
    if (kind === 'number') return this.#number(start, into);
    this.#advance();
    into.push(start, span.end, PLACEABLE_TOKEN);
    return span.end;
  }

  /** A number with its sign before it and what is written to it behind. */
  #number(start: number, into: TokenSpans): number {
    const text = this.#text;
    let first = start;
    let end = this.#advance();
    for (;;) {
      // “2000-2006”, and “6.-16. Mai” in languages whose ordinals have a stop.
      const dash = text.charCodeAt(end) === 0x2e ? end + 1 : end;
      if (!isRangeDash(text.charCodeAt(dash)) || !this.#isNumberAt(dash + 1)) break;
      first = dash + 1;
      end = this.#advance();
    }
    const joint = text.charCodeAt(end);
    if (joint === 0x2e && end < this.#limit) {
      if (/[ºª]/.test(text[end + 1] ?? '') && end + 1 < this.#limit) end += 2;
      else if (this.#dotted.keepsOrdinalStop(text, first, end)) end++;
    } else if (end < this.#limit && this.#goesOn(start, end, joint)) return this.#word(start, end, into);
    into.push(start, end, NUMBER_TOKEN);
    return end;
  }

  /** Whether a number is the head of a longer word: `50-jährig`, `25-`, `103(3)`, `2000/15/EG`, `3x+1`. */
  #goesOn(start: number, end: number, joint: number): boolean {
    const text = this.#text;
    if (joint === 0x28) return this.#groupEnd(end) > end;
    if (joint === 0x2f) return this.#isLetter(end + 1) && text.slice(start, end).includes('/');
    if (isHyphen(joint)) return this.#isLetter(end + 1) || isSuspended(text.charCodeAt(end + 1));
    return JOINTS.has(joint) && (this.#isLetter(end + 1) || this.#isNumberAt(end + 1));
  }

  /** A word that starts at `start`; what is before `from` belongs to it without question. */
  #word(start: number, from: number, into: TokenSpans): number {
    const text = this.#text;
    let end = from;
    let inside = this.#next;
    let apostrophes = false;
    let hyphens = false;
    for (;;) {
      while (end < this.#limit) {
        const kind = CLASS_OF_UNIT[text.charCodeAt(end)];
        if (kind === LETTER || kind === DIGIT || kind === MARK || kind === FORMAT) end++;
        else if (kind === SURROGATE && isAstralWordPart(text, end)) end += 2;
        else break;
      }
      const next = this.#joinEnd(end, start);
      if (next === end) break;
      const joint = text.charCodeAt(end);
      if (isApostrophe(joint)) apostrophes = true;
      else if (isHyphen(joint)) hyphens = true;
      end = next;
    }
    end = this.#wordTail(start, end);
    if (apostrophes || (hyphens && this.#splitsPronouns)) {
      this.#cuts.length = 0;
      this.#clitics.cut(text, start, end, this.#cuts);
      let piece = start;
      for (const cut of this.#cuts) {
        // Never within a placeable that the word took in.
        while (inside < this.#next && this.#placeables[inside].span.end <= cut) inside++;
        if (inside < this.#next && this.#placeables[inside].span.start < cut) continue;
        into.push(piece, cut, WORD_TOKEN);
        piece = cut;
      }
      into.push(piece, end, WORD_TOKEN);
    } else into.push(start, end, WORD_TOKEN);
    return end;
  }

  /** End of the mark at `at` if it holds together the word parts on both sides of it; else `at`. */
  #joinEnd(at: number, start: number): number {
    const text = this.#text;
    if (at === start) return at;
    if (at >= this.#limit) return this.#joinedPlaceableEnd(at);
    const unit = text.charCodeAt(at);
    switch (unit) {
      case 0x27: // apostrophes
      case 0x2019:
        return this.#isLetter(at + 1) ? at + 1 : at;
      case 0x28: // (
        return this.#takeGroup(at);
      case 0x2e: // . also before the hyphen of Dr.-Seuss-Buch
        if (text.charCodeAt(at + 1) === 0x2d && this.#isLetter(at + 2)) return at + 2;
        return this.#isWordPart(at + 1) && !isMissingBlank(text, at) ? at + 1 : at;
      case 0xb7: // · of Catalan
        return this.#isLetter(at + 1) ? at + 1 : at;
      case 0x26: // & of R&D
        return this.#isLetter(at + 1) ? at + 1 : at;
      case 0x2c: // , of 1,5zeilig
        return CLASS_OF_UNIT[text.charCodeAt(at - 1)] === DIGIT && this.#isDigit(at + 1) ? at + 1 : at;
      case 0x2b: // + before the hyphen of LIFE+-Programm
        if (text.charCodeAt(at + 1) === 0x2d && this.#isLetter(at + 2)) return at + 2;
        break;
      case 0x2f: // / of A5-0012/2000 and 2000/15/EG
        return CLASS_OF_UNIT[text.charCodeAt(at - 1)] === DIGIT && this.#isWordPart(at + 1) ? at + 1 : at;
    }
    if (!JOINTS.has(unit)) return at;
    if (this.#isNumberAt(at + 1) || (unit === 0x2b && this.#isKeyAt(at + 1))) return this.#advance();
    return this.#isWordPart(at + 1) && !(unit === 0x3a && isMissingBlank(text, at)) ? at + 1 : at;
  }

  /** `Q&amp;A`, `COM(2004)0475`: an entity or a number in the middle of a code. */
  #joinedPlaceableEnd(at: number): number {
    if (at !== this.#limit || this.#next >= this.#placeables.length) return at;
    const { kind, span } = this.#placeables[this.#next];
    const entity =
      kind === 'tag' && this.#text[at] === '&' && CLASS_OF_UNIT[this.#text.charCodeAt(span.end)] === LETTER;
    const tail = kind === 'number' && this.#text[at - 1] === ')';
    return entity || tail ? this.#advance() : at;
  }

  /** `(s)`, `(2001)`, `(A1:A10)` right after a word: end of a bracket without blanks, or `open` for none. */
  #groupEnd(open: number): number {
    const text = this.#text;
    const limit = Math.min(text.length, open + MAX_GROUP);
    let depth = 0;
    for (let i = open; i < limit; i++) {
      const unit = text.charCodeAt(i);
      if (unit === 0x28) depth++;
      else if (unit === 0x29 && --depth === 0) return i + 1;
      else if (CLASS_OF_UNIT[unit] === BLANK) return open;
    }
    return open;
  }

  /** Takes such a bracket with the placeables inside it, unless one of them reaches out of it. */
  #takeGroup(open: number): number {
    const end = this.#groupEnd(open);
    for (let i = this.#next; end > open && i < this.#placeables.length; i++) {
      const { span } = this.#placeables[i];
      if (span.start >= end) break;
      if (span.end >= end) return open;
    }
    while (end > this.#limit) this.#advance();
    return end;
  }

  /** Signs written to the front of a word: `-pflege`, `.odt`, `#tag`, `@name`, `=SUM`, `--help`, `*.po`, `%ige`, `(Dés)`. */
  #leadEnd(at: number, unit: number): number {
    const text = this.#text;
    if (unit === 0x25) {
      // What follows a percent sign leans on it: “50 %ige”, “3 %-Grenze”.
      const from = isHyphen(text.charCodeAt(at + 1)) ? at + 2 : at + 1;
      return this.#isLetter(from) ? from : at;
    }
    const afterClosing = isHyphen(unit) && CLOSING.includes(text[at - 1] ?? ' ');
    if (!afterClosing && !startsPiece(text, at)) return at;
    if (unit === 0x28) {
      const end = this.#groupEnd(at);
      return end > at + 2 && end <= at + 7 && this.#isLetter(end) && allLetters(text, at + 1, end - 1)
        ? end
        : at;
    }
    if (unit === 0x2a) return text[at + 1] === '.' && this.#isLetter(at + 2) ? at + 2 : at;
    if (!LEADS.has(unit)) return at;
    if (unit === 0x2d && text.charCodeAt(at + 1) === 0x2d) return this.#isLetter(at + 2) ? at + 2 : at;
    return this.#isLetter(at + 1) ? at + 1 : at;
  }

  /** Marks that belong to the word they follow: the stop of an abbreviation, `Vor-`, `C++`, `n°`, `po'`. */
  #wordTail(start: number, end: number): number {
    const text = this.#text;
    if (end >= this.#limit || end === start) return end;
    const unit = text.charCodeAt(end);
    const next = text.charCodeAt(end + 1);
    if (unit === 0x2e) return this.#dotted.keepsStop(text, this.#stemStart(start, end), end) ? end + 1 : end;
    if (isHyphen(unit)) return isSuspended(next) ? end + 1 : end;
    if (unit === 0x28) return isCodeLike(text, start, end) ? end + 1 : end;
    if (unit === 0xb0 && end - start === 1 && (text.charCodeAt(start) | 0x20) === 0x6e) return end + 1;
    if (unit === 0x2b && next === 0x2b && end - start === 1 && end + 1 < this.#limit) return end + 2;
    if ((unit === 0x2b || unit === 0x23) && !isMark(next)) return end + 1;
    if (isApostrophe(unit) && this.#leansForward(start, end, next)) return end + 1;
    return end;
  }

  /** Where the word proper starts after an elision: `l'art. 5`. */
  #stemStart(start: number, end: number): number {
    if (!this.#clitics.elides) return start;
    let i = end;
    while (i > start && i > end - 12 && !isApostrophe(this.#text.charCodeAt(i - 1))) i--;
    return i > end - 12 ? i : start;
  }

  /** `po'`, and an elision whose word stands in quotes: `l'«ami»`. */
  #leansForward(start: number, end: number, next: number): boolean {
    const { trailing, elides } = this.#clitics;
    if (end - start > 8) return false;
    const touches = !Number.isNaN(next) && CLASS_OF_UNIT[next] !== BLANK;
    return (
      trailing.has(this.#text.slice(start, end).toLowerCase()) ||
      (elides && touches && '"“«‘‹(<`{['.includes(String.fromCharCode(next)))
    );
  }

  #unspaced(start: number, into: TokenSpans): number {
    const text = this.#text;
    let end = start;
    while (end < this.#limit) {
      const kind = classAt(text, end);
      if (kind !== UNSPACED && kind !== MARK && kind !== FORMAT) break;
      end += CLASS_OF_UNIT[text.charCodeAt(end)] === SURROGATE ? 2 : 1;
      if (end - start >= DICTIONARY_PIECE) break;
    }
    if (end > this.#limit) end = this.#limit;
    this.#dictionary ??= openDictionary(this.#language);
    for (const { index, segment } of this.#dictionary.segment(text.slice(start, end))) {
      into.push(start + index, start + index + segment.length, WORD_TOKEN);
    }
    return end;
  }

  /** Characters without a glyph of their own join the token they touch, before it or behind it. */
  #invisible(start: number, into: TokenSpans): number {
    const text = this.#text;
    let end = start;
    while (end < this.#limit && classAt(text, end) === FORMAT) {
      end += CLASS_OF_UNIT[text.charCodeAt(end)] === SURROGATE ? 2 : 1;
    }
    if (end < this.#limit && this.#isWordPart(end)) return this.#word(start, end, into);
    const last = into.count - 1;
    const touches = last >= 0 && into.ends[last] === start && into.kinds[last] !== PLACEABLE_TOKEN;
    if (touches) into.ends[last] = end;
    else into.push(start, end, SYMBOL_TOKEN);
    return end;
  }

  /** `'em`, `'90s`, `'s` after a closing mark: an apostrophe that opens a word and no quotation. */
  #isLeadingApostrophe(at: number): boolean {
    const text = this.#text;
    if (this.#isDigit(at + 1) && startsPiece(text, at)) {
      return this.#isDigit(at + 2) && !this.#isDigit(at + 3) && at + 1 < this.#limit;
    }
    if (!this.#isLetter(at + 1)) return false;
    let end = at + 1;
    while (end < at + 6 && this.#isLetter(end)) end++;
    if (this.#isLetter(end) || isApostrophe(text.charCodeAt(end))) return false;
    return this.#clitics.leading.has(text.slice(at + 1, end).toLowerCase());
  }

  #markEnd(start: number, unit: number): number {
    const text = this.#text;
    let end = start + 1;
    if (unit === 0xb0 && /[CFK]/.test(text[end] ?? '') && !this.#isLetter(end + 1)) end = start + 2;
    else if (OPERATORS.has(text.slice(start, start + 2))) end = start + 2;
    else if (SINGLE.has(unit) || isApostrophe(unit) || unit >= 0xd800) end = symbolEnd(text, start);
    else {
      while (text.charCodeAt(end) === unit && end < this.#limit) end++;
      if (end === start + 1) end = symbolEnd(text, start);
    }
    return Math.min(end, this.#limit);
  }

  #isLetter(at: number): boolean {
    if (at >= this.#limit) return false;
    const kind = CLASS_OF_UNIT[this.#text.charCodeAt(at)];
    return kind === LETTER || (kind === SURROGATE && classAt(this.#text, at) === LETTER);
  }

  #isWordPart(at: number): boolean {
    return this.#isLetter(at) || this.#isDigit(at);
  }

  #isKeyAt(at: number): boolean {
    return at === this.#limit && this.#placeables[this.#next]?.kind === 'key';
  }

  #isNumberAt(at: number): boolean {
    return at === this.#limit && this.#placeables[this.#next]?.kind === 'number';
  }

  #isDigit(at: number): boolean {
    return CLASS_OF_UNIT[this.#text.charCodeAt(at)] === DIGIT && at < this.#limit;
  }

  /** Takes the next placeable; returns its end. */
  #advance(): number {
    const { end } = this.#placeables[this.#next++].span;
    this.#updateLimit();
    return end;
  }

  #updateLimit(): void {
    this.#limit =
      this.#next < this.#placeables.length ? this.#placeables[this.#next].span.start : this.#text.length;
  }
}

/** A tag the host does not know gets the general rules. */
function openDictionary(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language || 'und', { granularity: 'word' });
  } catch {
    return new Intl.Segmenter('und', { granularity: 'word' });
  }
}
