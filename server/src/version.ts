/** The version of Enface, from the package this file was built into. */
import { readFileSync } from 'node:fs';

/** Seen from dist/ (bundled) and from out/server/src/. */
const PLACES = ['../package.json', '../../../package.json'];

export function version(): string {
  for (const place of PLACES) {
    try {
      const text = readFileSync(new URL(place, import.meta.url), 'utf8');
      const manifest = JSON.parse(text) as { name?: string; version?: string };
      if (manifest.name === 'enface' && manifest.version !== undefined) return manifest.version;
    } catch {
      // Not there in this layout.
    }
  }
  return '0.0.0';
}
