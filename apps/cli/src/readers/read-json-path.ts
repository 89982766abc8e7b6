/** Reads the rows at a location inside a JSON value. Skips all other parts without holding them in memory. */
import { suggest } from "tamis/diagnostics";
import { DataError, type FilePosition } from "../io/errors.ts";
import type { Row } from "../formats/row.ts";
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DOUBLE_QUOTE,
  LINE_FEED,
  OPEN_BRACE,
  OPEN_BRACKET,
} from "../formats/bytes.ts";
import type { StreamPosition } from "./file-position.ts";
import type { FormatReader } from "./format-reader.ts";
import { showPath } from "./json-path.ts";
import { isValueStart } from "./json-values.ts";
import { NestingScanner } from "./nesting-scanner.ts";
import { JsonReader, type JsonReaderOptions } from "./read-json.ts";
import { kindAt } from "./row-shape.ts";

/** Maximum length of a member name in bytes. Longer names never match. */
const MAX_NAME_LENGTH = 1_024;
/** Maximum number of other names that suggestions are taken from. */
const MAX_NAMES = 100;

export class JsonPathReader implements FormatReader {
  readonly #file: string;
  readonly #path: readonly string[];
  readonly #options: JsonReaderOptions;
  readonly #scanner = new NestingScanner();
  #state: "seek" | "rows" | "rest" | "done" = "seek";
  #reader: JsonReader | undefined;
  /** Number of names of the path whose values contain the current byte. */
  #matched = 0;
  #depth = 0;
  /** True if the next value is the one that the matched names lead to. */
  #isExpected = true;
  #quoted = false;
  #escaped = false;
  #nameNext = false;
  #nameBytes: number[] | undefined;
  #name: string | undefined;
  #otherNames: string[] = [];
  #byte: number;
  #line: number;

  constructor(file: string, path: readonly string[], options: JsonReaderOptions) {
    this.#file = file;
    this.#path = path;
    this.#options = options;
    this.#byte = options.start?.byte ?? 0;
    this.#line = options.start?.line ?? 1;
  }

  get rows(): Row[] {
    return this.#reader?.rows ?? [];
  }

  set rows(rows: Row[]) {
    if (this.#reader !== undefined) this.#reader.rows = rows;
  }

  push(bytes: Buffer): void {
    let i = this.#state === "seek" ? this.#seekRows(bytes) : 0;
    if (this.#state === "rows" && i < bytes.length) {
      const end = this.#scanner.scan(bytes, i);
      this.#reader!.push(bytes.subarray(i, end < 0 ? bytes.length : end));
      if (end >= 0) {
        this.#reader!.end();
        this.#state = this.#matched === 0 ? "done" : "rest";
        this.#scanner.begin();
        this.#scanner.depth = this.#matched;
      }
      i = end < 0 ? bytes.length : end;
    }
    if (this.#state === "rest" && this.#scanner.scan(bytes, i) >= 0) this.#state = "done";
    this.#byte += bytes.length;
  }

  end(): void {
    if (this.#state === "seek") throw this.#missing();
    if (this.#state === "rows") this.#reader!.end();
    if (this.#state === "rest")
      throw new DataError(
        this.#file,
        { byte: this.#byte + 1 },
        "the input ends before '}' closes the object",
      );
  }

  stop(): FilePosition {
    return this.#state === "rows" ? this.#reader!.stop() : { byte: this.#byte + 1 };
  }

  /** Returns the offset where the rows begin, or the length of the chunk. */
  #seekRows(bytes: Buffer): number {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]!;
      if (byte === LINE_FEED) this.#line++;
      this.#seek(bytes, i, byte);
      if (this.#reader !== undefined) return i;
    }
    return bytes.length;
  }

  #seek(bytes: Buffer, i: number, byte: number): void {
    if (this.#quoted) {
      this.#inString(byte);
      return;
    }
    if (this.#isExpected && isValueStart(byte)) {
      this.#beginExpected(bytes, i, byte);
      return;
    }
    // Names of this depth are compared with the path.
    const isLevel = this.#depth === this.#matched + 1;
    switch (byte) {
      case DOUBLE_QUOTE:
        this.#quoted = true;
        if (isLevel && this.#nameNext) this.#nameBytes = [];
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.#depth++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (isLevel) throw this.#missing();
        this.#depth--;
        break;
      case COMMA:
        if (isLevel) this.#nameNext = true;
        break;
      case COLON:
        if (!isLevel || !this.#nameNext) break;
        this.#nameNext = false;
        this.#takeName();
        break;
    }
  }

  #takeName(): void {
    const name = this.#name;
    if (name !== undefined && name === this.#path[this.#matched]) {
      this.#matched++;
      this.#isExpected = true;
      this.#otherNames = [];
    } else if (name !== undefined && this.#otherNames.length < MAX_NAMES) this.#otherNames.push(name);
  }

  /** Enters the object that the matched names lead to, or begins to read the rows. */
  #beginExpected(bytes: Buffer, i: number, byte: number): void {
    const isObject = byte === OPEN_BRACE;
    const isLast = this.#matched === this.#path.length;
    if (!isObject && !(isLast && byte === OPEN_BRACKET)) {
      const where =
        this.#matched === 0 ? "the input" : `the value at '${showPath(this.#path.slice(0, this.#matched))}'`;
      const reason = `${where} is ${kindAt(bytes, i)}, not ${isLast ? "a list of rows" : "an object"}`;
      throw new DataError(this.#file, this.#position(i), reason);
    }
    if (!isLast) {
      this.#isExpected = false;
      this.#depth++;
      this.#nameNext = true;
      return;
    }
    const start: StreamPosition = { byte: this.#byte + i, line: this.#line, column: undefined };
    this.#reader = new JsonReader(this.#file, { ...this.#options, start });
    this.#scanner.begin();
    this.#state = "rows";
  }

  #inString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === DOUBLE_QUOTE) {
      this.#quoted = false;
      if (this.#nameBytes !== undefined) this.#name = nameOf(this.#nameBytes);
      this.#nameBytes = undefined;
      return;
    }
    if (this.#nameBytes !== undefined && this.#nameBytes.length <= MAX_NAME_LENGTH)
      this.#nameBytes.push(byte);
  }

  #missing(): DataError {
    const path = this.#path.slice(0, this.#matched + 1);
    const [closest] = suggest(path.at(-1)!, this.#otherNames, 1);
    const advice =
      closest === undefined ? "" : `; did you mean '${showPath([...path.slice(0, -1), closest])}'?`;
    return new DataError(this.#file, {}, `--path: there is no value at '${showPath(path)}'${advice}`);
  }

  #position(i: number): FilePosition {
    return { line: this.#line, byte: this.#byte + i + 1 };
  }
}

function nameOf(bytes: readonly number[]): string | undefined {
  if (bytes.length > MAX_NAME_LENGTH) return undefined;
  try {
    return JSON.parse(`"${Buffer.from(bytes).toString("utf8")}"`) as string;
  } catch {
    return undefined;
  }
}
