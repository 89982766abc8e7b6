/** Parses rows of a JSON list. */
import { ReadingFault, type FilePosition } from "../rows/reading-fault.ts";
import { parseJson } from "../../values/json/exact-json.ts";
import type { FileRow } from "../rows/row.ts";
import { advancePosition, type StreamPosition } from "../rows/file-position.ts";
import type { ReaderOptions } from "../cells/reader-options.ts";
import { RowFault, RowParser } from "../json-rows/parse-row.ts";
import { keepNumberTexts } from "../json-rows/number-texts.ts";
import { ListTable } from "../json-rows/list-table.ts";

export class JsonRowParser {
  rows: FileRow[] = [];
  /** Number of rows read, including invalid ones. */
  row = 0;
  readonly table: ListTable;
  readonly #parser = new RowParser();
  readonly #options: ReaderOptions;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.table = new ListTable(options);
  }

  /**
   * Reads a list as the header. Returns false if it is none.
   * @throws ReadingFault
   */
  readHeader(text: string, { line }: StreamPosition): boolean {
    try {
      return this.table.readHeader(parseJson(text), line);
    } catch (error) {
      if (error instanceof ReadingFault) throw error;
      return false;
    }
  }

  /**
   * Parses one row. Returns false for an invalid row that is skipped.
   * @param positionOf returns the position after the beginning of the text
   * @throws ReadingFault for an invalid row, unless a handler skips it
   */
  parse(text: string, positionOf: (lead: string) => FilePosition, onFault = this.#options.onFault): boolean {
    const row = this.row + 1;
    const { onUnreadableNumbers } = this.#options;
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
      this.#parser.parse(text, this.#options.onUnreadableNumbers && (() => undefined));
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      throw new ReadingFault(positionOf(error.lead), error.message, error.option);
    }
  }

  /**
   * Reports a value that is not a row, in place of the next row.
   * @throws ReadingFault without a handler, and if the value cannot be skipped
   */
  skip(at: StreamPosition, kind: string, canSkip = true): void {
    const position = { ...advancePosition(at, ""), row: this.row + 1 };
    const error = new ReadingFault(position, `a row must be a JSON object, but this is ${kind}`);
    const { onFault } = this.#options;
    if (onFault === undefined || !canSkip) throw error;
    onFault(error);
    this.row++;
  }
}
