/**
 * The command that trains a model, and the offer to run it: when there is a memory but no model, or when many
 * segments were approved since the model was trained. An offer is made once for each reason, and never again after
 * "Don't Ask Again".
 */
import { Disposable, l10n, type Memento, window, workspace } from 'vscode';
import { COMMAND_TRAIN, type TrainParams } from '../../server/protocol/messages.js';
import type { EngineStatus } from './engine-status.js';
import type { PairTracker, TrackedPair } from './pair-tracker.js';
import type { ServerLifecycle } from './server-lifecycle.js';

/** A memory smaller than this teaches a model too little. */
const LEAST_UNITS = 100;
/** So many approved segments are worth a new model. */
const MANY_APPROVED = 200;
const REFUSED = 'enface.training.refused';

export class Training implements Disposable {
  readonly #tracker: PairTracker;
  readonly #server: ServerLifecycle;
  readonly #status: EngineStatus;
  readonly #memento: Memento;
  readonly #offered = new Set<string>();
  readonly #subscriptions: Disposable;

  constructor(tracker: PairTracker, server: ServerLifecycle, status: EngineStatus, memento: Memento) {
    this.#tracker = tracker;
    this.#server = server;
    this.#status = status;
    this.#memento = memento;
    this.#subscriptions = Disposable.from(
      status.onDidChange(() => this.#consider()),
      tracker.onDidChange(() => this.#consider()),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** Trains the model of the active document's language pair. */
  async train(pair: TrackedPair | undefined = this.#tracker.active?.pair): Promise<void> {
    if (pair === undefined) {
      void window.showInformationMessage(
        l10n.t('Open a document that is being translated: its languages say which model to train.'),
      );
      return;
    }
    const argument: TrainParams = { uri: pair.info.targetUri };
    const params = { command: COMMAND_TRAIN, arguments: [argument] };
    await this.#server.request('workspace/executeCommand', params);
  }

  #consider(): void {
    const pair = this.#tracker.active?.pair;
    if (pair === undefined || this.#memento.get(REFUSED, false)) return;
    if (!workspace.getConfiguration('enface').get('model.offerTraining', true)) return;
    const reason = this.#reason(pair);
    if (reason === undefined) return;
    const key = `${pair.info.sourceLanguage} ${pair.info.targetLanguage} ${reason.name}`;
    if (this.#offered.has(key)) return;
    this.#offered.add(key);
    void this.#offer(pair, reason.text);
  }

  #reason({ info }: TrackedPair): { name: string; text: string } | undefined {
    const memory = this.#status.memory(info);
    const model = this.#status.model(info);
    const languages = `${info.sourceLanguage} → ${info.targetLanguage}`;
    if (model?.state === 'absent' && memory?.state === 'ready' && memory.units >= LEAST_UNITS) {
      const text = l10n.t(
        'Enface can learn a model from your {0} memory units ({1}), to suggest translations of sentences that no memory holds. It stays on this machine.',
        memory.units,
        languages,
      );
      return { name: 'none', text };
    }
    if (model?.state === 'ready' && model.learnt >= MANY_APPROVED) {
      const text = l10n.t(
        'You have approved {0} segments since the model {1} was trained. Train it again?',
        model.learnt,
        languages,
      );
      return { name: model.created, text };
    }
    return undefined;
  }

  async #offer(pair: TrackedPair, text: string): Promise<void> {
    const train = l10n.t('Train Model');
    const never = l10n.t('Don’t Ask Again');
    const choice = await window.showInformationMessage(text, train, l10n.t('Not Now'), never);
    if (choice === train)
      await this.train(pair).catch((error) => window.showWarningMessage(String(error.message)));
    if (choice === never) await this.#memento.update(REFUSED, true);
  }
}
