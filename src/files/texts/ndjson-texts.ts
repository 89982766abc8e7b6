import { isUtf8 } from "../bytes/decode.ts";
import { NdjsonReader } from "../json/read-ndjson.ts";
import type { ReadingFault } from "../rows/reading-fault.ts";
import type { InvalidRow } from "./invalid-row.ts";
import { ObjectsRequired } from "./objects-required.ts";

/**
 * Returns a function that returns the fault of a row of NDJSON that `loadText` reports as invalid. Undefined for a line with only
 * white space, which is no row. The rows must be passed in their order.
 */
export function ndjsonFaults(): (row: InvalidRow) => ReadingFault | undefined {
  let blankLines = 0;
  return ({ line, row, byte, text }) => {
    if (!isUtf8(text)) throw new ObjectsRequired("invalid UTF-8 ends the reading");
    let fault: ReadingFault | undefined;
    const requireObjects = () => {
      throw new ObjectsRequired("the reader of objects reads this line as a row or a header");
    };
    const reader = new NdjsonReader(byte, {
      onFault: (found) => (fault = found),
      onUnreadableNumbers: requireObjects,
      onNote: requireObjects,
      first: { line, row: row - blankLines },
    });
    reader.push(text);
    reader.end();
    if (reader.rows.length > 0) throw new ObjectsRequired("the readers disagree about a row");
    if (fault === undefined) blankLines++;
    return fault;
  };
}
