/** A server with a pair of documents and a memory, ready to help: what most tests of features start from. */
import type { InlineCompletionItem } from 'vscode-languageserver';
import {
  COMMAND_TEST_FAULT,
  MEMORY_STATUS_METHOD,
  type MemoryStatusParams,
  MODEL_STATUS_METHOD,
  type ModelStatusParams,
  type TestFault,
} from '../../server/protocol/messages.js';
import { type HarnessOptions, LspHarness, type OpenDocument } from './lsp-harness.js';
import { tmx, type Units } from './tmx.js';

export interface Translating {
  readonly server: LspHarness;
  /** The target document, open, with the caret where `$0` stood. */
  readonly target: OpenDocument;
}

export interface TranslatingOptions extends HarnessOptions {
  readonly source?: string;
  /** Text of the target document with the caret as `$0`. */
  readonly target?: string;
  readonly memory?: Units;
  /** `.md` unless told. */
  readonly extension?: string;
}

/** Starts a server on `text.md` and `text.de.md` and waits until the memory is loaded. */
export async function startTranslating(options: TranslatingOptions): Promise<Translating> {
  const extension = options.extension ?? '.md';
  const server = await LspHarness.start({
    ...options,
    files: {
      [`text${extension}`]: options.source ?? '',
      'tm/memory.tmx': tmx(options.memory ?? []),
      ...options.files,
    },
  });
  const target = server.open(`text.de${extension}`, options.target ?? '$0');
  await memoryReady(server);
  return { server, target };
}

/** Reads the memory's status messages up to the one that says it is loaded (or could not be). */
export async function memoryReady(server: LspHarness): Promise<MemoryStatusParams> {
  for (;;) {
    const status = await server.next<MemoryStatusParams>(MEMORY_STATUS_METHOD);
    if (status.state !== 'loading') return status;
  }
}

/** The ghost texts at the caret. */
export async function ghostTexts(server: LspHarness, document: OpenDocument): Promise<string[]> {
  const items = await inlineItems(server, document);
  return items.map(({ insertText }) => String(insertText));
}

export function inlineItems(server: LspHarness, document: OpenDocument): Promise<InlineCompletionItem[]> {
  return server.request<InlineCompletionItem[]>(
    'textDocument/inlineCompletion',
    document.here({ context: { triggerKind: 2 } }),
  );
}

/** Reads what the server says of the model up to a state that is no step on the way (needs `models: true`). */
export async function modelSettled(server: LspHarness): Promise<ModelStatusParams> {
  for (;;) {
    const status = await server.next<ModelStatusParams>(MODEL_STATUS_METHOD);
    if (status.state !== 'opening') return status;
  }
}

/** Makes the server, a worker of it or the decoder misbehave (needs `testHooks: true`). */
export async function fault(server: LspHarness, argument: TestFault): Promise<void> {
  await server.request('workspace/executeCommand', { command: COMMAND_TEST_FAULT, arguments: [argument] });
}
