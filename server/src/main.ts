/** The language server: a table of what answers what. It holds no logic. */
import { createConnection, TextDocumentSyncKind } from 'vscode-languageserver/node';

const connection = createConnection();

connection.onInitialize(() => ({
  capabilities: { textDocumentSync: TextDocumentSyncKind.Incremental },
  serverInfo: { name: 'enface' },
}));

connection.listen();
