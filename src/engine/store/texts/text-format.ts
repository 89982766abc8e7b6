import type { ReadRows, RowKernel } from "../kernels/wasm/row-kernel.ts";

/** Offset of a value that was not found: the member is missing. */
export const MISSING = 0;
/** Offset of a value that is read by parsing its row. */
export const PARSE_ROW = 0xffff;
/** Values at higher offsets are read by parsing their row. */
export const MAX_OFFSET = PARSE_ROW - 1;
/** Maximum number of members whose values `scan` finds. A format can have a lower one. */
export const MAX_MEMBERS = 1_000;

/** Result of `scan` if `parse` must decide about a row: it is invalid, or has rare properties. */
export const UNUSUAL = -1;
/** Result of `scan` if the row does not end before the limit. */
export const INCOMPLETE = -2;

export type ParsedRow =
  { readonly ok: true; readonly row: object } | { readonly ok: false; readonly message: string };

/** How a text begins. */
export interface Beginning {
  /** Offset of the first row, `INCOMPLETE`, or `UNUSUAL` if the text is invalid. */
  readonly end: number;
  /** Why the text is invalid. Undefined if it is valid. */
  readonly message: string | undefined;
}

/** Reads rows that are written one after another, each on lines of its own. */
export interface TextFormat {
  /** Whether the values are JSON. */
  readonly isJson: boolean;
  /** Names of the members whose values `scan` finds. It can add names. */
  readonly names: readonly string[];
  /** Reads what precedes the rows, such as a header. */
  readonly begin: (bytes: Uint8Array, limit: number) => Beginning;
  /**
   * Finds the values of a row, and validates it. Returns the offset of the line end after it, `UNUSUAL` or `INCOMPLETE`.
   *
   * @param limit offset after a line end
   * @param offsets receives the offset of each value, relative to `start - 1`, at the index of its name
   */
  readonly scan: (bytes: Uint8Array, start: number, limit: number, offsets: Uint32Array) => number;
  /**
   * Reads many rows with the results of `scan`. Ends before a row that `scan` must read.
   *
   * @param kernel has loaded the text
   * @param width length of a record: the number of names, and one
   */
  readonly readRows: (kernel: RowKernel, start: number, width: number) => ReadRows;
  /** Returns the offset after the line end of an unusual row, or `INCOMPLETE`. */
  readonly endOfRow: (bytes: Uint8Array, start: number, limit: number) => number;
  /** Returns whether an unusual row has no contents, and is skipped. */
  readonly isBlank: (row: Uint8Array) => boolean;
  /** Number of lines of the row that was scanned last. */
  readonly lines: number;
  /**
   * Returns the offset of a member's value inside the value at an offset; `MISSING` if that has no such member, and `UNUSUAL`
   * if its row must be parsed.
   *
   * @param name of `nameBytes`
   */
  readonly find: (bytes: Uint8Array, at: number, name: Uint8Array) => number;
  /** Returns the bytes of a name for `find`. */
  readonly nameBytes: (name: string) => Uint8Array;
  /** Returns the names of members of which each value is a string or null. */
  readonly stringNames: () => readonly string[];
  /** Whether the format can have unreadable values: if not, callers need not ask `isUnreadable`. */
  readonly hasUnreadable: boolean;
  /**
   * Returns whether the value at an offset is unreadable, and therefore null.
   *
   * @param member index of the member's name
   */
  readonly isUnreadable: (bytes: Uint8Array, at: number, member: number) => boolean;
  /** Parses the text of a row, which can be invalid. */
  readonly parse: (text: Uint8Array) => ParsedRow;
  /** Parses the text of a row that `scan` or `parse` has accepted. */
  readonly read: (text: Uint8Array) => object;
  /**
   * Copies a row that `scan` has accepted, in the form in which `JSON.stringify` writes the parsed row. Returns the end offset of the
   * copy, or -1 if the row must be parsed for that.
   *
   * @param to at least as long as the row
   */
  readonly copyJson: (bytes: Uint8Array, start: number, end: number, to: Uint8Array) => number;
  /** Returns a reader of values. */
  readonly values: () => TextValues;
}

/** Collects values from texts. Reading many at once takes less time than one by one. */
export interface TextValues {
  /**
   * Adds the value at an offset.
   *
   * @param member index of the member's name
   */
  readonly add: (bytes: Uint8Array, at: number, member: number) => void;
  /** Adds a value that was read already. */
  readonly addValue: (value: unknown) => void;
  /** Number of bytes of the values that were added. */
  readonly bytes: number;
  /** Returns the values, in the order in which they were added, and removes them. */
  readonly take: () => unknown[];
}
