import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ContainerWriter } from '../../../models/core/container-writer.js';
import {
  checkOutput,
  type OpenFile,
  readModelFile,
  writeModelFile,
} from '../../../server/src/training/model-file.js';

describe('model files', () => {
  let folder: string;
  let file: string;
  const writer = new ContainerWriter({ name: 'new' });
  writer.add(
    'numbers',
    Float64Array.from({ length: 1000 }, (_, i) => i / 7),
  );

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'enface-model-'));
    file = path.join(folder, 'm.enface');
    writeFileSync(file, 'the old model');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = async (openFile?: OpenFile) => {
    const seen: number[] = [];
    for await (const { done, total } of writeModelFile(file, writer, openFile)) seen.push(done / total);
    return seen;
  };
  const assertOldModel = () => {
    assert.deepEqual(readdirSync(folder), ['m.enface']);
    assert.equal(readFileSync(file, 'utf8'), 'the old model');
  };
  /** A file handle with one method replaced. */
  const spoiled =
    (method: 'write' | 'sync' | 'read', spoil: () => Promise<never>): OpenFile =>
    async (name, flags) => {
      const handle = await open(name, flags);
      Object.defineProperty(handle, method, { value: spoil });
      return handle;
    };
  const systemError = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

  it('replace the old model when they are whole, and open again', async () => {
    const seen = await write();
    assert.equal(seen.at(-1), 1);
    assert.deepEqual(readdirSync(folder), ['m.enface']);
    const container = await readModelFile(file);
    container.verify();
    assert.equal(container.metadata().name, 'new');
    assert.equal(container.section('numbers', 'float64')[700], 100);
  });

  it('leave the old one when the disk is full, at writing or at flushing', async () => {
    for (const method of ['write', 'sync'] as const) {
      await assert.rejects(write(spoiled(method, systemError('ENOSPC'))), {
        code: 'write-failed',
        message: `Cannot write ${file}: the disk is full.`,
      });
      assertOldModel();
    }
  });

  it('leave the old one when what was written cannot be read back', async () => {
    await assert.rejects(write(spoiled('read', systemError('EIO'))), { code: 'write-failed' });
    assertOldModel();
    const alters: OpenFile = async (name, flags) => {
      if (flags === 'r') writeFileSync(name, Buffer.alloc(writer.byteLength));
      return open(name, flags);
    };
    await assert.rejects(write(alters), { code: 'write-failed', message: /other bytes/ });
    assertOldModel();
  });

  it('leave the old one when the writing is given up', async () => {
    const writing = writeModelFile(file, writer);
    await writing.next();
    assert.equal(readdirSync(folder).length, 2);
    await writing.return();
    assertOldModel();
  });

  it('are refused a place that does not exist or is a folder', async () => {
    await checkOutput(file);
    assertOldModel();
    await assert.rejects(checkOutput(path.join(folder, 'no', 'm.enface')), { message: /There is no folder/ });
    mkdirSync(path.join(folder, 'sub'));
    await assert.rejects(checkOutput(path.join(folder, 'sub')), { message: /is a folder/ });
  });
});
