/**
 * The `enface` program: what the extension does, without an editor. Reads the command line, runs one command of
 * `cli/registry.ts` and exits with its code.
 */
import { CancelledError, EnfaceError } from '../../models/core/errors.js';
import { type Command, type CommandIo, UsageError } from './cli/command.js';
import { COMMANDS } from './cli/registry.js';
import { version } from './version.js';

const interrupted = new AbortController();
const io: CommandIo = {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  cwd: process.cwd(),
  env: process.env,
  signal: interrupted.signal,
  status: process.stderr.isTTY ? (text) => process.stderr.write(`\r${text}\x1b[K`) : undefined,
};

// Who reads our output may stop reading (`enface … | head`): then there is nobody left to write for.
process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
  if (cause.code === 'EPIPE') process.exit(0);
  throw cause;
});

const [name = '--help', ...args] = process.argv.slice(2);
const command = COMMANDS.find((one) => one.name === name);
if (command !== undefined) await finish(command);
else if (name === '--version' || name === 'version') io.out(version());
else if (name === '--help' || name === '-h' || name === 'help') showHelp(args[0]);
else complain(`There is no command "${name}".`);

async function finish(chosen: Command): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    io.out(chosen.help);
    return;
  }
  if (!chosen.endsBySignal) {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(name, () => interrupted.abort());
  }
  try {
    process.exitCode = await chosen.run(args, io);
  } catch (cause) {
    if (cause instanceof UsageError) complain(cause.message);
    else if (cause instanceof CancelledError) process.exitCode = 130;
    else if (cause instanceof EnfaceError) {
      io.err(cause.message);
      process.exitCode = 2;
    } else throw cause;
  }
}

function showHelp(about: string | undefined): void {
  const subject = COMMANDS.find((one) => one.name === about);
  if (subject !== undefined) {
    io.out(subject.help);
    return;
  }
  if (about !== undefined) {
    complain(`There is no command "${about}".`);
    return;
  }
  const width = Math.max(...COMMANDS.map((one) => one.name.length));
  io.out('Usage: enface <command> [options]\n');
  for (const one of COMMANDS) io.out(`  ${one.name.padEnd(width)}  ${one.summary}`);
  io.out('\n"enface help <command>" tells more; "enface --version" prints the version.');
}

function complain(sentence: string): void {
  io.err(`${sentence} See "enface --help".`);
  process.exitCode = 2;
}
