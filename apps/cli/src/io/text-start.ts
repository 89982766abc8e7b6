/** Places counted from a place that is known. */
import type { Place } from "./errors.ts";

/** A place that text can be counted from. */
export interface Start {
  /** Bytes before it. */
  readonly byte: number;
  readonly line: number;
  /** Unknown behind other rows on the same line. */
  readonly column: number | undefined;
}

/** The place of the character that follows `lead`, which begins at `start`. */
export function placeAfter(
  start: Start,
  lead: string,
): Place & { readonly line: number; readonly byte: number } {
  const lastFeed = lead.lastIndexOf("\n");
  const characters = Array.from(lead.slice(lastFeed + 1)).length;
  const byte = start.byte + Buffer.byteLength(lead) + 1;
  const line = start.line + lead.split("\n").length - 1;
  if (lastFeed >= 0) return { line, column: characters + 1, byte };
  if (start.column === undefined) return { line, byte };
  return { line, column: start.column + characters, byte };
}
