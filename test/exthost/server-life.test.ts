/** The language server's life as the extension sees it: it runs, comes back when killed, restarts on command. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';

interface EnfaceApi {
  readonly serverState: string;
  readonly serverProcessId: number | undefined;
}

const WAIT_MILLISECONDS = 15_000;

describe('language server', () => {
  let api: EnfaceApi;

  before(async () => {
    const extension = vscode.extensions.getExtension<EnfaceApi>('enface.enface');
    assert.ok(extension);
    api = await extension.activate();
  });

  /** Waits for a running server other than the process `former`. */
  async function running(former?: number): Promise<number> {
    const end = Date.now() + WAIT_MILLISECONDS;
    while (Date.now() < end) {
      const { serverState, serverProcessId } = api;
      if (serverState === 'running' && serverProcessId !== undefined && serverProcessId !== former) {
        return serverProcessId;
      }
      await pause(20);
    }
    assert.fail(`The server is ${api.serverState}`);
  }

  it('runs as a process of its own', async () => {
    assert.notEqual(await running(), process.pid);
  });

  it('comes back when it is killed', async () => {
    const former = await running();
    process.kill(former, 'SIGKILL');
    assert.notEqual(await running(former), former);
  });

  it('restarts on command', async () => {
    const former = await running();
    await vscode.commands.executeCommand('enface.restartServer');
    assert.notEqual(await running(former), former);
    assert.throws(() => process.kill(former, 0), 'The former server still runs');
  });
});
