/**
 * A view of the output channel for LSP messages. The language client traces only into a channel whose log level is
 * Trace; this view reports that level while `enface.trace.server` is not `off`, and writes what is traced as
 * ordinary lines, so that the setting alone turns tracing on.
 */
import { EventEmitter, LogLevel, type LogOutputChannel, workspace } from 'vscode';

export function createTraceChannel(channel: LogOutputChannel): LogOutputChannel {
  const levelChanged = new EventEmitter<LogLevel>();
  const level = () => (traceSetting() === 'off' ? channel.logLevel : LogLevel.Trace);
  const listener = workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('enface.trace.server')) levelChanged.fire(level());
  });
  return {
    name: channel.name,
    get logLevel() {
      return level();
    },
    onDidChangeLogLevel: levelChanged.event,
    trace: (message, ...rest) => channel.info(message, ...rest),
    debug: (message, ...rest) => channel.debug(message, ...rest),
    info: (message, ...rest) => channel.info(message, ...rest),
    warn: (message, ...rest) => channel.warn(message, ...rest),
    error: (error, ...rest) => channel.error(error, ...rest),
    append: (value) => channel.append(value),
    appendLine: (value) => channel.appendLine(value),
    replace: (value) => channel.replace(value),
    clear: () => channel.clear(),
    show: (columnOrPreserve?: unknown, preserveFocus?: boolean) =>
      channel.show(typeof columnOrPreserve === 'boolean' ? columnOrPreserve : preserveFocus),
    hide: () => channel.hide(),
    dispose: () => {
      listener.dispose();
      levelChanged.dispose();
    },
  };
}

function traceSetting(): string {
  return workspace.getConfiguration('enface').get<string>('trace.server', 'off');
}
