// The TypeScript compiler's messages: English in its program, translations by the same key in a file per language.
import { fetchArchive, readArchive } from './npm-archive.mjs';

/** Later major versions carry no translations. */
const VERSION = '5.9.3';
const MESSAGE = /\bdiag\(\d+, \d[^,]*, ("(?:[^"\\]|\\.)*"), ("(?:[^"\\]|\\.)*")/g;

export const typescriptMessages = {
  name: 'typescript',
  title: 'messages of the TypeScript compiler',
  version: VERSION,
  licence:
    `Messages of the TypeScript compiler (npm package typescript@${VERSION}), copyright Microsoft Corporation, ` +
    'under the Apache License 2.0: https://www.apache.org/licenses/LICENSE-2.0',

  async read({ language, downloads, signal }) {
    const file = await fetchArchive({ name: 'typescript', version: VERSION, folder: downloads, signal });
    const translated = `lib/${language}/diagnosticMessages.generated.json`;
    const texts = readArchive(file, (name) => name === translated || name === 'lib/_tsc.js');
    return joinMessages(texts.get('lib/_tsc.js'), JSON.parse(texts.get(translated)));
  },
};

/** Pairs of the English messages in the compiler's program text and the translations by key. */
export function joinMessages(program, translations) {
  const pairs = [];
  for (const [, key, message] of program.matchAll(MESSAGE)) {
    const target = translations[JSON.parse(key)];
    if (target !== undefined) pairs.push({ source: JSON.parse(message), target });
  }
  return pairs;
}
