/**
 * The VS Code workbench as a person sees and uses it: keys, commands, and what is on the screen. Every reading
 * function waits until what it is asked for is there, so tests never sleep.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';

const WAIT_MILLISECONDS = 20_000;
const PICK_MILLISECONDS = 5_000;

export interface WorkbenchOptions {
  readonly folder: string;
  readonly vscodePid: number;
  readonly screenshots: string;
}

export class Workbench {
  readonly page: Page;
  /** The workspace folder. */
  readonly folder: string;
  /** Process id of the VS Code server, which leads the group of everything below it. */
  readonly vscodePid: number;
  readonly #screenshots: string;

  constructor(page: Page, { folder, vscodePid, screenshots }: WorkbenchOptions) {
    this.page = page;
    this.folder = folder;
    this.vscodePid = vscodePid;
    this.#screenshots = screenshots;
    page.setDefaultTimeout(WAIT_MILLISECONDS);
  }

  /** Resolves when the window is drawn and its extensions are started. */
  async ready(): Promise<void> {
    await this.page.waitForSelector('.explorer-folders-view .monaco-list-row', { timeout: 60_000 });
  }

  /** Opens a file of the workspace by name, in the active editor group. */
  async openFile(relative: string): Promise<void> {
    await this.#pick('Control+P', relative, path.basename(relative));
    await this.page.waitForSelector(
      `.editor-group-container.active .tab.active[data-resource-name="${path.basename(relative)}"]`,
    );
    await this.activeEditor().waitFor();
  }

  /** Runs a command of the palette by its title, such as `Enface: Next Segment`. */
  async runCommand(title: string): Promise<void> {
    await this.#pick('F1', `>${title}`, title);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Types like a person: one key after the other. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text, { delay: 15 });
  }

  activeEditor(): Locator {
    return this.page.locator('.editor-group-container.active .editor-instance .monaco-editor').first();
  }

  /** The editor group at a position, counted from the left. */
  group(index: number): Locator {
    return this.page.locator('.editor-group-container').nth(index);
  }

  /** The text editor of the group at a position, counted from the left. */
  editor(index: number): Locator {
    return this.group(index).locator('.editor-instance .monaco-editor').first();
  }

  /** Waits until the groups show these files, from left to right. */
  async waitForEditors(names: readonly string[]): Promise<void> {
    const shown = async () =>
      (await this.page.locator('.editor-group-container .tab.active').allInnerTexts()).join(' | ');
    const expected = names.map((name) => `${name.replace('.', '\\.')}[^|]*`).join(' \\| ');
    await this.#eventually(shown, new RegExp(`^${expected}$`), 'open editors');
    for (const index of names.keys()) await this.editor(index).locator('.view-line').first().waitFor();
  }

  /** The lines of an editor (the active one) that are on the screen, top to bottom, without ghost text. */
  async visibleText(editor: Locator = this.activeEditor()): Promise<string> {
    return editor.locator('.view-lines').evaluate((lines) =>
      [...lines.querySelectorAll<HTMLElement>('.view-line')]
        .sort((a, b) => Number.parseInt(a.style.top, 10) - Number.parseInt(b.style.top, 10))
        .map((line) => {
          const copy = line.cloneNode(true) as HTMLElement;
          for (const ghost of copy.querySelectorAll('[class*="ghost-text"]')) ghost.remove();
          return (copy.textContent ?? '').replaceAll('\u00a0', ' ');
        })
        .join('\n'),
    );
  }

  /** Waits until the text on the screen of an editor (the active one) matches. */
  async waitForText(expected: RegExp, editor: Locator = this.activeEditor()): Promise<void> {
    await this.#eventually(() => this.visibleText(editor), expected, 'text');
  }

  /** Saves the active file and waits until what is on the disk matches. */
  async waitForSaved(relative: string, expected: RegExp): Promise<void> {
    await this.press('Control+S');
    await this.#eventually(
      async () => readFileSync(path.join(this.folder, relative), 'utf8'),
      expected,
      relative,
    );
  }

  /** The ghost text on the screen now; empty when there is none. */
  async ghostText(): Promise<string> {
    const parts = await this.page.locator(GHOST).allTextContents();
    return parts.join('').replaceAll('\u00a0', ' ');
  }

  /** Waits for ghost text that matches, and returns it. */
  async waitForGhostText(expected: RegExp): Promise<string> {
    return this.#eventually(() => this.ghostText(), expected, 'ghost text');
  }

  async waitForNoGhostText(): Promise<void> {
    await this.#eventually(() => this.ghostText(), /^$/, 'ghost text');
  }

  /** The rows of the suggest widget, once it shows any. */
  async suggestRows(): Promise<string[]> {
    const rows = this.page.locator('.suggest-widget.visible .monaco-list-row');
    await rows.first().waitFor();
    return (await rows.allInnerTexts()).map((row) => row.replaceAll('\u00a0', ' '));
  }

  /** The hover that appears over a piece of text in an editor (the active one). */
  async hover(text: string, editor: Locator = this.activeEditor()): Promise<string> {
    await editor.locator('.view-line span:not(:has(span))', { hasText: text }).last().hover();
    const content = this.page.locator('.monaco-hover:not(.hidden) .hover-contents');
    await content.first().waitFor();
    return (await content.allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
  }

  /**
   * The texts of an editor whose background is a decoration of this theme colour (`enface.currentSegmentBackground`),
   * line by line as they are on the screen.
   */
  async decorated(color: string, editor: Locator = this.activeEditor()): Promise<string> {
    const name = `--vscode-${color.replaceAll('.', '-')}`;
    return editor.evaluate((root, property) => {
      const probe = document.createElement('div');
      probe.style.backgroundColor = `var(${property})`;
      root.append(probe);
      const wanted = getComputedStyle(probe).backgroundColor;
      probe.remove();
      const marks = [...root.querySelectorAll<HTMLElement>('.view-overlays .cdr')]
        .filter((mark) => getComputedStyle(mark).backgroundColor === wanted)
        .map((mark) => mark.getBoundingClientRect());
      // The text under a mark: every letter whose middle lies inside it.
      const range = document.createRange();
      const found: { top: number; left: number; letter: string }[] = [];
      const walker = document.createTreeWalker(root.querySelector('.view-lines')!, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (let at = 0; at < (node.nodeValue ?? '').length; at++) {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const box = range.getBoundingClientRect();
          const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
          const marked = marks.some(
            (mark) => x > mark.left && x < mark.right && y > mark.top && y < mark.bottom,
          );
          if (marked) found.push({ top: box.top, left: box.left, letter: node.nodeValue![at] });
        }
      }
      found.sort((a, b) => (Math.abs(a.top - b.top) < 4 ? a.left - b.left : a.top - b.top));
      return found
        .map(({ letter }) => letter)
        .join('')
        .replaceAll('\u00a0', ' ');
    }, name);
  }

  /** Waits until what is decorated with a theme colour matches. */
  async waitForDecorated(
    color: string,
    expected: RegExp,
    editor: Locator = this.activeEditor(),
  ): Promise<void> {
    await this.#eventually(() => this.decorated(color, editor), expected, `text in ${color}`);
  }

  /** The text of a status bar item that matches. */
  async statusItem(expected: RegExp): Promise<string> {
    const texts = async () => (await this.page.locator('.statusbar-item').allInnerTexts()).join(' | ');
    return this.#eventually(texts, expected, 'status bar');
  }

  /** Waits for a notification whose text matches, and returns the text. */
  async notification(expected: RegExp): Promise<string> {
    const texts = async () =>
      (await this.page.locator('.notification-toast .notification-list-item').allInnerTexts()).join('\n');
    return this.#eventually(texts, expected, 'notifications');
  }

  /** Clicks a button of a notification. */
  async clickNotification(button: string): Promise<void> {
    await this.page.locator('.notification-toast .monaco-button', { hasText: button }).first().click();
  }

  /** Keeps a picture of the whole window; returns its file. */
  async screenshot(title: string): Promise<string> {
    mkdirSync(this.#screenshots, { recursive: true });
    const file = path.join(this.#screenshots, `${title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120)}.png`);
    await this.page.screenshot({ path: file });
    return file;
  }

  /**
   * Opens the quick input by a key, fills it, and takes the row with exactly this label. Starts over when something
   * that is still loading takes the focus, which closes the input.
   */
  async #pick(key: string, text: string, label: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input.input');
    const named = this.page.locator('.label-name').getByText(label, { exact: true });
    const row = this.page.locator('.quick-input-widget .monaco-list-row', { has: named }).first();
    for (let attempt = 1; ; attempt++) {
      try {
        await this.press(key);
        await input.fill(text, { timeout: PICK_MILLISECONDS });
        await row.click({ timeout: PICK_MILLISECONDS });
        break;
      } catch (error) {
        if (attempt === 4) throw error;
        await this.press('Escape');
      }
    }
    await input.waitFor({ state: 'hidden' });
  }

  /** Reads again and again until the text matches; fails with the last reading. */
  async #eventually(read: () => Promise<string>, expected: RegExp, what: string): Promise<string> {
    const end = Date.now() + WAIT_MILLISECONDS;
    let last = await read();
    while (!expected.test(last) && Date.now() < end) {
      await this.page.evaluate(() => new Promise(requestAnimationFrame));
      last = await read();
    }
    assert.match(last, expected, `The ${what} never matched ${expected}; it is ${JSON.stringify(last)}`);
    return last;
  }
}

const GHOST = '.ghost-text-decoration, .ghost-text-decoration-preview, .suggest-preview-text';
