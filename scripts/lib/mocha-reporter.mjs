// The reporter of all our mocha runs: shows tests the usual way (`style`: dot or spec) and appends one JSON line a
// test to the file `results`, so that `npm test` can count over several runs, one of which may have died half-way.
import { appendFileSync } from 'node:fs';
import Mocha from 'mocha';

const { EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING } = Mocha.Runner.constants;

export default class EnfaceReporter {
  constructor(runner, options) {
    const { results, style = 'spec' } = options.reporterOptions ?? options.reporterOption;
    const shown = style === 'dot' ? Mocha.reporters.Dot : Mocha.reporters.Spec;
    this.shown = new shown(runner, options);
    const note = (test, state, error) => {
      appendFileSync(results, `${JSON.stringify({ title: test.titlePath().join(' › '), state, error })}\n`);
    };
    runner.on(EVENT_TEST_PASS, (test) => note(test, 'passed'));
    runner.on(EVENT_TEST_FAIL, (test, error) => note(test, 'failed', error?.message ?? String(error)));
    runner.on(EVENT_TEST_PENDING, (test) => note(test, 'failed', 'The test is skipped; ours never are.'));
  }
}
