/** The two texts of a segment as they read, with the way from places in them to ranges of the documents. */
import type { Range } from 'vscode-languageserver';
import type { Span } from '../../models/text/span.js';
import type { Snapshot } from './document-store.js';
import type { Segment } from './documents/segment.js';
import type { LogicalText } from './formats/folds.js';
import { segmentText } from './formats/logical-text.js';
import type { SegmentTable } from './segment-tables.js';

export interface SegmentTexts {
  readonly source: LogicalText;
  /** Empty at offset 0 while nothing is written. */
  readonly target: LogicalText;
}

export function segmentTexts({ document }: SegmentTable, { source, target }: Segment): SegmentTexts {
  return {
    source: segmentText(document.source, source),
    target: target === null ? NOTHING : segmentText(document.target, target),
  };
}

/** Where a span of a text stands in its document. */
export function rangeIn(snapshot: Snapshot, text: LogicalText, { start, end }: Span): Range {
  return {
    start: snapshot.positionAt(text.toDocument(start)),
    end: snapshot.positionAt(text.toDocument(end)),
  };
}

const NOTHING: LogicalText = { text: '', toDocument: () => 0, fromDocument: () => 0 };
