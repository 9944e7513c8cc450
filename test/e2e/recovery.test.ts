/** A language server that is killed, keeps dying or hangs: the client recovers, says so, and typing goes on. */
import assert from 'node:assert/strict';
import { waitForLanguageServer } from './language-server.js';
import { useWorkbench } from './session.js';

const KEEPS_STOPPING = /The Enface server keeps stopping and was not started again/;

describe('recovery', () => {
  const workbench = useWorkbench();

  it('goes on typing while the server hangs', async () => {
    await workbench().openFile('docs/de/getting-started.md');
    await workbench().statusItem(/en → de \d+\/\d+/); // the server has answered
    const pid = await waitForLanguageServer(workbench().vscodePid);
    process.kill(pid, 'SIGSTOP');
    try {
      await workbench().press('Control+End');
      await workbench().type('\nDas Programm läuft weiter.');
      await workbench().waitForText(/Das Programm läuft weiter\./);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  it('starts a killed server again and says so', async () => {
    const pid = await waitForLanguageServer(workbench().vscodePid);
    process.kill(pid, 'SIGKILL');
    await waitForLanguageServer(workbench().vscodePid, [pid]);
    await workbench().notification(/The Enface server stopped and was restarted/);
  });

  it('writes that to the Enface output', async () => {
    await workbench().runCommand('Enface: Show Output');
    const output = workbench().page.locator('.output-view .monaco-editor').first();
    await workbench().waitForText(/The server stopped; it is started again/, output);
    await workbench().screenshot('output');
  });

  it('gives up on a server that keeps dying, until the user restarts it', async () => {
    const killed: number[] = [];
    while (killed.length < 4) {
      const pid = await waitForLanguageServer(workbench().vscodePid, killed);
      process.kill(pid, 'SIGKILL');
      killed.push(pid);
    }
    await workbench().notification(KEEPS_STOPPING);
    await workbench().statusItem(/Enface/);
    await workbench().screenshot('recovery gave up');
    await workbench().clickNotification('Restart Server');
    const pid = await waitForLanguageServer(workbench().vscodePid, killed);
    assert.ok(!killed.includes(pid));
  });

  it('restarts the server on command', async () => {
    const pid = await waitForLanguageServer(workbench().vscodePid);
    await workbench().runCommand('Enface: Restart Server');
    await waitForLanguageServer(workbench().vscodePid, [pid]);
  });
});
