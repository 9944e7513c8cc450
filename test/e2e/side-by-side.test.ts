/** The two editors of a pair keep in step, and a document without a pair gets one. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { useWorkbench } from './session.js';

const CURRENT = 'enface.currentSegmentBackground';
const INPUT = '.quick-input-widget input.input';
const APPROVED = 'enface.approvedSegmentBackground';

describe('two editors side by side', () => {
  const workbench = useWorkbench({
    prepare: (folder) => {
      cpSync(
        path.join(folder, 'reference/getting-started.de.md'),
        path.join(folder, 'docs/de/getting-started.md'),
      );
      mkdirSync(path.join(folder, 'notes'));
      writeFileSync(path.join(folder, 'notes/plan.md'), '# Our plan\n\nWe begin on Monday.\n');
    },
  });
  const source = () => workbench().editor(0);
  const target = () => workbench().editor(1);

  it('scroll together, the source after the target', async () => {
    await workbench().openFile('docs/de/getting-started.md');
    await workbench().runCommand('Enface: Translate Side by Side');
    await workbench().waitForEditors(['getting-started.md', 'getting-started.md']);
    await workbench().statusItem(/en → de \d+\/\d+/);
    await scroll(1, 1, /## Wie geht es weiter\?/);
    await workbench().waitForText(/## If something goes wrong/, source());
  });

  it('scroll together, the target after the source', async () => {
    await scroll(0, -1, /# Getting started with Quillbox/);
    await workbench().waitForText(/# Erste Schritte mit Quillbox/, target());
  });

  it('mark the segment at a caret in the source', async () => {
    await source().locator('.view-line', { hasText: '## Before you install' }).first().click();
    await workbench().waitForDecorated(CURRENT, /^Before you install$/, source());
    await workbench().waitForDecorated(CURRENT, /^Vor der Installation$/, target());
    await workbench().press('Alt+PageDown');
    await workbench().waitForDecorated(
      CURRENT,
      /^Quillbox 4 läuft unter Windows, macOS und Linux\.$/,
      target(),
    );
  });

  it('shade what is approved in the source', async () => {
    await target().locator('.view-line', { hasText: '## Vor der Installation' }).first().click();
    await workbench().waitForDecorated(CURRENT, /^Vor der Installation$/, target());
    await workbench().press('Control+Enter');
    await workbench().waitForDecorated(APPROVED, /^Before you install$/, source());
  });

  it('open for a document that has no pair yet, in a language and a file of one’s choice', async () => {
    await workbench().runCommand('View: Close All Editors');
    await workbench().openFile('notes/plan.md');
    await workbench().press('F1');
    await fill('>Enface: Translate Side by Side', 'Enface: Translate Side by Side');
    await answer(/In which language is/, 'en');
    await answer(/into which language\?/, 'pt-PT');
    await answer(/Where does the translation go\?/);
    await workbench().waitForEditors(['plan.md', 'plan.pt-PT.md']);
    await workbench().statusItem(/en → pt-PT 0\/2/);
    await workbench().waitForText(/^# $/m, target());
    await workbench().clickNotification('Remember');
    const settings = path.join(workbench().folder, '.vscode/settings.json');
    await waitUntil(() => /"target": "notes\/plan\.pt-PT\.md"/.test(readFileSync(settings, 'utf8')));
    await waitUntil(() => existsSync(path.join(workbench().folder, 'notes/plan.pt-PT.md')));
  });

  /** Turns the wheel over an editor until its text matches. */
  async function scroll(group: number, direction: 1 | -1, goal: RegExp): Promise<void> {
    const { page } = workbench();
    const box = (await workbench().editor(group).boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    for (let turns = 0; turns < 100; turns++) {
      if (goal.test(await workbench().visibleText(workbench().editor(group)))) return;
      await page.mouse.wheel(0, direction * 200);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await workbench().waitForText(goal, workbench().editor(group));
  }

  /** Waits for a question of the quick input and answers it; without a text, takes what it proposes. */
  async function answer(question: RegExp, text?: string): Promise<void> {
    const { page } = workbench();
    await page.locator('.quick-input-title', { hasText: question }).waitFor();
    if (text === undefined) await page.locator(INPUT).press('Enter');
    else await fill(text, text);
  }

  /** Types into the quick input and takes the first row, once that is the one wanted. */
  async function fill(text: string, row: string): Promise<void> {
    const { page } = workbench();
    await page.locator(INPUT).fill(text);
    await page.locator('.quick-input-widget .monaco-list-row.focused', { hasText: row }).waitFor();
    await page.locator(INPUT).press('Enter');
  }

  async function waitUntil(condition: () => boolean): Promise<void> {
    while (!condition()) await workbench().page.evaluate(() => new Promise(requestAnimationFrame));
  }
});
