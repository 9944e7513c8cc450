/** Hover over a segment, in either document: its memory matches with the differences marked. */
import type { CancellationToken, Hover, HoverParams } from 'vscode-languageserver';
import { queryFor, segmentUnder } from '../caret.js';
import { describeMatches } from '../match-text.js';
import type { Session } from '../session.js';

export async function hover(
  session: Session,
  { textDocument, position }: HoverParams,
  token: CancellationToken,
): Promise<Hover | null> {
  const place = await segmentUnder(session, textDocument.uri, position);
  if (place === null) return null;
  const matches = await session.engine.ask('match', queryFor(session, place), { lane: 'hover', token });
  if (matches.length === 0) return null;
  return { contents: describeMatches(matches, session.features.hoverMarkdown), range: place.range };
}
