// The help of LibreOffice: pages of the same name in each language whose paragraphs carry the same ids.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { splitAlike } from './split-alike.mjs';

export const libreofficeHelp = {
  name: 'libreoffice-help',
  title: 'help of LibreOffice',
  version: 'as configured for apt',
  licence:
    'Help texts of LibreOffice (Debian packages libreoffice-help-*), copyright the LibreOffice contributors and ' +
    'others, under the Mozilla Public License 2.0: https://www.mozilla.org/MPL/2.0/. Some parts are under the ' +
    'Apache License 2.0.',

  async read({ language, apt }) {
    await apt.update();
    const help = 'usr/share/libreoffice/help';
    return apt.withPackages(
      ['libreoffice-help-en-us', `libreoffice-help-${language}`],
      ([english, translated]) =>
        joinPages(path.join(english, help, 'en-US'), path.join(translated, help, language), language),
    );
  },
};

function joinPages(english, translated, language) {
  const pairs = [];
  for (const name of readdirSync(english, { recursive: true })) {
    if (!name.endsWith('.html')) continue;
    let page;
    try {
      page = readFileSync(path.join(translated, name), 'utf8');
    } catch {
      continue; // a page that this language does not have
    }
    const targets = readParagraphs(page);
    for (const [id, source] of readParagraphs(readFileSync(path.join(english, name), 'utf8'))) {
      const target = targets.get(id);
      if (target !== undefined) pairs.push(...splitAlike(source, target, language));
    }
  }
  return pairs;
}

/** The headings and paragraphs of a page, by id, as plain text. Of texts for several systems one is kept. */
export function readParagraphs(page) {
  const found = new Map();
  for (const [, tag, id, body] of page.matchAll(/<(p|h[1-6]) id="([^"]+)"[^>]*>([\s\S]*?)<\/\1>/g)) {
    const text = plainText(body);
    if (text !== '' && !id.startsWith('bm_')) found.set(`${tag[0]}${id}`, text);
  }
  return found;
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

function plainText(body) {
  let text = '';
  let hiddenFrom = 0; // depth of the span that hides the text, 0 for none
  let depth = 0;
  for (const [piece] of body.matchAll(/<[^>]*>|[^<]+/g)) {
    if (piece.startsWith('</span')) {
      if (depth === hiddenFrom) hiddenFrom = 0;
      depth--;
    } else if (piece.startsWith('<span')) {
      depth++;
      // The variants of a text carry the name of a system or program as class, the usual one an id of its own.
      if (hiddenFrom === 0 && /\bhidden\b/.test(piece) && !/\bid="default/.test(piece)) hiddenFrom = depth;
    } else if (piece.startsWith('<br') || piece.startsWith('<img')) {
      text += ' ';
    } else if (hiddenFrom === 0 && !piece.startsWith('<')) {
      text += piece;
    }
  }
  return text
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      return String.fromCodePoint(Number.parseInt(decimal ?? hexadecimal, decimal === undefined ? 16 : 10));
    })
    .replace(/\s+/g, ' ')
    .trim();
}
