// Writes a memory as TMX 1.4b, unit by unit, into a file that appears only when it is complete.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

const UNITS_PER_WRITE = 1000;

/** `pairs` are `{ source, target }`; the languages are BCP 47 tags. */
export function writeTmx(file, { sourceLanguage, targetLanguage, note, pairs }) {
  const draft = `${file}.${process.pid}.tmp`;
  const out = openSync(draft, 'w');
  try {
    writeSync(out, head(sourceLanguage, note));
    for (let i = 0; i < pairs.length; i += UNITS_PER_WRITE) {
      const units = pairs.slice(i, i + UNITS_PER_WRITE).map(
        ({ source, target }) => `    <tu>
      <tuv xml:lang="${sourceLanguage}"><seg>${escapeXml(source)}</seg></tuv>
      <tuv xml:lang="${targetLanguage}"><seg>${escapeXml(target)}</seg></tuv>
    </tu>
`,
      );
      writeSync(out, units.join(''));
    }
    writeSync(out, '  </body>\n</tmx>\n');
    fsyncSync(out);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(out);
  }
  renameSync(draft, file);
}

function head(language, note) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
  <header creationtool="enface" creationtoolversion="1" segtype="sentence" o-tmf="enface" adminlang="en"
    srclang="${language}" datatype="plaintext">
    <note>${escapeXml(note)}</note>
  </header>
  <body>
`;
}

/** XML has no way to write most control characters; they go. */
export function escapeXml(text) {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  );
}
