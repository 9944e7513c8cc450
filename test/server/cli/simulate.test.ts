import assert from 'node:assert/strict';
import { EnfaceFolder } from '../../support/enface-command.js';

describe('enface simulate', () => {
  const enface = new EnfaceFolder();
  after(() => enface.remove());

  it('says what is missing or wrong', () => {
    const missing = enface.run('simulate', '--model', 'm.enface', '--source', 's.txt');
    assert.deepEqual(
      [missing.status, /There is no such file|--reference is missing/i.test(missing.stderr)],
      [2, true],
    );
    enface.write('s.txt', 'one\ntwo\n');
    enface.write('r.txt', 'eins\n');
    const uneven = enface.run('simulate', '--model', 'm.enface', '--source', 's.txt', '--reference', 'r.txt');
    assert.equal(uneven.status, 2);
    assert.match(uneven.stderr, /differ in length: 2 and 1 lines/);
    enface.write('blank.txt', ' \n\n');
    const empty = enface.run('simulate', '--model', 'm', '--source', 'blank.txt', '--reference', 'blank.txt');
    assert.equal(empty.status, 2);
    assert.match(empty.stderr, /nothing to translate/);
  });
});
