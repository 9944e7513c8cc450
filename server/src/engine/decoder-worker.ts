/** The decoder's thread: holds the models and answers from them, one question after the other. */
import type { DecoderRequests } from './decoder-messages.js';
import { ModelLibrary } from './model-library.js';
import { serveRequests } from './worker-loop.js';

const library = new ModelLibrary((model) => post(model));

const post = serveRequests<DecoderRequests>({
  complete: (params, token) => library.complete(params, token),
  open: (params) => library.open(params),
  close: ({ key }) => library.close(key),
  filesChanged: ({ paths }) => library.filesChanged(paths),
});
