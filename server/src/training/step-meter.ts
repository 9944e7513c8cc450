/** Wall time, CPU time (all threads of this process) and memory of the steps of a long run. */

export interface StepUsage<Step extends string> {
  readonly step: Step;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  /** Highest resident memory seen during the step. */
  readonly peakBytes: number;
}

export class StepMeter<Step extends string> {
  readonly #finished: StepUsage<Step>[] = [];
  #step: Step | undefined;
  #wallStart = 0;
  #cpuStart = process.cpuUsage();
  #peak = 0;

  /** Call often: names the step under way and looks at memory. */
  note(step: Step): void {
    if (step !== this.#step) this.#begin(step);
    this.#peak = Math.max(this.#peak, process.memoryUsage.rss());
  }

  finish(): readonly StepUsage<Step>[] {
    this.#begin(undefined);
    return this.#finished;
  }

  #begin(step: Step | undefined): void {
    const now = performance.now();
    if (this.#step !== undefined) {
      const { user, system } = process.cpuUsage(this.#cpuStart);
      this.#finished.push({
        step: this.#step,
        wallSeconds: (now - this.#wallStart) / 1000,
        cpuSeconds: (user + system) / 1e6,
        peakBytes: Math.max(this.#peak, process.memoryUsage.rss()),
      });
    }
    this.#step = step;
    this.#wallStart = now;
    this.#cpuStart = process.cpuUsage();
    this.#peak = 0;
  }
}
