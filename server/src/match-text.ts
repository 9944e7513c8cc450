/** Matches in words: percentages, differences and origins as Markdown, or as plain text for editors without it. */
import path from 'node:path';
import { type MarkupContent, MarkupKind } from 'vscode-languageserver';
import type { DifferencePart, MatchRecord } from './engine/engine-messages.js';

const CONTEXT_PERCENT = 101;

/** `87 %`; a match between the same neighbours counts as exact and says so. */
export function percentText(percent: number): string {
  return percent >= CONTEXT_PERCENT ? '100 % in context' : `${percent} %`;
}

/** Where a unit comes from: `memory.tmx, unit 12`. */
export function originText({ file, unit }: MatchRecord): string {
  const place = unit === null ? 'just approved' : `unit ${unit}`;
  return `${path.basename(file)}, ${place}`;
}

/** One match for a hover or the documentation of a completion item. */
export function describeMatch(match: MatchRecord, markdown: boolean): MarkupContent {
  return markdown
    ? { kind: MarkupKind.Markdown, value: matchMarkdown(match) }
    : { kind: MarkupKind.PlainText, value: matchPlain(match) };
}

export function describeMatches(matches: readonly MatchRecord[], markdown: boolean): MarkupContent {
  return markdown
    ? { kind: MarkupKind.Markdown, value: matches.map(matchMarkdown).join('\n\n---\n\n') }
    : { kind: MarkupKind.PlainText, value: matches.map(matchPlain).join('\n\n') };
}

function matchMarkdown(match: MatchRecord): string {
  const head = `**${percentText(match.percent)}** · ${escapeMarkdown(originText(match))}`;
  const note = match.repaired ? ' · numbers adapted' : '';
  return `${head}${note}\n\n${differencesMarkdown(match)}\n\n→ ${escapeMarkdown(match.proposal)}`;
}

function matchPlain(match: MatchRecord): string {
  const note = match.repaired ? ', numbers adapted' : '';
  const head = `${percentText(match.percent)} (${originText(match)}${note})`;
  return `${head}\n${differencesPlain(match)}\n→ ${match.proposal}`;
}

function differencesMarkdown({ differences, source }: MatchRecord): string {
  if (differences.length === 0) return escapeMarkdown(source);
  const mark: Record<DifferencePart['kind'], (text: string) => string> = {
    same: (text) => text,
    deleted: (text) => `~~${text}~~`,
    inserted: (text) => `**${text}**`,
  };
  return differences.map(({ kind, text }) => mark[kind](escapeMarkdown(text))).join('');
}

function differencesPlain({ differences, source }: MatchRecord): string {
  if (differences.length === 0) return source;
  const mark: Record<DifferencePart['kind'], (text: string) => string> = {
    same: (text) => text,
    deleted: (text) => `[-${text}-]`,
    inserted: (text) => `{+${text}+}`,
  };
  return differences.map(({ kind, text }) => mark[kind](text)).join('');
}

/** Makes text show as it stands, whatever Markdown (or HTML inside it) it looks like. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#+\-.!|~>$:]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\s+/g, ' ');
}
