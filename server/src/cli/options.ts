/** Reads the options of a command; whatever is wrong with them becomes a UsageError in plain words. */
import { parseArgs } from 'node:util';
import { UsageError } from './command.js';

type OptionsConfig = Record<string, { readonly type: 'string' | 'boolean'; readonly multiple?: boolean }>;

/** An option holds a string or true, several of them if it may be repeated. */
export interface ParsedOptions<T extends OptionsConfig> {
  readonly values: {
    [Name in keyof T]?: Repeated<T[Name], T[Name]['type'] extends 'string' ? string : boolean>;
  };
  readonly positionals: string[];
}

type Repeated<Option, Value> = Option extends { readonly multiple: true } ? Value[] : Value;

/** Like Node's `parseArgs`, without positional arguments unless `allowPositionals`. */
export function parseOptions<const T extends OptionsConfig>(
  args: readonly string[],
  options: T,
  allowPositionals = false,
): ParsedOptions<T> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals, strict: true }) as ParsedOptions<T>;
  } catch (cause) {
    // Node's messages go on with hints for programmers after the first sentence.
    const [sentence = 'The options make no sense'] = (cause as Error).message.split(/\. |\n/);
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`);
  }
}

export function required(value: string | undefined, option: string): string {
  if (value === undefined || value === '') throw new UsageError(`--${option} is missing.`);
  return value;
}

/** A whole number from `low` to `high`, or `fallback` when the option is not given. */
export function wholeNumber(
  value: string | undefined,
  option: string,
  low: number,
  high: number,
  fallback: number,
): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (value.trim() !== '' && Number.isInteger(number) && number >= low && number <= high) return number;
  const range = Number.isFinite(high) ? `from ${low} to ${high}` : `of at least ${low}`;
  throw new UsageError(`--${option} needs a whole number ${range}, not "${value}".`);
}

/** A number from `low` to `high`, or `fallback` when the option is not given. */
export function numberFrom(
  value: string | undefined,
  option: string,
  low: number,
  high: number,
  fallback: number,
): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (value.trim() !== '' && number >= low && number <= high) return number;
  throw new UsageError(`--${option} needs a number from ${low} to ${high}, not "${value}".`);
}

export function oneOf<T extends string>(
  value: string | undefined,
  option: string,
  choices: readonly T[],
  fallback: T,
): T {
  if (value === undefined) return fallback;
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw new UsageError(`--${option} is one of ${choices.join(', ')}.`);
  return choice;
}

/** `0,0,1`: thresholds by order, which must not fall. */
export function pruningThresholds(value: string | undefined, option: string): number[] {
  if (value === undefined) return [];
  const thresholds = value.split(',').map(Number);
  const valid = thresholds.every((n, k) => Number.isInteger(n) && n >= (thresholds[k - 1] ?? 0));
  if (!valid) {
    throw new UsageError(`--${option} needs counts that do not fall, by order, e.g. 0,0,1, not "${value}".`);
  }
  return thresholds;
}
