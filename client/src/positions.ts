/** Protocol records ↔ VS Code's position and range. */
import { Position, Range } from 'vscode';
import type { Position as PositionRecord, Range as RangeRecord } from '../../server/protocol/messages.js';

export function toPosition({ line, character }: PositionRecord): Position {
  return new Position(line, character);
}

export function toRange({ start, end }: RangeRecord): Range {
  return new Range(toPosition(start), toPosition(end));
}

export function toRecord({ line, character }: Position): PositionRecord {
  return { line, character };
}
