// `npm run check`: what must hold before a commit, without a browser: format, lint, types, unit tests.
import { ensureDependencies, run } from './lib/shell.mjs';

await ensureDependencies();
await run('node', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings']);
await run('node', ['scripts/build.mjs']);
await run('node', ['node_modules/mocha/bin/mocha.js']);
