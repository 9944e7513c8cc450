/** Where benches find real text: the folder named by ENFACE_DATA, with `corpora/` and `reference/` below it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The data folder; ends the bench with a clear message when there is none. */
export function dataFolder(): string {
  const folder = process.env.ENFACE_DATA;
  if (folder === undefined || !existsSync(folder)) {
    console.error(
      'Set ENFACE_DATA to a folder with corpora/ and reference/ (see CONTRIBUTING.md, “Benches”).',
    );
    process.exit(2);
  }
  return folder;
}

/** The folder of trained models; ends the bench with a clear message when there is none. */
export function modelsFolder(): string {
  const folder = process.env.ENFACE_MODELS;
  if (folder === undefined || !existsSync(folder)) {
    console.error('Set ENFACE_MODELS to a folder with trained models (see CONTRIBUTING.md, “Benches”).');
    process.exit(2);
  }
  return folder;
}

/** Lines of a file below the data folder; `.gz` is unpacked. `limit` keeps the first so many. */
export function dataLines(relative: string, limit = Number.POSITIVE_INFINITY): string[] {
  const bytes = readFileSync(path.join(dataFolder(), relative));
  const text = (relative.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.slice(0, limit);
}

/** CPU seconds (user and system) that `work` takes in this process, with its result. */
export function cpuSeconds<T>(work: () => T): { seconds: number; result: T } {
  const before = process.cpuUsage();
  const result = work();
  const used = process.cpuUsage(before);
  return { seconds: (used.user + used.system) / 1e6, result };
}
