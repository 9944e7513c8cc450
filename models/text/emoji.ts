/** Emoji as they are seen: one token for base, modifiers, joined parts, flag pairs and keycaps. */
import { CLASS_OF_UNIT, MARK, SURROGATE, SYMBOL } from './char-class.js';

const JOINER = 0x200d;

/** End of the symbol that starts at `start`, with all that is drawn together with it. */
export function symbolEnd(text: string, start: number): number {
  const first = text.codePointAt(start) as number;
  let end = start + (first > 0xffff ? 2 : 1);
  if (isFlagLetter(first) && isFlagLetter(text.codePointAt(end) ?? 0)) end += 2;
  for (;;) {
    const unit = text.charCodeAt(end);
    if (unit === JOINER && isDrawn(text.charCodeAt(end + 1))) {
      end += 1 + ((text.codePointAt(end + 1) as number) > 0xffff ? 2 : 1);
    } else if (CLASS_OF_UNIT[unit] === MARK) end++;
    else if (isModifier(text.codePointAt(end) ?? 0)) end += 2;
    else return end;
  }
}

function isDrawn(unit: number): boolean {
  const kind = CLASS_OF_UNIT[unit];
  return unit > 0xff && (kind === SYMBOL || kind === SURROGATE);
}

function isFlagLetter(codePoint: number): boolean {
  return codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff;
}

/** Skin tones and the tag characters of subdivision flags. */
function isModifier(codePoint: number): boolean {
  return (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff) || (codePoint >= 0xe0020 && codePoint <= 0xe007f);
}
