// Progress of a script as lines: what is being done, a sign of life while it takes long, how long it took.
const HEARTBEAT_SECONDS = 10;

/** Runs `work(note)` as one numbered step; `note` prints a line below the step's title. */
export class Steps {
  #count;
  #number = 0;

  constructor(count) {
    this.#count = count;
  }

  async step(title, work) {
    this.#number++;
    const started = performance.now();
    console.log(`[${this.#number}/${this.#count}] ${title} …`);
    const alive = setInterval(() => {
      console.log(`      still at it (${seconds(started)} s)`);
    }, HEARTBEAT_SECONDS * 1000);
    alive.unref();
    try {
      const result = await work((text) => console.log(`      ${text}`));
      if (performance.now() - started > 1000) console.log(`      done in ${seconds(started)} s`);
      return result;
    } finally {
      clearInterval(alive);
    }
  }
}

function seconds(since) {
  return Math.round((performance.now() - since) / 1000);
}
