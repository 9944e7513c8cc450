// `npm run build`: type-check everything (tsc -b, output in out/), then bundle what ships (dist/).
// --release minifies and leaves source maps out.
import { bundle } from '../esbuild.mjs';
import { ensureDependencies, run } from './lib/shell.mjs';

await ensureDependencies();
await run('node', ['node_modules/typescript/bin/tsc', '-b']);
await bundle({ release: process.argv.includes('--release') });
