/**
 * The segments of document pairs, made from the newest texts: parsed again only where a text changed, mapped again
 * only when one of the two did. A long document is parsed in slices, so that other requests are answered meanwhile.
 */
import { setImmediate } from 'node:timers/promises';
import { CancelledError } from '../../models/core/errors.js';
import { splitSentences } from '../../models/text/sentence-segmenter.js';
import type { DocumentStore, Snapshot } from './document-store.js';
import type { BlockDocument, DocumentPair } from './documents/segment.js';
import { mapSegments } from './documents/segment-mapper.js';
import { formatOf, parseDocumentInSteps } from './formats/parse-document.js';
import type { Notices } from './notices.js';
import type { Pair } from './pair-registry.js';
import { documentName } from './uris.js';

/** Milliseconds of parsing after which others get their turn. */
const SLICE = 15;

export interface SegmentTable {
  readonly pair: Pair;
  readonly source: Snapshot;
  readonly target: Snapshot;
  readonly document: DocumentPair;
}

interface Parsed {
  readonly snapshot: Snapshot;
  readonly language: string;
  readonly document: Promise<BlockDocument>;
}

export class SegmentTables {
  readonly #documents: DocumentStore;
  readonly #notices: Notices;
  readonly #tables = new Map<string, SegmentTable>();
  readonly #parsed = new Map<string, Parsed>();
  /** The last complete parse of each document, from which the next one starts. */
  readonly #latest = new Map<string, BlockDocument>();

  readonly #empty = new Map<string, Snapshot>();

  constructor(documents: DocumentStore, notices: Notices) {
    this.#documents = documents;
    this.#notices = notices;
  }

  /** The segments of a pair; null when there is nothing to work on, which the user has then been told. */
  async of(pair: Pair): Promise<SegmentTable | null> {
    const source = await this.#usable(pair.sourceUri, pair);
    const target = await this.#usable(pair.targetUri, pair);
    if (source === null || target === null) return null;
    const known = this.#tables.get(pair.targetUri);
    if (known?.source === source && known.target === target && samePair(known.pair, pair)) return known;
    const sourceDocument = await this.#parse(source, pair.sourceLanguage);
    const targetDocument = await this.#parse(target, pair.targetLanguage);
    for (const [{ uri }, { obstacle }] of [
      [source, sourceDocument],
      [target, targetDocument],
    ] as const) {
      if (obstacle === null) continue;
      this.#notices.warn(`obstacle ${uri}`, `${documentName(uri)}: ${obstacle}`);
      return null;
    }
    const previous = this.#tables.get(pair.targetUri)?.document;
    const document = mapSegments(sourceDocument, targetDocument, previous);
    const table = { pair, source, target, document };
    this.#tables.set(pair.targetUri, table);
    return table;
  }

  /** The document is closed or gone: keep nothing that was made from it. */
  forget(uri: string): void {
    this.#parsed.delete(uri);
    this.#latest.delete(uri);
    for (const [key, { pair }] of this.#tables) {
      if (pair.sourceUri === uri || pair.targetUri === uri) this.#tables.delete(key);
    }
  }

  /** The text of one side, or null when it cannot be worked on. A target that does not exist yet is empty. */
  async #usable(uri: string, pair: Pair): Promise<Snapshot | null> {
    const known = this.#documents.peek(uri);
    const snapshot = known === undefined ? await this.#documents.load(uri) : known;
    const missing = `missing ${uri}`;
    if (snapshot === null) {
      if (uri === pair.targetUri) return this.#emptyDocument(uri);
      const [source, target] = [documentName(uri), documentName(pair.targetUri)];
      this.#notices.warn(
        missing,
        `${source}, the source of ${target}, is not there: no suggestions until it is back.`,
      );
      return null;
    }
    this.#notices.resolve(missing);
    if (snapshot.obstacle !== null) {
      this.#notices.warn(`obstacle ${uri}`, snapshot.obstacle);
      return null;
    }
    this.#notices.resolve(`obstacle ${uri}`);
    return snapshot;
  }

  /** Always the same record for the same document, so that tables made from it stay known. */
  #emptyDocument(uri: string): Snapshot {
    const snapshot = this.#empty.get(uri) ?? emptyDocument(uri);
    this.#empty.set(uri, snapshot);
    return snapshot;
  }

  #parse(snapshot: Snapshot, language: string): Promise<BlockDocument> {
    const { uri } = snapshot;
    const known = this.#parsed.get(uri);
    if (known?.snapshot === snapshot && known.language === language) return known.document;
    const document = this.#parseInSlices(snapshot, language);
    this.#parsed.set(uri, { snapshot, language, document });
    return document;
  }

  async #parseInSlices(snapshot: Snapshot, language: string): Promise<BlockDocument> {
    const { uri, text } = snapshot;
    const format = formatOf(snapshot.languageId, uri) ?? 'plain-text';
    const options = { format, language, splitSentences };
    const steps = parseDocumentInSteps(text, options, this.#latest.get(uri));
    let turn = performance.now();
    for (;;) {
      const step = steps.next();
      if (step.done === true) {
        this.#latest.set(uri, step.value);
        return step.value;
      }
      if (performance.now() - turn < SLICE) continue;
      await setImmediate();
      // A newer text is being parsed already; whoever waits for this one asked about the past.
      if (this.#parsed.get(uri)?.snapshot !== snapshot) throw new CancelledError();
      turn = performance.now();
    }
  }
}

function samePair(a: Pair, b: Pair): boolean {
  return (
    a.sourceUri === b.sourceUri &&
    a.sourceLanguage === b.sourceLanguage &&
    a.targetLanguage === b.targetLanguage
  );
}

function emptyDocument(uri: string): Snapshot {
  const start = { line: 0, character: 0 };
  const common = { version: null, languageId: '', text: '', obstacle: null };
  return { uri, ...common, positionAt: () => start, offsetAt: () => 0 };
}
