/**
 * Model files on disk. Writing goes to a temporary file beside the target, which is flushed, read back, compared
 * and only then renamed: whoever looks sees the old model or the new one, never half of one. When anything fails the
 * temporary file is removed and the old model stays.
 */
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Container, openContainer } from '../../../models/core/container.js';
import type { ContainerWriter } from '../../../models/core/container-writer.js';
import { EnfaceError } from '../../../models/core/errors.js';

export interface WriteProgress {
  readonly done: number;
  readonly total: number;
}

/** Opens files; tests give one whose disk is full. */
export type OpenFile = (file: string, flags: string) => Promise<FileHandle>;

const READ_BYTES = 1 << 24;

/** The name that `writeModelFile` of this process uses until the file is whole. */
export function temporaryName(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
}

/** Throws an EnfaceError when no file can be written there: better before hours of training than after. */
export async function checkOutput(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  const isFolder = (name: string) =>
    stat(name).then(
      (found) => found.isDirectory(),
      () => undefined,
    );
  if ((await isFolder(folder)) !== true) {
    throw new EnfaceError('output-folder', `There is no folder ${folder} to write the model to.`);
  }
  if (await isFolder(file)) {
    throw new EnfaceError('output-folder', `${file} is a folder; give the name of a file.`);
  }
  const temporary = temporaryName(file);
  try {
    await (await open(temporary, 'w')).close();
  } catch (cause) {
    throw writeError(file, cause);
  } finally {
    await rm(temporary, { force: true });
  }
}

export async function* writeModelFile(
  file: string,
  writer: ContainerWriter,
  openFile: OpenFile = open,
): AsyncGenerator<WriteProgress, void> {
  const temporary = temporaryName(file);
  const total = 2 * writer.byteLength;
  let done = 0;
  try {
    const output = await openFile(temporary, 'w');
    try {
      for (const chunk of writer.chunks()) {
        await writeAll(output, chunk);
        done += chunk.length;
        yield { done, total };
      }
      await output.sync();
    } finally {
      await output.close();
    }
    const input = await openFile(temporary, 'r');
    try {
      for (const chunk of writer.chunks()) {
        await compare(input, chunk, file);
        done += chunk.length;
        yield { done, total };
      }
    } finally {
      await input.close();
    }
    await rename(temporary, file);
    await syncFolder(path.dirname(file));
  } catch (cause) {
    throw cause instanceof EnfaceError ? cause : writeError(file, cause);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** The container of a file, in memory that threads can share. Sections are checked when they are first used. */
export async function readModelFile(file: string): Promise<Container> {
  let input: FileHandle;
  try {
    input = await open(file);
  } catch (cause) {
    throw readError(file, cause);
  }
  try {
    const { size } = await input.stat();
    const buffer = new SharedArrayBuffer(size);
    const bytes = new Uint8Array(buffer);
    for (let at = 0; at < size; ) {
      const { bytesRead } = await input.read(bytes, at, Math.min(READ_BYTES, size - at), at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return openContainer(buffer);
  } catch (cause) {
    throw cause instanceof EnfaceError ? cause : readError(file, cause);
  } finally {
    await input.close();
  }
}

/** An EnfaceError for what the operating system said while writing `file`. */
export function writeError(file: string, cause: unknown): EnfaceError {
  const code = (cause as NodeJS.ErrnoException).code ?? '';
  const reason = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'your share of the disk is full',
    EFBIG: 'the file would be larger than is allowed',
    EROFS: 'the disk is read-only',
    EACCES: 'access is denied',
    EPERM: 'access is denied',
    ENOENT: 'its folder does not exist',
    EISDIR: 'it is a folder',
  }[code];
  return new EnfaceError('write-failed', `Cannot write ${file}: ${reason ?? String(cause)}.`, { cause });
}

async function writeAll(output: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) {
    const { bytesWritten } = await output.write(chunk, at, chunk.length - at);
    at += bytesWritten;
  }
}

async function compare(input: FileHandle, expected: Uint8Array, file: string): Promise<void> {
  const actual = Buffer.allocUnsafe(expected.length);
  let length = 0;
  while (length < expected.length) {
    const { bytesRead } = await input.read(actual, length, expected.length - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  if (length < expected.length || !actual.equals(expected)) {
    throw new EnfaceError(
      'write-failed',
      `Cannot write ${file}: the disk gave back other bytes than written.`,
    );
  }
}

/** Makes the rename itself last; not every system can flush a folder, and then there is nothing to do. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder);
    await handle.sync().finally(() => handle.close());
  } catch {
    // The file is whole either way.
  }
}

function readError(file: string, cause: unknown): EnfaceError {
  const code = (cause as NodeJS.ErrnoException).code ?? '';
  const reason = {
    ENOENT: 'there is no such file',
    EISDIR: 'it is a folder',
    EACCES: 'access is denied',
  }[code];
  return new EnfaceError('model-unreadable', `Cannot read ${file}: ${reason ?? String(cause)}.`, { cause });
}
