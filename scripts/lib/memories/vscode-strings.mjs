// The strings of VS Code's user interface. The package of the editor calls `localize(n, "English")`; the package of
// a language is a list whose entry n is the translation.
import { fetchArchive, readArchive } from './npm-archive.mjs';

/** The last version of which there are language packages. */
const VERSION = '25.1.2';
const CALL = /\blocalize2?\(\s*(\d+),\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/g;

export const vscodeStrings = {
  name: 'vscode',
  title: 'strings of VS Code’s user interface',
  version: VERSION,
  licence:
    `Strings of Visual Studio Code (npm packages @codingame/monaco-vscode-api@${VERSION} and ` +
    `@codingame/monaco-vscode-language-pack-*@${VERSION}), copyright Microsoft Corporation, under the MIT License: ` +
    'https://opensource.org/license/mit',

  async read({ language, downloads, signal }) {
    const fetch = (name) =>
      fetchArchive({ name: `@codingame/monaco-vscode-${name}`, version: VERSION, folder: downloads, signal });
    const programs = readArchive(await fetch('api'), (name) => name.endsWith('.js'));
    const translated = 'translations/main.i18n.json.js';
    const texts = readArchive(await fetch(`language-pack-${language}`), (name) => name === translated);
    return joinStrings(programs.values(), readList(texts.get(translated)));
  },
};

/** Pairs of the English strings in the editor's program texts and the translations by number. */
export function joinStrings(programs, translations) {
  const pairs = new Map();
  for (const program of programs) {
    for (const [, number, literal] of program.matchAll(CALL)) {
      const target = translations[Number(number)];
      if (typeof target === 'string') pairs.set(number, { source: readLiteral(literal), target });
    }
  }
  return [...pairs.values()];
}

/** The list in a file of the form `var content = [ … ];`, where a missing entry is written `undefined`. */
export function readList(text) {
  const list = text.slice(text.indexOf('['), text.lastIndexOf(']') + 1);
  return JSON.parse(list.replace(/^(\s*)undefined(,?)$/gm, '$1null$2'));
}

const ESCAPES = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' };

/** The value of a JavaScript string literal in either kind of quotes; a line ended by a backslash goes on. */
export function readLiteral(literal) {
  return literal
    .slice(1, -1)
    .replace(
      /\\(?:u\{(\w+)\}|u(\w{4})|x(\w{2})|(\r?\n)|(.))/g,
      (_, ...[braced, four, two, line, character]) => {
        const code = braced ?? four ?? two;
        if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
        return line === undefined ? (ESCAPES[character] ?? character) : '';
      },
    );
}
