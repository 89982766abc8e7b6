/** Reads the rows at a location inside JSON values. Skips all other parts without holding them in memory. */
import { ReadingFault, type FilePosition } from "../rows/reading-fault.ts";
import { suggest } from "../../diagnostics/suggest.ts";
import type { FileRow } from "../rows/row.ts";
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DOUBLE_QUOTE,
  LINE_FEED,
  OPEN_BRACE,
  OPEN_BRACKET,
} from "../bytes/bytes.ts";
import type { FormatReader } from "../rows/format-reader.ts";
import { ALL_VALUES, isIndex, showPath } from "./json-path.ts";
import { KeyMember } from "../json-rows/key-member.ts";
import type { ReaderOptions } from "../cells/reader-options.ts";
import { StringReader } from "./string-reader.ts";
import { isValueStart, ValueScanner } from "./value-scanner.ts";
import { JsonReader } from "./read-json.ts";
import { kindAt } from "../rows/row-shape.ts";

/** Maximum number of other names that suggestions are taken from. */
const MAX_NAMES = 100;

/** An object or list that the path leads through. */
interface Container {
  readonly isList: boolean;
  /** Number of elements of a list before the current one. */
  index: number;
  /** Name of the current member of an object. */
  name: string | undefined;
  /** True if the next name of the path was found. */
  isFound: boolean;
}

export class JsonPathReader implements FormatReader {
  readonly #path: readonly string[];
  readonly #key: KeyMember;
  readonly #reader: JsonReader;
  /** Index of the first `*` in the path, or its length. */
  readonly #firstAll: number;
  readonly #scanner = new ValueScanner();
  /** "rest": after the only rows of a value at the top level. */
  #state: "seek" | "rows" | "rest" = "seek";
  /** The containers that the path leads through, from the outermost. */
  #containers: Container[] = [];
  #depth = 0;
  /** True if the next value is one that the path leads to. */
  #isExpected = true;
  /** True after a complete value at the top level. */
  #isComplete = false;
  readonly #string = new StringReader();
  #nameNext = false;
  #otherNames: string[] = [];
  #byte: number;
  #line: number;

  constructor(path: readonly string[], options: ReaderOptions) {
    this.#path = path;
    const firstAll = path.indexOf(ALL_VALUES);
    this.#firstAll = firstAll < 0 ? path.length : firstAll;
    this.#key = new KeyMember(options.onNote);
    this.#reader = new JsonReader({ ...options, objectsAreRows: firstAll >= 0 });
    this.#byte = options.start?.byte ?? 0;
    this.#line = options.start?.line ?? 1;
  }

  get rows(): FileRow[] {
    return this.#reader.rows;
  }

  set rows(rows: FileRow[]) {
    this.#reader.rows = rows;
  }

  get line(): number {
    return this.#state === "rows" ? this.#reader.line : this.#line;
  }

  push(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length;) {
      if (this.#state === "seek") i = this.#seekRows(bytes, i);
      else if (this.#state === "rows") i = this.#pushRows(bytes, i);
      else i = this.#skipRest(bytes, i);
    }
    this.#byte += bytes.length;
  }

  end(): void {
    if (this.#state === "rows") this.#addKeys(() => this.#reader.end());
    const [outermost] = this.#containers;
    if (outermost !== undefined && (this.#state === "rest" || this.#hasAll)) {
      const what = outermost.isList ? "']' closes the list" : "'}' closes the object";
      throw new ReadingFault({ byte: this.#byte + 1 }, `the input ends before ${what}`);
    }
    if (outermost !== undefined || !this.#isComplete) throw this.#missing();
  }

  stop(): FilePosition {
    return this.#state === "rows" ? this.#reader.stop() : { byte: this.#byte + 1 };
  }

  get #hasAll(): boolean {
    return this.#firstAll < this.#path.length;
  }

  /** Returns the offset where the rows begin, or the length of the chunk. */
  #seekRows(bytes: Uint8Array, from: number): number {
    for (let i = from; i < bytes.length; i++) {
      const byte = bytes[i]!;
      if (byte === LINE_FEED) this.#line++;
      this.#seek(bytes, i, byte);
      if (this.#state === "rows") return i;
    }
    return bytes.length;
  }

  #pushRows(bytes: Uint8Array, from: number): number {
    const end = this.#scanner.scan(bytes, from);
    this.#addKeys(() => {
      this.#reader.push(bytes.subarray(from, end < 0 ? bytes.length : end));
      if (end >= 0) this.#reader.end();
    });
    if (end < 0) return bytes.length;
    this.#line = this.#reader.line;
    if (this.#containers.length === 0) this.#complete();
    else if (this.#hasAll) this.#state = "seek";
    else {
      this.#state = "rest";
      this.#scanner.begin(OPEN_BRACE);
      this.#scanner.depth = this.#containers.length;
    }
    return end;
  }

  #skipRest(bytes: Uint8Array, from: number): number {
    const { lines } = this.#scanner;
    const end = this.#scanner.scan(bytes, from);
    this.#line += this.#scanner.lines - lines;
    if (end < 0) return bytes.length;
    this.#complete();
    return end;
  }

  /** Ends a value at the top level. Another one can follow. */
  #complete(): void {
    this.#containers = [];
    this.#depth = 0;
    this.#isComplete = true;
    this.#isExpected = true;
    this.#state = "seek";
  }

  /** Adds the name that `*` stands for to the rows that are read. */
  #addKeys(read: () => void): void {
    const from = this.#reader.rows.length;
    const isNamed = ({ isList }: Container, i: number) => !isList && this.#path[i] === ALL_VALUES;
    const name = this.#containers.findLast(isNamed)?.name;
    try {
      read();
    } finally {
      const { rows } = this.#reader;
      if (name !== undefined)
        for (let i = from; i < rows.length; i++) rows[i] = this.#key.add(rows[i]!, name);
    }
  }

  #seek(bytes: Uint8Array, i: number, byte: number): void {
    if (this.#string.isOpen) {
      this.#string.push(byte);
      return;
    }
    if (this.#isExpected && isValueStart(byte) && this.#beginExpected(bytes, i, byte)) return;
    // The names and elements of this depth are compared with the path.
    const level = this.#depth === this.#containers.length ? this.#containers.at(-1) : undefined;
    switch (byte) {
      case DOUBLE_QUOTE:
        this.#string.open(level !== undefined && this.#nameNext);
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.#depth++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (level !== undefined) this.#leave(level);
        else this.#depth--;
        break;
      case COMMA:
        if (level?.isList === true) {
          level.index++;
          this.#expect(level, String(level.index));
        } else if (level !== undefined) this.#nameNext = true;
        break;
      case COLON:
        if (level === undefined || !this.#nameNext) break;
        this.#nameNext = false;
        level.name = this.#string.text;
        this.#expect(level, level.name);
        break;
    }
  }

  /** Compares the name of a member, or the index of an element, with the path. */
  #expect(level: Container, name: string | undefined): void {
    const wanted = this.#path[this.#containers.length - 1];
    this.#isExpected = wanted === ALL_VALUES || (wanted === name && !level.isFound);
    level.isFound ||= this.#isExpected;
    if (this.#isExpected) this.#otherNames = [];
    else if (name !== undefined && this.#otherNames.length < MAX_NAMES) this.#otherNames.push(name);
  }

  #leave(level: Container): void {
    const depth = this.#containers.length - 1;
    if (!level.isFound && depth < this.#firstAll) throw this.#missing();
    this.#containers.pop();
    this.#depth--;
    this.#isExpected = this.#nameNext = false;
    if (depth === 0) this.#complete();
  }

  /** Enters the value that the path leads through, or begins to read the rows. Returns false if the value is skipped. */
  #beginExpected(bytes: Uint8Array, i: number, byte: number): boolean {
    const depth = this.#containers.length;
    const isList = byte === OPEN_BRACKET;
    const isLast = depth === this.#path.length;
    const wanted = this.#path[depth];
    const canBeList = wanted === undefined || wanted === ALL_VALUES || isIndex(wanted);
    if (byte !== OPEN_BRACE && !(isList && canBeList)) {
      this.#refuse(bytes, i, isLast);
      return false;
    }
    const start = { byte: this.#byte + i, line: this.#line, column: undefined };
    this.#isExpected = false;
    if (isLast) {
      this.#reader.moveTo(start);
      this.#scanner.begin(byte);
      this.#state = "rows";
      return true;
    }
    const level = { isList, index: 0, name: undefined, isFound: false };
    this.#containers.push(level);
    this.#depth++;
    this.#nameNext = !isList;
    if (isList) this.#expect(level, "0");
    return true;
  }

  /** @throws ReadingFault, except below `*`, where such a value cannot make the other rows invalid */
  #refuse(bytes: Uint8Array, i: number, isLast: boolean): void {
    const depth = this.#containers.length;
    if (depth === 0 && this.#isComplete) return;
    this.#isExpected = false;
    if (depth > this.#firstAll) {
      if (isLast)
        this.#reader.skipValue(
          { byte: this.#byte + i, line: this.#line, column: undefined },
          kindAt(bytes, i),
        );
      return;
    }
    const where = depth === 0 ? "the input" : `the value at '${showPath(this.#path.slice(0, depth))}'`;
    const reason = `${where} is ${kindAt(bytes, i)}, not ${isLast ? "a list of rows" : "an object"}`;
    throw new ReadingFault({ line: this.#line, byte: this.#byte + i + 1 }, reason);
  }

  #missing(): ReadingFault {
    const path = this.#path.slice(0, Math.max(this.#containers.length, 1));
    const [closest] = suggest(path.at(-1)!, this.#otherNames, 1);
    const advice =
      closest === undefined ? "" : `; did you mean '${showPath([...path.slice(0, -1), closest])}'?`;
    return new ReadingFault({}, `there is no value at '${showPath(path)}'${advice}`, "path");
  }
}
