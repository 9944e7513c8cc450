/**
 * Which of a few languages a text is in, by its most telling small words. Good enough to notice that two files
 * were swapped or that a side was never translated; not meant for single short segments.
 */
const STOP_WORDS: Readonly<Record<string, string>> = {
  de: 'der die und das nicht ist den von mit sich des auf für ein eine im dem dass es werden wird auch',
  en: 'the of and to in is that for it with as this on are be was have by not which from',
  es: 'el los las que y una por con para no del al se como su este más ha pero está',
  fr: 'le les des et est une que dans pour qui du sur pas il nous ce ne au plus avec sont',
  it: 'il di che e è per un una non della con del sono gli nel alla le anche più questo',
  nl: 'de het een van en dat is niet op te voor zijn met die aan er maar ook worden wij',
  pt: 'o os que e não uma do da em para com por no na mais se dos ao é está',
};

const LANGUAGES = Object.keys(STOP_WORDS);
/** Bit k is set for a stop word of LANGUAGES[k]. */
const LANGUAGES_OF_WORD = new Map<string, number>();
for (const [k, language] of LANGUAGES.entries()) {
  for (const word of STOP_WORDS[language].split(' ')) {
    LANGUAGES_OF_WORD.set(word, (LANGUAGES_OF_WORD.get(word) ?? 0) | (1 << k));
  }
}

/** Fewer words than this tell nothing. */
const ENOUGH_WORDS = 200;
/** The share of a text's words that are stop words of its language is above this. */
const LEAST_SHARE = 0.1;

export class LanguageGuess {
  #words = 0;
  readonly #hits = new Uint32Array(LANGUAGES.length);

  read(text: string): void {
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
      this.#words++;
      const languages = LANGUAGES_OF_WORD.get(word) ?? 0;
      for (let k = 0; languages >> k !== 0; k++) this.#hits[k] += (languages >> k) & 1;
    }
  }

  /** The language that the text read so far is most likely in, if that is clear. */
  best(): string | undefined {
    if (this.#words < ENOUGH_WORDS) return undefined;
    const order = [...this.#hits.keys()].sort((a, b) => this.#hits[b] - this.#hits[a]);
    const clear = this.#hits[order[0]] > LEAST_SHARE * this.#words;
    return clear && this.#hits[order[0]] > 1.3 * this.#hits[order[1]] ? LANGUAGES[order[0]] : undefined;
  }
}
