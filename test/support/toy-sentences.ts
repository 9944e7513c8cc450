/** Sentences for tests of document structure: a full stop, question or exclamation mark and a blank end one. */
import type { Span } from '../../models/text/span.js';

export function toySentences(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(/\S(?:[^.!?]|[.!?](?![*_)\]"]*\s))*(?:[.!?][*_)\]"]*)?/g)) {
    const end = match.index + match[0].trimEnd().length;
    spans.push({ start: match.index, end });
  }
  return spans;
}
