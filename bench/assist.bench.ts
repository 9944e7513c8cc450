/**
 * What each call of the assistant costs while references are typed key by key, and how often the next word is right.
 * CPU milliseconds of this process, so that others on the machine do not count; for waiting times over the language
 * server see latency.bench.ts.
 *
 *   ENFACE_DATA=… ENFACE_MODELS=… node out/bench/assist.bench.js [SEGMENTS] [MODEL …]
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Assistant } from '../models/assist/assistant.js';
import { openContainer } from '../models/core/container.js';
import { openBundle } from '../models/search/model-bundle.js';
import { createTokenizer } from '../models/text/tokenizer.js';
import { dataLines, modelsFolder } from './data.js';
import { percentiles } from './percentiles.js';
import { report } from './report.js';

const segments = Number(process.argv[2] ?? 50);
const wanted = process.argv.slice(3);
const CAPTIONS = 'corpora/multi30k/test_2016_flickr';
const SPEECHES = 'corpora/europarl-de-en/test';
const MODELS = [
  { file: 'captions.enface', text: CAPTIONS },
  { file: 'europarl-100k.enface', text: SPEECHES },
  { file: 'europarl-300k.enface', text: SPEECHES },
  { file: 'europarl-1m.enface', text: SPEECHES },
];

const calls: Record<string, string | number>[] = [];
const words: Record<string, string | number>[] = [];
for (const { file, text } of MODELS) {
  const name = path.join(modelsFolder(), file);
  if (!existsSync(name) || (wanted.length > 0 && !wanted.includes(file))) continue;
  const bytes = readFileSync(name);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const bundle = openBundle(openContainer(buffer));
  const assistant = new Assistant(bundle, { now: () => performance.now() });
  const tokenizer = createTokenizer(bundle.metadata.target.language);
  const sources = dataLines(`${text}.de.gz`, segments);
  const targets = dataLines(`${text}.en.gz`, segments);
  const times = new Map<string, number[]>();
  const timed = <T>(call: string, work: () => T): T => {
    const start = process.cpuUsage();
    const result = work();
    const { user, system } = process.cpuUsage(start);
    const list = times.get(call) ?? [];
    times.set(call, list);
    list.push((user + system) / 1000);
    return result;
  };
  const right = { total: 0, first: 0, three: 0, five: 0 };
  sources.forEach((source, n) => {
    const target = targets[n];
    timed('openSegment', () => assistant.openSegment(source));
    const request = { source, count: 1, length: 'sentence' } as const;
    for (let cut = 0; cut < target.length; cut++) {
      const prefix = target.slice(0, cut);
      timed('complete, quick', () => assistant.complete({ ...request, prefix, effort: 'quick' }));
      timed('complete, full', () => assistant.complete({ ...request, prefix, effort: 'full' }));
    }
    for (const { span, text: word } of tokenizer.tokenize(target)) {
      const prefix = target.slice(0, span.start);
      const found = assistant.complete({ source, prefix, count: 5, length: 'word' });
      const at = found.findIndex(({ completion }) => completion.trim() === word);
      right.total++;
      if (at === 0) right.first++;
      if (at >= 0 && at < 3) right.three++;
      if (at >= 0) right.five++;
      timed('alternatives', () => assistant.alternatives({ source, target, ...span, count: 5 }));
      timed('explain', () => assistant.explain({ source, target, offset: span.start }));
    }
    timed('translationsOf', () => assistant.translationsOf({ source, start: 0, end: 4, count: 8 }));
    timed('align', () => assistant.align({ source, target }));
    timed('confidence', () => assistant.confidence({ source, target }));
  });
  for (const [call, list] of times)
    calls.push({ model: file, call, calls: list.length, ...percentiles('ms', list) });
  const share = (count: number) => `${((100 * count) / right.total).toFixed(1)} %`;
  words.push({
    model: file,
    words: right.total,
    'WPA@1': share(right.first),
    'WPA@3': share(right.three),
    'WPA@5': share(right.five),
  });
}
report({
  name: 'assist',
  title: `Calls of the assistant, ${segments} segments typed key by key`,
  rows: calls,
});
report({ name: 'assist-words', title: 'Next words right after the true prefix, full effort', rows: words });
