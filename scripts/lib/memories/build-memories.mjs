// Larger memories of real text for trying Enface out, made from packages that a machine can install by name. They go to
// the cache folder and nowhere else: the texts are other people's, under their licences.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from '../cache.mjs';
import { Problem } from '../shell.mjs';
import { Apt } from './apt.mjs';
import { aptDescriptions } from './apt-descriptions.mjs';
import { cleanPairs } from './clean-pairs.mjs';
import { libreofficeHelp } from './libreoffice-help.mjs';
import { typescriptMessages } from './typescript-messages.mjs';
import { vscodeStrings } from './vscode-strings.mjs';
import { writeTmx } from './write-tmx.mjs';

export const SOURCES = [typescriptMessages, vscodeStrings, aptDescriptions, libreofficeHelp];
export const LANGUAGES = ['de', 'fr'];

/** Counts the changes of the recipe: memories made by another one are made anew. */
const RECIPE = 1;

/**
 * Makes the memories that are not there yet, below `cacheFolder/memories/en-<language>/`. Sources do not depend on one
 * another: one that fails is reported by `log` and the others go on. Returns a result for each source and language:
 * `{ source, language, file, pairs }` or `{ source, language, problem }`. Rejects only when `signal` is raised.
 */
export async function buildMemories({
  cacheFolder,
  log = () => {},
  signal,
  sources = SOURCES,
  languages = LANGUAGES,
  fresh = false,
}) {
  const folder = path.join(cacheFolder, 'memories');
  return withLock(
    path.join(folder, 'building.lock'),
    () => buildAll({ folder, log, signal, sources, languages, fresh }),
    () => log('another run is building the memories: waiting for it'),
  );
}

async function buildAll({ folder, log, signal, sources, languages, fresh }) {
  const downloads = path.join(folder, 'downloads');
  if (fresh) rmSync(downloads, { recursive: true, force: true });
  const apt = new Apt({ folder: path.join(downloads, 'apt'), languages, signal });
  const results = [];
  for (const source of sources) {
    for (const language of languages) {
      signal?.throwIfAborted();
      const file = path.join(folder, `en-${language}`, `${source.name}.tmx`);
      const made = fresh ? undefined : madeBefore(file, source);
      if (made !== undefined) {
        log(`en–${language} ${source.title}: ${made} pairs, there already`);
        results.push({ source: source.name, language, file, pairs: made });
        continue;
      }
      log(`en–${language} ${source.title} …`);
      try {
        const found = await source.read({ language, downloads, apt, signal });
        const pairs = write({ file, source, language, found, log });
        results.push({ source: source.name, language, file, pairs });
      } catch (error) {
        signal?.throwIfAborted();
        const [problem] = error.message.split('\n');
        log(`en–${language} ${source.title}: left out. ${problem}`);
        results.push({ source: source.name, language, problem });
      }
    }
  }
  if (results.every(({ problem }) => problem === undefined)) {
    rmSync(downloads, { recursive: true, force: true });
  }
  return results;
}

function write({ file, source, language, found, log }) {
  const { pairs, dropped } = cleanPairs(found);
  if (pairs.length === 0) throw new Problem('No usable text was found.');
  mkdirSync(path.dirname(file), { recursive: true });
  const note = `${source.licence}\nCollected for use on this machine; do not pass it on without checking the licence.`;
  writeTmx(file, { sourceLanguage: 'en', targetLanguage: language, note, pairs });
  writeFileSync(besides(file, '.LICENCE.txt'), `${note}\n`);
  writeFileSync(
    besides(file, '.json'),
    `${JSON.stringify({ ...stampOf(source), pairs: pairs.length, dropped })}\n`,
  );
  const reasons = Object.entries(dropped).map(([reason, count]) => `${count} ${reason}`);
  log(
    `en–${language} ${source.title}: ${pairs.length} of ${found.length} pairs` +
      (reasons.length === 0 ? '' : ` (left out: ${reasons.join(', ')})`),
  );
  return pairs.length;
}

/** How many pairs a memory has that this recipe made; undefined when it has to be made. */
function madeBefore(file, source) {
  if (!existsSync(file) || !existsSync(besides(file, '.json'))) return undefined;
  const { recipe, version, pairs } = JSON.parse(readFileSync(besides(file, '.json'), 'utf8'));
  const wanted = stampOf(source);
  return recipe === wanted.recipe && version === wanted.version ? pairs : undefined;
}

function stampOf(source) {
  return { recipe: RECIPE, version: source.version };
}

function besides(file, ending) {
  return file.replace(/\.tmx$/, ending);
}
