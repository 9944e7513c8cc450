// Trains the models of the sample workspace from its memories, with the `enface` program that was just built: one
// for each language pair, in the workspace's .enface folder, and only when a memory or the program changed.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { capture, hashOf, ROOT } from './shell.mjs';

const CLI = path.join(ROOT, 'dist', 'cli.js');
const WORKER = path.join(ROOT, 'dist', 'training-worker.js');
/** memory/en-de.tmx: the name says the languages. */
const MEMORY_NAME = /^([a-z]{2,3})-([a-z]{2,3})\.tmx$/;

/** Trains what is missing or out of date; returns the names of the models trained. `note` prints a line of progress. */
export async function trainSampleModels({ workspace, note = () => {} }) {
  const memories = path.join(workspace, 'memory');
  const models = path.join(workspace, '.enface');
  const trained = [];
  for (const name of existsSync(memories) ? readdirSync(memories).sort() : []) {
    const languages = MEMORY_NAME.exec(name);
    if (languages === null) continue;
    const [, source, target] = languages;
    const files = [path.join(memories, name), ...furtherMemories(path.join(memories, `${source}-${target}`))];
    const model = path.join(models, `${source}-${target}.enface`);
    const stampFile = path.join(models, `${source}-${target}.stamp`);
    const stamp = hashOf([...files, CLI, WORKER].map((file) => hashOf(readFileSync(file))).join());
    if (existsSync(model) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) continue;
    note(`training the model ${source} → ${target}`);
    mkdirSync(models, { recursive: true });
    const options = ['--source-language', source, '--target-language', target, '--output', model];
    const { code, output } = await capture(process.execPath, [CLI, 'train', '--tmx', ...files, ...options]);
    if (code !== 0) {
      // The memory itself still helps.
      note(`that did not work, so there is no model: ${output.trim().split('\n').at(-1)}`);
      continue;
    }
    writeFileSync(stampFile, stamp);
    trained.push(path.basename(model));
  }
  return trained;
}

/** memory/en-de/*.tmx: larger memories that `npm start -- --memories` brings. */
function furtherMemories(folder) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.tmx'));
  return names.sort().map((name) => path.join(folder, name));
}
