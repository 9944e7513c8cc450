import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checksum } from '../../../models/core/checksum.js';

describe('checksum', () => {
  it('equals the published values of XXH32', () => {
    const of = (text: string) => checksum(new TextEncoder().encode(text));
    assert.equal(of(''), 0x02cc5d05);
    assert.equal(of('a'), 0x550d7456);
    assert.equal(of('abc'), 0x32d153ff);
  });

  it('does not depend on where the bytes lie in their buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.integer({ min: 0, max: 9 }), (bytes, shift) => {
        const moved = new Uint8Array(bytes.length + shift).subarray(shift);
        moved.set(bytes);
        assert.equal(checksum(moved), checksum(bytes));
      }),
    );
  });

  it('changes with any one byte', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 100 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (bytes, at, change) => {
          const before = checksum(bytes);
          bytes[at % bytes.length] ^= change;
          assert.notEqual(checksum(bytes), before);
        },
      ),
    );
  });
});
