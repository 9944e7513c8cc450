/**
 * Watches how long the server takes to answer. `slow` while at least one question has been open for longer than
 * `SLOW`; `hung` when one has been open for longer than `HUNG`. Reports changes, not questions.
 */
export type Promptness = 'prompt' | 'slow' | 'hung';

/** Calls `work` after `delay` milliseconds unless the returned function is called before. */
export type Schedule = (work: () => void, delay: number) => () => void;

const SLOW = 2000;
const HUNG = 30_000;

export class AnswerWatch {
  readonly #report: (promptness: Promptness) => void;
  readonly #schedule: Schedule;
  #slow = 0;
  #hung = 0;
  #reported: Promptness = 'prompt';

  constructor(report: (promptness: Promptness) => void, schedule: Schedule = byTimer) {
    this.#report = report;
    this.#schedule = schedule;
  }

  /** Resolves or rejects as `answer` does. */
  async track<T>(answer: Promise<T>): Promise<T> {
    const late = { slow: 0, hung: 0 };
    const cancels = [
      this.#schedule(() => this.#count((late.slow = 1), 0), SLOW),
      this.#schedule(() => this.#count(0, (late.hung = 1)), HUNG),
    ];
    try {
      return await answer;
    } finally {
      for (const cancel of cancels) cancel();
      this.#count(-late.slow, -late.hung);
    }
  }

  #count(slow: number, hung: number): void {
    this.#slow += slow;
    this.#hung += hung;
    const promptness = this.#hung > 0 ? 'hung' : this.#slow > 0 ? 'slow' : 'prompt';
    if (promptness === this.#reported) return;
    this.#reported = promptness;
    this.#report(promptness);
  }
}

function byTimer(work: () => void, delay: number): () => void {
  const timer = setTimeout(work, delay);
  return () => clearTimeout(timer);
}
