// Paragraph pairs to sentence pairs, where both sides have equally many sentences of plausible lengths.

/** The pairs of sentences of two paragraphs, or the two paragraphs as one pair. */
export function splitAlike(source, target, language) {
  const whole = [{ source, target }];
  const sources = sentences(source, 'en');
  const targets = sentences(target, language);
  if (sources.length < 2 || sources.length !== targets.length) return whole;
  const pairs = sources.map((sentence, i) => ({ source: sentence, target: targets[i] }));
  // One pair out of proportion means that the sentences do not correspond.
  return pairs.every(inProportion) ? pairs : whole;
}

function inProportion({ source, target }) {
  const ratio = (target.length + 10) / (source.length + 10);
  return ratio > 0.5 && ratio < 2;
}

const segmenters = new Map();

function sentences(text, language) {
  let segmenter = segmenters.get(language);
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
    segmenters.set(language, segmenter);
  }
  return [...segmenter.segment(text)].map(({ segment }) => segment.trim());
}
