// `npm run bench -- <name> [options]`: builds, then runs bench/<name>.bench.ts; without a name, lists them.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { main, ROOT, run } from './lib/shell.mjs';

await main(async () => {
  const [name, ...options] = process.argv.slice(2);
  const known = readdirSync(path.join(ROOT, 'bench'))
    .filter((file) => file.endsWith('.bench.ts'))
    .map((file) => file.slice(0, -'.bench.ts'.length));
  if (!known.includes(name)) {
    console.log(`Usage: npm run bench -- <name> [options]\nBenches: ${known.join(', ')}`);
    return name === undefined ? 0 : 2;
  }
  await run(process.execPath, ['scripts/build.mjs']);
  await run(process.execPath, ['--expose-gc', `out/bench/${name}.bench.js`, ...options]);
  return 0;
});
