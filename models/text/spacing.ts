/**
 * Which blank stands between two neighbouring word forms: the spacing rules of the languages we know, from the
 * forms alone. Quotation marks carry their side in the form; Markdown emphasis opens and closes by turns.
 */
import { primaryLanguage } from './abbreviations.js';
import { classAt, DIGIT, UNSPACED } from './char-class.js';
import { ENGLISH_ENCLITICS, FRENCH_ELISIONS, FRENCH_PRONOUNS } from './clitics.js';
import { APOSTROPHE, CLOSE_DOUBLE, CLOSE_SINGLE, OPEN_DOUBLE, OPEN_SINGLE } from './quotes.js';
import type { TextStyle } from './text-style.js';

const set = (forms: string): ReadonlySet<string> => new Set(forms.split(' '));

/** Nothing before these. */
const TIGHT_BEFORE = set(`) ] } , . .. ° º ª ′ ″ ™ ® ${CLOSE_SINGLE} ${APOSTROPHE} &nbsp;`);
/** Nothing after these. */
const TIGHT_AFTER = set(`( [ { ¿ ¡ # @ ~ ± ![ ${OPEN_SINGLE} &nbsp;`);
const CLOSERS = set(`${CLOSE_DOUBLE} ${CLOSE_SINGLE} ) ] }`);
const CURRENCIES = set('$ £ € ¥ ₤ ₹ US$');
const EMPHASIS = set('** * __ _ ~~ ***');
const IDEOGRAPHIC_MARK = /^[\u3001-\u301f\uff01-\uff0f\uff1a-\uff1f\uff3b-\uff3d\uff5b-\uff65]/;
const ENCLITIC = /^'\p{L}{1,2}$/u;
const OPENING_TAG = /^<[A-Za-z]/;
const CLOSING_TAG = /^<\/|^\]\(/;
const LINE_BREAK_TAG = /^<br\b/i;
/** Languages whose words join, and those that also join them to foreign words and numbers. */
const JOINING = set('zh ja th lo km my');
const TIGHT_FOREIGN = set('zh ja');

/** Remembers what is open while forms go by, from left to right. */
export class Spacing {
  readonly #language: string;
  readonly #style: TextStyle;
  readonly #joining: boolean;
  readonly #open = new Set<string>();
  #last = '';
  #lastOpens = false;

  constructor(language: string, style: TextStyle) {
    this.#language = primaryLanguage(language);
    this.#style = style;
    this.#joining = JOINING.has(this.#language);
  }

  /** The blank between the form before and this one; `later` holds what is known to come after it. */
  before(form: string, later: readonly string[]): string {
    const last = this.#last;
    const afterOpening = this.#lastOpens;
    let closes = false;
    this.#last = form;
    this.#lastOpens = false;
    if (EMPHASIS.has(form)) {
      closes = this.#open.delete(form);
      if (!closes && later.includes(form)) {
        this.#open.add(form);
        this.#lastOpens = true;
      }
    }
    if (last === '' || afterOpening || closes) return '';
    return this.#between(last, form);
  }

  #between(last: string, form: string): string {
    const style = this.#style;
    if (last === OPEN_DOUBLE || form === CLOSE_DOUBLE) return style.insideQuotes;
    if (TIGHT_AFTER.has(last) || TIGHT_BEFORE.has(form)) return '';
    switch (form) {
      case ':':
        return style.beforeColon;
      case ';':
      case '!':
      case '?':
      case '?!':
      case '!!':
      case '!!!':
      case '??':
        return /^[!?]/.test(last) ? '' : style.beforeHigh;
      case '%':
      case '‰':
        return endsInDigit(last) ? style.beforePercent : ' ';
      case '/':
        return style.aroundSlash;
      case '—':
        return style.aroundDash;
    }
    if (form === '…' || form === '...') return /^[,;:]/.test(last) ? ' ' : style.beforeEllipsis;
    if (form.startsWith('°')) return style.beforeUnit;
    if (form.startsWith('%') && endsInDigit(last)) return style.beforePercent;
    if (last.length > 1 && last.endsWith('(')) return '';
    if (form.startsWith('-') && form.length > 1 && CLOSERS.has(last)) return '';
    if (form.startsWith('/') && last.endsWith('}')) return '';
    if (last === '/') return style.aroundSlash;
    if (last === '—') return style.aroundDash;
    if (this.#isEnclitic(form, last) || this.#isElision(last)) return '';
    if (CURRENCIES.has(last) && startsWithDigit(form) && (this.#language === 'en' || last !== '€')) return '';
    if (
      CLOSING_TAG.test(form) ||
      (OPENING_TAG.test(last) && !last.endsWith('/>')) ||
      LINE_BREAK_TAG.test(form) ||
      LINE_BREAK_TAG.test(last)
    )
      return '';
    if (IDEOGRAPHIC_MARK.test(form) || IDEOGRAPHIC_MARK.test(lastCharacter(last))) return '';
    if (this.#joining) return this.#betweenUnspaced(last, form);
    return ' ';
  }

  #betweenUnspaced(last: string, form: string): string {
    const left = classAt(lastCharacter(last), 0) === UNSPACED;
    const right = classAt(form, 0) === UNSPACED;
    return (left && right) || ((left || right) && TIGHT_FOREIGN.has(this.#language)) ? '' : ' ';
  }

  /** Forms that lean on the word before them. */
  #isEnclitic(form: string, last: string): boolean {
    if (form.length > 8) return false;
    switch (this.#language) {
      case 'en':
        return (
          form.toLowerCase() === "n't" ||
          (ENCLITIC.test(form) && ENGLISH_ENCLITICS.has(form.slice(1).toLowerCase()))
        );
      case 'de':
        return form.toLowerCase() === "'s" && last !== ',' && /\p{L}$/u.test(last);
      case 'fr':
        return form[0] === '-' && FRENCH_PRONOUNS.has(form.slice(1).toLowerCase());
      default:
        return false;
    }
  }

  /** Forms that lean on the word after them. */
  #isElision(last: string): boolean {
    if (!last.endsWith(APOSTROPHE) || last.length < 2) return false;
    switch (this.#language) {
      case 'fr':
        return FRENCH_ELISIONS.has(last.slice(0, -1).toLowerCase());
      case 'it':
      case 'ca':
        return !/^(?:po|fa|va|sta|da|di|be|mo|to|ca|de|ne|co)'$/i.test(last);
      case 'es':
      case 'pt':
        return last.length === 2;
      default:
        return false;
    }
  }
}

function lastCharacter(form: string): string {
  const last = form.slice(-2);
  return last.length === 2 && (last.codePointAt(0) as number) > 0xffff ? last : form.slice(-1);
}

function endsInDigit(form: string): boolean {
  return classAt(form, form.length - 1) === DIGIT;
}

function startsWithDigit(form: string): boolean {
  return classAt(form, 0) === DIGIT;
}
