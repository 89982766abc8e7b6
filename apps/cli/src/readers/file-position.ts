import type { FilePosition } from "../io/errors.ts";

export interface StreamPosition {
  /** Number of bytes before the position. */
  readonly byte: number;
  readonly line: number;
  /** Column number. Undefined if other rows precede on the same line. */
  readonly column: number | undefined;
}

/**
 * Returns the position after `lead`.
 * @param lead text that begins at `start`
 */
export function advancePosition(
  start: StreamPosition,
  lead: string,
): FilePosition & { readonly line: number; readonly byte: number } {
  const lastFeed = lead.lastIndexOf("\n");
  const characters = Array.from(lead.slice(lastFeed + 1)).length;
  const byte = start.byte + Buffer.byteLength(lead) + 1;
  const line = start.line + lead.split("\n").length - 1;
  if (lastFeed >= 0) return { line, column: characters + 1, byte };
  if (start.column === undefined) return { line, byte };
  return { line, column: start.column + characters, byte };
}
