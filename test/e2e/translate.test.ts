/**
 * The main scenario, as a translator lives it: the sample document side by side with its half-finished translation,
 * ghost text from the memory while typing, from segment to segment, approved and learned. The tests build on each
 * other, like the steps of one session.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { useWorkbench } from './session.js';

const TARGET = 'docs/de/getting-started.md';
const CURRENT = 'enface.currentSegmentBackground';

describe('translating side by side', () => {
  const workbench = useWorkbench();
  const source = () => workbench().editor(0);
  const target = () => workbench().editor(1);

  it('opens the translation beside its source', async () => {
    await workbench().openFile(TARGET);
    await workbench().runCommand('Enface: Translate Side by Side');
    await workbench().waitForEditors(['getting-started.md', 'getting-started.md']);
    await workbench().waitForText(/On Linux, you can also install/, source());
    await workbench().waitForText(/Befehlszeile/, target());
  });

  it('shows the language pair and the progress', async () => {
    const text = await workbench().statusItem(/en → de \d+\/\d+/);
    const [, done, all] = /en → de (\d+)\/(\d+)/.exec(text) ?? [];
    assert.ok(Number(done) > 10 && Number(done) < Number(all), text);
  });

  it('goes to the next untranslated segment and makes a place for it', async () => {
    await workbench().press('Control+Alt+PageDown');
    await workbench().waitForDecorated(CURRENT, /^Sign in to your account$/, source());
    await workbench().type('Beim Konto anmelden');
    await workbench().waitForText(/^## Beim Konto anmelden$/m);
    await workbench().waitForDecorated(CURRENT, /^Beim Konto anmelden$/, target());
  });

  it('goes to the next and the previous segment, marked in both editors', async () => {
    await workbench().press('Alt+PageUp');
    await workbench().waitForDecorated(CURRENT, /^On Linux, you can .* from the command line:$/, source());
    await workbench().waitForDecorated(CURRENT, /^Unter Linux können .* installieren:$/, target());
    await workbench().press('Alt+PageDown');
    await workbench().waitForDecorated(CURRENT, /^Beim Konto anmelden$/, target());
    await workbench().press('Alt+PageDown');
    await workbench().waitForGhostText(/^Melden Sie sich mit/); // the place made for the first sentence below
  });

  it('shows the rest of the sentence as ghost text, and Tab accepts it', async () => {
    await workbench().type('Melden Sie');
    await workbench().waitForDecorated(
      CURRENT,
      /^Sign in with your user name and your password\.$/,
      source(),
    );
    await workbench().waitForGhostText(/^ sich mit Ihrer E-Mail-Adresse und Ihrem Kennwort an\.$/);
    await workbench().screenshot('ghost text');
    await workbench().press('Tab');
    await workbench().waitForText(/Melden Sie sich mit Ihrer E-Mail-Adresse und Ihrem\s+Kennwort an\./);
    await workbench().waitForNoGhostText();
  });

  it('explains the match on hover, its differences marked', async () => {
    const text = await workbench().hover('Melden');
    assert.match(text, /78\s%/);
    assert.match(text, /Sign in with your e-mail address user name and your password/);
    const hover = workbench().page.locator('.monaco-hover:not(.hidden) .hover-contents');
    assert.deepEqual(await hover.locator('del').allInnerTexts(), ['e-mail address']);
    await workbench().screenshot('hover with differences');
  });

  it('approves the segment into the memory of the workspace and goes on to the next', async () => {
    await workbench().press('Escape', 'Control+Enter');
    await workbench().waitForGhostText(/^Wenn Sie noch kein Konto erstellt haben, /);
    const memory = readFileSync(path.join(workbench().folder, '.enface', 'memory.tmx'), 'utf8');
    assert.match(memory, /<seg>Sign in with your user name and your password\.<\/seg>/);
    assert.match(memory, /<seg>Melden Sie sich mit Ihrer E-Mail-Adresse und Ihrem Kennwort an\.<\/seg>/);
  });

  it('offers the matches as completions', async () => {
    await workbench().press('Control+Space');
    const rows = await workbench().suggestRows();
    assert.match(rows.join('\n'), /Wenn Sie noch kein Konto erstellt haben, klicken Sie auf/);
    await workbench().screenshot('completions');
    await workbench().press('Escape');
  });

  it('puts the numbers of the source into a match', async () => {
    await workbench().type(
      'Wenn Sie noch kein Konto haben, klicken Sie auf **Konto erstellen** und füllen Sie das Formular aus.',
    );
    await workbench().waitForDecorated(CURRENT, /^If you have not created .* fill in the form\.$/, source());
    await workbench().type(' Das Kenn');
    await workbench().waitForGhostText(/^wort muss mindestens 14 Zeichen enthalten\.$/);
    await workbench().press('Tab');
    await workbench().waitForSaved(
      TARGET,
      /^## Beim Konto anmelden\n\nMelden Sie sich .* an\. Wenn Sie .* aus\. Das Kennwort muss mindestens 14 Zeichen enthalten\.$/m,
    );
  });
});
