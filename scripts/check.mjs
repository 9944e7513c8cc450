// `npm run check`: what must hold before a commit, without a browser: format, lint, types, unit tests.
import { ensureDependencies, main, run } from './lib/shell.mjs';

await main(async () => {
  await ensureDependencies();
  await run(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings']);
  await run(process.execPath, ['scripts/build.mjs']);
  await run(process.execPath, ['node_modules/mocha/bin/mocha.js', '--reporter', 'dot']);
});
