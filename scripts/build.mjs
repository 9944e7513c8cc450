// `npm run build`: type-check everything (tsc -b, output in out/), then bundle what ships (into an emptied dist/).
// --release minifies and leaves source maps out.
import { ensureDependencies, main, run } from './lib/shell.mjs';

await main(async () => {
  await ensureDependencies();
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-b']);
  const { bundleAfresh } = await import('./lib/build.mjs');
  await bundleAfresh({ release: process.argv.includes('--release') });
});
