/**
 * Finds the `<tu>` elements in TMX text by their tags alone, before any XML is parsed. Each unit can then be parsed by
 * itself: a unit that is broken costs that unit and not the rest of the file.
 *
 * Comments are passed over. A unit ends at its `</tu>`; one that has none before the next `<tu` is broken.
 */
export interface UnitExtent {
  readonly start: number;
  /** Behind the end tag, or where the broken unit is given up. */
  readonly end: number;
  readonly isBroken: boolean;
}

/** Where the scan stopped: everything before `resume` is done with. */
export interface ScanResult {
  readonly units: UnitExtent[];
  readonly resume: number;
}

/** Scans `text` from `from`; with `isLast` false a unit that has no end yet is left for more text. */
export function findUnits(text: string, from: number, isLast: boolean): ScanResult {
  const units: UnitExtent[] = [];
  let at = from;
  for (;;) {
    const start = nextUnitStart(text, at, isLast);
    if (start.found === -1) return { units, resume: start.resume };
    const end = unitEnd(text, start.found);
    const next = unitTagAt(text, start.found + 3);
    if (next !== -1 && (end === -1 || next < end) && !isInsideData(text, start.found, next)) {
      units.push({ start: start.found, end: next, isBroken: true });
      at = next;
    } else if (end !== -1) {
      at = end;
      units.push({ start: start.found, end: at, isBroken: false });
    } else {
      if (isLast) units.push({ start: start.found, end: text.length, isBroken: true });
      return { units, resume: isLast ? text.length : start.found };
    }
  }
}

function nextUnitStart(text: string, from: number, isLast: boolean): { found: number; resume: number } {
  let at = from;
  for (;;) {
    const unit = unitTagAt(text, at);
    const comment = text.indexOf('<!--', at);
    if (comment !== -1 && (unit === -1 || comment < unit)) {
      const end = text.indexOf('-->', comment + 4);
      if (end === -1) return { found: -1, resume: isLast ? text.length : comment };
      at = end + 3;
      continue;
    }
    if (unit !== -1) return { found: unit, resume: unit };
    // A tag may begin with the last characters.
    return { found: -1, resume: isLast ? text.length : Math.max(at, text.length - 4) };
  }
}

/** Behind the end tag of the unit that starts at `start`, or −1. */
function unitEnd(text: string, start: number): number {
  const tagEnd = text.indexOf('>', start);
  if (tagEnd !== -1 && text[tagEnd - 1] === '/') return tagEnd + 1;
  END_TAG.lastIndex = start;
  for (let found = END_TAG.exec(text); found !== null; found = END_TAG.exec(text)) {
    if (!isInsideData(text, start, found.index)) return END_TAG.lastIndex;
  }
  return -1;
}

const END_TAG = /<\/tu\s*>/g;

/** Whether `at` lies in a CDATA section that begins behind `start`: tags in it are text. */
function isInsideData(text: string, start: number, at: number): boolean {
  const opened = text.lastIndexOf('<![CDATA[', at);
  return opened > start && text.lastIndexOf(']]>', at) < opened;
}

/** The next `<tu` that is a whole name (not `<tuv`), or −1. */
function unitTagAt(text: string, from: number): number {
  for (let at = text.indexOf('<tu', from); at !== -1; at = text.indexOf('<tu', at + 3)) {
    const after = text.charCodeAt(at + 3);
    const isName = after === 0x3e || after === 0x2f || after === 0x20 || (after >= 0x09 && after <= 0x0d);
    if (isName) return at;
  }
  return -1;
}
