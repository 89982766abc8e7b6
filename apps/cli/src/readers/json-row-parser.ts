/** Parses rows of a JSON list. Parsing all rows of a chunk together is twice as fast as one by one. */
import { parseJson } from "tamis/catalog";
import { findJsonFault } from "../formats/json-fault.ts";
import { isJsonObject } from "../formats/own-members.ts";
import type { Row } from "../formats/row.ts";
import { DataError } from "../io/errors.ts";
import { LINE_FEED, OPEN_BRACE } from "../formats/bytes.ts";
import { advancePosition, type StreamPosition } from "./file-position.ts";
import type { RowErrorHandler } from "./format-reader.ts";
import { hasInfiniteNumber, NUMBER_TOO_LARGE } from "./infinite-numbers.ts";
import { valueEnd, valueStart } from "./json-values.ts";

export class JsonRowParser {
  rows: Row[] = [];
  /** Number of rows read, including invalid ones. */
  row = 0;
  /** True if the list has values other than objects. The caller has reported them, and they are skipped. */
  hasNonObjects = false;
  readonly #file: string;
  readonly #onRowError: RowErrorHandler | undefined;

  constructor(file: string, onRowError: RowErrorHandler | undefined) {
    this.#file = file;
    this.#onRowError = onRowError;
  }

  /**
   * Parses complete rows that are separated by commas.
   * @throws DataError for an invalid row, unless a handler skips it
   */
  parse(batch: Buffer, start: StreamPosition): void {
    let rows: Row[];
    try {
      const text = `[${batch.toString("utf8")}]`;
      rows = parseJson(text) as Row[];
      if (hasInfiniteNumber(text, rows)) throw new RangeError(NUMBER_TOO_LARGE);
    } catch {
      this.#parseOneByOne(batch, start);
      return;
    }
    this.row += rows.length;
    if (this.hasNonObjects) rows = rows.filter(isJsonObject);
    if (this.rows.length === 0) this.rows = rows;
    else for (const row of rows) this.rows.push(row);
  }

  /** Parses the rows of an invalid batch one by one, to deliver the valid ones. */
  #parseOneByOne(batch: Buffer, start: StreamPosition): void {
    let last = -1;
    for (let at = valueStart(batch, 0); at < batch.length;) {
      const end = valueEnd(batch, at);
      if (batch[at] === OPEN_BRACE) {
        const text = batch.toString("utf8", at, end);
        const row = this.#parseRow(text, () => rowStart(batch, at, last, start));
        if (row !== undefined) this.rows.push(row);
      }
      this.row++;
      last = end;
      at = valueStart(batch, end);
    }
  }

  /** Returns undefined for an invalid row that is skipped. */
  #parseRow(text: string, start: () => StreamPosition): Row | undefined {
    try {
      const row = parseJson(text) as Row;
      if (hasInfiniteNumber(text, row)) throw new RangeError(NUMBER_TOO_LARGE);
      return row;
    } catch (error) {
      const fault = findJsonFault(text);
      const reason = fault?.reason ?? (error instanceof Error ? error.message : "this is not JSON");
      const position = advancePosition(start(), text.slice(0, fault?.offset ?? 0));
      const wrong = new DataError(this.#file, { ...position, row: this.row + 1 }, reason);
      if (this.#onRowError === undefined) throw wrong;
      this.#onRowError(wrong);
      return undefined;
    }
  }
}

/** Returns the position of a row in the batch. The column is undefined if another row precedes on the line. */
function rowStart(batch: Buffer, at: number, endOfLast: number, start: StreamPosition): StreamPosition {
  const { byte, line, column } = advancePosition(start, batch.toString("utf8", 0, at));
  const shared = endOfLast > (at === 0 ? -1 : batch.lastIndexOf(LINE_FEED, at - 1));
  return { byte: byte - 1, line, column: shared ? undefined : column };
}
