/** Parses rows of a JSON list. Parsing all rows of a chunk together is twice as fast as one by one. */
import { decodeUtf8 } from "../bytes/decode.ts";
import { ReadingFault, type FilePosition } from "../rows/reading-fault.ts";
import { parseJson } from "../../values/json/exact-json.ts";
import { isRecord } from "../../values/is-object.ts";
import type { FileRow } from "../rows/row.ts";
import { LINE_FEED, OPEN_BRACE, OPEN_BRACKET } from "../bytes/bytes.ts";
import { advancePosition, type StreamPosition } from "../rows/file-position.ts";
import type { ReaderEvents } from "../rows/format-reader.ts";
import { hasInfiniteNumber } from "../json-rows/infinite-numbers.ts";
import { RowFault, RowParser } from "../json-rows/parse-row.ts";
import { keepAllNumberTexts, keepNumberTexts } from "../json-rows/number-texts.ts";
import { repairNumbers } from "../json-rows/repair-numbers.ts";
import { ListTable } from "../json-rows/list-table.ts";
import { valueEnd, valueStart } from "./json-values.ts";

export class JsonRowParser {
  rows: FileRow[] = [];
  /** Number of rows read, including invalid ones. */
  row = 0;
  readonly table: ListTable;
  readonly #parser = new RowParser();
  /** True if the list has values other than rows, which are skipped. */
  #hasNonRows = false;
  readonly #events: ReaderEvents;

  constructor(events: ReaderEvents) {
    this.#events = events;
    this.table = new ListTable(events);
  }

  /**
   * Reads a list as the header. Returns false if it is none.
   * @throws ReadingFault
   */
  readHeader(text: string, { line }: StreamPosition): boolean {
    return this.table.readHeader(valueOf(text), line);
  }

  /**
   * Parses complete rows that are separated by commas.
   * @throws ReadingFault for an invalid row, unless a handler skips it
   */
  parse(batch: Uint8Array, start: StreamPosition): void {
    const rows = this.#parseTogether(`[${decodeUtf8(batch)}]`);
    if (rows === undefined) {
      this.#parseOneByOne(batch, start);
      return;
    }
    if (this.rows.length === 0) this.rows = rows;
    else for (const row of rows) this.rows.push(row);
  }

  /** Returns undefined if a row is invalid. */
  #parseTogether(text: string): FileRow[] | undefined {
    const { table } = this;
    const { onUnreadableNumbers } = this.#events;
    const repaired = this.#parser.hasRepaired ? repairNumbers(text) : undefined;
    const values = valueOf(repaired?.text ?? text) as unknown[] | undefined;
    if (values === undefined || hasInfiniteNumber(text, values)) return undefined;
    if (table.names !== undefined) {
      for (const [i, value] of values.entries()) {
        if (!Array.isArray(value)) continue;
        if (value.length !== table.names.length) return undefined;
        values[i] = table.row(value, FITS);
      }
    }
    // The first of the numbers was reported with its position before.
    if (repaired !== undefined)
      onUnreadableNumbers?.({ count: repaired.count, text: repaired.first, position: () => ({}) });
    else if (table.names === undefined) keepAllNumberTexts(values, text);
    this.row += values.length;
    return (this.#hasNonRows ? values.filter(isRecord) : values) as FileRow[];
  }

  /** Parses the rows of an invalid batch one by one, to deliver the valid ones. */
  #parseOneByOne(batch: Uint8Array, start: StreamPosition): void {
    const places = new RowPlaces(batch, start);
    let last = -1;
    for (let at = valueStart(batch, 0); at < batch.length;) {
      const end = valueEnd(batch, at);
      if (batch[at] === OPEN_BRACE || (batch[at] === OPEN_BRACKET && this.table.names !== undefined)) {
        const from = at;
        const before = last;
        this.parseText(decodeUtf8(batch, at, end), (lead) =>
          advancePosition(places.startOf(from, before), lead),
        );
      } else this.row++;
      last = end;
      at = valueStart(batch, end);
    }
  }

  /**
   * Parses one row. Returns false for an invalid row that is skipped.
   * @param positionOf returns the position after the beginning of the text
   * @throws ReadingFault for an invalid row, unless a handler skips it
   */
  parseText(
    text: string,
    positionOf: (lead: string) => FilePosition,
    onFault = this.#events.onFault,
  ): boolean {
    const row = this.row + 1;
    const { onUnreadableNumbers } = this.#events;
    try {
      const value = this.#parser.parse(
        text,
        onUnreadableNumbers &&
          (({ count, first, offset }) =>
            onUnreadableNumbers({
              count,
              text: first,
              position: () => ({ ...positionOf(text.slice(0, offset)), row }),
            })),
      );
      keepNumberTexts(value, text);
      const place = () => ({ row, line: positionOf("").line! });
      this.rows.push(Array.isArray(value) ? this.table.row(value, place) : (value as FileRow));
      return true;
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      const wrong = new ReadingFault({ ...positionOf(error.lead), row }, error.message, error.option);
      if (onFault === undefined) throw wrong;
      onFault(wrong);
      return false;
    } finally {
      this.row = row;
    }
  }

  /**
   * Checks the members of an object whose items are the rows.
   * @throws ReadingFault
   */
  checkEnvelope(text: string, positionOf: (lead: string) => FilePosition): void {
    try {
      this.#parser.parse(text, this.#events.onUnreadableNumbers && (() => undefined));
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      throw new ReadingFault(positionOf(error.lead), error.message, error.option);
    }
  }

  /**
   * Reports a value that is not a row, in place of the next row.
   * @throws ReadingFault without a handler, and if the value cannot be skipped
   */
  reportNonRow(at: StreamPosition, kind: string, canSkip: boolean): void {
    this.#report(at, kind, canSkip);
    this.#hasNonRows = true;
  }

  /** Reports a value that is not passed to {@link parse}, in place of the next row. */
  skipValue(at: StreamPosition, kind: string): void {
    this.#report(at, kind, true);
    this.row++;
  }

  #report(at: StreamPosition, kind: string, canSkip: boolean): void {
    const position = { ...advancePosition(at, ""), row: this.row + 1 };
    const error = new ReadingFault(position, `a row must be a JSON object, but this is ${kind}`);
    const { onFault } = this.#events;
    if (onFault === undefined || !canSkip) throw error;
    onFault(error);
  }
}

/** Position of a list with as many values as the header, which is never used. */
const FITS = () => ({ row: 0, line: 0 });

/** Returns undefined for a text that is no JSON. */
function valueOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Positions of rows in a batch. They must be requested in the order of the rows, so that no byte is decoded twice. */
class RowPlaces {
  readonly #batch: Uint8Array;
  #at = 0;
  #place: StreamPosition;

  constructor(batch: Uint8Array, start: StreamPosition) {
    this.#batch = batch;
    this.#place = start;
  }

  /** Returns the position of a row. The column is undefined if another row precedes on the line. */
  startOf(at: number, endOfLast: number): StreamPosition {
    const { byte, line, column } = advancePosition(this.#place, decodeUtf8(this.#batch, this.#at, at));
    this.#place = { byte: byte - 1, line, column };
    this.#at = at;
    const isShared = endOfLast >= 0 && !this.#batch.subarray(endOfLast, at).includes(LINE_FEED);
    return { ...this.#place, column: isShared ? undefined : column };
  }
}
