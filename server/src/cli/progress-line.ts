/** Progress of a run of named steps: a bar that moves on a terminal, else one plain line a step. */
import type { CommandIo } from './command.js';

const BAR_WIDTH = 24;
/** Milliseconds between two pictures of the bar. */
const PACE = 100;

export class ProgressLine {
  readonly #io: CommandIo;
  #title = '';
  #shownAt = 0;

  constructor(io: CommandIo) {
    this.#io = io;
  }

  /** `total` 0: unknown, then `done` is shown as a count. */
  show(title: string, done: number, total: number): void {
    const { status } = this.#io;
    const isNew = title !== this.#title;
    this.#title = title;
    if (status === undefined) {
      if (isNew) this.#io.err(`${title} …`);
      return;
    }
    const now = performance.now();
    if (!isNew && now - this.#shownAt < PACE) return;
    this.#shownAt = now;
    status(`${title.padEnd(18)} ${total > 0 ? bar(done / total) : done.toLocaleString('en-US')}`);
  }

  /** Wipes the bar. */
  end(): void {
    this.#io.status?.('');
  }
}

function bar(share: number): string {
  const filled = Math.round(Math.min(1, share) * BAR_WIDTH);
  const percent = Math.floor(Math.min(1, share) * 100);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${String(percent).padStart(3)} %`;
}
