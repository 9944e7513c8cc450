import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type ElementType, openContainer, type SectionArray } from '../../../models/core/container.js';
import { ContainerWriter } from '../../../models/core/container-writer.js';
import { EnfaceError, FormatError } from '../../../models/core/errors.js';

const ANY_SECTION: fc.Arbitrary<{ type: ElementType; array: SectionArray }> = fc.oneof(
  fc.int8Array().map((array) => ({ type: 'int8' as const, array })),
  fc.uint8Array().map((array) => ({ type: 'uint8' as const, array })),
  fc.int16Array().map((array) => ({ type: 'int16' as const, array })),
  fc.uint16Array().map((array) => ({ type: 'uint16' as const, array })),
  fc.int32Array().map((array) => ({ type: 'int32' as const, array })),
  fc.uint32Array().map((array) => ({ type: 'uint32' as const, array })),
  fc.float32Array({ noNaN: true }).map((array) => ({ type: 'float32' as const, array })),
  fc.float64Array({ noNaN: true }).map((array) => ({ type: 'float64' as const, array })),
);
const NAME = fc.stringMatching(/^[a-z][a-z/-]{0,38}$/).filter((name) => name !== 'metadata');

function smallFile(): ArrayBuffer {
  const writer = new ContainerWriter({ languages: ['de', 'en'] });
  writer.add('source/ids', Int32Array.of(3, 4, 5, 2, 7, -1));
  writer.add('links', Uint8Array.of(1, 2, 3));
  writer.add('weights', Float32Array.of(0.5, -0.25));
  return writer.toBuffer();
}

/** Opens and reads everything, as a careful host would. */
function readAll(buffer: ArrayBufferLike): void {
  const container = openContainer(buffer);
  container.verify();
  container.metadata();
}

function code(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    assert.ok(error instanceof FormatError, `not a FormatError: ${error}`);
    return error.code;
  }
  return 'none';
}

describe('container', () => {
  it('gives back every section and the metadata, also in shared memory', () => {
    const sections = fc.uniqueArray(fc.tuple(NAME, ANY_SECTION), {
      selector: ([name]) => name,
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        sections,
        fc.dictionary(fc.string(), fc.string()),
        fc.boolean(),
        (list, metadata, shared) => {
          const writer = new ContainerWriter(metadata);
          for (const [name, { array }] of list) writer.add(name, array);
          const written = writer.toBuffer();
          assert.equal(written.byteLength, writer.byteLength);
          let buffer: ArrayBufferLike = written;
          if (shared) {
            buffer = new SharedArrayBuffer(written.byteLength);
            new Uint8Array(buffer).set(new Uint8Array(written));
          }
          const container = openContainer(buffer);
          container.verify();
          assert.deepEqual(Object.entries(container.metadata()), Object.entries(metadata));
          for (const [name, { type, array }] of list) {
            const view = container.section(name, type);
            assert.deepEqual([...view], [...array]);
            assert.equal(view.buffer, buffer);
            assert.equal(view.byteOffset % 64, 0);
          }
        },
      ),
    );
  });

  it('writes the same bytes in chunks of any size', () => {
    const writer = new ContainerWriter({});
    writer.add(
      'a',
      Uint16Array.from({ length: 1000 }, (_, i) => i * 7),
    );
    const chunks = [...writer.chunks(100)];
    assert.ok(chunks.slice(1).every((chunk) => chunk.length <= 100));
    assert.deepEqual(Buffer.concat(chunks), Buffer.from(writer.toBuffer()));
  });

  it('names the fault of a file cut short at any length', () => {
    const whole = smallFile();
    assert.equal(
      code(() => readAll(whole)),
      'none',
    );
    for (let length = 0; length < whole.byteLength; length++) {
      const fault = code(() => openContainer(whole.slice(0, length)));
      assert.equal(fault, length === 0 ? 'model-foreign' : 'model-truncated', `at ${length}`);
    }
    assert.throws(() => openContainer(whole.slice(0, 100)), /should have 576 bytes but has 100/);
  });

  it('finds a change of any one byte', () => {
    const whole = smallFile();
    for (let at = 0; at < whole.byteLength; at++) {
      for (const change of [0x01, 0x80, 0xff]) {
        const damaged = whole.slice(0);
        new Uint8Array(damaged)[at] ^= change;
        assert.notEqual(
          code(() => readAll(damaged)),
          'none',
          `byte ${at} changed by ${change}`,
        );
      }
    }
  });

  it('never fails with another error than its own on random bytes', () => {
    const start = new Uint8Array(smallFile());
    fc.assert(
      fc.property(fc.nat(start.length), fc.uint8Array({ maxLength: 400 }), (kept, bytes) => {
        const mixed = new Uint8Array(kept + bytes.length);
        mixed.set(start.subarray(0, kept));
        mixed.set(bytes, kept);
        code(() => readAll(mixed.buffer));
      }),
    );
  });

  it('tells a foreign, a newer and a byte-swapped file apart', () => {
    const changed = (word: number, value: number) => {
      const file = smallFile();
      new Uint32Array(file)[word] = value;
      return () => openContainer(file);
    };
    assert.equal(
      code(() => openContainer(new TextEncoder().encode('Lorem ipsum').buffer)),
      'model-foreign',
    );
    assert.equal(code(changed(3, 7)), 'model-newer');
    assert.throws(changed(3, 7), /version 7, .* up to 1/);
    assert.equal(code(changed(2, 0x0d0c0b0a)), 'model-byte-order');
    const longer = new Uint8Array(smallFile().byteLength + 64);
    longer.set(new Uint8Array(smallFile()));
    assert.equal(
      code(() => openContainer(longer.buffer)),
      'model-damaged',
    );
  });

  it('names a damaged, a missing and a mistyped section, and trusts when told to', () => {
    const file = smallFile();
    const links = openContainer(file).sections.find(({ name }) => name === 'links')!;
    new Uint8Array(file)[links.byteOffset] ^= 4;
    const container = openContainer(file);
    assert.throws(() => container.section('links', 'uint8'), /“links”/);
    assert.equal(
      code(() => container.section('links', 'uint8')),
      'model-damaged',
    );
    assert.deepEqual([...container.section('weights', 'float32')], [0.5, -0.25]);
    assert.equal(
      code(() => container.section('no/such', 'uint8')),
      'model-section-missing',
    );
    assert.equal(
      code(() => container.section('source/ids', 'uint32')),
      'model-section-type',
    );
    assert.deepEqual([...openContainer(file, { trusted: true }).section('links', 'uint8')], [5, 2, 3]);
  });

  it('refuses names it cannot store', () => {
    const writer = new ContainerWriter({});
    for (const name of ['', 'with blank', 'ümlaut', 'x'.repeat(41), 'metadata']) {
      assert.throws(() => writer.add(name, new Int32Array(1)), EnfaceError);
    }
  });
});
