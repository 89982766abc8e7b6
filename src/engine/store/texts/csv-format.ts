import { ownProperties } from "../../../values/own-properties.ts";
import type { Member } from "../../../catalog/types.ts";
import type { ReadRows, RowKernel } from "../kernels/wasm/row-kernel.ts";
import { CARRIAGE_RETURN, COMMA, LINE_FEED, QUOTE } from "./bytes.ts";
import { contentOfCell, CsvTextValues, valueOfCell, type CellKind } from "./csv-text-values.ts";
import { lengthOfCharacter } from "./json-values.ts";
import {
  INCOMPLETE,
  MAX_MEMBERS,
  MISSING,
  UNUSUAL,
  type Beginning,
  type ParsedRow,
  type TextFormat,
  type TextValues,
} from "./text-format.ts";

/** Maximum number of columns. */
export const MAX_COLUMNS = MAX_MEMBERS;

/**
 * Rows of CSV (RFC 4180), which follow a header. The types of members decide what a cell is: a number, a boolean or a string. A cell
 * that its type cannot read is a string. An empty cell without quotes is null.
 */
export class CsvFormat implements TextFormat {
  readonly isJson = false;
  names: readonly string[] = [];
  lines = 1;
  readonly #members: readonly Member[];
  #kinds: readonly CellKind[] = [];

  constructor(members: Iterable<Member>) {
    this.#members = [...members];
  }

  begin(bytes: Uint8Array, limit: number): Beginning {
    const names: string[] = [];
    for (let at = 0; ; at++) {
      const end = this.#endOfCell(bytes, at, limit);
      if (end === INCOMPLETE) return { end, message: undefined };
      if (end === UNUSUAL) return { end, message: reasonOf(bytes.subarray(0, limit)) };
      names.push(contentOfCell(bytes, at));
      at = end;
      if (bytes[at] === COMMA) continue;
      const message = problemOf(names);
      if (message !== undefined) return { end: UNUSUAL, message };
      this.names = names;
      const kinds = new Map(this.#members.map(({ property, type }) => [property, kindOf(type)]));
      this.#kinds = names.map((name) => kinds.get(name) ?? "string");
      return { end: endOfLine(bytes, at) + 1, message: undefined };
    }
  }

  scan(bytes: Uint8Array, start: number, limit: number, offsets: Uint32Array): number {
    if (bytes[start] === LINE_FEED || bytes[start] === CARRIAGE_RETURN) return UNUSUAL;
    const columns = this.names.length;
    this.lines = 1;
    let at = start;
    for (let i = 0; i < columns; i++) {
      offsets[i] = at - start + 1;
      const end = this.#endOfCell(bytes, at, limit);
      if (end < 0) return end;
      at = end + 1;
      if ((bytes[end] === COMMA) === (i === columns - 1)) return UNUSUAL;
    }
    return endOfLine(bytes, at - 1);
  }

  readRows(kernel: RowKernel, start: number, width: number): ReadRows {
    return kernel.readCsv(start, width);
  }

  endOfRow(bytes: Uint8Array, start: number, limit: number): number {
    this.lines = 1;
    for (let at = start; ; at++) {
      const end = this.#endOfCell(bytes, at, limit);
      if (end < 0) {
        this.lines = 1;
        return bytes.indexOf(LINE_FEED, start) + 1;
      }
      at = end;
      if (bytes[at] !== COMMA) return endOfLine(bytes, at) + 1;
    }
  }

  copyJson(): number {
    return -1;
  }

  read(text: Uint8Array): object {
    const parsed = this.parse(text);
    if (parsed.ok) return parsed.row;
    throw new Error(`internal: a row was accepted, but is invalid: ${parsed.message}`);
  }

  parse(text: Uint8Array): ParsedRow {
    const values: [string, unknown][] = [];
    const columns = this.names.length;
    let cells = 0;
    for (let at = 0; ; at++) {
      const end = this.#endOfCell(text, at, text.length);
      if (end < 0) return { ok: false, message: reasonOf(text) };
      if (cells < columns) values.push([this.names[cells]!, valueOfCell(text, at, this.#kinds[cells]!)]);
      cells++;
      at = end;
      if (text[at] === COMMA) continue;
      if (cells === columns) return { ok: true, row: Object.fromEntries(values) };
      const count = cells === 1 ? "1 cell" : `${cells} cells`;
      return { ok: false, message: `The row has ${count}, but the header has ${columns}.` };
    }
  }

  find(): number {
    return MISSING;
  }

  nameBytes(): Uint8Array {
    return new Uint8Array(0);
  }

  values(): TextValues {
    return new CsvTextValues(this.#kinds);
  }

  /** Returns the offset of the comma or the line end after a cell, and counts the line ends inside it. */
  #endOfCell(bytes: Uint8Array, start: number, limit: number): number {
    const isQuoted = bytes[start] === QUOTE;
    for (let at = isQuoted ? start + 1 : start; at < limit;) {
      const byte = bytes[at]!;
      if (byte >= 0x80) {
        const length = lengthOfCharacter(bytes, at);
        if (length === 0) return UNUSUAL;
        at += length;
        continue;
      }
      if (isQuoted) {
        if (byte === LINE_FEED) this.lines++;
        if (byte === QUOTE && bytes[at + 1] !== QUOTE) return isCellEnd(bytes, at + 1) ? at + 1 : UNUSUAL;
        at += byte === QUOTE ? 2 : 1;
        continue;
      }
      if (isCellEnd(bytes, at)) return at;
      at++;
    }
    return INCOMPLETE;
  }
}

/** Returns why a text is not valid CSV. */
function reasonOf(text: Uint8Array): string {
  try {
    DECODER.decode(text);
    return "Text follows a closing quote. A quote inside quotes must be doubled.";
  } catch {
    return "The text is not valid UTF-8.";
  }
}

const DECODER = new TextDecoder("utf-8", ownProperties({ fatal: true }));

function isCellEnd(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at];
  return byte === COMMA || byte === LINE_FEED || (byte === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED);
}

/** Returns the offset of the line feed of a line end. */
function endOfLine(bytes: Uint8Array, at: number): number {
  return bytes[at] === CARRIAGE_RETURN ? at + 1 : at;
}

function kindOf(type: Member["type"]): CellKind {
  return type === "integer" || type === "number" ? "number" : type === "boolean" ? "boolean" : "string";
}

function problemOf(names: readonly string[]): string | undefined {
  if (names.length > MAX_COLUMNS) return `The header has more than ${MAX_COLUMNS} columns.`;
  const repeated = names.find((name, i) => names.indexOf(name) < i);
  return repeated === undefined ? undefined : `The header has two columns with the name '${repeated}'.`;
}
