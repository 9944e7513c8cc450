/**
 * Which documents belong together: by hand (`enface/setPair`), by the setting `enface.pairs`, or by custom
 * (`intro.md` ↔ `intro.de.md`). Answers are remembered until files come or go or settings change, so that a
 * keystroke never looks on disk.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { EnfaceError } from '../../models/core/errors.js';
import type { PairInfo, SetPairParams } from '../protocol/messages.js';
import type { DocumentStore } from './document-store.js';
import { defaultSourcesOf, defaultTargetsOf, isLanguageTag } from './documents/default-pairing.js';
import { Pairing, type PairingOptions, type PairRule, type PathPair } from './documents/pairing.js';
import type { Notices } from './notices.js';
import type { Settings } from './settings.js';
import { canonicalUri, diskPath, parentFolder, pathInFolder, uriInFolder } from './uris.js';
import type { Folder, Workspace } from './workspace.js';

/** A source document and its translation. URIs are canonical. */
export interface Pair {
  readonly sourceUri: string;
  readonly targetUri: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  /** The folder whose settings and memories count: the target's. */
  readonly folder: Folder;
  readonly how: 'by hand' | 'by setting' | 'by custom';
}

export interface Resolution {
  readonly side: 'source' | 'target' | null;
  readonly pairs: readonly Pair[];
}

const UNPAIRED: Resolution = { side: null, pairs: [] };

/** What the language of a source is taken for when neither settings nor names tell. */
const USUAL_SOURCE_LANGUAGE = 'en';

const PATHS: PairingOptions = { ignoreCase: process.platform === 'win32' || process.platform === 'darwin' };

export class PairRegistry {
  readonly #workspace: Workspace;
  readonly #documents: DocumentStore;
  readonly #notices: Notices;
  readonly #byHand = new Map<string, SetPairParams>();
  readonly #known = new Map<string, Resolution>();
  readonly #pairings = new Map<string, { readonly settings: Settings; readonly pairing: Pairing }>();
  /** Goes up whenever remembered answers are thrown away, so that an answer under way is not remembered. */
  #revision = 0;

  constructor(workspace: Workspace, documents: DocumentStore, notices: Notices) {
    this.#workspace = workspace;
    this.#documents = documents;
    this.#notices = notices;
  }

  /** The pairs of a document, if that was found out before; `uri` is canonical. */
  known(uri: string): Resolution | undefined {
    return this.#known.get(uri);
  }

  /** The pairs of a document; looks on disk when they are not known yet. */
  async resolve(uri: string): Promise<Resolution> {
    const known = this.#known.get(uri);
    if (known !== undefined) return known;
    const revision = this.#revision;
    const resolution = await this.#find(uri);
    if (revision === this.#revision) this.#known.set(uri, resolution);
    return resolution;
  }

  /** The pair whose target is `uri`, or null. */
  async ofTarget(uri: string): Promise<Pair | null> {
    const { side, pairs } = await this.resolve(uri);
    return side === 'target' ? (pairs[0] ?? null) : null;
  }

  async info(pair: Pair): Promise<PairInfo> {
    const { sourceUri, targetUri, sourceLanguage, targetLanguage } = pair;
    const targetExists = await this.#documents.exists(targetUri);
    return { sourceUri, targetUri, sourceLanguage, targetLanguage, targetExists };
  }

  /** Pairs two documents for this session. */
  set(params: SetPairParams): Pair {
    const sourceUri = canonicalUri(params.sourceUri);
    const targetUri = canonicalUri(params.targetUri);
    if (sourceUri === targetUri) {
      throw new EnfaceError('same-document', 'A document cannot be its own translation.');
    }
    this.#byHand.set(targetUri, { ...params, sourceUri, targetUri });
    this.forget();
    return this.#pairByHand({ ...params, sourceUri, targetUri });
  }

  /** Files came or went, or settings changed: find out again. */
  forget(): void {
    this.#known.clear();
    this.#revision++;
  }

  async #find(uri: string): Promise<Resolution> {
    const byHand = this.#findByHand(uri);
    if (byHand !== null) return byHand;
    const folder = this.#workspace.folderOf(uri);
    // A document outside every folder can still have a neighbour of the right name.
    const root = folder.uri === '' ? parentFolder(uri) : folder.uri;
    const file = pathInFolder(root, uri);
    if (file === null) return UNPAIRED;
    const toPair = (how: Pair['how']) => (found: PathPair) => ({
      sourceUri: uriInFolder(root, found.source),
      targetUri: uriInFolder(root, found.target),
      sourceLanguage: found.sourceLanguage,
      targetLanguage: found.targetLanguage,
      folder,
      how,
    });
    const pairing = this.#pairingOf(folder);
    const asTarget = pairing.sourcesOf(file).map(toPair('by setting'));
    const source = await this.#firstWithSource(asTarget);
    if (source !== undefined) return { side: 'target', pairs: [source] };
    const targets = pairing.targetsOf(file).map(toPair('by setting'));
    if (targets.length > 0) return { side: 'source', pairs: targets };
    // Its source is gone, but a setting says that it has one.
    if (asTarget.length > 0) return { side: 'target', pairs: asTarget.slice(0, 1) };
    return this.#findByCustom(file, root, folder.settings, toPair('by custom'));
  }

  async #firstWithSource(pairs: readonly Pair[]): Promise<Pair | undefined> {
    for (const pair of pairs) if (await this.#documents.exists(pair.sourceUri)) return pair;
    return undefined;
  }

  #findByHand(uri: string): Resolution | null {
    const asTarget = this.#byHand.get(uri);
    if (asTarget !== undefined) return { side: 'target', pairs: [this.#pairByHand(asTarget)] };
    const asSource = [...this.#byHand.values()].filter(({ sourceUri }) => sourceUri === uri);
    if (asSource.length === 0) return null;
    return { side: 'source', pairs: asSource.map((params) => this.#pairByHand(params)) };
  }

  #pairByHand(params: SetPairParams): Pair {
    return { ...params, folder: this.#workspace.folderOf(params.targetUri), how: 'by hand' };
  }

  async #findByCustom(
    file: string,
    root: string,
    settings: Settings,
    toPair: (found: PathPair) => Pair,
  ): Promise<Resolution> {
    const sourceLanguage = settings.sourceLanguage || USUAL_SOURCE_LANGUAGE;
    const asTarget = defaultSourcesOf(file, sourceLanguage, PATHS).map(toPair);
    const source = await this.#firstWithSource(asTarget);
    if (source !== undefined) return { side: 'target', pairs: [source] };
    const { targetLanguage } = settings;
    const languages =
      targetLanguage === '' ? await this.#languagesBeside(root, file, sourceLanguage) : [targetLanguage];
    const candidates = defaultTargetsOf(file, sourceLanguage, languages, PATHS).map(toPair);
    const existing: Pair[] = [];
    for (const pair of candidates) if (await this.#documents.exists(pair.targetUri)) existing.push(pair);
    // With a target language set, every document is a source whose translation may be made yet.
    const pairs = existing.length > 0 || targetLanguage === '' ? existing : candidates.slice(0, 1);
    return pairs.length === 0 ? UNPAIRED : { side: 'source', pairs };
  }

  /** Languages that names beside the file, and folders beside one named after the source language, stand for. */
  async #languagesBeside(root: string, file: string, sourceLanguage: string): Promise<string[]> {
    const folders = file.split('/');
    const name = folders.pop() ?? '';
    const extension = path.extname(name);
    const stem = path.basename(path.basename(name, extension), `.${sourceLanguage}`);
    const tags = (await this.#namesIn(uriInFolder(root, folders.join('/'))))
      .filter((other) => other.startsWith(`${stem}.`) && path.extname(other) === extension)
      .map((other) => other.slice(stem.length + 1, -extension.length));
    const level = folders.lastIndexOf(sourceLanguage);
    if (level >= 0) tags.push(...(await this.#namesIn(uriInFolder(root, folders.slice(0, level).join('/')))));
    return [...new Set(tags)].filter((tag) => tag !== sourceLanguage && isLanguageTag(tag)).sort();
  }

  /** Names of files and folders in a folder, on disk or open in the editor. */
  async #namesIn(folder: string): Promise<string[]> {
    const open = [...this.#documents.open].flatMap((uri) => pathInFolder(folder, uri)?.split('/')[0] ?? []);
    return [...new Set([...(await namesOnDisk(folder)), ...open])];
  }

  #pairingOf({ uri, settings }: Folder): Pairing {
    const known = this.#pairings.get(uri);
    if (known?.settings === settings) return known.pairing;
    const rules: PairRule[] = settings.pairs.map((pair) => ({
      ...pair,
      sourceLanguage: pair.sourceLanguage || settings.sourceLanguage,
      targetLanguage: pair.targetLanguage || settings.targetLanguage,
    }));
    const pairing = new Pairing(rules, PATHS);
    for (const problem of known?.pairing.problems ?? []) {
      if (!pairing.problems.includes(problem)) this.#notices.resolve(problem);
    }
    for (const problem of pairing.problems) this.#notices.warn(problem, problem);
    this.#pairings.set(uri, { settings, pairing });
    return pairing;
  }
}

async function namesOnDisk(folder: string): Promise<string[]> {
  const place = diskPath(folder);
  if (place === null) return [];
  try {
    return await readdir(place);
  } catch {
    return [];
  }
}
