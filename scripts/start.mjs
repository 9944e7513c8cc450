// `npm start`: from a fresh clone to a VS Code in the browser with Enface in it and a sample document open. Each step
// is skipped when nothing changed since it was last done; after the first time no network is needed.
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder, cloneFolder } from './lib/cache.mjs';
import { prepareSample } from './lib/prepare-sample.mjs';
import { forgetRunning, noteRunning, runningAddress } from './lib/running.mjs';
import { trainSampleModels } from './lib/sample-models.mjs';
import { ensureDependencies, main, openInBrowser, Problem } from './lib/shell.mjs';
import { Steps } from './lib/steps.mjs';

/** Tried first, so that the browser remembers the window's layout from one start to the next. */
const USUAL_PORT = 8917;
const HELP = `Usage: npm start -- [options]
  --fresh      reset the sample workspace to what is in samples/
  --memories   add larger memories of real text, made as by npm run memories
  --port N     use this port (default: ${USUAL_PORT}, or a free one)
  --open       open the address in your browser (default: only print it)
Environment:
  ENFACE_CODE=code    use your own VS Code instead of the one in the browser
  ENFACE_CACHE=DIR    keep VS Code and the sample workspace there (now: ${cacheFolder()})`;

await main(async () => {
  const { fresh, memories, port, open, help } = options();
  if (help) {
    console.log(HELP);
    return 0;
  }
  const signals = onSignals();
  const home = cloneFolder();
  const running = path.join(home, 'running.json');
  const already = await runningAddress(running);
  if (already !== null) {
    console.log(`Enface is running already: ${already}`);
    return 0;
  }
  const desktop = process.env.ENFACE_CODE;
  const steps = new Steps((desktop ? 5 : 7) + (memories ? 1 : 0));
  await steps.step('Packages', () => ensureDependencies());
  await steps.step('Build', async () => {
    const { bundleAfresh } = await import('./lib/build.mjs');
    await bundleAfresh({ release: true });
  });
  const workspace = await steps.step('Sample workspace', (note) => prepareSample({ home, fresh, note }));
  if (memories) await steps.step('Memories', (note) => addMemories(workspace, note));
  await steps.step('Sample models', (note) => trainSampleModels({ workspace, note }));
  if (desktop) {
    const { startDesktopCode } = await import('./lib/desktop-code.mjs');
    const data = path.join(home, 'desktop');
    const code = await steps.step('VS Code', () =>
      startDesktopCode({ program: desktop, data, folder: workspace }),
    );
    signals.stop = code.stop;
    console.log('\nEnface is ready: in the VS Code window that opened. Close it or press Ctrl+C to stop.');
    await code.ended;
    return 0;
  }
  const server = await startInBrowser({ steps, data: path.join(home, 'vscode'), workspace, port });
  signals.stop = server.stop;
  noteRunning(running, server.address);
  console.log(`\nPress Ctrl+C to stop. What you type is kept in ${workspace}`);
  console.log(`Enface is ready: ${server.address}`);
  if (open) openInBrowser(server.address);
  await server.ended;
  await server.stop(); // what the server left behind, or the stop that is under way
  forgetRunning(running);
  return 0;
});

/** Links the larger memories into the workspace, which stays small that way; makes them first when they are missing. */
async function addMemories(workspace, note) {
  const { buildMemories } = await import('./lib/memories/build-memories.mjs');
  for (const { file, language } of await buildMemories({ cacheFolder: cacheFolder(), log: note })) {
    if (file === undefined || !existsSync(file)) continue;
    const link = path.join(workspace, 'memory', `en-${language}`, path.basename(file));
    mkdirSync(path.dirname(link), { recursive: true });
    rmSync(link, { force: true });
    symlinkSync(file, link);
  }
}

async function startInBrowser({ steps, data, workspace, port }) {
  const { ensureVscode } = await import('./lib/vscode.mjs');
  const { ensureExtension } = await import('./lib/extension.mjs');
  const { connectionToken, portIsFree, startVscode } = await import('./lib/vscode-server.mjs');
  const { serverMain } = await steps.step('VS Code', ensureVscode);
  await steps.step('Enface in VS Code', () => ensureExtension({ serverMain, data, guide: true }));
  return steps.step('Start', async () => {
    const chosen = port ?? ((await portIsFree(USUAL_PORT)) ? USUAL_PORT : 0);
    const token = connectionToken(path.join(cacheFolder(), 'token'));
    return startVscode({ serverMain, data, folder: workspace, port: chosen, token });
  });
}

/**
 * Ctrl+C, a kill or a closed terminal: calls `stop`, once set, and the script ends by itself; before that there is
 * nothing to stop but the programs of the step under way, which end with us.
 */
function onSignals() {
  const signals = { stop: null };
  let stopping = false;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => {
      if (signals.stop === null) process.exit(130);
      if (stopping) return;
      stopping = true;
      console.log('\nStopping …');
      void signals.stop();
    });
  }
  return signals;
}

function options() {
  let values;
  try {
    ({ values } = parseArgs({
      allowNegative: true,
      options: {
        fresh: { type: 'boolean', default: false },
        memories: { type: 'boolean', default: false },
        port: { type: 'string' },
        open: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new Problem(`${error.message}\n\n${HELP}`);
  }
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65536)) {
    throw new Problem(`--port needs a number from 1 to 65535, not ${values.port}.`);
  }
  return { ...values, port };
}
