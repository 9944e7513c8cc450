/**
 * What `npm test` prepared for tests that need a real VS Code, and the starter those tests share with `npm start`.
 */
import type { Browser } from 'playwright-core';
import { importScript } from './scripts.js';

export interface VscodeSetup {
  /** Folder of the installed VS Code, inside the cache folder. */
  readonly vscode: string;
  /** Entry file of the installed VS Code server. */
  readonly serverMain: string;
  /** Program file of the browser. */
  readonly browser: string;
  /** Data folder whose extensions folder holds the packaged extension. */
  readonly data: string;
  /** Where screenshots and logs go. */
  readonly artifacts: string;
}

export interface VscodeServer {
  readonly address: string;
  readonly host: string;
  readonly port: number;
  readonly pid: number;
  readonly ended: Promise<unknown>;
  log(): string;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly serverMain: string;
  readonly data: string;
  readonly folder: string;
  readonly port?: number;
  readonly token?: string | null;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Throws a clear message when the tests were started by hand, without what they need. */
export function vscodeSetup(): VscodeSetup {
  const text = process.env.ENFACE_TEST_SETUP;
  if (text === undefined)
    throw new Error('These tests need a VS Code: start them by npm test -- --only browser');
  return JSON.parse(text);
}

export async function startVscode(options: StartOptions): Promise<VscodeServer> {
  type Module = { startVscode(options: StartOptions): Promise<VscodeServer> };
  return (await importScript<Module>('vscode-server.mjs')).startVscode(options);
}

export async function launchBrowser(executablePath: string): Promise<Browser> {
  type Module = { launchBrowser(executablePath: string): Promise<Browser> };
  return (await importScript<Module>('browser.mjs')).launchBrowser(executablePath);
}
