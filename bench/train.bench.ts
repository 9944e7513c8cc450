/**
 * `enface train` as people run it: 29,000 caption pairs (pretokenised) and the first 100,000 and 300,000 Europarl
 * pairs (tokenised and truecased on the way), and 1,000,000 with `--million`: wall and CPU time of every step, peak
 * memory, size of the model. Each run is a process of its own, so that memory is its own too. `--small` stops at
 * 100,000 pairs, `--captions` before them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TRAINING_STEPS } from '../models/train/training-progress.js';
import type { TrainingSummary } from '../server/src/training/train-model.js';
import { dataFolder } from './data.js';
import { report } from './report.js';

/** Seconds that training on the captions may take on two processors. */
const CAPTIONS_BAR = 60;
const CLI = path.resolve('dist/cli.js');

const million = process.argv.includes('--million');
const sizes = process.argv.includes('--captions')
  ? []
  : [100_000, ...(process.argv.includes('--small') ? [] : [300_000]), ...(million ? [1_000_000] : [])];

const folder = mkdtempSync(path.join(tmpdir(), 'enface-train-'));
try {
  const rows = [row('captions', train('reference/multi30k/train.tok', ['--pretokenized']))];
  for (const size of sizes) {
    const name = `Europarl ${size.toLocaleString('en-US')}`;
    rows.push(row(name, train('corpora/europarl-de-en/train', ['--max-pairs', String(size)])));
  }
  report({
    name: 'train',
    title: `enface train, de–en, seconds of wall time (and of CPU time); bar for the captions: ${CAPTIONS_BAR} s`,
    rows,
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function train(files: string, options: readonly string[]): TrainingSummary {
  const side = (language: string) => path.join(dataFolder(), `${files}.${language}.gz`);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...[CLI, 'train', '--json', '--source', side('de'), '--target', side('en'), ...options],
      ...['--source-language', 'de', '--target-language', 'en', '--output', path.join(folder, 'm.enface')],
    ],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  if (status !== 0) {
    console.error(stderr);
    process.exit(1);
  }
  return JSON.parse(stdout) as TrainingSummary;
}

function row(corpus: string, summary: TrainingSummary): Record<string, string | number> {
  const { metadata, steps, peakBytes, fileBytes } = summary;
  const wall = steps.reduce((sum, step) => sum + step.wallSeconds, 0);
  const cpu = steps.reduce((sum, step) => sum + step.cpuSeconds, 0);
  const cells: Record<string, string | number> = {
    corpus,
    pairs: metadata.pairs,
    'M tokens': ((metadata.source.tokens + metadata.target.tokens) / 1e6).toFixed(2),
  };
  for (const step of Object.keys(TRAINING_STEPS)) cells[step] = '';
  for (const { step, wallSeconds, cpuSeconds } of steps) {
    cells[step] = `${wallSeconds.toFixed(1)} (${cpuSeconds.toFixed(1)})`;
  }
  return {
    ...cells,
    together: `${wall.toFixed(1)} (${cpu.toFixed(1)})`,
    'peak MiB': Math.round(peakBytes / 2 ** 20),
    'model MiB': (fileBytes / 2 ** 20).toFixed(1),
  };
}
