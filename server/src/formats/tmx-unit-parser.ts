/**
 * One `<tu>` element to its segments. Codes that open or close formatting (`bpt`, `ept`, `it`, `ut`) and sub-flows
 * (`sub`) are dropped; highlights (`hi`) and placeholders (`ph`, a `{0}` or `%s` of the text) are kept: what is left is
 * what a translator reads. White space that holds a line break is layout of the file and becomes one blank.
 */
import { SaxesParser } from 'saxes';

export interface TmxVariant {
  readonly language: string;
  readonly text: string;
}

export interface TmxUnitContent {
  readonly id: string | null;
  /** `changedate`, else `creationdate`, as written (20250312T101500Z). */
  readonly date: string | null;
  readonly properties: Readonly<Record<string, string>>;
  readonly variants: readonly TmxVariant[];
}

const DROPPED = new Set(['bpt', 'ept', 'it', 'ut', 'sub']);

export class TmxUnitError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** Parses units one after the other with one parser. */
export class TmxUnitParser {
  #parser = this.#newParser();
  #id: string | null = null;
  #date: string | null = null;
  #properties: Record<string, string> = {};
  #variants: TmxVariant[] = [];
  #language = '';
  #property: string | null = null;
  #text = '';
  #inSegment = false;
  #dropped = 0;

  /** Parses the text of one element; throws a TmxUnitError with the place inside it. */
  parse(text: string): TmxUnitContent {
    this.#id = null;
    this.#date = null;
    this.#properties = {};
    this.#variants = [];
    this.#inSegment = false;
    this.#property = null;
    this.#dropped = 0;
    try {
      this.#parser.write(text).close();
    } catch (error) {
      const { line, column } = this.#parser;
      this.#parser = this.#newParser();
      throw error instanceof TmxUnitError ? error : new TmxUnitError(reasonOf(error), line, column);
    }
    return { id: this.#id, date: this.#date, properties: this.#properties, variants: this.#variants };
  }

  #newParser(): SaxesParser<{ fragment: true }> {
    const parser = new SaxesParser({ fragment: true });
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes as Record<string, string>));
    parser.on('closetag', ({ name }) => this.#close(name));
    parser.on('text', (text) => this.#add(text));
    parser.on('cdata', (text) => this.#add(text));
    return parser;
  }

  #open(name: string, attributes: Record<string, string>): void {
    if (this.#inSegment) {
      if (DROPPED.has(name)) this.#dropped++;
      return;
    }
    switch (name) {
      case 'tu':
        this.#id = attributes.tuid ?? null;
        this.#date = attributes.changedate ?? attributes.creationdate ?? null;
        break;
      case 'tuv':
        this.#language = attributes['xml:lang'] ?? attributes.lang ?? '';
        break;
      case 'prop':
        this.#property = attributes.type ?? '';
        this.#text = '';
        break;
      case 'seg':
        this.#inSegment = true;
        this.#text = '';
        break;
    }
  }

  #close(name: string): void {
    if (this.#inSegment && DROPPED.has(name)) this.#dropped--;
    else if (name === 'seg') {
      this.#inSegment = false;
      this.#variants.push({ language: this.#language, text: tidy(this.#text) });
    } else if (name === 'prop' && this.#property !== null) {
      this.#properties[this.#property] = this.#text;
      this.#property = null;
    }
  }

  #add(text: string): void {
    if ((this.#inSegment && this.#dropped === 0) || this.#property !== null) this.#text += text;
  }
}

function tidy(text: string): string {
  return text.replace(/[ \t]*[\r\n]\s*/g, ' ').trim();
}

/** saxes puts the place before its message; the place is told otherwise. */
function reasonOf(error: unknown): string {
  return String((error as Error).message)
    .replace(/^\d+:\d+: /, '')
    .replace(/\.$/, '');
}
