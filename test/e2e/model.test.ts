/** A model in the editor: offered, trained, suggesting, explaining; in a light and a dark window. */
import assert from 'node:assert/strict';
import { useWorkbench } from './session.js';

const TARGET = 'docs/de/getting-started.md';
const CURRENT = 'enface.currentSegmentBackground';
const FACING = 'enface.facingWordBackground';

describe('a model', () => {
  const workbench = useWorkbench({
    settings: { 'enface.model.offerTraining': true, 'enface.confidence.show': 'on' },
  });
  const source = () => workbench().editor(0);

  it('is offered when there is a memory but no model, and trained in the background', async () => {
    await workbench().openFile(TARGET);
    await workbench().runCommand('Enface: Translate Side by Side');
    await workbench().waitForEditors(['getting-started.md', 'getting-started.md']);
    await workbench().notification(/Enface can learn a model from your \d+ memory units \(en → de\)/);
    await workbench().screenshot('model offered');
    await workbench().clickNotification('Train Model');
    await workbench().notification(
      /The model en → de was trained on \d+ pairs in \d+ s; suggestions use it now/,
    );
    await workbench().screenshot('model trained');
    await workbench().runCommand('Notifications: Clear All Notifications');
  });

  it('suggests what no memory holds, with how sure it is', async () => {
    await workbench().press('Control+Alt+PageDown');
    await workbench().waitForDecorated(CURRENT, /^Sign in to/, source());
    await workbench().type('Im Konto anmelden');
    await workbench().press('Alt+PageDown');
    await workbench().waitForDecorated(CURRENT, /^Sign in with/, source());
    await workbench().type('Melden Sie sich');
    await workbench().waitForGhostText(/^ mit Ihrem Benutzer/);
    await workbench().statusItem(/en → de \d+\/\d+ \d+ %/);
    await workbench().screenshot('model suggestion light');
  });

  it('accepts a word, and takes away what is rejected', async () => {
    await workbench().press('Control+ArrowRight');
    const before = await workbench().waitForGhostText(/^ Ihrem Benutzer/);
    await workbench().press('Alt+Delete');
    const after = await workbench().waitForGhostText(/^(?! ?Ihrem)/);
    assert.notEqual(after, before);
    await workbench().press('Escape');
    await workbench().waitForNoGhostText();
  });

  it('lights up the words that belong together', async () => {
    await workbench().type(' Ihrem Benutzernamen und Ihrem Kennwort an.');
    await workbench().press('Escape', ...Array<string>(8).fill('ArrowLeft'));
    await workbench().waitForDecorated(FACING, /Kennwort/);
    await workbench().waitForDecorated(FACING, /password/, source());
    await workbench().screenshot('facing words light');
  });

  it('tells what a source word may become', async () => {
    const text = await workbench().hover('Sign in with your user name', source());
    assert.match(text, /here\n/);
    await workbench().screenshot('source hover');
    await workbench().press('Escape');
  });

  it('offers other wordings', async () => {
    await workbench().press('Control+.');
    const rows = workbench().page.locator('.action-widget .monaco-list-row');
    await rows.filter({ hasText: 'instead of' }).first().waitFor();
    await workbench().screenshot('other wordings');
    await workbench().press('Escape');
  });

  it('looks well in a dark window too', async () => {
    await workbench().runCommand('Preferences: Toggle between Light/Dark Themes');
    await workbench().page.locator('.monaco-workbench.vs-dark').waitFor();
    await workbench().waitForDecorated(FACING, /Kennwort/);
    await workbench().screenshot('model dark');
  });
});
