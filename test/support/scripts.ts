/**
 * The modules of scripts/lib for tests: plain JavaScript, as they run before anything is built, so a test says what
 * shape it expects.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { REPOSITORY } from './repository.js';

export async function importScript<Module>(name: string): Promise<Module> {
  return (await import(pathToFileURL(path.join(REPOSITORY, 'scripts', 'lib', name)).href)) as Module;
}
