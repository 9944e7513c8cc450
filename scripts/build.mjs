// `npm run build`: type-check everything (tsc -b, output in out/), then bundle what ships (into an emptied dist/).
// --release minifies and leaves source maps out.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { ensureDependencies, main, ROOT, run } from './lib/shell.mjs';

await main(async () => {
  await ensureDependencies();
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-b']);
  const { bundle } = await import('../esbuild.mjs');
  rmSync(path.join(ROOT, 'dist'), { recursive: true, force: true });
  await bundle({ release: process.argv.includes('--release') });
});
