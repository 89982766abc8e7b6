import type { CompletionList } from "./types.ts";

/** Maximum number of items of one list. */
export const MAXIMUM_ITEMS = 200;

export function emptyList(offset: number): CompletionList {
  return { span: { start: offset, end: offset }, items: [], isIncomplete: false, values: undefined };
}

/** Moves an offset into a text. */
export function insideOf(text: string, offset: number): number {
  return Number.isNaN(offset) ? 0 : Math.trunc(Math.min(Math.max(offset, 0), text.length));
}
