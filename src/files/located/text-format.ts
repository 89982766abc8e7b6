/** Rows as texts, in which a kernel finds the values. */
import type { ReadRows, RowKernel } from "../../wasm/row-kernel.ts";
import { encodeUtf8 } from "../bytes/decode.ts";
import type { RowFault } from "../json-rows/parse-row.ts";

/** Offset of a value that was not found: the member is missing. */
export const MISSING = 0;
/** Result of `find` if the row must be parsed. */
export const UNUSUAL = -1;

/** A row that was parsed. It is blank if it has neither a row nor a fault. */
export interface ParsedRow {
  /** Offset after the row, or `INCOMPLETE`. */
  readonly end: number;
  /** Number of line ends, that of the row included. */
  readonly lines: number;
  readonly row?: object;
  /** Why the row is invalid. */
  readonly fault?: RowFault;
}

/** Returns the bytes of the name of a member for `find`. */
export function memberBytes(name: string): Uint8Array {
  return encodeUtf8(`${name}"`);
}

/** Rows that are written one after another, each on lines of its own. The kernel reads regular rows, and `parse` all others. */
export interface TextFormat {
  /** Whether the values are JSON. */
  readonly isJson: boolean;
  /** Names of the members whose values the kernel finds. */
  readonly names: readonly string[];
  /**
   * Finds the values of many rows. Ends before a row that `parse` must read.
   *
   * @param kernel has loaded the text
   * @param width length of a record: the number of names, and one
   */
  readRows(kernel: RowKernel, start: number, width: number): ReadRows;
  /** Parses the row at an offset. @param isFinal true if no bytes follow */
  parse(bytes: Uint8Array, start: number, isFinal: boolean): ParsedRow;
  /** Adds the names of a row. Returns true if there are new ones, so that the kernel can probably read such rows. */
  learn?(row: object): boolean;
  /** Parses the text of a row that was accepted. */
  read(text: Uint8Array): object;
  /** Returns the offset of a member's value inside the value at an offset; `MISSING`, or `UNUSUAL`. @param name of `memberBytes` */
  find(bytes: Uint8Array, at: number, name: Uint8Array): number;
  /** Indexes of the members that can be unreadable. Default: there are none. */
  readonly checked?: readonly number[];
  /** Returns whether members of the text of a row that was accepted are unreadable. */
  unreadableIn?(text: Uint8Array): (member: number) => boolean;
  /** Returns the names of members of which each value is a string or null. Default: they are unknown. */
  stringNames?(): readonly string[];
  /** Returns the value at an offset; undefined if it is unreadable. @param member index of the member's name */
  valueAt(bytes: Uint8Array, at: number, member: number): unknown;
}
