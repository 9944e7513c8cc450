/** Random text that is likely to be Markdown in every odd way: for comparing two ways of reading it. */
import fc from 'fast-check';

const LINE_STARTS = [
  '',
  '',
  '',
  '',
  '# ',
  '## ',
  '### a ##',
  '#',
  '- ',
  '* ',
  '+ ',
  '-',
  '1. ',
  '2. ',
  '1) ',
  '10. ',
  '> ',
  '>',
  '  ',
  '   ',
  '    ',
  '\t',
  '- [ ] ',
  '- [x] ',
  '```',
  '~~~',
  '````',
  '  ```',
  '   ~~~',
  '<div>',
  '<!-- ',
  '<pre>',
  '<?php',
  '</div>',
  '---',
  '===',
  '***',
  '- - -',
  '| ',
  '|---|---|',
  '|-',
  '--|--',
  ':-',
  '[a]: /b',
  '[^1]: ',
  '-->',
  '</pre>',
  '`',
  '``` x',
  '*a* ',
  '**b** ',
  '_c_ ',
  '![',
  '[d](e) ',
  '[f] ',
  '0',
  '7 ',
  '\\# ',
  'é',
  '- - ',
  '> - ',
  '- > ',
  '- # ',
  '+++',
];
const INLINE = [
  'word',
  'word',
  'Word.',
  ' ',
  ' ',
  ' a ',
  '. B',
  '`',
  '``',
  '*',
  '**',
  '_',
  '[',
  ']',
  '(',
  ')',
  '](',
  '](u)',
  '![',
  '<b>',
  '</b>',
  '<br/>',
  '<a href="x y">',
  '<http://a.b>',
  '<a@b.c>',
  '<',
  '>',
  '\\',
  '\\[',
  '&amp;',
  '|',
  ' | ',
  '"',
  "'",
  '<!--',
  '-->',
  '[x][y]',
  '"t")',
  '🙂',
  '  ',
  ':',
  '#',
  '  #',
  '[^1]',
  '~~',
  '<u(',
  '- ',
  '1. ',
];

export const inlineMarkdown = fc
  .array(fc.constantFrom(...INLINE), { maxLength: 14 })
  .map((pieces) => pieces.join(''));

const line = fc
  .tuple(fc.constantFrom(...LINE_STARTS), fc.array(fc.constantFrom(...INLINE), { maxLength: 4 }))
  .map(([start, pieces]) => start + pieces.join(''));

/** A document of such lines; blank lines are frequent. */
export const markdown = fc
  .tuple(
    fc.array(
      fc.oneof({ weight: 3, arbitrary: line }, { weight: 1, arbitrary: fc.constantFrom('', '', '  ') }),
      {
        maxLength: 14,
      },
    ),
    fc.constantFrom('\n', '\n', '\n', '\r\n', '\r'),
    fc.boolean(),
  )
  .map(([lines, ending, closed]) => lines.join(ending) + (closed ? ending : ''));

/** An edit: at a place (in thousandths of the text), how much goes, what comes. */
export const edit = fc.record({
  place: fc.integer({ min: 0, max: 1000 }),
  removed: fc.integer({ min: 0, max: 12 }),
  inserted: fc.oneof(line, fc.constantFrom('', 'x', '\n', '\n\n', '- ', '  ', '```\n', '---\n', '>')),
});

export function applyEdit(
  text: string,
  change: { place: number; removed: number; inserted: string },
): string {
  const at = Math.round((change.place / 1000) * text.length);
  return text.slice(0, at) + change.inserted + text.slice(at + change.removed);
}
