/** What tells one state of a file from another. */
import { stat } from 'node:fs/promises';

export interface FileState {
  readonly stamp: string;
  readonly size: number;
}

/** Null when there is no such file. */
export async function fileState(file: string): Promise<FileState | null> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return { stamp: `${mtimeMs} ${size} ${ino}`, size };
  } catch {
    return null;
  }
}
