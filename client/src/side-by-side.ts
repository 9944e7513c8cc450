/**
 * *Translate Side by Side*: finds or makes the pair of a document, creates the target file if needed, and opens
 * the source on the left and the target on the right with the caret in the target.
 */
import {
  env,
  l10n,
  type QuickPickItem,
  TabInputText,
  type TextEditor,
  Uri,
  ViewColumn,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import type { PairInfo, SetPairParams } from '../../server/protocol/messages.js';
import { isTranslatable, uriKey } from './documents.js';
import { pickLanguage } from './language-picker.js';
import { canonicalTag, languageName, OFFERED_LANGUAGES } from './languages.js';
import type { PairTracker } from './pair-tracker.js';
import { languageInPath, proposeTargetPath } from './target-path.js';

export interface OpenedPair {
  readonly info: PairInfo;
  readonly targetEditor: TextEditor;
}

export class SideBySide {
  readonly #tracker: PairTracker;

  constructor(tracker: PairTracker) {
    this.#tracker = tracker;
  }

  /** Opens the pair of `uri`, or of the active document. Undefined when the user gave up on the way. */
  async open(uri: Uri | undefined): Promise<OpenedPair | undefined> {
    const document = uri ?? window.activeTextEditor?.document.uri;
    if (document === undefined) {
      void window.showInformationMessage(l10n.t('Open the document that you want to translate first.'));
      return undefined;
    }
    if (!isTranslatable(await workspace.openTextDocument(document))) {
      void window.showInformationMessage(l10n.t('Enface translates Markdown and plain text documents.'));
      return undefined;
    }
    if (document.scheme === 'untitled') {
      void window.showInformationMessage(
        l10n.t('Save the document first, so that its translation has a place.'),
      );
      return undefined;
    }
    const { side, pairs } = await this.#tracker.lookUp(document);
    const info = side === null ? 'other' : await choosePair(pairs);
    if (info === undefined) return undefined;
    return info === 'other' ? this.#makePair(document) : this.#show(info);
  }

  async #makePair(source: Uri): Promise<OpenedPair | undefined> {
    const params = await askForPair(source);
    if (params === undefined) return undefined;
    await this.#tracker.setPair(params);
    const opened = await this.#show({ ...params, targetExists: await exists(Uri.parse(params.targetUri)) });
    void offerToRemember(params);
    return opened;
  }

  async #show(info: PairInfo): Promise<OpenedPair> {
    const source = Uri.parse(info.sourceUri, true);
    const target = Uri.parse(info.targetUri, true);
    if (!(await exists(target))) await createFile(target);
    this.#tracker.prefer(info.sourceUri, info.targetUri);
    const left = columnOf(source) ?? ViewColumn.One;
    await window.showTextDocument(source, { viewColumn: left, preview: false, preserveFocus: true });
    const targetEditor = await window.showTextDocument(target, { viewColumn: left + 1, preview: false });
    await closeTab(target, left);
    return { info, targetEditor };
  }
}

/** `'other'` when a language without a pair is wanted. */
async function choosePair(pairs: readonly PairInfo[]): Promise<PairInfo | 'other' | undefined> {
  const [first, ...rest] = pairs;
  if (first === undefined) return 'other';
  if (rest.length === 0) return first;
  const items: (QuickPickItem & { readonly pair: PairInfo | 'other' })[] = pairs.map((pair) => ({
    pair,
    label: languageName(pair.targetLanguage, env.language),
    description: pair.targetLanguage,
    detail:
      workspace.asRelativePath(Uri.parse(pair.targetUri)) + (pair.targetExists ? '' : ` (${l10n.t('new')})`),
  }));
  items.push({ pair: 'other', label: l10n.t('Another language…') });
  const title = l10n.t('Translate into which language?');
  return (await window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true }))?.pair;
}

async function askForPair(source: Uri): Promise<SetPairParams | undefined> {
  const settings = workspace.getConfiguration('enface', source);
  const path = workspace.asRelativePath(source, false);
  const sourceLanguage =
    canonicalTag(settings.get('sourceLanguage', '')) ??
    (await pickLanguage({
      title: l10n.t('In which language is {0} written?', path),
      preferred: languageInPath(path, OFFERED_LANGUAGES) ?? 'en',
    }));
  if (sourceLanguage === undefined) return undefined;
  const targetLanguage = await pickLanguage({
    title: l10n.t('Translate {0} into which language?', path),
    preferred: canonicalTag(settings.get('targetLanguage', '')),
    exclude: sourceLanguage,
  });
  if (targetLanguage === undefined) return undefined;
  const target = await askForTarget(source, proposeTargetPath(source.path, sourceLanguage, targetLanguage));
  if (target === undefined) return undefined;
  return { sourceUri: source.toString(), targetUri: target.toString(), sourceLanguage, targetLanguage };
}

/** The proposed path is shown relative to the workspace folder, or whole for a document outside of any. */
async function askForTarget(source: Uri, proposal: string): Promise<Uri | undefined> {
  const folder = workspace.getWorkspaceFolder(source)?.uri;
  const root = folder === undefined ? '/' : `${folder.path.replace(/\/$/, '')}/`;
  const resolve = (text: string) =>
    source.with({ path: Uri.joinPath(source.with({ path: root }), text).path });
  const shown = proposal.startsWith(root) ? proposal.slice(root.length) : proposal;
  const name = shown.slice(shown.lastIndexOf('/') + 1);
  const text = await window.showInputBox({
    title: l10n.t('Where does the translation go?'),
    prompt: l10n.t('The file is created when it does not exist.'),
    value: shown,
    valueSelection: [shown.length - name.length, shown.length],
    validateInput: (value) => {
      if (value.trim() === '' || value.endsWith('/')) return l10n.t('Give a file name.');
      if (uriKey(resolve(value.trim())) === uriKey(source)) {
        return l10n.t('The translation needs a file of its own.');
      }
      return undefined;
    },
  });
  return text === undefined ? undefined : resolve(text.trim());
}

async function offerToRemember(params: SetPairParams): Promise<void> {
  const source = Uri.parse(params.sourceUri);
  const folder = workspace.getWorkspaceFolder(source);
  if (folder === undefined) return;
  const remember = l10n.t('Remember');
  const question = l10n.t('Remember this pair of files in the workspace settings?');
  if ((await window.showInformationMessage(question, remember, l10n.t('Not Now'))) !== remember) return;
  const settings = workspace.getConfiguration('enface', source);
  const pair = {
    source: workspace.asRelativePath(source, false),
    target: workspace.asRelativePath(Uri.parse(params.targetUri), false),
    sourceLanguage: params.sourceLanguage,
    targetLanguage: params.targetLanguage,
  };
  const { workspaceFolderValue, workspaceValue } = settings.inspect<object[]>('pairs') ?? {};
  await settings.update('pairs', [...(workspaceFolderValue ?? workspaceValue ?? []), pair]);
}

async function exists(uri: Uri): Promise<boolean> {
  if (workspace.textDocuments.some((document) => uriKey(document.uri) === uriKey(uri))) return true;
  return workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

async function createFile(uri: Uri): Promise<void> {
  const edit = new WorkspaceEdit();
  edit.createFile(uri, { ignoreIfExists: true });
  if (await workspace.applyEdit(edit)) return;
  throw new Error(l10n.t('The file {0} could not be created.', workspace.asRelativePath(uri)));
}

/** The target was open in the source's place: the same document is on the right now. */
async function closeTab(uri: Uri, column: ViewColumn): Promise<void> {
  const tabs = window.tabGroups.all.find((group) => group.viewColumn === column)?.tabs ?? [];
  const tab = tabs.find(({ input }) => input instanceof TabInputText && uriKey(input.uri) === uriKey(uri));
  if (tab !== undefined) await window.tabGroups.close(tab, true);
}

function columnOf(uri: Uri): ViewColumn | undefined {
  return window.visibleTextEditors.find((editor) => uriKey(editor.document.uri) === uriKey(uri))?.viewColumn;
}
