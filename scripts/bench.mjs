// `npm run bench -- <name> [options]`: builds, then runs bench/<name>.bench.ts; without a name, lists them.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT, run } from './lib/shell.mjs';

const [name, ...options] = process.argv.slice(2);
const known = readdirSync(path.join(ROOT, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length));
if (!known.includes(name)) {
  console.log(`Usage: npm run bench -- <name> [options]\nBenches: ${known.join(', ')}`);
  process.exit(name === undefined ? 0 : 2);
}
await run('node', ['scripts/build.mjs']);
await run('node', ['--expose-gc', `out/bench/${name}.bench.js`, ...options]);
