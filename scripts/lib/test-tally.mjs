// Counts tests over all suites of `npm test`, from the lines that mocha-reporter.mjs writes, and prints the sum.
import { existsSync, readFileSync } from 'node:fs';

export class Tally {
  #suites = [];

  /** Runs one suite; what it throws counts as one failed test with its reason. */
  async suite(name, work) {
    const suite = { name, passed: 0, failures: [], seconds: 0 };
    this.#suites.push(suite);
    console.log(`\n— ${name} —`);
    const started = performance.now();
    try {
      await work(suite);
    } catch (error) {
      console.error(error.message);
      suite.failures.push({ title: `${name} could not run`, error: error.message });
    }
    suite.seconds = (performance.now() - started) / 1000;
    return suite.failures.length === 0;
  }

  get failed() {
    return this.#suites.reduce((sum, { failures }) => sum + failures.length, 0);
  }

  /** Prints what failed, a line a suite, and the sum alone on the last line. */
  print() {
    console.log('');
    for (const { name, failures } of this.#suites) {
      for (const { title, error } of failures)
        console.log(`FAILED ${name}: ${title}\n    ${firstLines(error)}`);
    }
    for (const { name, passed, failures, seconds } of this.#suites) {
      const counts = `${passed} passed, ${failures.length} failed`;
      console.log(`${name.padEnd(12)} ${counts.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s`);
    }
    const passed = this.#suites.reduce((sum, suite) => sum + suite.passed, 0);
    console.log(`\n${passed} passed, ${this.failed} failed`);
  }
}

/** Adds the tests of one mocha run to a suite; a run that failed without a failed test is itself a failure. */
export function addResults(suite, file, exitCode) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  let failed = 0;
  for (const line of lines) {
    const { title, state, error } = JSON.parse(line);
    if (state === 'passed') suite.passed++;
    else {
      failed++;
      suite.failures.push({ title, error });
    }
  }
  if (failed === 0 && exitCode !== 0) {
    suite.failures.push({
      title: `${suite.name} ended early`,
      error: `The test run ended with ${exitCode}.`,
    });
  } else if (lines.length === 0) {
    suite.failures.push({ title: `${suite.name} is empty`, error: 'No test ran.' });
  }
}

function firstLines(text = '') {
  return text.split('\n').slice(0, 12).join('\n    ');
}
