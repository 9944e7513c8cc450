/**
 * Edits that put a translation where a segment stands. They touch the segment and nothing else, so that layout and
 * markup around it survive.
 */
import type { Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import type { Caret } from './caret.js';
import type { Session } from './session.js';

export interface LineReplacement {
  /** On the caret's line only, as completion items must be. */
  readonly textEdit: TextEdit;
  /** Take away what the segment has on other lines. */
  readonly additionalTextEdits: TextEdit[];
  /** What stands between the start of `textEdit` and the caret: the editor compares items with it. */
  readonly typed: string;
}

/** Replaces the whole segment in one edit. */
export function wholeReplacement(caret: Caret, text: string): TextEdit {
  const { start, end } = extent(caret);
  return { range: range(caret, start, end), newText: caret.lead + text };
}

/** Replaces the whole segment, with the main edit on the caret's line. */
export function lineReplacement(caret: Caret, text: string): LineReplacement {
  const { start, end } = extent(caret);
  const snapshot = caret.table.target;
  const { line } = snapshot.positionAt(caret.offset);
  const lineStart = snapshot.offsetAt({ line, character: 0 });
  const lineEnd = snapshot.offsetAt({ line, character: Number.MAX_SAFE_INTEGER });
  const [mainStart, mainEnd] = [Math.max(start, lineStart), Math.min(end, lineEnd)];
  const additionalTextEdits: TextEdit[] = [];
  if (start < mainStart) additionalTextEdits.push({ range: range(caret, start, mainStart), newText: '' });
  if (mainEnd < end) additionalTextEdits.push({ range: range(caret, mainEnd, end), newText: '' });
  return {
    textEdit: { range: range(caret, mainStart, mainEnd), newText: caret.lead + text },
    additionalTextEdits,
    typed: snapshot.text.slice(mainStart, caret.offset),
  };
}

/** Edits of the target document, bound to its version where the editor understands that. */
export function documentEdit(
  session: Session,
  { uri, table }: Pick<Caret, 'uri' | 'table'>,
  edits: TextEdit[],
): WorkspaceEdit {
  if (!session.features.versionedEdits) return { changes: { [uri]: edits } };
  return { documentChanges: [{ textDocument: { uri, version: table.target.version }, edits }] };
}

/** The segment and blanks typed after it, up to the caret. */
function extent({ span, offset }: Caret): { start: number; end: number } {
  return { start: Math.min(span.start, offset), end: Math.max(span.end, offset) };
}

function range({ table }: Caret, start: number, end: number): Range {
  return { start: table.target.positionAt(start), end: table.target.positionAt(end) };
}
