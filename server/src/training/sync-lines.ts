/**
 * The lines of a UTF-8 file one after the other, for readers that are not asynchronous (ARPA). Plain files are read
 * in pieces; gzip is unpacked as a whole.
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { gunzipSync } from 'node:zlib';
import { EnfaceError } from '../../../models/core/errors.js';

const PIECE_BYTES = 1 << 20;

/** Throws an EnfaceError that names the file when it cannot be read. */
export function* linesOfFile(file: string): Generator<string, void, void> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for (const piece of pieces(file)) {
    const lines = (rest + decoder.write(piece)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}

function* pieces(file: string): Generator<Buffer, void, void> {
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    const buffer = Buffer.alloc(PIECE_BYTES);
    let length = readSync(handle, buffer);
    if (length >= 2 && buffer[0] === 0x1f && buffer[1] === 0x8b) {
      const unpacked = gunzipSync(readFileSync(file));
      for (let at = 0; at < unpacked.length; at += PIECE_BYTES) yield unpacked.subarray(at, at + PIECE_BYTES);
      return;
    }
    for (; length > 0; length = readSync(handle, buffer)) yield buffer.subarray(0, length);
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    const reason = { ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'access is denied' }[
      code
    ];
    throw new EnfaceError('file-unreadable', `Cannot read ${file}: ${reason ?? message}.`, { cause });
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
