/**
 * Hover in either document of a pair. Over a target word: the phrase pair behind it, how sure the model is of it and
 * where it was learnt. Over a source word: what it may become here. Below, the memory matches of the segment with the
 * differences marked.
 */
import type { CancellationToken, Hover, HoverParams, MarkupContent } from 'vscode-languageserver';
import { type PlaceUnder, queryFor, segmentUnder } from '../caret.js';
import { describeExplanation, describeTranslations, joinContents } from '../explanation-text.js';
import { learntUnits } from '../learnt-units.js';
import { describeMatches } from '../match-text.js';
import { rangeIn, segmentTexts } from '../segment-texts.js';
import type { Session } from '../session.js';
import { wordAt } from '../word-at.js';

/** Translations shown for a source word. */
const MOST_TRANSLATIONS = 8;

export async function hover(
  session: Session,
  { textDocument, position }: HoverParams,
  token: CancellationToken,
): Promise<Hover | null> {
  const place = await segmentUnder(session, textDocument.uri, position);
  if (place === null) return null;
  const markdown = session.features.hoverMarkdown;
  const offset = place.table[place.side].offsetAt(position);
  const word =
    place.side === 'target'
      ? await overTarget(session, place, offset, token)
      : await overSource(session, place, offset, token);
  const matches = await session.engine.ask('match', queryFor(session, place), { lane: 'hover', token });
  const parts = word === null ? [] : [word.contents];
  if (matches.length > 0) parts.push(describeMatches(matches, markdown));
  if (parts.length === 0) return null;
  return { contents: joinContents(parts, markdown), range: word?.range ?? place.range };
}

interface WordHover {
  readonly contents: MarkupContent;
  readonly range: Hover['range'];
}

async function overTarget(
  session: Session,
  { pair, table, segment }: PlaceUnder,
  documentOffset: number,
  token: CancellationToken,
): Promise<WordHover | null> {
  const key = session.models.ready(pair);
  const texts = segmentTexts(table, segment);
  const [source, target] = [texts.source.text, texts.target.text];
  if (key === null || target.trim() === '') return null;
  const offset = texts.target.fromDocument(documentOffset);
  const query = { key, source, target, offset };
  const explanation = await session.decoder.ask('explain', query, { lane: 'hover', token });
  if (explanation === null) return null;
  const words = await session.decoder.ask('confidence', { key, source, target }, { lane: 'hover', token });
  const word = words.find(({ start, end }) => start <= offset && offset <= end);
  const units = await learntUnits(session, session.memories.of(pair), explanation);
  const markdown = session.features.hoverMarkdown;
  const span = explanation.targetSpans.find(({ start, end }) => start <= offset && offset <= end);
  return {
    contents: describeExplanation(explanation, word?.confidence ?? null, units, markdown),
    range: span === undefined ? undefined : rangeIn(table.target, texts.target, span),
  };
}

async function overSource(
  session: Session,
  { pair, table, segment }: PlaceUnder,
  documentOffset: number,
  token: CancellationToken,
): Promise<WordHover | null> {
  const key = session.models.ready(pair);
  if (key === null) return null;
  const text = segmentTexts(table, segment).source;
  const span = wordAt(text.text, text.fromDocument(documentOffset), pair.sourceLanguage);
  if (span === null) return null;
  const query = { key, source: text.text, ...span, count: MOST_TRANSLATIONS };
  const translations = await session.decoder.ask('translationsOf', query, { lane: 'hover', token });
  if (translations.length === 0) return null;
  const words = text.text.slice(span.start, span.end);
  return {
    contents: describeTranslations(words, translations, session.features.hoverMarkdown),
    range: rangeIn(table.source, text, span),
  };
}
