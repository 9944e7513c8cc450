/**
 * Sentence rules in the manner of SRX 2.0 (Segmentation Rules eXchange): ordered rules, each a pattern for the
 * text before a place and one for the text after it; the first rule that matches at a place decides whether
 * the text breaks there. Languages map to named rule sets, cascading or not. Reading the XML is the host's
 * work: this module takes the records.
 *
 * Patterns use the ICU syntax SRX prescribes, as far as ECMAScript can say it (possessive and atomic groups
 * become ordinary ones). A rule sees at most {@link RULE_REACH} characters to either side.
 */
import { EnfaceError } from '../core/errors.js';

export interface SrxRule {
  readonly break: boolean;
  /** What must stand directly before the place; empty for anything. */
  readonly before: string;
  /** What must stand directly after the place; empty for anything. */
  readonly after: string;
}

export interface SrxRules {
  /** Whether all rule sets whose pattern matches the language apply, in the order of `languageMaps`. */
  readonly cascade: boolean;
  readonly ruleSets: Readonly<Record<string, readonly SrxRule[]>>;
  readonly languageMaps: readonly { readonly languagePattern: string; readonly ruleSet: string }[];
}

export const RULE_REACH = 256;
const CHUNK = 1024;

/** Break places of a text, in order, each inside the text. */
export type BreakFinder = (text: string) => number[];

/** Chooses and compiles the rules for one language. */
export function compileSrx(rules: SrxRules, language: string): BreakFinder {
  const blocks = compileBlocks(rulesFor(rules, language));
  const breaking = blocks.filter((block) => block.break);
  return (text) => {
    const places: number[] = [];
    // Rules run on a window, so a long blank or punctuation run costs its length times the window, not its square.
    for (let chunk = 0; chunk < text.length; chunk += CHUNK) {
      const from = Math.max(0, chunk - RULE_REACH);
      const window = text.slice(from, chunk + CHUNK + RULE_REACH);
      const first = chunk - from + (chunk === 0 ? 1 : 0);
      const last = Math.min(chunk - from + CHUNK, window.length - (chunk + CHUNK >= text.length ? 0 : 1));
      for (const place of candidates(window, breaking, first, last)) {
        if (decides(window, blocks, place)) places.push(from + place);
      }
    }
    return places;
  };
}

/** The rules that apply to a language, in order. */
export function rulesFor(rules: SrxRules, language: string): SrxRule[] {
  const chosen: SrxRule[] = [];
  for (const { languagePattern, ruleSet } of rules.languageMaps) {
    if (!new RegExp(`^(?:${toEcmaScript(languagePattern).source})$`, 'iu').test(language)) continue;
    if (!Object.hasOwn(rules.ruleSets, ruleSet)) {
      throw new EnfaceError(
        'srx-rule-set',
        `The sentence rules name a rule set “${ruleSet}” that they do not define.`,
      );
    }
    chosen.push(...rules.ruleSets[ruleSet]);
    if (!rules.cascade) break;
  }
  return chosen;
}

/** Neighbouring rules of one kind share an expression: they are alternatives, whichever matches. */
interface RuleBlock {
  readonly break: boolean;
  readonly sticky: RegExp;
  readonly global: RegExp;
}

function compileBlocks(rules: readonly SrxRule[]): RuleBlock[] {
  const blocks: RuleBlock[] = [];
  let sources: string[] = [];
  rules.forEach((rule, i) => {
    const { source, ignoreCase } = compileRule(rule, i);
    sources.push(source);
    const next = rules[i + 1];
    const joins = next?.break === rule.break && compileRule(next, i + 1).ignoreCase === ignoreCase;
    if (joins) return;
    const flags = ignoreCase ? 'iu' : 'u';
    const pattern = sources.join('|');
    sources = [];
    blocks.push({
      break: rule.break,
      sticky: new RegExp(pattern, `${flags}y`),
      global: new RegExp(pattern, `${flags}g`),
    });
  });
  return blocks;
}

function compileRule(rule: SrxRule, index: number): { source: string; ignoreCase: boolean } {
  const before = toEcmaScript(rule.before);
  const after = toEcmaScript(rule.after);
  const source = `(?<=${before.source})(?=${after.source})`;
  try {
    new RegExp(source, 'u');
  } catch (cause) {
    throw new EnfaceError(
      'srx-pattern',
      `Sentence rule ${index + 1} (before “${rule.before}”, after “${rule.after}”) has a pattern that cannot be used.`,
      { cause },
    );
  }
  return { source, ignoreCase: before.ignoreCase || after.ignoreCase };
}

/** Places in [first, last] where some breaking rule matches, in order. */
function candidates(window: string, breaking: readonly RuleBlock[], first: number, last: number): number[] {
  const places = new Set<number>();
  for (const { global } of breaking) {
    global.lastIndex = first;
    for (let match = global.exec(window); match && match.index < last; match = global.exec(window)) {
      if (match.index >= first) places.add(match.index);
      // In the middle of a surrogate pair the expression would step back and match the same place for ever.
      global.lastIndex = match.index + ((window.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1);
    }
  }
  return [...places].sort((a, b) => a - b);
}

function decides(window: string, blocks: readonly RuleBlock[], place: number): boolean {
  for (const block of blocks) {
    block.sticky.lastIndex = place;
    if (block.sticky.test(window)) return block.break;
  }
  return false;
}

const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;
const ESCAPED_CLASSES: Readonly<Record<string, string>> = {
  h: '\\t\\p{Zs}',
  w: '\\p{L}\\p{M}\\p{Nd}_',
  d: '\\p{Nd}',
};

/** ICU pattern → ECMAScript pattern for the `u` flag. */
export function toEcmaScript(pattern: string): { source: string; ignoreCase: boolean } {
  const ignoreCase = pattern.startsWith('(?i)');
  let out = '';
  let inClass = false;
  for (let i = ignoreCase ? 4 : 0; i < pattern.length; i++) {
    const c = pattern[i];
    const next = pattern[i + 1];
    if (c === '\\' && next !== undefined) {
      i++;
      const set = ESCAPED_CLASSES[next];
      const quoted = next === 'Q' ? pattern.indexOf('\\E', i) : -1;
      if (set) out += inClass ? set : `[${set}]`;
      else if (next === 'W' && !inClass) out += `[^${ESCAPED_CLASSES.w}]`;
      else if (next === 'x' && pattern[i + 1] === '{') out += '\\u';
      else if (next === 'Z' || next === 'z') out += '$';
      else if (next === 'A') out += '^';
      else if (quoted !== -1) {
        for (const quotedChar of pattern.slice(i + 1, quoted)) {
          out += SYNTAX.test(quotedChar) ? `\\${quotedChar}` : quotedChar;
        }
        i = quoted + 1;
      } else if (/[\p{L}\p{N}]/u.test(next) || SYNTAX.test(next) || (inClass && next === '-'))
        out += c + next;
      else out += next;
    } else if (inClass) {
      if (c === ']') inClass = false;
      out += c === '[' ? '\\[' : c;
    } else if (c === '[') {
      inClass = true;
      out += c;
    } else if (c === '(' && pattern.startsWith('(?>', i)) {
      out += '(?:';
      i += 2;
    } else if (c === '+' && /[+*?}]/.test(pattern[i - 1] ?? '') && pattern[i - 2] !== '\\') {
      // A possessive quantifier: the ordinary one matches at least as much.
    } else out += c;
  }
  return { source: out, ignoreCase };
}
