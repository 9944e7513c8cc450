/** The language server: a table of what answers what. It holds no logic. */
import type { CancellationToken } from 'vscode-languageserver';
import { createConnection } from 'vscode-languageserver/node';
import {
  ADVANCE_METHOD,
  ALIGNMENT_METHOD,
  APPROVE_METHOD,
  CONFIDENCE_METHOD,
  EVENT_METHOD,
  type EventParams,
  PAIRS_METHOD,
  SEGMENT_AT_METHOD,
  SEGMENTS_METHOD,
  SET_PAIR_METHOD,
} from '../protocol/messages.js';
import type { Answer, Staleness } from './dispatch.js';
import { advance } from './handlers/advance.js';
import { alignment } from './handlers/alignment.js';
import { approveSegment } from './handlers/approve-segment.js';
import { codeAction } from './handlers/code-action.js';
import { completion, resolveCompletion } from './handlers/completion.js';
import { confidence, semanticTokens, semanticTokensRange } from './handlers/confidence.js';
import { event } from './handlers/event.js';
import { executeCommand } from './handlers/execute-command.js';
import { hover } from './handlers/hover.js';
import { inlayHint } from './handlers/inlay-hint.js';
import { inlineCompletion } from './handlers/inline-completion.js';
import { pairs, setPair } from './handlers/pairs.js';
import { segmentAtCaret } from './handlers/segment-at.js';
import { segments } from './handlers/segments.js';
import { installLastResort } from './last-resort.js';
import { Log } from './log.js';
import { Session } from './session.js';

const connection = createConnection();
const log = new Log(connection.console);
const testHooks = process.argv.includes('--test-hooks');
const patient = !testHooks || process.argv.includes('--patient');
const session = new Session(connection, log, { testHooks, patient });
const { dispatcher } = session;

function answer<P, R>(
  method: string,
  handler: (session: Session, params: P, token: CancellationToken) => R | Promise<R>,
  staleness?: Staleness,
): Answer<P, R> {
  return dispatcher.request(method, (params: P, token) => handler(session, params, token), staleness);
}

connection.onInitialize((params) => session.initialize(params));
connection.onInitialized(() => session.begin());
connection.onShutdown(() => session.end());
connection.onDidChangeConfiguration(({ settings }) => session.settingsChanged(settings));
connection.onDidChangeWatchedFiles(
  dispatcher.notification('workspace/didChangeWatchedFiles', (params) => session.filesChanged(params)),
);

connection.languages.inlineCompletion.on(
  answer('textDocument/inlineCompletion', inlineCompletion, 'drop when stale'),
);
connection.onCompletion(answer('textDocument/completion', completion, 'drop when stale'));
connection.onCompletionResolve(answer('completionItem/resolve', resolveCompletion));
connection.onHover(answer('textDocument/hover', hover, 'drop when stale'));
connection.onCodeAction(answer('textDocument/codeAction', codeAction, 'drop when stale'));
connection.languages.semanticTokens.on(
  answer('textDocument/semanticTokens/full', semanticTokens, 'drop when stale'),
);
connection.languages.semanticTokens.onRange(
  answer('textDocument/semanticTokens/range', semanticTokensRange, 'drop when stale'),
);
connection.languages.inlayHint.on(answer('textDocument/inlayHint', inlayHint, 'drop when stale'));
connection.onExecuteCommand(answer('workspace/executeCommand', executeCommand));

connection.onRequest(PAIRS_METHOD, answer(PAIRS_METHOD, pairs));
connection.onRequest(SET_PAIR_METHOD, answer(SET_PAIR_METHOD, setPair));
connection.onRequest(SEGMENTS_METHOD, answer(SEGMENTS_METHOD, segments));
connection.onRequest(SEGMENT_AT_METHOD, answer(SEGMENT_AT_METHOD, segmentAtCaret, 'drop when stale'));
connection.onRequest(ADVANCE_METHOD, answer(ADVANCE_METHOD, advance, 'drop when stale'));
connection.onRequest(ALIGNMENT_METHOD, answer(ALIGNMENT_METHOD, alignment));
connection.onRequest(CONFIDENCE_METHOD, answer(CONFIDENCE_METHOD, confidence, 'drop when stale'));
connection.onRequest(APPROVE_METHOD, answer(APPROVE_METHOD, approveSegment));

connection.onNotification(
  EVENT_METHOD,
  dispatcher.notification(EVENT_METHOD, (params: EventParams) => event(session, params)),
);

installLastResort(log);
connection.listen();
