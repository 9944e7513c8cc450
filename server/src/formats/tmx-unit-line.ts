/** The line on which a unit of a TMX file begins, for links that open the file there. Reads no further than needed. */
import { createReadStream } from 'node:fs';
import { findUnits } from './tmx-units.js';

/** Line of the unit with this number (both from 1); null when there is no such unit, or the file is not UTF-8. */
export async function lineOfUnit(file: string, number: number): Promise<number | null> {
  let text = '';
  let line = 1;
  let seen = 0;
  try {
    for await (const chunk of createReadStream(file, { encoding: 'utf8' })) {
      text += chunk;
      if (text.includes('\u0000')) return null;
      const { units, resume } = findUnits(text, 0, false);
      const wanted = units[number - seen - 1];
      if (wanted !== undefined) return line + lineBreaks(text, wanted.start);
      seen += units.length;
      line += lineBreaks(text, resume);
      text = text.slice(resume);
    }
  } catch {
    return null;
  }
  const last = findUnits(text, 0, true).units[number - seen - 1];
  return last === undefined ? null : line + lineBreaks(text, last.start);
}

function lineBreaks(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
