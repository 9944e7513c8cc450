/** What stands around the translating itself: the other language pair, the walkthrough. */
import { useWorkbench } from './session.js';

describe('around the translation', () => {
  const workbench = useWorkbench();

  it('serves the other language pair of the workspace', async () => {
    await workbench().openFile('docs/fr/quarterly-report.md');
    await workbench().runCommand('Enface: Translate Side by Side');
    await workbench().waitForEditors(['quarterly-report.md', 'quarterly-report.md']);
    await workbench().statusItem(/en → fr \d+\/\d+/);
    await workbench().screenshot('French');
  });

  it('has a walkthrough with pictures', async () => {
    await workbench().runCommand('View: Close All Editors'); // one wide group, so that pictures are shown
    const page = workbench().page.locator('.gettingStartedSlideDetails');
    await workbench().runCommand('Enface: Open Walkthrough');
    await page.locator('.category-title').waitFor();
    // The first walkthrough opened in a window of VS Code for the web is its own, whichever was asked for.
    if (!(await page.getByText('Translate with Enface').isVisible())) {
      await workbench().runCommand('Enface: Open Walkthrough');
    }
    await page.getByText('Translate with Enface').waitFor();
    await page.locator('.getting-started-media img').waitFor();
    await workbench().screenshot('walkthrough');
  });
});
