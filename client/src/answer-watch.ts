/**
 * Watches how long the server takes to answer. `slow` while at least one question has been open for longer than
 * `SLOW`; `hung` when one has been open for longer than `HUNG`. Reports changes, not questions.
 */
export type Promptness = 'prompt' | 'slow' | 'hung';

const SLOW = 2000;
const HUNG = 30_000;

export class AnswerWatch {
  readonly #report: (promptness: Promptness) => void;
  #slow = 0;
  #hung = 0;
  #reported: Promptness = 'prompt';

  constructor(report: (promptness: Promptness) => void) {
    this.#report = report;
  }

  /** Resolves or rejects as `answer` does. */
  async track<T>(answer: Promise<T>): Promise<T> {
    const late = { slow: 0, hung: 0 };
    const timers = [
      setTimeout(() => this.#count((late.slow = 1), 0), SLOW),
      setTimeout(() => this.#count(0, (late.hung = 1)), HUNG),
    ];
    try {
      return await answer;
    } finally {
      for (const timer of timers) clearTimeout(timer);
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
