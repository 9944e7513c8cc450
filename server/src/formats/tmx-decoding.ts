/** Text of a TMX file from its bytes: by byte order mark, else by the XML declaration, else UTF-8. */
import { TextDecoder } from 'node:util';
import { FormatError } from '../../../models/core/errors.js';

export type TmxEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The encoding, from the first bytes of the file. */
export function tmxEncoding(head: Uint8Array): TmxEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0x3c && head[1] === 0) return 'utf-16le';
  if (head[0] === 0 && head[1] === 0x3c) return 'utf-16be';
  const declared = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(latin1(head.subarray(0, 200)))?.[1];
  switch (declared?.toLowerCase()) {
    case undefined:
    case 'utf-8':
    case 'utf8':
    case 'us-ascii':
    case 'ascii':
      return 'utf-8';
    case 'iso-8859-1':
    case 'latin1':
    case 'windows-1252':
      return 'windows-1252';
    default:
      throw new FormatError('tmx-encoding', `The encoding ${declared} is not known: save the file as UTF-8.`);
  }
}

export function textDecoder(encoding: TmxEncoding): TextDecoder {
  return new TextDecoder(encoding);
}

/** One character a byte: tags can be found, and nothing is lost on the way back. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
