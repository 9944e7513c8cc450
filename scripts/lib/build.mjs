// Bundles what ships into an emptied dist/.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { bundle } from '../../esbuild.mjs';
import { ROOT } from './shell.mjs';

export async function bundleAfresh({ release }) {
  rmSync(path.join(ROOT, 'dist'), { recursive: true, force: true });
  await bundle({ release });
}
