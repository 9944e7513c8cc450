// `npm run package`: builds for release and writes enface-<version>.vsix, which any VS Code installs
// (`code --install-extension enface-<version>.vsix`).
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { packageExtension } from './lib/extension.mjs';
import { ensureDependencies, main, ROOT } from './lib/shell.mjs';

await main(async () => {
  await ensureDependencies();
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const file = path.join(ROOT, `enface-${version}.vsix`);
  const names = await packageExtension(file);
  for (const name of names.filter((name) => name.startsWith('extension/'))) console.log(`  ${name}`);
  console.log(`${path.relative(ROOT, file)}: ${Math.ceil(statSync(file).size / 1024)} kB`);
});
