/**
 * The memory's thread. Look-ups run to their end between two slices of a load, so a memory that is still being read
 * already helps.
 */
import type { EngineRequests } from './engine-messages.js';
import { MemoryLibrary } from './memory-library.js';
import { serveRequests } from './worker-loop.js';

const library = new MemoryLibrary((memory) => post(memory));

const post = serveRequests<EngineRequests>({
  match: (params, token) => library.match(params, token),
  complete: (params, token) => library.complete(params, token),
  holds: (params) => library.holds(params),
  approve: (params) => library.approve(params),
  open: (params, token) => library.open(params, token),
  close: ({ key }) => library.close(key),
  filesChanged: ({ paths }, token) => library.filesChanged(paths, token),
});
