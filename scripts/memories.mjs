// `npm run memories`: builds larger English–German and English–French memories in the cache folder, from the texts of
// packages that this machine can install by name. Nothing is installed, nothing leaves the machine.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder } from './lib/cache.mjs';
import { buildMemories, LANGUAGES, SOURCES } from './lib/memories/build-memories.mjs';
import { main, Problem } from './lib/shell.mjs';

const NAMES = SOURCES.map(({ name }) => name);
const HELP = `Usage: npm run memories -- [options]
  --only A,B        these sources only (of ${NAMES.join(', ')})
  --languages A,B   these languages only (of ${LANGUAGES.join(', ')})
  --fresh           fetch and build again what is there already
The memories go to ${path.join(cacheFolder(), 'memories')} (ENFACE_CACHE names another folder).`;

await main(async () => {
  const { help, fresh, sources, languages } = options();
  if (help) {
    console.log(HELP);
    return 0;
  }
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stop.abort(new Problem('Stopped.')));
  const folder = cacheFolder();
  const results = await buildMemories({
    cacheFolder: folder,
    log: (line) => console.log(line),
    signal: stop.signal,
    sources,
    languages,
    fresh,
  });
  for (const language of languages) {
    const made = results.filter((result) => result.language === language && result.pairs !== undefined);
    const total = made.reduce((sum, { pairs }) => sum + pairs, 0);
    console.log(`\nen–${language}: ${total} pairs in ${made.length} memories`);
    for (const { file } of made) console.log(`  ${file}`);
  }
  return results.some(({ problem }) => problem === undefined) ? 0 : 1;
});

function options() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        only: { type: 'string', default: NAMES.join(',') },
        languages: { type: 'string', default: LANGUAGES.join(',') },
        fresh: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new Problem(`${error.message}\n\n${HELP}`);
  }
  const chosen = (list, known, what) => {
    const names = list.split(',').map((name) => name.trim());
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new Problem(`There is no ${what} “${unknown}”.\n\n${HELP}`);
    return names;
  };
  const only = chosen(values.only, NAMES, 'source');
  return {
    ...values,
    sources: SOURCES.filter(({ name }) => only.includes(name)),
    languages: chosen(values.languages, LANGUAGES, 'language'),
  };
}
