/** What the server offers, as it says in answer to `initialize`. */
import {
  CodeActionKind,
  type InitializeResult,
  PositionEncodingKind,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { COMMAND_TEST_FAULT } from '../protocol/messages.js';
import { TOKEN_TYPES } from './handlers/confidence.js';
import { COMMANDS } from './handlers/execute-command.js';
import { version } from './version.js';

export function serverCapabilities(testHooks: boolean): InitializeResult {
  return {
    serverInfo: { name: 'enface', version: version() },
    capabilities: {
      positionEncoding: PositionEncodingKind.UTF16,
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
      inlineCompletionProvider: true,
      completionProvider: { resolveProvider: true },
      hoverProvider: true,
      codeActionProvider: { codeActionKinds: [CodeActionKind.RefactorRewrite] },
      semanticTokensProvider: {
        legend: { tokenTypes: TOKEN_TYPES, tokenModifiers: [] },
        full: true,
        range: true,
      },
      inlayHintProvider: true,
      executeCommandProvider: { commands: testHooks ? [...COMMANDS, COMMAND_TEST_FAULT] : [...COMMANDS] },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
  };
}
