// What of the pairs found in other people's programs is worth having in a memory, and why the rest is not.

const LONGEST = 600;
/** Placeholders of all kinds of programs: {0}, {name}, ${x}, %s, %1$d, %PRODUCTNAME. */
const PLACEHOLDER = /\$?\{\w*\}|%(?:\d+\$)?[sdif]\b|%[A-Z]{3,}/g;

/**
 * Cleaned pairs and how many were left out for which reason: `{ pairs, dropped }`.
 * `&&` or `~` before a letter marks the key that chooses a command, and goes.
 */
export function cleanPairs(found) {
  const pairs = new Map();
  const dropped = {};
  for (const each of found) {
    const source = cleanText(each.source);
    const target = cleanText(each.target);
    const key = `${source}\n${target}`;
    const reason = pairs.has(key) ? 'repeated' : flawOf(source, target);
    if (reason === undefined) pairs.set(key, { source, target });
    else dropped[reason] = (dropped[reason] ?? 0) + 1;
  }
  return { pairs: [...pairs.values()], dropped };
}

export function cleanText(text) {
  return text
    .replace(/\(&&?\p{L}\)/gu, '')
    .replace(/&&(?=[\p{L}\p{N}])/gu, '')
    .replace(/(^|\s)[&_~](?=\p{L})/gu, '$1')
    .replace(/(?<=\p{L})~(?=\p{L})/gu, '')
    .replace(/[\s\u200b\ufeff]+/gu, ' ')
    .trim()
    .normalize('NFC');
}

function flawOf(source, target) {
  if (source === '' || target === '') return 'empty';
  if (!/\p{L}{2}/u.test(source) || !/\p{L}{2}/u.test(target)) return 'no words';
  if (source.length > LONGEST || target.length > LONGEST) return 'too long';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in a text
  if (/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffd]/.test(source + target)) return 'broken characters';
  if (isUntranslated(source, target)) return 'not translated';
  const ratio = (target.length + 15) / (source.length + 15);
  if (ratio < 0.4 || ratio > 2.5) return 'lengths too different';
  if (placeholders(source) !== placeholders(target)) return 'other placeholders';
  return undefined;
}

/** The same text, or, in a text of some length, nearly the same words. */
function isUntranslated(source, target) {
  const sourceWords = words(source);
  const targetWords = words(target);
  if (sourceWords.join(' ') === targetWords.join(' ')) return true;
  if (sourceWords.length < 4) return false;
  const left = new Set(sourceWords);
  const shared = targetWords.filter((word) => left.has(word)).length;
  return shared >= 0.7 * Math.max(sourceWords.length, targetWords.length);
}

function words(text) {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
}

function placeholders(text) {
  return (text.match(PLACEHOLDER) ?? []).sort().join(' ');
}
