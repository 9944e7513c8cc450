/** `enface serve`: the language server, for editors that start one by a command line. */
import { type Command, UsageError } from './command.js';

const TRANSPORTS = ['--stdio', '--node-ipc', '--pipe', '--socket'];

export const serve: Command = {
  name: 'serve',
  summary: 'run the language server',
  endsBySignal: true,
  help: `Usage: enface serve --stdio | --pipe=<name> | --socket=<port> | --node-ipc

Runs the Enface language server for an editor. Most editors start it with --stdio.
Settings are read from the editor (workspace/configuration, section "enface") or
from the initialization options.

  --stdio               speak over standard input and output
  --pipe=<name>         connect to a named pipe or socket file
  --socket=<port>       connect to a port on this machine
  --node-ipc            speak over the channel of a Node parent process
  --clientProcessId=<n> end when that process ends`,

  async run(args) {
    const transport = args.some((arg) => TRANSPORTS.includes(arg.split('=')[0] ?? ''));
    if (!transport) throw new UsageError('Say how the editor is connected, e.g. "enface serve --stdio".');
    await import('../main.js');
    // The connection ends the process when the editor says so.
    return new Promise<number>(() => {});
  },
};
