/**
 * The models in use: opens the one a document pair needs, tells the editor about it and the user, once, what is wrong
 * with it.
 */
import path from 'node:path';
import { type Connection, Emitter } from 'vscode-languageserver';
import { MODEL_STATUS_METHOD, type ModelStatusParams } from '../protocol/messages.js';
import type { DecoderHost } from './engine/decoder-host.js';
import type { ModelSpec, ModelState } from './engine/decoder-messages.js';
import type { Log } from './log.js';
import type { Notices } from './notices.js';
import type { Pair } from './pair-registry.js';
import { fileUri } from './uris.js';
import { approvedFileOf, type Folder, type Workspace } from './workspace.js';

interface OpenModel {
  spec: ModelSpec;
  readonly folder: string;
  state: ModelState | null;
  /** The last state that was no step on the way. */
  settled: ModelState | null;
}

export class Models {
  readonly #connection: Connection;
  readonly #decoder: DecoderHost;
  readonly #notices: Notices;
  readonly #log: Log;
  readonly #open = new Map<string, OpenModel>();
  readonly #changed = new Emitter<string>();
  /** Fires with the key of a model that was opened, replaced or closed. */
  readonly onDidChange = this.#changed.event;
  readonly #learnt = new Emitter<string>();
  /** Fires with the key of a model that has learnt or unlearnt approved segments. */
  readonly onDidLearn = this.#learnt.event;

  constructor(connection: Connection, decoder: DecoderHost, notices: Notices, log: Log) {
    this.#connection = connection;
    this.#decoder = decoder;
    this.#notices = notices;
    this.#log = log;
  }

  /** The key of the model for a pair; opens it the first time. */
  of({ folder, sourceLanguage, targetLanguage }: Pair): string {
    const spec = specOf(folder, sourceLanguage, targetLanguage);
    if (!this.#open.has(spec.key)) {
      this.#open.set(spec.key, { spec, folder: folder.uri, state: null, settled: null });
      this.#decoder.open(spec);
    }
    return spec.key;
  }

  /** The key of the model for a pair when there is a model to ask, else null. */
  ready(pair: Pair): string | null {
    const key = this.of(pair);
    const file = this.#open.get(key)?.state?.file ?? null;
    return file === null ? null : key;
  }

  /** Whether the words of a pair's target are to be marked by how sure the model is of them. */
  showsConfidence(pair: Pair): boolean {
    const { confidence } = pair.folder.settings;
    if (confidence !== 'auto') return confidence === 'on';
    return this.#open.get(this.of(pair))?.state?.tellsConfidence ?? false;
  }

  /** Words with less confidence are doubtful. */
  doubtful(pair: Pair): number {
    return this.#open.get(this.of(pair))?.state?.doubtful ?? 0;
  }

  /** Looks whether model files changed, for editors that do not watch files. */
  check(pair: Pair): void {
    const open = this.#open.get(this.of(pair));
    if (open !== undefined) this.#decoder.open(open.spec);
  }

  /** Settings or folders changed: models whose files are other ones now are opened anew. */
  reconfigure(workspace: Workspace): void {
    for (const [key, model] of this.#open) {
      const folder = workspace.folders.find(({ uri }) => uri === model.folder);
      if (folder === undefined) {
        this.#open.delete(key);
        this.#decoder.close(key);
        continue;
      }
      const spec = specOf(folder, model.spec.sourceLanguage, model.spec.targetLanguage);
      if (JSON.stringify(spec) === JSON.stringify(model.spec)) continue;
      model.spec = spec;
      this.#decoder.open(spec);
    }
  }

  /** The decoder's news about a model. */
  update(state: ModelState): void {
    const model = this.#open.get(state.key);
    if (model === undefined) return;
    const before = model.settled;
    model.state = state;
    if (state.state !== 'opening') model.settled = state;
    const notice = `model ${state.key}`;
    if (state.problem !== null) this.#notices.warn(notice, state.problem);
    else if (state.state === 'ready') this.#notices.resolve(notice);
    this.#send(model, state);
    if (state.state === 'opening') return;
    const isSame = before?.file === state.file && before.created === state.created;
    if (isSame && before.learnt !== state.learnt) this.#learnt.fire(state.key);
    else if (before?.state !== state.state || !isSame) this.#changed.fire(state.key);
  }

  /** The decoder ended; `final` when it does not come back. */
  engineDied(final: boolean): void {
    for (const [key, model] of this.#open) {
      if (model.state === null || model.state.file === null) continue;
      const state = final ? 'failed' : 'opening';
      model.state = { ...model.state, key, state, file: null, pairs: 0, created: '', learnt: 0 };
      this.#send(model, model.state);
    }
  }

  #send({ spec }: OpenModel, { state, file, pairs, created, learnt, problem }: ModelState): void {
    const { sourceLanguage, targetLanguage } = spec;
    const uri = file === null ? null : fileUri(file);
    const about = { state, uri, pairs, created, learnt, problem };
    const status: ModelStatusParams = { sourceLanguage, targetLanguage, ...about };
    this.#connection
      .sendNotification(MODEL_STATUS_METHOD, status)
      .catch((cause) => this.#log.error('The model status could not be sent.', cause));
  }
}

/** Where the model of a language pair is looked for: by the tags as they are, then without regions. */
export function modelFiles(
  { path: folder, settings }: Folder,
  sourceLanguage: string,
  targetLanguage: string,
): string[] {
  const names = [
    [sourceLanguage, targetLanguage],
    [sourceLanguage, targetLanguage].map((tag) => tag.split('-')[0] ?? tag),
  ].map(([source = '', target = '']) =>
    settings.modelFile.replaceAll('{source}', source).replaceAll('{target}', target),
  );
  const files = names.flatMap((name) =>
    folder !== null ? [path.resolve(folder, name)] : path.isAbsolute(name) ? [name] : [],
  );
  return [...new Set(files)];
}

function specOf(folder: Folder, sourceLanguage: string, targetLanguage: string): ModelSpec {
  const key = `${sourceLanguage} ${targetLanguage} ${folder.uri}`;
  const files = modelFiles(folder, sourceLanguage, targetLanguage);
  return { key, sourceLanguage, targetLanguage, files, approvedFile: approvedFileOf(folder) };
}
