/**
 * package-lock.json names every optional package of its packages, those of other platforms too: npm refuses to
 * install from a lock file that lacks one, and a lock file written on one machine easily does.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from './support/repository.js';

interface LockedPackage {
  readonly version: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

describe('lock file', () => {
  const text = readFileSync(path.join(REPOSITORY, 'package-lock.json'), 'utf8');
  const packages: Record<string, LockedPackage> = JSON.parse(text).packages;

  it('holds the optional packages of all platforms', () => {
    for (const [name, { optionalDependencies = {} }] of Object.entries(packages)) {
      for (const optional of Object.keys(optionalDependencies)) {
        const places = [`${name}/node_modules/${optional}`, `node_modules/${optional}`];
        assert.ok(
          places.some((place) => place in packages),
          `${name} may need ${optional}, which is not locked`,
        );
      }
    }
  });

  it('names no registry, so that any mirror serves', () => {
    assert.doesNotMatch(text, /"resolved": "https?:/);
  });
});
