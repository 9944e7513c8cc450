/** Half-open ranges of UTF-16 code units, `[start, end)`: the only way the engine points into text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function spanLength(span: Span): number {
  return span.end - span.start;
}

export function spanText(text: string, span: Span): string {
  return text.slice(span.start, span.end);
}

export function spansOverlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Whether `offset` lies inside the span or on either of its edges (a caret may stand at both). */
export function spanTouches(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}

export function shiftSpan(span: Span, by: number): Span {
  return { start: span.start + by, end: span.end + by };
}
