// The descriptions of Debian's packages: real prose, translated by volunteers, joined by the checksum of the English.
import { splitAlike } from './split-alike.mjs';

export const aptDescriptions = {
  name: 'apt-descriptions',
  title: 'descriptions of Debian packages',
  version: 'as configured for apt',
  licence:
    'Descriptions of software packages, from the package lists of the distribution (index files Translation-*). Each ' +
    'is under the licence of the package it describes; translations were contributed by the volunteers of the ' +
    'distribution (for Debian: the Debian Description Translation Project, https://www.debian.org/international/l10n/ddtp).',

  async read({ language, apt }) {
    await apt.update();
    const english = (await apt.descriptions('en')).flatMap((list) => [...readDescriptions(list)]);
    const translated = (await apt.descriptions(language)).flatMap((list) => [...readDescriptions(list)]);
    return joinDescriptions(english, new Map(translated), language);
  },
};

/** The entries of a list: checksum of the English description → paragraphs, the first of them the short one. */
export function* readDescriptions(list) {
  for (const stanza of list.split('\n\n')) {
    const checksum = /^Description-md5: (\w+)$/m.exec(stanza)?.[1];
    const text = /^Description-\w\w(?:_\w\w)?: ([\s\S]*)/m.exec(stanza)?.[1];
    if (checksum !== undefined && text !== undefined) yield [checksum, paragraphs(text)];
  }
}

/** Pairs of the paragraphs of each description that has as many of them in both languages. */
export function joinDescriptions(english, translated, language) {
  const pairs = [];
  for (const [checksum, source] of english) {
    const target = translated.get(checksum);
    if (target === undefined) continue;
    pairs.push({ source: source[0], target: target[0] });
    if (source.length !== target.length) continue;
    for (let i = 1; i < source.length; i++) pairs.push(...splitAlike(source[i], target[i], language));
  }
  return pairs;
}

/**
 * A line with a dot alone parts paragraphs. A bullet starts one of its own, which goes on in lines without bullet; so
 * does any other line that is set in, which stands for itself.
 */
function paragraphs(text) {
  const [short, ...lines] = text.trimEnd().split('\n');
  const found = [short];
  let goesOn = false;
  let isItem = false;
  for (const line of lines) {
    const [, indent, bullet, body] = /^( *)([*+•-] +)?(.*)$/.exec(line);
    if (line === ' .') {
      goesOn = false;
      isItem = false;
    } else if (goesOn && bullet === undefined && (isItem || indent.length === 1)) {
      found[found.length - 1] += ` ${body}`;
    } else {
      found.push(body);
      isItem = bullet !== undefined;
      goesOn = isItem || indent.length === 1;
    }
  }
  return found;
}
