/** Explanations of the model in words: Markdown, or plain text for editors without it. */
import { type MarkupContent, MarkupKind } from 'vscode-languageserver';
import type { Explanation, SourceTranslation } from '../../models/assist/assist-records.js';
import { escapeMarkdown } from './match-text.js';

/** A memory unit the model learnt from, with where it stands when that is known. */
export interface LearntUnit {
  readonly source: string;
  readonly target: string;
  /** `memory.tmx, unit 12`, or "approved by you". */
  readonly label: string;
  /** Opens the memory at the unit. */
  readonly uri: string | null;
}

/** Most contributions that are named for and against. */
const MOST_REASONS = 3;

/** The phrase pair behind a word; `confidence` 0–1 or null. */
export function describeExplanation(
  explanation: Explanation,
  confidence: number | null,
  units: readonly LearntUnit[],
  markdown: boolean,
): MarkupContent {
  const show = markdown ? escapeMarkdown : plain;
  const strong = (text: string) => (markdown ? `**${text}**` : text);
  const facts = [
    confidence === null ? '' : `confidence ${percent(confidence)}`,
    explanation.typed
      ? 'typed by you'
      : `used in ${percent(explanation.probability)} of the translations considered`,
  ].filter((fact) => fact !== '');
  const lines = [`${strong(show(explanation.drawn))} · ${facts.join(' · ')}`];
  const [forIt, against] = reasons(explanation);
  if (forIt !== '') lines.push(`Speaks for it: ${show(forIt)}`);
  if (against !== '') lines.push(`Speaks against it: ${show(against)}`);
  for (const { source, target, label, uri } of units) {
    const place = markdown && uri !== null ? `[${show(label)}](${uri})` : show(label);
    lines.push(`${place}: ${show(source)} → ${show(target)}`);
  }
  return content(lines, markdown);
}

/** What source words may become here. */
export function describeTranslations(
  words: string,
  translations: readonly SourceTranslation[],
  markdown: boolean,
): MarkupContent {
  const show = markdown ? escapeMarkdown : plain;
  const rows = translations.map(({ text, probability }) => `${percent(probability)} ${show(text)}`);
  const head = markdown ? `**${show(words)}** here` : `${words} here`;
  const list = markdown ? rows.map((row) => `- ${row}`).join('\n') : rows.join('\n');
  return content([head, list], markdown);
}

/** One hover from several parts. */
export function joinContents(parts: readonly MarkupContent[], markdown: boolean): MarkupContent {
  const kind = markdown ? MarkupKind.Markdown : MarkupKind.PlainText;
  return { kind, value: parts.map(({ value }) => value).join(markdown ? '\n\n---\n\n' : '\n\n') };
}

export function percent(share: number): string {
  const value = 100 * share;
  return `${value > 0 && value < 1 ? '<1' : Math.round(value)} %`;
}

function reasons({ contributions }: Explanation): [forIt: string, against: string] {
  const named = (wanted: (value: number) => boolean) =>
    contributions
      .filter(({ value }) => wanted(value))
      .slice(0, MOST_REASONS)
      .map(({ name, value }) => `${name} (${value > 0 ? '+' : '−'}${Math.abs(value).toFixed(1)})`)
      .join(', ');
  return [named((value) => value > 0), named((value) => value < 0)];
}

function content(lines: readonly string[], markdown: boolean): MarkupContent {
  const kind = markdown ? MarkupKind.Markdown : MarkupKind.PlainText;
  return { kind, value: lines.join(markdown ? '\n\n' : '\n') };
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ');
}
