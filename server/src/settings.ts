/**
 * The settings `enface.*`, checked. Whatever an editor sends (section `enface` of `workspace/configuration`, the
 * initialization options, or `didChangeConfiguration`) becomes a complete `Settings` record; a value that makes no
 * sense is replaced by its default and gets one sentence in `problems`. Keys may be nested (`memory: { file }`) or
 * dotted (`"memory.file"`).
 */
import { LOG_LEVELS, type LogLevel } from './log.js';

/** Globs (or plain paths) of documents that belong together, relative to the workspace folder. */
export interface PairSetting {
  readonly source: string;
  readonly target: string;
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}

export const SUGGESTION_LENGTHS = ['sentence', 'phrase', 'word', 'benefit'] as const;
export type SuggestionLength = (typeof SUGGESTION_LENGTHS)[number];

export const CONFIDENCE_SETTINGS = ['auto', 'on', 'off'] as const;
export type ConfidenceSetting = (typeof CONFIDENCE_SETTINGS)[number];

export interface Settings {
  /** BCP 47 tags; empty when not set. */
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
  readonly pairs: readonly PairSetting[];
  /** Globs of TMX files, relative to the workspace folder, or absolute. */
  readonly memories: readonly string[];
  /** Where approved segments are written, relative to the workspace folder, or absolute. */
  readonly memoryFile: string;
  /** Per cent; weaker matches are not offered. */
  readonly minimumMatch: number;
  readonly suggestionsEnabled: boolean;
  readonly suggestionsMaximum: number;
  /** How far a suggestion of the model goes. */
  readonly suggestionsLength: SuggestionLength;
  /** Whether to mark how sure the model is of each word; `auto`: when the model is known to be good at telling. */
  readonly confidence: ConfidenceSetting;
  /** Whether inlay hints show the state of segments. */
  readonly segmentHints: boolean;
  /** The model of a language pair; `{source}` and `{target}` stand for the languages. Relative to the workspace folder, or absolute. */
  readonly modelFile: string;
  readonly logLevel: LogLevel;
}

export const DEFAULT_SETTINGS: Settings = {
  sourceLanguage: '',
  targetLanguage: '',
  pairs: [],
  memories: ['**/*.tmx'],
  memoryFile: '.enface/memory.tmx',
  minimumMatch: 70,
  suggestionsEnabled: true,
  suggestionsMaximum: 5,
  suggestionsLength: 'sentence',
  confidence: 'auto',
  segmentHints: false,
  modelFile: '.enface/{source}-{target}.enface',
  logLevel: 'info',
};

export interface CheckedSettings {
  readonly settings: Settings;
  /** One sentence per value that was not used. */
  readonly problems: readonly string[];
}

/** Checks the value of the section `enface`; null and undefined mean that nothing is set. */
export function checkSettings(section: unknown): CheckedSettings {
  const reader = new SectionReader(section);
  const defaults = DEFAULT_SETTINGS;
  const settings: Settings = {
    sourceLanguage: reader.read('sourceLanguage', defaults.sourceLanguage, languageTag),
    targetLanguage: reader.read('targetLanguage', defaults.targetLanguage, languageTag),
    pairs: reader.read('pairs', defaults.pairs, listOf(pairSetting)),
    memories: reader.read('memories', defaults.memories, listOf(path)),
    memoryFile: reader.read('memory.file', defaults.memoryFile, tmxPath),
    minimumMatch: reader.read('memory.minimumMatch', defaults.minimumMatch, numberBetween(30, 100)),
    suggestionsEnabled: reader.read('suggestions.enabled', defaults.suggestionsEnabled, boolean),
    suggestionsMaximum: reader.read('suggestions.maximum', defaults.suggestionsMaximum, numberBetween(1, 20)),
    suggestionsLength: reader.read(
      'suggestions.length',
      defaults.suggestionsLength,
      oneOf(SUGGESTION_LENGTHS),
    ),
    confidence: reader.read('confidence.show', defaults.confidence, oneOf(CONFIDENCE_SETTINGS)),
    segmentHints: reader.read('segments.showState', defaults.segmentHints, boolean),
    modelFile: reader.read('model.file', defaults.modelFile, modelPath),
    logLevel: reader.read('log.level', defaults.logLevel, oneOf(LOG_LEVELS)),
  };
  return { settings, problems: reader.problems };
}

/** Returns the checked value, or throws `Wrong` with what was expected. */
type Check<T> = (value: unknown) => T;

class Wrong extends Error {}

class SectionReader {
  readonly problems: string[] = [];
  readonly #section: Record<string, unknown>;

  constructor(section: unknown) {
    const usable = isRecord(section);
    this.#section = usable ? section : {};
    if (!usable && section !== null && section !== undefined) {
      this.problems.push('The settings "enface" must be an object; the defaults are used.');
    }
  }

  read<T>(key: string, fallback: T, check: Check<T>): T {
    const value = this.#find(key);
    if (value === undefined || value === null) return fallback;
    try {
      return check(value);
    } catch (cause) {
      if (!(cause instanceof Wrong)) throw cause;
      this.problems.push(`The setting "enface.${key}" must be ${cause.message}; the default is used.`);
      return fallback;
    }
  }

  #find(key: string): unknown {
    if (key in this.#section) return this.#section[key];
    let value: unknown = this.#section;
    for (const part of key.split('.')) value = isRecord(value) ? value[part] : undefined;
    return value;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const languageTag: Check<string> = (value) => {
  const wrong = new Wrong('a language tag such as "de" or "pt-BR"');
  if (typeof value !== 'string') throw wrong;
  if (value === '') return '';
  try {
    return Intl.getCanonicalLocales(value)[0] ?? '';
  } catch {
    throw wrong;
  }
};

const path: Check<string> = (value) => {
  if (typeof value !== 'string' || value.trim() === '') throw new Wrong('a path or glob that is not empty');
  return value.trim();
};

const tmxPath: Check<string> = (value) => {
  const wrong = new Wrong('the path of a TMX file such as ".enface/memory.tmx"');
  if (typeof value !== 'string' || !/[^/\\]\.tmx$/i.test(value.trim())) throw wrong;
  return value.trim();
};

const modelPath: Check<string> = (value) => {
  const wrong = new Wrong('the path of a model such as ".enface/{source}-{target}.enface"');
  if (typeof value !== 'string' || !/[^/\\]\.enface$/i.test(value.trim())) throw wrong;
  return value.trim();
};

const boolean: Check<boolean> = (value) => {
  if (typeof value !== 'boolean') throw new Wrong('true or false');
  return value;
};

function numberBetween(low: number, high: number): Check<number> {
  return (value) => {
    if (typeof value !== 'number' || !(value >= low && value <= high)) {
      throw new Wrong(`a number between ${low} and ${high}`);
    }
    return value;
  };
}

function oneOf<T extends string>(allowed: readonly T[]): Check<T> {
  return (value) => {
    const found = allowed.find((one) => one === value);
    if (found === undefined) throw new Wrong(`one of ${allowed.map((one) => `"${one}"`).join(', ')}`);
    return found;
  };
}

function listOf<T>(check: Check<T>): Check<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value)) throw new Wrong('a list');
    return value.map((one, index) => {
      try {
        return check(one);
      } catch (cause) {
        throw cause instanceof Wrong
          ? new Wrong(`a list whose entry ${index + 1} is ${cause.message}`)
          : cause;
      }
    });
  };
}

const pairSetting: Check<PairSetting> = (value) => {
  if (!isRecord(value)) throw new Wrong('an object with "source" and "target"');
  const field = <T>(name: string, check: Check<T>, fallback: T): T => {
    try {
      return value[name] === undefined ? fallback : check(value[name]);
    } catch (cause) {
      throw cause instanceof Wrong ? new Wrong(`an object whose "${name}" is ${cause.message}`) : cause;
    }
  };
  if (value.source === undefined || value.target === undefined) {
    throw new Wrong('an object with "source" and "target"');
  }
  return {
    source: field('source', path, ''),
    target: field('target', path, ''),
    sourceLanguage: field('sourceLanguage', languageTag, ''),
    targetLanguage: field('targetLanguage', languageTag, ''),
  };
};
