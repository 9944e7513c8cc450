/**
 * Documents: reading 5 MB of Markdown at once and after a keystroke, and mapping 20,000 blocks to their translation,
 * whole and in part, at once and after a keystroke. CPU milliseconds; the text is made up.
 * Run: npm run bench -- documents
 */
import { Random } from '../models/core/random.js';
import { targetPlaceAt } from '../server/src/documents/segment-at.js';
import { mapSegments } from '../server/src/documents/segment-mapper.js';
import { parseDocument } from '../server/src/formats/parse-document.js';
import { report } from './report.js';

const KEYSTROKES = 20;
const BLOCKS = 20_000;
const BYTES = 5_000_000;
const WORDS =
  'open file press the key wait for a moment then save your work in this folder and close it before you leave'.split(
    ' ',
  );

const random = new Random(7);
const rows: Record<string, string | number>[] = [];
measureReading('plain paragraphs', () => `${sentences(3)}\n\n`);
measureReading('every kind of block', richSection);
const blocks = Array.from({ length: BLOCKS }, (_, i) => {
  if (i % 10 === 0) return `## ${sentences(1)}`;
  return i % 10 < 4 ? `- ${sentences(1)}` : sentences(3);
});
measureMapping('all translated', () => true);
measureMapping('a tenth missing', () => random.below(10) > 0);
measureMapping('first half', (i) => i < BLOCKS / 2);
measureMapping('only headings', (i) => i % 10 === 0);
report({ name: 'documents', title: 'Reading and mapping documents, CPU ms', rows });

function measureReading(what: string, section: () => string): void {
  let text = '';
  while (text.length < BYTES) text += section();
  const options = { format: 'markdown', language: 'en' } as const;
  let document = parseDocument('', options);
  const whole = cpu(() => {
    document = parseDocument(text, options);
  });
  const found = cpu(() => {
    for (const block of document.blocks) block.sentences.at(-1);
  });
  const keys: number[] = [];
  for (let i = 0; i < KEYSTROKES; i++) {
    const at = random.below(text.length);
    text = `${text.slice(0, at)}x${text.slice(at)}`;
    keys.push(
      cpu(() => {
        document = parseDocument(text, options, document);
      }),
    );
  }
  rows.push({
    what: `read, ${what}`,
    blocks: document.blocks.length,
    whole,
    sentences: found,
    ...summary(keys),
  });
}

function measureMapping(what: string, isTranslated: (block: number) => boolean): void {
  const kept = blocks.map((_, i) => i).filter(isTranslated);
  const source = parseDocument(blocks.join('\n\n'), { format: 'markdown', language: 'en' });
  const options = { format: 'markdown', language: 'de' } as const;
  let text = kept.map((i) => pseudoTranslate(blocks[i])).join('\n\n');
  let target = parseDocument(text, options);
  let pair = mapSegments(source, parseDocument('', options));
  const whole = cpu(() => {
    pair = mapSegments(source, target);
  });
  const right = kept.filter((i, j) => pair.sourceBlockOf[j] === i).length;
  const segments = cpu(() => pair.segments.length);
  const keys: number[] = [];
  for (let i = 0; i < KEYSTROKES; i++) {
    const at = random.below(text.length);
    text = `${text.slice(0, at)}x${text.slice(at)}`;
    keys.push(
      cpu(() => {
        target = parseDocument(text, options, target);
        pair = mapSegments(source, target, pair);
        targetPlaceAt(pair, at);
      }),
    );
  }
  rows.push({
    what: `map, ${what}`,
    blocks: kept.length,
    right: `${((100 * right) / kept.length).toFixed(2)} %`,
    whole,
    sentences: segments,
    ...summary(keys),
  });
}

function sentences(count: number): string {
  return Array.from({ length: count }, () => {
    const words = Array.from({ length: 3 + random.below(15) }, () => WORDS[random.below(WORDS.length)]);
    if (random.below(8) === 0) words.push(String(10 + random.below(990)));
    const text = `${words.join(' ')} it.`;
    return text[0].toUpperCase() + text.slice(1);
  }).join(' ');
}

function richSection(): string {
  return [
    `## ${sentences(1)}`,
    `${sentences(1)} See \`code\` and [a link](http://example.org/a).\n${sentences(2)}`,
    `- ${sentences(1)}\n- ${sentences(1)}\n  - ${sentences(1)}`,
    sentences(4),
    '```js\nconst a = 1;\n```',
    `> ${sentences(1)}\n> ${sentences(1)}`,
    '| a | b |\n|---|---|\n| c | d |\n\n',
  ].join('\n\n');
}

/** Other words of about the same length. */
function pseudoTranslate(text: string): string {
  return text.replace(/[a-z]+/g, (word) =>
    word.length % 3 === 0 ? `${[...word].reverse().join('')}en` : `z${word.slice(1)}`,
  );
}

function cpu(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 100) / 10;
}

function summary(times: number[]): { keyP50: number; keyMost: number } {
  const sorted = times.toSorted((a, b) => a - b);
  return { keyP50: sorted[sorted.length >> 1], keyMost: sorted.at(-1) ?? 0 };
}
