// The names of the files in a zip archive, read from its central directory (PKWARE APPNOTE 4.3.12 and 4.3.16).
const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_SIZE = 22;
const ENTRY_SIZE = 46;

/** @param {Buffer} zip */
export function zipNames(zip) {
  let end = zip.length - END_SIZE;
  while (end >= 0 && zip.readUInt32LE(end) !== END_SIGNATURE) end--; // a comment may follow
  if (end < 0) throw new Error('This is no zip archive.');
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  const names = [];
  for (let i = 0; i < count; i++) {
    if (zip.readUInt32LE(at) !== ENTRY_SIGNATURE) throw new Error('The zip archive is damaged.');
    const nameLength = zip.readUInt16LE(at + 28);
    names.push(zip.toString('utf8', at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength));
    at += ENTRY_SIZE + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return names;
}
