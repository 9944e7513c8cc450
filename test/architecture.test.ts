/** The layers of the engine, as a test: a file of `models/` imports only from its own layer or a lower one. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from './support/repository.js';

const LAYERS = [
  'core',
  'text',
  'corpus',
  'memory',
  'lm',
  'align',
  'phrases',
  'reorder',
  'search',
  'posterior',
  'assist',
  'eval',
  'train',
];

const MODELS = path.join(REPOSITORY, 'models');

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
}

describe('architecture', () => {
  it('every folder of models is a layer', () => {
    const folders = readdirSync(MODELS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of folders) assert.ok(LAYERS.includes(name), `models/${name} has no rank`);
  });

  it('no file of models imports from a higher layer or a package', () => {
    for (const file of sourceFiles(MODELS)) {
      const rank = LAYERS.indexOf(file.split(path.sep)[0]);
      const text = readFileSync(path.join(MODELS, file), 'utf8');
      for (const [, target] of text.matchAll(/^(?:import|export)\b[^;]*?from '([^']+)'/gms)) {
        assert.ok(target.startsWith('.'), `models/${file} imports the package ${target}`);
        const imported = path.normalize(path.join(path.dirname(file), target)).split(path.sep)[0];
        assert.ok(
          LAYERS.indexOf(imported) !== -1 && LAYERS.indexOf(imported) <= rank,
          `models/${file} imports ${target}, which is above it`,
        );
      }
    }
  });
});
