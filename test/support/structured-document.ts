/** Random documents with a plan: Markdown as translators meet it, and a made-up language to translate it to. */
import fc from 'fast-check';

const WORDS =
  'open file press the key wait for a moment then save your work in this folder and close it before you leave'.split(
    ' ',
  );

const sentence = fc
  .tuple(
    fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 16 }),
    fc.option(fc.integer({ min: 10, max: 9999 })),
  )
  .map(([words, number]) => {
    const text = words.toSpliced(1, 0, ...(number === null ? [] : [String(number)])).join(' ');
    return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
  });
const sentences = fc.array(sentence, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));

const heading = fc
  .tuple(fc.integer({ min: 1, max: 4 }), sentence)
  .map(([level, text]) => `${'#'.repeat(level)} ${text}`);
const list = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 2 }), sentences), { minLength: 1, maxLength: 5 })
  .map((items) => {
    let depth = 0;
    return items
      .map(([wanted, text], i) => {
        depth = i === 0 ? 0 : Math.min(wanted, depth + 1);
        return `${'  '.repeat(depth)}- ${text}`;
      })
      .join('\n');
  });
const numbered = fc
  .array(sentences, { minLength: 1, maxLength: 4 })
  .map((items) => items.map((text, i) => `${i + 1}. ${text}`).join('\n'));
const quote = fc
  .array(sentences, { minLength: 1, maxLength: 2 })
  .map((texts) => texts.map((text) => `> ${text}`).join('\n>\n'));
const table = fc
  .array(fc.tuple(sentence, sentence), { minLength: 2, maxLength: 4 })
  .map(([head, ...rows]) =>
    [`| ${head![0]} | ${head![1]} |`, '| --- | --- |', ...rows.map(([a, b]) => `| ${a} | ${b} |`)].join('\n'),
  );
const code = fc.constantFrom(
  '```sh\nls -la 77\n\ncd ..\n```',
  '<!-- nothing to translate -->',
  '***',
  '![](picture.png)',
);

/** A document of at least one translatable block, with one empty line between its parts and a line end at its end. */
export const structured = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: sentences },
      { weight: 2, arbitrary: heading },
      { weight: 2, arbitrary: list },
      { weight: 1, arbitrary: numbered },
      { weight: 1, arbitrary: quote },
      { weight: 1, arbitrary: table },
      { weight: 1, arbitrary: code },
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => `${parts.join('\n\n')}\n`)
  .filter((text) => /[A-Z][a-z]* [a-z\d]+/.test(text));

/** Paragraphs, each different. */
export const paragraphs = fc.array(sentences, { minLength: 3, maxLength: 10 });

/** Another language: every word is another one, numbers and punctuation stay. */
export function translate(text: string): string {
  return text.replace(/[A-Za-z]+/g, (word) => {
    const turned = word
      .toLowerCase()
      .replace(/[a-z]/g, (c) => String.fromCharCode(((c.charCodeAt(0) - 97 + 11) % 26) + 97));
    const other = word.length % 3 === 0 ? `${turned}en` : turned;
    return /^[A-Z]/.test(word) ? other[0]!.toUpperCase() + other.slice(1) : other;
  });
}
