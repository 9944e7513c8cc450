/** Small TMX files for tests, written plainly so that they check the server's own reader and writer. */
export type Units = readonly (readonly [source: string, target: string])[];

export function tmx(units: Units, source = 'en', target = 'de'): string {
  const body = units.map(
    ([from, to]) =>
      `<tu><tuv xml:lang="${source}"><seg>${escapeXml(from)}</seg></tuv>` +
      `<tuv xml:lang="${target}"><seg>${escapeXml(to)}</seg></tuv></tu>`,
  );
  const header =
    `<header creationtool="test" creationtoolversion="1" segtype="sentence" o-tmf="test" adminlang="en" ` +
    `srclang="${source}" datatype="plaintext"/>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">${header}<body>\n${body.join('\n')}\n</body></tmx>\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
