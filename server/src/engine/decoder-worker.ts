/** The decoder's thread: holds the models and answers from them, one question after the other. */
import type { DecoderRequests } from './decoder-messages.js';
import { ModelLibrary } from './model-library.js';
import { serveRequests } from './worker-loop.js';

const library = new ModelLibrary((model) => post(model));

const post = serveRequests<DecoderRequests>({
  openSegment: ({ key, source }, token) => {
    library.assistant(key)?.openSegment(source, token);
    return null;
  },
  complete: ({ key, ...request }, token) => library.assistant(key)?.complete(request, token) ?? [],
  alternatives: ({ key, ...request }, token) => library.assistant(key)?.alternatives(request, token) ?? [],
  translationsOf: ({ key, ...request }, token) =>
    library.assistant(key)?.translationsOf(request, token) ?? [],
  explain: ({ key, ...request }, token) => library.assistant(key)?.explain(request, token) ?? null,
  align: ({ key, ...request }) => library.assistant(key)?.align(request) ?? [],
  confidence: ({ key, ...request }, token) => library.assistant(key)?.confidence(request, token) ?? [],
  reject: ({ key, ...request }) => {
    library.assistant(key)?.reject(request);
    return null;
  },
  approve: ({ key, ...pair }) => library.approve(key, pair),
  open: (params) => library.open(params),
  close: ({ key }) => library.close(key),
  filesChanged: ({ paths }) => library.filesChanged(paths),
});
