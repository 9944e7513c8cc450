/** Whether a text ends like a finished sentence: final punctuation, then nothing but quotes and markup. */
const END = /[.!?…:;。！？؟।]["'”’»«›‹)\]}*_`~]*(?:\([^()\s]*\))?\s*$/u;
const UNSPACED_END = /[。！？][」』）】”’"'*_]*$/u;

export function endsSentence(text: string): boolean {
  return END.test(text.slice(-200));
}

/** Whether the next sentence follows without a blank (Chinese, Japanese). */
export function endsUnspacedSentence(text: string): boolean {
  return UNSPACED_END.test(text.slice(-20));
}
