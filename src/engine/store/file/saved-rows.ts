import { ownProperties } from "../../../values/own-properties.ts";
import type { Task } from "../tasks/task.ts";
import { TextRows } from "../texts/text-rows.ts";
import { FileFault } from "./file-problem.ts";
import { readRow } from "./row-format.ts";

/** Rows of a saved collection. */
export class SavedRows extends TextRows {
  /**
   * Checks that rows are well-formed by parsing them. Does not keep the parsed rows.
   * @param sample maximum number of rows to check, spread evenly over the file. Infinity checks all.
   * @throws FileFault for a malformed row
   */
  *check(sample: number): Task<void> {
    const step = Math.max(1, this.textCount / sample);
    let bytes = 0;
    let next = BYTES_PER_STEP;
    for (let at = 0; at < this.textCount; at += step) {
      const number = Math.floor(at);
      bytes += this.textOf(number)!.length;
      this.parse(number);
      if (sample !== Infinity && bytes > MAX_SAMPLED_BYTES) return;
      if (bytes < next) continue;
      next = bytes + BYTES_PER_STEP;
      yield;
    }
  }

  /** @throws FileFault for a row that `RowWriter` cannot have written */
  protected parse(number: number): unknown {
    const text = this.textOf(number)!;
    // An empty row was deleted before the collection was saved.
    if (text.length === 0) return null;
    try {
      return readRow(DECODER.decode(text));
    } catch {
      throw new FileFault(
        "impossible",
        `The contents of row ${number} are invalid. Opening the file with verify: true checks all rows.`,
        { part: `row ${number}` },
      );
    }
  }
}

/** `RowWriter` writes well-formed text without a byte order mark. */
const DECODER = new TextDecoder("utf-8", ownProperties({ fatal: true, ignoreBOM: true }));
/** Number of bytes of rows that are parsed before the task may pause. */
const BYTES_PER_STEP = 1 << 16;
/** Maximum number of bytes of a sample of rows. */
const MAX_SAMPLED_BYTES = 1 << 22;
