/** The ground of all browser tests: VS Code opens the sample workspace with the packaged extension in it. */
import assert from 'node:assert/strict';
import { useWorkbench } from './session.js';

describe('workbench', () => {
  const workbench = useWorkbench();

  it('opens the sample workspace', async () => {
    const names = await workbench().page.locator('.explorer-folders-view .monaco-list-row').allInnerTexts();
    assert.ok(names.includes('docs'), names.join(', '));
  });

  it('opens a sample document', async () => {
    await workbench().openFile('docs/en/getting-started.md');
    assert.match(await workbench().visibleText(), /^# Getting started with Quillbox$/m);
  });

  it('has Enface among its running extensions', async () => {
    await workbench().runCommand('Developer: Show Running Extensions');
    await workbench()
      .page.locator('.runtime-extensions-editor .extension', { hasText: 'enface' })
      .first()
      .waitFor();
  });
});
