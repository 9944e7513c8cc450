/** The language server: a table of what answers what. It holds no logic. */
import { createConnection } from 'vscode-languageserver/node';
import { Log } from './log.js';
import { Session } from './session.js';

const connection = createConnection();
const log = new Log(connection.console);
const session = new Session(connection, log, { testHooks: process.argv.includes('--test-hooks') });
const { dispatcher } = session;

connection.onInitialize((params) => session.initialize(params));
connection.onInitialized(dispatcher.notification('initialized', () => session.begin()));
connection.onShutdown(() => session.end());
connection.onDidChangeConfiguration(
  dispatcher.notification('workspace/didChangeConfiguration', ({ settings }) =>
    session.settingsChanged(settings),
  ),
);

process.on('uncaughtException', (cause) => log.error('Something went wrong; the server goes on.', cause));
process.on('unhandledRejection', (cause) => log.error('Something went wrong; the server goes on.', cause));

connection.listen();
