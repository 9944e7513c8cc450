/** What the server last said of the memories and models of each language pair. */
import { Disposable, EventEmitter } from 'vscode';
import {
  MEMORY_STATUS_METHOD,
  type MemoryStatusParams,
  MODEL_STATUS_METHOD,
  type ModelStatusParams,
} from '../../server/protocol/messages.js';
import type { ServerLifecycle } from './server-lifecycle.js';

export interface LanguagePair {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

export class EngineStatus implements Disposable {
  readonly #memories = new Map<string, MemoryStatusParams>();
  readonly #models = new Map<string, ModelStatusParams>();
  readonly #changed = new EventEmitter<LanguagePair>();
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: Disposable;

  constructor(server: ServerLifecycle) {
    server.onNotification<MemoryStatusParams>(MEMORY_STATUS_METHOD, (status) => {
      this.#memories.set(keyOf(status), status);
      this.#changed.fire(status);
    });
    server.onNotification<ModelStatusParams>(MODEL_STATUS_METHOD, (status) => {
      this.#models.set(keyOf(status), status);
      this.#changed.fire(status);
    });
    this.#subscriptions = Disposable.from(
      this.#changed,
      server.onDidStart(() => {
        this.#memories.clear();
        this.#models.clear();
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  memory(pair: LanguagePair): MemoryStatusParams | undefined {
    return this.#memories.get(keyOf(pair));
  }

  model(pair: LanguagePair): ModelStatusParams | undefined {
    return this.#models.get(keyOf(pair));
  }
}

function keyOf({ sourceLanguage, targetLanguage }: LanguagePair): string {
  return `${sourceLanguage} ${targetLanguage}`;
}
