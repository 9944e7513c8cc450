/** The extension as VS Code sees it: found, activated, with its version. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('extension', () => {
  it('is found and activates', async () => {
    const extension = vscode.extensions.getExtension('enface.enface');
    assert.ok(extension, 'VS Code does not know enface.enface');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('has the version of its manifest and runs on the VS Code we promise', () => {
    const manifest = vscode.extensions.getExtension('enface.enface')?.packageJSON;
    assert.match(manifest.version, /^\d+\.\d+\.\d+$/);
    const [major, minor] = vscode.version.split('.').map(Number);
    const [, promised] = /^\^1\.(\d+)\./.exec(manifest.engines.vscode) ?? [];
    assert.equal(major, 1);
    assert.ok(
      minor >= Number(promised),
      `VS Code ${vscode.version} is older than ${manifest.engines.vscode}`,
    );
  });

  it('registers every command its manifest declares', async () => {
    await vscode.extensions.getExtension('enface.enface')?.activate();
    const declared: { command: string }[] =
      vscode.extensions.getExtension('enface.enface')?.packageJSON.contributes?.commands ?? [];
    const known = new Set(await vscode.commands.getCommands(true));
    for (const { command } of declared)
      assert.ok(known.has(command), `${command} is declared but not registered`);
  });
});
