/**
 * Word confidence beside the plain word posterior, as `enface confidence` measures it, on held-out text of two domains:
 * captions with a model of 29,000 caption pairs, and Europarl with a model of its first 100,000 pairs. The confidence is
 * learnt once from pairs that training keeps out, and once from the validation text (`enface tune --rounds 1`: the
 * weights stay). The last rows cross the domains: the Europarl model on captions.
 *
 * `--captions MODEL` and `--europarl MODEL` take models that are trained already; `--lines N` judges fewer lines.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ConfidenceFigures } from '../models/search/confidence-model.js';
import { dataFolder, dataLines } from './data.js';
import { report } from './report.js';

type Judged = ConfidenceFigures & { readonly plain: ConfidenceFigures };

const CLI = path.resolve('dist/cli.js');
/** ECE that is allowed in domain. */
const ECE_BAR = 0.05;

const { values } = parseArgs({
  options: { captions: { type: 'string' }, europarl: { type: 'string' }, lines: { type: 'string' } },
});
const lines = Number(values.lines ?? 1000);
const folder = mkdtempSync(path.join(tmpdir(), 'enface-confidence-'));

const DOMAINS = {
  captions: {
    train: 'corpora/multi30k/train',
    tune: 'corpora/multi30k/val',
    test: 'corpora/multi30k/test_2016_flickr',
    options: [],
    tuneLines: 1000,
  },
  europarl: {
    train: 'corpora/europarl-de-en/train',
    tune: 'corpora/europarl-de-en/dev',
    test: 'corpora/europarl-de-en/test',
    options: ['--max-pairs', '100000'],
    tuneLines: 400,
  },
} as const;
type Domain = keyof typeof DOMAINS;

try {
  const rows = [];
  for (const domain of ['captions', 'europarl'] as const) {
    const trained = values[domain] ?? train(domain);
    const tuned = tune(domain, trained);
    rows.push(row(domain, `${domain}, held out`, judge(trained, domain)));
    rows.push(row(domain, `${domain}, validation text`, judge(tuned, domain)));
    if (domain === 'europarl') rows.push(row('captions', 'europarl, held out', judge(trained, 'captions')));
  }
  const inDomain = rows.filter((one) => String(one.confidence).startsWith(String(one.text)));
  const passed = inDomain.every(
    (one) =>
      one.AUC > one['AUC plain'] &&
      one.MCC > one['MCC plain'] &&
      one.ECE < one['ECE plain'] &&
      Number(one.ECE) <= ECE_BAR,
  );
  report({
    name: 'confidence',
    title: `Word confidence and plain word posterior, de→en; in domain better in AUC, MCC, ECE and ECE ≤ ${ECE_BAR}: ${passed ? 'yes' : 'NO'}`,
    rows,
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function train(domain: Domain): string {
  const { train: files, options } = DOMAINS[domain];
  const model = path.join(folder, `${domain}.enface`);
  const side = (language: string) => path.join(dataFolder(), `${files}.${language}.gz`);
  enface(
    ...['train', '--source', side('de'), '--target', side('en'), ...options],
    ...['--source-language', 'de', '--target-language', 'en', '--output', model],
  );
  return model;
}

function tune(domain: Domain, model: string): string {
  const { tune: files, tuneLines } = DOMAINS[domain];
  const output = path.join(folder, `${domain}-tuned.enface`);
  enface(
    ...['tune', '--model', model, '--rounds', '1', '--nbest', '2', '--output', output],
    ...['--source', head(files, 'de', tuneLines), '--target', head(files, 'en', tuneLines)],
  );
  return output;
}

function judge(model: string, domain: Domain): Judged {
  const { test } = DOMAINS[domain];
  const files = ['--source', head(test, 'de', lines), '--reference', head(test, 'en', lines)];
  const plots = path.resolve('bench/results', `confidence-${path.basename(model, '.enface')}-${domain}`);
  return JSON.parse(enface('confidence', '--model', model, ...files, '--plots', plots, '--json')) as Judged;
}

/** The first lines of a file of the data folder, unpacked. */
function head(files: string, language: string, count: number): string {
  const name = path.join(
    folder,
    `${path.basename(path.dirname(files))}-${path.basename(files)}-${count}.${language}`,
  );
  writeFileSync(name, `${dataLines(`${files}.${language}.gz`, count).join('\n')}\n`);
  return name;
}

function enface(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) {
    console.error(stderr);
    process.exit(1);
  }
  return stdout;
}

function row(text: string, confidence: string, { plain, ...own }: Judged): Record<string, string> {
  const cells: [string, keyof ConfidenceFigures][] = [
    ['AUC', 'auc'],
    ['ECE', 'ece'],
    ['MCC', 'mcc'],
    ['F1-BAD', 'f1Bad'],
    ['F1-OK', 'f1Ok'],
    ['CER', 'cer'],
  ];
  return {
    text,
    confidence,
    ...Object.fromEntries(
      cells.flatMap(([name, key]) => [
        [name, own[key].toFixed(4)],
        [`${name} plain`, plain[key].toFixed(4)],
      ]),
    ),
    'CER all OK': own.cerAllOk.toFixed(4),
  };
}
