/**
 * How sure the model is of each word: `enface/confidence`, and the same as semantic tokens. Answers at once with what
 * is known; when more is, the editor is told to ask again.
 */
import {
  type Range,
  type SemanticTokens,
  SemanticTokensBuilder,
  type SemanticTokensParams,
  type SemanticTokensRangeParams,
} from 'vscode-languageserver';
import type { ConfidenceLevel, ConfidenceParams, ConfidenceResult } from '../../protocol/messages.js';
import type { Session } from '../session.js';
import { canonicalUri } from '../uris.js';

/** Types of semantic tokens, in the order of their numbers; named in docs/editors.md. */
export const TOKEN_TYPES = ['lowConfidence', 'mediumConfidence', 'highConfidence'];
const LEVELS: readonly ConfidenceLevel[] = ['low', 'medium', 'high'];

const NOTHING: ConfidenceResult = { version: null, words: [] };

export async function confidence(
  session: Session,
  { targetUri, range }: ConfidenceParams,
): Promise<ConfidenceResult> {
  return marks(session, targetUri, range);
}

export async function semanticTokens(
  session: Session,
  { textDocument }: SemanticTokensParams,
): Promise<SemanticTokens> {
  return tokens(await marks(session, textDocument.uri, null));
}

export async function semanticTokensRange(
  session: Session,
  { textDocument, range }: SemanticTokensRangeParams,
): Promise<SemanticTokens> {
  return tokens(await marks(session, textDocument.uri, range));
}

async function marks(session: Session, uri: string, range: Range | null): Promise<ConfidenceResult> {
  const target = canonicalUri(uri);
  await session.ready(target);
  const pair = await session.pairs.ofTarget(target);
  if (pair === null || !session.models.showsConfidence(pair)) return NOTHING;
  const table = await session.tables.of(pair);
  if (table === null) return NOTHING;
  const within =
    range === null
      ? { start: 0, end: table.target.text.length + 1 }
      : { start: table.target.offsetAt(range.start), end: table.target.offsetAt(range.end) + 1 };
  const words = await session.confidences.of(table, session.memories.of(pair), within);
  return { version: table.target.version, words };
}

function tokens({ words }: ConfidenceResult): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  for (const { range, level } of words) {
    const { start, end } = range;
    // Tokens must not go over line ends; a word never does, but a fold inside a placeable may.
    if (start.line === end.line) {
      builder.push(start.line, start.character, end.character - start.character, LEVELS.indexOf(level), 0);
    }
  }
  return builder.build();
}
