/**
 * Which files belong together. A rule maps source paths to target paths by two patterns whose wildcards
 * correspond in order: `docs/en/**` ↔ `docs/de/**`, `{name}.md` ↔ `{name}.de.md`. Everything here is a pure
 * function of paths relative to a workspace folder; whether a file exists is the caller's business.
 *
 * Patterns: `**` any folders or a whole rest, `*` within one name, `?` one character, `{word}` one name or part
 * of it, `{md,txt}` one of these. Patterns without a slash on both sides match in every folder. Backslashes are
 * slashes.
 *
 *   const pairing = new Pairing([{ source: '{name}.md', target: '{name}.de.md', … }]);
 *   pairing.targetsOf('docs/intro.md')     → [{ source: 'docs/intro.md', target: 'docs/intro.de.md', … }]
 *   pairing.sourcesOf('docs/intro.de.md')  → the same pair
 *
 * A path that a rule would map to a pair it cannot map back (`*-*` and names full of hyphens) has no pair by
 * that rule, so going to the target and back always ends where it began.
 */
import { fillPattern, matchPattern, type PathPattern, parsePattern, wildcardsOf } from './path-pattern.js';

export interface PairRule {
  readonly source: string;
  readonly target: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

/** Two paths relative to the same workspace folder, with forward slashes. */
export interface PathPair {
  readonly source: string;
  readonly target: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

export interface PairingOptions {
  /** Letters of the fixed parts match in either case (Windows, macOS). */
  readonly ignoreCase?: boolean;
}

interface CompiledRule {
  readonly rule: PairRule;
  readonly source: PathPattern;
  readonly target: PathPattern;
}

type Side = 'source' | 'target';

export class Pairing {
  /** One sentence for each rule that cannot work; such rules are left out. */
  readonly problems: readonly string[];
  readonly #rules: readonly CompiledRule[];
  readonly #ignoreCase: boolean;

  constructor(rules: readonly PairRule[], options: PairingOptions = {}) {
    this.#ignoreCase = options.ignoreCase ?? false;
    this.problems = rules.map(ruleProblem).filter((problem) => problem !== null);
    this.#rules = rules.filter((rule) => ruleProblem(rule) === null).map((rule) => this.#compile(rule));
  }

  /** The pairs in which `path` is the source, in the order of the rules; no target twice. */
  targetsOf(path: string): PathPair[] {
    return this.#pairs(path, 'source');
  }

  /** The pairs in which `path` is the target, in the order of the rules: the first is the likeliest. */
  sourcesOf(path: string): PathPair[] {
    return this.#pairs(path, 'target');
  }

  #compile(rule: PairRule): CompiledRule {
    const [source, target] = [normalizePath(rule.source), normalizePath(rule.target)];
    const options = { ignoreCase: this.#ignoreCase, floating: !`${source}${target}`.includes('/') };
    return { rule, source: parsePattern(source, options), target: parsePattern(target, options) };
  }

  #pairs(path: string, side: Side): PathPair[] {
    const normal = normalizePath(path);
    const other = side === 'source' ? 'target' : 'source';
    const seen = new Set<string>();
    return this.#rules.flatMap((rule) => {
      const mapped = this.#map(rule, normal, side);
      if (mapped === null || seen.has(mapped)) return [];
      seen.add(mapped);
      const { sourceLanguage, targetLanguage } = rule.rule;
      return [{ source: normal, target: normal, [other]: mapped, sourceLanguage, targetLanguage }];
    });
  }

  /** The other path of the pair in which `path` is on `side`, or null. */
  #map(rule: CompiledRule, path: string, side: Side): string | null {
    if (sideOf(rule, path) !== side) return null;
    const other = side === 'source' ? 'target' : 'source';
    const captures = matchPattern(rule[side], path);
    if (captures === null) return null;
    const mapped = fillPattern(rule[other], captures);
    if (normalizePath(mapped) !== mapped || sideOf(rule, mapped) !== other) return null;
    const back = matchPattern(rule[other], mapped);
    if (back === null || !this.#samePath(fillPattern(rule[side], back), path)) return null;
    return mapped;
  }

  #samePath(a: string, b: string): boolean {
    return this.#ignoreCase ? a.toLowerCase() === b.toLowerCase() : a === b;
  }
}

/** What is wrong with a rule, in one sentence, or null. */
export function ruleProblem(rule: PairRule): string | null {
  const name = `"${rule.source}" ↔ "${rule.target}"`;
  if (rule.source.trim() === '' || rule.target.trim() === '') return `The pair ${name} has an empty pattern.`;
  if (rule.sourceLanguage === '' || rule.targetLanguage === '')
    return `The pair ${name} does not say its languages.`;
  if (normalizePath(rule.source) === normalizePath(rule.target))
    return `The pair ${name} maps every file to itself.`;
  if (wildcardsOf(rule.source).join(' ') !== wildcardsOf(rule.target).join(' '))
    return `The pair ${name} has different wildcards on its two sides.`;
  return null;
}

/** Forward slashes, without `./` in front. */
export function normalizePath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}

/**
 * `file` relative to `folder` with forward slashes, or null when it lies outside. Both are absolute paths of the
 * same kind; drive letters match in either case, the rest only with `ignoreCase`.
 */
export function relativePath(folder: string, file: string, options: PairingOptions = {}): string | null {
  const comparable = (path: string) => {
    const normal = normalizePath(path).replace(/^[a-z]:/i, (drive) => drive.toLowerCase());
    return options.ignoreCase ? normal.toLowerCase() : normal;
  };
  const base = comparable(folder).replace(/\/+$/, '');
  return comparable(file).startsWith(`${base}/`) ? normalizePath(file).slice(base.length + 1) : null;
}

/** `name.de.md` matches `{name}.md` too, but the pattern that fixes more of a path says what the path is. */
function sideOf(rule: CompiledRule, path: string): Side | null {
  const isSource = matchPattern(rule.source, path) !== null;
  const isTarget = matchPattern(rule.target, path) !== null;
  if (isSource && isTarget) return rule.source.fixedLength > rule.target.fixedLength ? 'source' : 'target';
  if (isSource) return 'source';
  return isTarget ? 'target' : null;
}
