/**
 * Writes a file so that readers see the old content or the new, never a part: into a temporary file beside it, flushed
 * to the disk, then renamed. Whatever goes wrong, the old file is as it was and the temporary one is gone.
 */
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { EnfaceError } from '../../../models/core/errors.js';

export type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Strings are written as UTF-8. Folders that are missing are made; a link is followed, not replaced. */
export async function writeFileAtomically(file: string, chunks: Chunks, signal?: AbortSignal): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const folder = path.dirname(target);
  const temporary = path.join(folder, `.${path.basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  let handle: FileHandle | undefined;
  try {
    await mkdir(folder, { recursive: true });
    handle = await open(temporary, 'wx', (await modeOf(target)) ?? 0o666);
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      await handle.writeFile(chunk);
    }
    await handle.sync();
    await handle.close();
    handle = undefined;
    await rename(temporary, target);
  } catch (error) {
    await handle?.close().catch(() => undefined);
    await unlink(temporary).catch(() => undefined);
    throw explained(error, file);
  }
}

async function modeOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    (found) => found.mode & 0o777,
    () => undefined,
  );
}

/** The usual reasons in the user's words; anything else as it came. */
function explained(error: unknown, file: string): unknown {
  const name = path.basename(file);
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new EnfaceError('disk-full', `There is no space left on the disk: ${name} was left as it was.`, {
        cause: error,
      });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new EnfaceError('not-writable', `${name} may not be written here: nothing was changed.`, {
        cause: error,
      });
    default:
      return error;
  }
}
