/**
 * The models the decoder's worker holds, one per key, each opened from a file. A file that changed is opened again; one
 * that turned out unusable leaves the model opened before in use; one that is gone takes its model with it.
 */
import path from 'node:path';
import type { TextPair } from '../../../models/assist/assist-records.js';
import { Assistant } from '../../../models/assist/assistant.js';
import { EnfaceError } from '../../../models/core/errors.js';
import { type ModelBundle, openBundle } from '../../../models/search/model-bundle.js';
import { readModelFile } from '../training/model-file.js';
import { ApprovedUnits } from './approved-units.js';
import type { ModelSpec, ModelState } from './decoder-messages.js';
import { fileState } from './file-state.js';

/** Below it a word is doubtful when the model does not say better. */
const USUAL_THRESHOLD = 0.4;

interface OpenModel {
  readonly file: string;
  readonly bundle: ModelBundle;
  readonly assistant: Assistant;
  readonly approved: ApprovedUnits;
}

interface Entry {
  spec: ModelSpec;
  model: OpenModel | null;
  /** The state of the file that was looked at last, usable or not; empty when there was none. */
  stamp: string;
  problem: string | null;
  opening: boolean;
}

export class ModelLibrary {
  readonly #entries = new Map<string, Entry>();
  readonly #report: (state: ModelState) => void;
  #work: Promise<void> = Promise.resolve();

  constructor(report: (state: ModelState) => void) {
    this.#report = report;
  }

  open(spec: ModelSpec): null {
    const entry = this.#entries.get(spec.key) ?? newEntry(spec);
    const isNew = !this.#entries.has(spec.key);
    entry.spec = spec;
    this.#entries.set(spec.key, entry);
    this.#enqueue(async () => {
      if (!(await this.#refresh(entry)) && isNew) this.#tell(entry);
    });
    return null;
  }

  close(key: string): null {
    this.#entries.delete(key);
    return null;
  }

  filesChanged(paths: readonly string[]): null {
    for (const entry of this.#entries.values()) {
      const { files, approvedFile } = entry.spec;
      if (paths.some((file) => files.includes(file))) {
        this.#enqueue(async () => {
          await this.#refresh(entry);
        });
      }
      if (approvedFile !== null && paths.includes(approvedFile)) {
        this.#enqueue(() => this.#follow(entry, approvedFile));
      }
    }
    return null;
  }

  /** Null while there is no model to ask. */
  assistant(key: string): Assistant | null {
    return this.#entries.get(key)?.model?.assistant ?? null;
  }

  /** The pair was written to the file of approved segments: uses it from now on. */
  approve(key: string, pair: TextPair): null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    entry.model?.approved.approve(pair);
    this.#tell(entry);
    return null;
  }

  async #follow(entry: Entry, approvedFile: string): Promise<void> {
    const before = entry.model?.approved.count;
    await entry.model?.approved.follow(approvedFile);
    if (entry.model?.approved.count !== before) this.#tell(entry);
  }

  /** Brings the entry in line with its file; false when nothing changed. */
  async #refresh(entry: Entry): Promise<boolean> {
    const found = await modelFile(entry.spec);
    if (this.#entries.get(entry.spec.key) !== entry || (found?.stamp ?? '') === entry.stamp) return false;
    entry.stamp = found?.stamp ?? '';
    if (found === null) {
      const name = entry.model === null ? null : path.basename(entry.model.file);
      entry.model = null;
      entry.problem =
        name === null
          ? null
          : `The model ${name} is gone: suggestions come from the memory alone until it is back.`;
      this.#tell(entry);
      return true;
    }
    entry.opening = true;
    this.#tell(entry);
    try {
      entry.model = await openModel(found.file, entry.spec);
      entry.problem = null;
    } catch (cause) {
      if (!(cause instanceof EnfaceError)) throw cause;
      const rest =
        entry.model === null
          ? 'Suggestions come from the memory alone.'
          : 'The model opened before stays in use.';
      entry.problem = `The model ${path.basename(found.file)} cannot be used: ${cause.message} ${rest}`;
    }
    entry.opening = false;
    // A file that was still being written is looked at again.
    if (entry.problem !== null && (await modelFile(entry.spec))?.stamp !== found.stamp) {
      return this.#refresh(entry);
    }
    this.#tell(entry);
    return true;
  }

  #enqueue(work: () => Promise<void>): void {
    this.#work = this.#work.then(work);
  }

  #tell({ spec, model, problem, opening, stamp }: Entry): void {
    if (!this.#entries.has(spec.key)) return;
    const state = opening ? 'opening' : model !== null ? 'ready' : stamp === '' ? 'absent' : 'failed';
    const { pairs, created, confidence } = model?.bundle.metadata ?? { pairs: 0, created: '' };
    this.#report({
      key: spec.key,
      state,
      file: model?.file ?? null,
      pairs,
      created,
      tellsConfidence: confidence?.verdict === 'good',
      doubtful: confidence?.threshold ?? USUAL_THRESHOLD,
      learnt: model?.approved.count ?? 0,
      problem,
    });
  }
}

function newEntry(spec: ModelSpec): Entry {
  return { spec, model: null, stamp: '', problem: null, opening: false };
}

async function modelFile({ files }: ModelSpec): Promise<{ file: string; stamp: string } | null> {
  for (const file of files) {
    const state = await fileState(file);
    if (state !== null) return { file, stamp: `${file} ${state.stamp}` };
  }
  return null;
}

/** Throws an EnfaceError when the file is no model, damaged, or one of other languages. */
async function openModel(file: string, spec: ModelSpec): Promise<OpenModel> {
  const bundle = openBundle(await readModelFile(file));
  const { source, target } = bundle.metadata;
  if (
    !sameLanguage(source.language, spec.sourceLanguage) ||
    !sameLanguage(target.language, spec.targetLanguage)
  ) {
    const [has, wants] = [
      `${source.language} → ${target.language}`,
      `${spec.sourceLanguage} → ${spec.targetLanguage}`,
    ];
    throw new EnfaceError('model-languages', `It translates ${has}, not ${wants}.`);
  }
  const assistant = new Assistant(bundle, { now: () => performance.now() });
  const approved = new ApprovedUnits(assistant, spec, bundle.metadata.created);
  if (spec.approvedFile !== null) await approved.follow(spec.approvedFile);
  return { file, bundle, assistant, approved };
}

/** Regions do not matter: a model of en-GB helps with en. */
function sameLanguage(a: string, b: string): boolean {
  return new Intl.Locale(a).language === new Intl.Locale(b).language;
}
