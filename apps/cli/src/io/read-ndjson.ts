/**
 * Rows from NDJSON: one JSON object a line. Lines are cut where bytes are (a line feed is never part of another
 * character in UTF-8), decoded many at a time and parsed one by one. Blank lines are skipped.
 */
import { LINE_FEED } from "./bytes.ts";
import { DataError, type Place } from "./errors.ts";
import { findJsonFault } from "./json-fault.ts";
import { parseJson, TooManyDigits } from "./parse-json.ts";
import {
  MAXIMUM_ROW_BYTES,
  MAXIMUM_ROW_DEPTH,
  ROW_TOO_DEEP,
  ROW_TOO_LARGE,
  type Row,
  type RowReader,
} from "./row-reader.ts";
import { isTooDeep, kindOf } from "./row-shape.ts";

export class NdjsonReader implements RowReader {
  rows: Row[] = [];
  readonly #file: string;
  /** The bytes of a line that has not ended, and how many they are. */
  #parts: Buffer[] = [];
  #held = 0;
  /** The number of the line that comes next, of the row before it, and the bytes before that line. */
  #line = 1;
  #row = 0;
  #byte: number;

  constructor(file: string, skipped = 0) {
    this.#file = file;
    this.#byte = skipped;
  }

  push(bytes: Buffer): void {
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) this.#lines(this.#withHeld(bytes.subarray(0, end)));
    if (end === bytes.length) return;
    this.#parts.push(bytes.subarray(end));
    this.#held += bytes.length - end;
    if (this.#held > MAXIMUM_ROW_BYTES) this.#fail(0, ROW_TOO_LARGE);
  }

  end(): void {
    const last = this.#withHeld(Buffer.alloc(0));
    if (last.length > 0) this.#lines(last);
  }

  stop(): Place {
    const characters = this.#parts.reduce((sum, part) => sum + countCharacters(part), 0);
    return {
      line: this.#line,
      column: characters + 1,
      byte: this.#byte + this.#held + 1,
      row: this.#row + 1,
    };
  }

  #withHeld(bytes: Buffer): Buffer {
    if (this.#parts.length === 0) return bytes;
    const whole = Buffer.concat([...this.#parts, bytes]);
    this.#parts = [];
    this.#held = 0;
    return whole;
  }

  #lines(bytes: Buffer): void {
    const text = bytes.toString("utf8");
    for (let start = 0; start < text.length;) {
      let end = text.indexOf("\n", start);
      if (end < 0) end = text.length;
      const line = text.slice(start, end);
      if (line !== "" && line !== "\r") {
        const row = this.#parse(line, () => Buffer.byteLength(text.slice(0, start)));
        if (row !== undefined) this.rows.push(row);
      }
      this.#line++;
      start = end + 1;
    }
    this.#byte += bytes.length;
  }

  /** The row of a line, or nothing for a line of white space. */
  #parse(line: string, bytesBefore: () => number): Row | undefined {
    let value: unknown;
    try {
      value = parseJson(line);
    } catch (error) {
      if (line.trim() === "") return undefined;
      const before = bytesBefore();
      if (error instanceof TooManyDigits) return this.#fail(before, error.message);
      // The slow way of reading numbers is recursive.
      if (error instanceof RangeError) return this.#fail(before, ROW_TOO_DEEP);
      const fault = findJsonFault(line.endsWith("\r") ? line.slice(0, -1) : line);
      return this.#fail(before, fault?.reason ?? "this is no JSON", line.slice(0, fault?.offset ?? 0));
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return this.#fail(bytesBefore(), `a row is a JSON object, and this is ${kindOf(value)}`);
    }
    // A text holds no more objects and lists than half its characters.
    if (line.length > 2 * MAXIMUM_ROW_DEPTH && isTooDeep(line)) this.#fail(bytesBefore(), ROW_TOO_DEEP);
    if (line.length > MAXIMUM_ROW_BYTES) this.#fail(bytesBefore(), ROW_TOO_LARGE);
    this.#row++;
    return value as Row;
  }

  /** @param lead the text of the line before the fault */
  #fail(bytesBefore: number, reason: string, lead = ""): never {
    throw new DataError(
      this.#file,
      {
        line: this.#line,
        column: Array.from(lead).length + 1,
        byte: this.#byte + bytesBefore + Buffer.byteLength(lead) + 1,
        row: this.#row + 1,
      },
      reason,
    );
  }
}

/** The characters (code points) in some UTF-8. */
function countCharacters(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if ((byte & 0xc0) !== 0x80) count++;
  return count;
}
