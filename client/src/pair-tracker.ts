/**
 * Knows which of the visible documents belong together and keeps the segment table of each such pair fresh.
 *
 * Everything is asked of the server: pairs when a document becomes visible, tables again after each
 * `enface/segmentsChanged`. `onDidChange` fires when anything a reader of this class shows may have changed.
 */
import {
  type ConfigurationChangeEvent,
  Disposable,
  EventEmitter,
  type LogOutputChannel,
  type TextDocument,
  type TextEditor,
  type Uri,
  window,
  workspace,
} from 'vscode';
import {
  PAIRS_METHOD,
  type PairInfo,
  type PairsParams,
  type PairsResult,
  SEGMENTS_CHANGED_METHOD,
  SEGMENTS_METHOD,
  SET_PAIR_METHOD,
  type SegmentsChangedParams,
  type SegmentsParams,
  type SegmentsResult,
  type SetPairParams,
} from '../../server/protocol/messages.js';
import { isTranslatable, uriKey } from './documents.js';
import { SegmentTable, type Side } from './segment-table.js';
import type { ServerLifecycle } from './server-lifecycle.js';

/** A pair with at least one visible document. */
export interface TrackedPair {
  readonly info: PairInfo;
  readonly source: string;
  readonly target: string;
  table: SegmentTable | undefined;
}

export interface PairSide {
  readonly pair: TrackedPair;
  readonly side: Side;
}

export class PairTracker implements Disposable {
  readonly #server: ServerLifecycle;
  readonly #log: LogOutputChannel;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: Disposable;
  /** What the server said about each visible document, by address. */
  readonly #answers = new Map<string, PairsResult>();
  readonly #pairs = new Map<string, TrackedPair>();
  /** The target last worked on, by source: decides when a source has several. */
  readonly #preferred = new Map<string, string>();
  /** Pairs made by hand, told again to a restarted server. */
  readonly #byHand = new Map<string, SetPairParams>();
  readonly #refreshing = new Map<string, 'once' | 'again'>();

  constructor(server: ServerLifecycle, log: LogOutputChannel) {
    this.#server = server;
    this.#log = log;
    server.onNotification<SegmentsChangedParams>(SEGMENTS_CHANGED_METHOD, ({ targetUri }) => {
      this.#segmentsChanged(uriKey(targetUri));
    });
    this.#subscriptions = Disposable.from(
      this.#changed,
      server.onDidStart(() => void this.#serverStarted()),
      window.onDidChangeVisibleTextEditors(() => this.#update()),
      window.onDidChangeActiveTextEditor((editor) => this.#activated(editor)),
      workspace.onDidChangeConfiguration((event) => this.#configurationChanged(event)),
      workspace.onDidCreateFiles(() => this.#forget()),
      workspace.onDidDeleteFiles(() => this.#forget()),
      workspace.onDidRenameFiles(() => this.#forget()),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** The pair `document` is shown in, as far as the server has answered. */
  of(document: TextDocument | undefined): PairSide | undefined {
    if (document === undefined) return undefined;
    const key = uriKey(document.uri);
    const answer = this.#answers.get(key);
    if (answer === undefined || answer.side === null) return undefined;
    const pair = this.#choose(answer, key);
    return pair === undefined ? undefined : { pair, side: answer.side };
  }

  get active(): PairSide | undefined {
    return this.of(window.activeTextEditor?.document);
  }

  get visible(): readonly TrackedPair[] {
    return [...this.#pairs.values()];
  }

  editor(pair: TrackedPair, side: Side): TextEditor | undefined {
    const key = pair[side];
    const active = window.activeTextEditor;
    if (active !== undefined && uriKey(active.document.uri) === key) return active;
    return window.visibleTextEditors.find((editor) => uriKey(editor.document.uri) === key);
  }

  /** True when the table was made from the text that is on the screen now. */
  isFresh(pair: TrackedPair): boolean {
    const result = pair.table?.result;
    if (result === undefined) return false;
    return (
      isVersion(this.editor(pair, 'source'), result.sourceVersion) &&
      isVersion(this.editor(pair, 'target'), result.targetVersion)
    );
  }

  lookUp(uri: Uri): Promise<PairsResult> {
    const params: PairsParams = { uri: uri.toString() };
    return this.#server.request<PairsResult>(PAIRS_METHOD, params);
  }

  /** Pairs two documents for this session. */
  async setPair(params: SetPairParams): Promise<void> {
    await this.#server.request(SET_PAIR_METHOD, params);
    this.#byHand.set(uriKey(params.targetUri), params);
    this.prefer(params.sourceUri, params.targetUri);
    this.#forget();
  }

  prefer(sourceUri: string, targetUri: string): void {
    this.#preferred.set(uriKey(sourceUri), uriKey(targetUri));
  }

  async #serverStarted(): Promise<void> {
    for (const params of this.#byHand.values()) {
      await this.#server
        .request(SET_PAIR_METHOD, params)
        .catch((error: unknown) => this.#log.warn(`Pairing again failed: ${error}`));
    }
    this.#forget();
  }

  /** A document without a pair may have got one by means the editor does not see. */
  #activated(editor: TextEditor | undefined): void {
    this.#update();
    if (editor !== undefined && this.#answers.get(uriKey(editor.document.uri))?.side === null) {
      void this.#ask(editor.document);
    }
  }

  #configurationChanged(event: ConfigurationChangeEvent): void {
    if (event.affectsConfiguration('enface')) this.#forget();
  }

  #segmentsChanged(target: string): void {
    const pair = this.#pairs.get(target);
    if (pair !== undefined) void this.#refresh(pair);
    else this.#forget();
  }

  /** Asks about every visible document again; what is shown stays until the answers are there. */
  #forget(): void {
    for (const editor of window.visibleTextEditors) void this.#ask(editor.document);
  }

  #update(): void {
    const shown = new Set<string>();
    for (const { document } of window.visibleTextEditors) {
      const key = uriKey(document.uri);
      shown.add(key);
      if (!this.#answers.has(key)) void this.#ask(document);
    }
    for (const key of this.#answers.keys()) if (!shown.has(key)) this.#answers.delete(key);
    for (const [key, pair] of this.#pairs) {
      if (!shown.has(pair.source) && !shown.has(pair.target)) this.#pairs.delete(key);
    }
    const active = this.active;
    if (active?.side === 'target') this.#preferred.set(active.pair.source, active.pair.target);
    this.#changed.fire();
  }

  async #ask(document: TextDocument): Promise<void> {
    if (!isTranslatable(document) || !this.#server.isUp) return;
    const key = uriKey(document.uri);
    try {
      const answer = await this.lookUp(document.uri);
      this.#answers.set(key, answer);
      for (const info of answer.pairs) this.#track(info);
      const own = this.of(document);
      if (own !== undefined) void this.#refresh(own.pair);
    } catch (error) {
      // Until something changes: asking again at once would only fail again.
      this.#answers.set(key, { side: null, pairs: [] });
      this.#log.warn(
        `Asking for the pairs of ${key} failed: ${error instanceof Error ? error.message : error}`,
      );
    }
    this.#update();
  }

  #track(info: PairInfo): void {
    const target = uriKey(info.targetUri);
    const table = this.#pairs.get(target)?.table;
    this.#pairs.set(target, { info, source: uriKey(info.sourceUri), target, table });
  }

  /**
   * One request at a time for each pair; changes that come meanwhile lead to one more, after a pause as long as the
   * answer took: the table of a very long document must not keep editor and server busy at every key.
   */
  async #refresh({ target }: TrackedPair): Promise<void> {
    if (this.#refreshing.has(target)) {
      this.#refreshing.set(target, 'again');
      return;
    }
    this.#refreshing.set(target, 'once');
    for (;;) {
      const start = Date.now();
      await this.#fetch(target);
      if (this.#refreshing.get(target) === 'once') break;
      const took = Date.now() - start;
      await new Promise((resolve) => setTimeout(resolve, took));
      this.#refreshing.set(target, 'once');
    }
    this.#refreshing.delete(target);
  }

  async #fetch(target: string): Promise<void> {
    try {
      const params: SegmentsParams = { targetUri: this.#pairs.get(target)?.info.targetUri ?? target };
      const result = await this.#server.request<SegmentsResult | null>(SEGMENTS_METHOD, params);
      const pair = this.#pairs.get(target);
      if (pair !== undefined) pair.table = result === null ? undefined : new SegmentTable(result);
    } catch (error) {
      this.#log.debug(`Asking for the segments of ${target} failed: ${error}`);
    }
    this.#changed.fire();
  }

  #choose(answer: PairsResult, key: string): TrackedPair | undefined {
    const pairs = answer.pairs.flatMap((info) => this.#pairs.get(uriKey(info.targetUri)) ?? []);
    return (
      pairs.find((pair) => pair.target === this.#preferred.get(key)) ??
      pairs.find((pair) => this.editor(pair, 'target') !== undefined) ??
      pairs.find((pair) => pair.info.targetExists) ??
      pairs[0]
    );
  }
}

function isVersion(editor: TextEditor | undefined, version: number | null): boolean {
  return editor === undefined || version === null || editor.document.version === version;
}
