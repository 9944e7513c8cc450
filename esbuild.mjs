// Bundles what ships: the extension (CommonJS, `vscode` stays outside) and the programs it starts (ES modules).
import { build } from 'esbuild';

// The worker is started by file name and lies beside the programs that start it.
const PROGRAMS = {
  server: 'server/src/main.ts',
  'decoder-worker': 'server/src/engine/decoder-worker.ts',
  'engine-worker': 'server/src/engine/engine-worker.ts',
  'training-worker': 'server/src/training/training-worker.ts',
  'align-worker': 'server/src/training/align-worker.ts',
  'translate-worker': 'server/src/cli/translate-worker.ts',
  'tuning-worker': 'server/src/training/tuning-worker.ts',
};
const COMMAND_LINE = { cli: 'server/src/cli.ts' };

// CommonJS packages inside an ES module bundle still call `require` for Node's own modules.
const REQUIRE_BANNER =
  "import { createRequire as enfaceCreateRequire } from 'node:module'; const require = enfaceCreateRequire(import.meta.url);";

/** @param {{ release?: boolean }} options */
export async function bundle({ release = false } = {}) {
  const shared = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    outdir: 'dist',
    minify: release,
    sourcemap: !release,
    logLevel: 'warning',
    legalComments: 'linked',
  };
  await Promise.all([
    build({
      ...shared,
      entryPoints: { extension: 'client/src/extension.ts' },
      format: 'cjs',
      external: ['vscode'],
      outExtension: { '.js': '.cjs' },
    }),
    build({ ...shared, entryPoints: PROGRAMS, format: 'esm', banner: { js: REQUIRE_BANNER } }),
    build({
      ...shared,
      entryPoints: COMMAND_LINE,
      format: 'esm',
      banner: { js: `#!/usr/bin/env node\n${REQUIRE_BANNER}` },
    }),
  ]);
}
