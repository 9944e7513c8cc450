// Prepares the workspace that `npm start` opens: a copy of samples/ outside the repository, where people may type.
// A file they changed is theirs and never overwritten; one they left alone follows the repository.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { hashOf, ROOT } from './shell.mjs';

const SAMPLES = path.join(ROOT, 'samples');

/**
 * Makes or updates the workspace below `home`; returns its folder. `fresh` starts over. `note` prints a line of
 * progress.
 */
export async function prepareSample({ home, fresh = false, note = () => {} }) {
  const workspace = path.join(home, 'enface-sample');
  const record = path.join(home, 'enface-sample.json'); // name → hash of each file as we copied it
  if (fresh) {
    rmSync(workspace, { recursive: true, force: true });
    rmSync(record, { force: true });
  }
  const copied = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
  const kept = [];
  for (const name of filesOf(SAMPLES)) {
    const source = path.join(SAMPLES, name);
    const target = path.join(workspace, name);
    if (existsSync(target) && hashOf(readFileSync(target)) !== copied[name]) {
      kept.push(name);
      continue;
    }
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(source, target);
    copied[name] = hashOf(readFileSync(source));
  }
  writeFileSync(record, `${JSON.stringify(copied, null, 2)}\n`);
  if (kept.length > 0) note(`kept as you left them: ${kept.join(', ')} (npm start -- --fresh starts over)`);
  return workspace;
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}
