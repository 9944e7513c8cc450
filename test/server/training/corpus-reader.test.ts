import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { CancelledError, EnfaceError } from '../../../models/core/errors.js';
import { type CorpusInput, type CorpusItem, readCorpus } from '../../../server/src/training/corpus-reader.js';

describe('readCorpus', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'enface-corpus-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  function file(name: string, content: string | Uint8Array): string {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  }

  function lines(source: string | Uint8Array, target: string | Uint8Array): CorpusInput {
    return { kind: 'lines', sourceFile: file('train.de', source), targetFile: file('train.en', target) };
  }

  async function read(input: CorpusInput, signal?: AbortSignal): Promise<CorpusItem[]> {
    const items: CorpusItem[] = [];
    for await (const batch of readCorpus(input, signal)) items.push(...batch);
    return items;
  }

  async function failure(input: CorpusInput): Promise<EnfaceError> {
    try {
      await read(input);
    } catch (error) {
      assert.ok(error instanceof EnfaceError, `${error}`);
      return error;
    }
    return assert.fail('no error');
  }

  it('pairs lines whatever their ends, packed or not', async () => {
    const expected: CorpusItem[] = [
      { source: 'eins', target: 'one', origin: 1 },
      { source: '', target: 'two', origin: 2 },
      { source: 'drei ü 😀', target: 'three', origin: 3 },
    ];
    const source = 'eins\n\ndrei ü 😀\n';
    assert.deepEqual(await read(lines(source, 'one\ntwo\nthree')), expected);
    assert.deepEqual(await read(lines(`\ufeff${source}`, 'one\r\ntwo\r\nthree\r\n')), expected);
    assert.deepEqual(await read(lines(gzipSync(source), 'one\ntwo\nthree\n')), expected);
    const members = Buffer.concat([gzipSync('eins\n\ndr'), gzipSync('ei ü 😀\n')]);
    assert.deepEqual(await read(lines(members, gzipSync('one\ntwo\nthree'))), expected);
  });

  it('gives back any lines, over chunk borders too', async () => {
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !/[\n\r\0\ufeff]/.test(text));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 30 }),
        fc.nat(60_000),
        async (texts, filler) => {
          const all = ['x'.repeat(filler), ...texts, 'x'.repeat(250_000), ...texts];
          const items = await read(lines(`${all.join('\n')}\n`, `${all.join('\r\n')}\r\n`));
          assert.deepEqual(
            items,
            all.map((text, k) => ({ source: text, target: text, origin: k + 1 })),
          );
        },
      ),
      { numRuns: 20 },
    );
  });

  it('names both counts when the files are not parallel', async () => {
    const error = await failure(lines('a\nb\nc\n', 'a\nb\n'));
    assert.equal(error.code, 'corpus-line-counts');
    assert.match(error.message, /train\.de has 3 lines, train\.en has 2\./);
    assert.match((await failure(lines('a\n', 'x\n'.repeat(200_000)))).message, /has 1 lines.*has 200000\./);
  });

  it('skips single lines that are no text and counts on', async () => {
    const bad = Buffer.concat([
      Buffer.from('gut\n'),
      Buffer.of(0xc3, 0x28, 0x0a),
      Buffer.from('a\0b\nende\n'),
    ]);
    assert.deepEqual(await read(lines(bad, '1\n2\n3\n4\n')), [
      { source: 'gut', target: '1', origin: 1 },
      { reason: 'invalid-encoding', origin: 2 },
      { reason: 'invalid-characters', origin: 3 },
      { source: 'ende', target: '4', origin: 4 },
    ]);
    const long = `kurz\n${'x'.repeat(1 << 20)}y\nkurz\n${'x'.repeat(3 << 20)}`;
    assert.deepEqual(
      (await read(lines(long, '1\n2\n3\n4\n'))).map((item) => ('reason' in item ? item.reason : item.target)),
      ['1', 'line-too-long', '3', 'line-too-long'],
    );
  });

  it('refuses files that are no UTF-8 text, and says where', async () => {
    const latin = Buffer.from('grün\n'.repeat(100), 'latin1');
    const error = await failure(lines(latin, 'green\n'.repeat(100)));
    assert.equal(error.code, 'corpus-not-text');
    assert.match(error.message, /train\.de is not a UTF-8 text file: .* line 1 \(from byte 0\)/);
    const binary = Uint8Array.from({ length: 100_000 }, (_, i) => (i * i) & 255);
    assert.equal((await failure(lines(binary, 'x\n'))).code, 'corpus-not-text');
    assert.match((await failure(lines('x\n', Buffer.from('\ufeffx\n', 'utf16le')))).message, /UTF-16/);
  });

  it('refuses empty, missing and damaged files', async () => {
    assert.match((await failure(lines('', 'x\n'))).message, /train\.de is empty/);
    assert.match((await failure(lines('x\n', gzipSync('')))).message, /train\.en is empty/);
    const packed = gzipSync('eine Zeile\n'.repeat(1000));
    assert.match((await failure(lines('x\n', packed.subarray(0, 40)))).message, /cut short/);
    packed.fill(7, 20, 40);
    assert.equal((await failure(lines('x\n', packed))).code, 'corpus-damaged');
    const sourceFile = path.join(folder, 'no-such-file');
    const missing = await failure({ kind: 'lines', sourceFile, targetFile: sourceFile });
    assert.match(missing.message, /no-such-file: there is no such file/);
    assert.match(
      (await failure({ kind: 'lines', sourceFile: folder, targetFile: folder })).message,
      /folder/,
    );
  });

  it('reads columns, skips lines without them, refuses a file without any', async () => {
    const input = (text: string): CorpusInput => ({
      kind: 'columns',
      file: file('help.tsv', text),
      source: 1,
      target: 0,
    });
    assert.deepEqual(await read(input('one\teins\tnote\nonly\ntwo\tzwei\n')), [
      { source: 'eins', target: 'one', origin: 1 },
      { reason: 'missing-column', origin: 2 },
      { source: 'zwei', target: 'two', origin: 3 },
    ]);
    assert.equal((await failure(input('no tab\nhere\n'))).code, 'corpus-columns');
  });

  it('passes on pairs that another reader gives, and refuses none at all', async () => {
    const pairs = Array.from({ length: 2500 }, (_, k) => ({ source: `Satz ${k}`, target: `sentence ${k}` }));
    const items = await read({ kind: 'pairs', name: 'old.tmx', pairs });
    assert.deepEqual(
      items,
      pairs.map((pair, k) => ({ ...pair, origin: k + 1 })),
    );
    assert.match(
      (await failure({ kind: 'pairs', name: 'old.tmx', pairs: [] })).message,
      /old\.tmx has no pairs/,
    );
  });

  it('stops when cancelled', async () => {
    const input = lines('x\n'.repeat(1000), 'y\n'.repeat(1000));
    await assert.rejects(read(input, AbortSignal.abort()), CancelledError);
    const pairs: CorpusInput = { kind: 'pairs', name: 'old.tmx', pairs: [{ source: 'x', target: 'y' }] };
    await assert.rejects(read(pairs, AbortSignal.abort()), CancelledError);
  });
});
