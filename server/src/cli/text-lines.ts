/** Lines of text files and of standard input, for commands. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { EnfaceError } from '../../../models/core/errors.js';

/** The lines of a file; `-` is standard input. Packed files (.gz) are unpacked. */
export async function textLines(cwd: string, name: string): Promise<string[]> {
  const bytes = name === '-' ? await standardInput() : await fileBytes(path.resolve(cwd, name), name);
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

async function fileBytes(file: string, name: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    const reason = (cause as { code?: string }).code === 'ENOENT' ? 'there is no such file' : String(cause);
    throw new EnfaceError('file-unreadable', `Cannot read ${name}: ${reason}.`);
  }
}

async function standardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
