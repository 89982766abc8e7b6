/** Reads the rows of NDJSON as text. */
import { namesInOrder } from "tamis/catalog";
import { isUtf8 } from "node:buffer";
import type { InvalidRow } from "tamis/store";
import type { DataError } from "../io/errors.ts";
import type { Input } from "../io/open-input.ts";
import { NdjsonReader } from "../readers/read-ndjson.ts";
import type { FileReport } from "../rows/file-report.ts";
import type { UnreadableValues } from "../rows/unreadable-values.ts";
import { COLUMN_ROWS } from "../writers/row-columns.ts";
import { ObjectsRequired, type TextPlan } from "./text-plan.ts";

export function planNdjson(
  input: Input,
  report: FileReport,
  unreadable: UnreadableValues,
  isStrict: boolean,
): TextPlan {
  return {
    format: "ndjson",
    bytes: input.bytes,
    csv: undefined,
    onInvalidRow: invalidRowHandler(input.name, report, unreadable, isStrict),
    // A single row may be an object that contains the rows, which the reader of objects notes.
    minRows: 2,
    notes: [],
    columnsOf: (text) =>
      Array.from({ length: Math.min(text.length, COLUMN_ROWS) }, (_, i) => text.at(i)!).flatMap(namesInOrder),
  };
}

/** Returns a function that reads invalid rows with the reader of objects, so that their messages are the same. */
function invalidRowHandler(
  file: string,
  report: FileReport,
  unreadable: UnreadableValues,
  isStrict: boolean,
): (row: InvalidRow) => void {
  let blankLines = 0;
  return ({ line, row, byte, text }) => {
    if (isStrict) throw new ObjectsRequired("the first invalid row ends the reading");
    if (!isUtf8(text)) throw new ObjectsRequired("invalid UTF-8 ends the reading");
    const skipped = report.skipped;
    const first = { line, row: row - blankLines };
    const onRowError = (error: DataError) => {
      report.addError(error);
      unreadable.skipRow(error.position.row!);
    };
    const requireObjects = () => {
      throw new ObjectsRequired("the reader of objects reads this line as a row or a header");
    };
    const reader = new NdjsonReader(file, byte, {
      onRowError,
      onUnreadableNumbers: requireObjects,
      onNote: requireObjects,
      first,
    });
    reader.push(Buffer.from(text));
    reader.end();
    if (reader.rows.length > 0) throw new ObjectsRequired("the readers disagree about a row");
    // A line with other white space than that of JSON is no row.
    if (report.skipped === skipped) blankLines++;
  };
}
