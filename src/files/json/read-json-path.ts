/** Reads the rows at a location inside JSON values. Skips all other parts without holding them in memory. */
import { ReadingFault, type FilePosition } from "../rows/reading-fault.ts";
import { suggest } from "../../diagnostics/suggest.ts";
import { OPEN_BRACE, OPEN_BRACKET } from "../bytes/bytes.ts";
import { ChunkPosition } from "../rows/file-position.ts";
import type { FormatReader } from "../rows/format-reader.ts";
import { ALL_VALUES, isIndex, KeyMember, showPath } from "./json-path.ts";
import type { ReaderOptions } from "../cells/file-options.ts";
import { MemberScanner, ValueScanner } from "./value-scanner.ts";
import { JsonReader } from "./read-json.ts";
import { kindAt } from "../rows/descriptions.ts";

/** Maximum number of other names that suggestions are taken from. */
const MAX_NAMES = 100;

/** An object or list that the path leads through. */
interface Container {
  readonly members: MemberScanner;
  /** True if the next name of the path was found. */
  isFound: boolean;
}

export class JsonPathReader implements FormatReader {
  readonly rows: FormatReader["rows"];
  readonly #path: readonly string[];
  readonly #key: KeyMember;
  readonly #reader: JsonReader;
  /** Index of the first `*` in the path, or its length. */
  readonly #firstAll: number;
  readonly #scanner = new ValueScanner();
  #isInRows = false;
  /** The values at the top level. */
  #values = new MemberScanner();
  /** The containers that the path leads through, from the outermost. */
  #containers: Container[] = [];
  /** True after a complete value at the top level. */
  #isComplete = false;
  #otherNames: string[] = [];
  readonly #at: ChunkPosition;

  constructor(path: readonly string[], options: ReaderOptions) {
    this.#path = path;
    const firstAll = path.indexOf(ALL_VALUES);
    this.#firstAll = firstAll < 0 ? path.length : firstAll;
    this.#key = new KeyMember(options.onNote);
    this.#reader = new JsonReader({ ...options, objectsAreRows: firstAll >= 0 });
    this.rows = this.#reader.rows;
    this.#at = new ChunkPosition(options.start ?? { byte: 0, line: 1, column: undefined });
  }

  get line(): number {
    return this.#at.line;
  }

  push(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length;) i = this.#isInRows ? this.#pushRows(bytes, i) : this.#seek(bytes, i);
    this.#at.base += bytes.length;
  }

  end(): void {
    if (this.#isInRows) this.#addKeys(() => this.#reader.end());
    const [outermost] = this.#containers;
    const isFound =
      this.#firstAll < this.#path.length || this.#containers.every((container) => container.isFound);
    if (outermost !== undefined && isFound) {
      const close = outermost.members.open === OPEN_BRACKET ? "']' closes the list" : "'}' closes the object";
      throw new ReadingFault({ byte: this.#at.base + 1 }, `the input ends before ${close}`);
    }
    if (outermost !== undefined || !this.#isComplete) throw this.#missingFault();
  }

  stop(): FilePosition {
    return this.#isInRows ? this.#reader.stop() : { byte: this.#at.base + 1 };
  }

  #pushRows(bytes: Uint8Array, from: number): number {
    const end = this.#scanner.scan(bytes, from);
    const to = end < 0 ? bytes.length : end;
    this.#addKeys(() => {
      this.#reader.push(bytes.subarray(from, to));
      if (end >= 0) this.#reader.end();
    });
    this.#at.pass(bytes, from, to);
    this.#isInRows = end < 0;
    if (end >= 0 && this.#containers.length === 0) this.#complete();
    return to;
  }

  /** Ends a value at the top level. Another one can follow. */
  #complete(): void {
    this.#isComplete = true;
    this.#otherNames = [];
    this.#values = new MemberScanner();
  }

  /** Adds the name that `*` stands for to the rows that are read. */
  #addKeys(read: () => void): void {
    const { rows } = this;
    const from = rows.length;
    const isNamed = ({ members }: Container, i: number) =>
      members.open === OPEN_BRACE && this.#path[i] === ALL_VALUES;
    const name = this.#containers.findLast(isNamed)?.members.name;
    try {
      read();
    } finally {
      if (name !== undefined)
        for (let i = from; i < rows.length; i++) rows[i] = this.#key.add(rows[i]!, name);
    }
  }

  /** Returns the offset of the next value that the path leads to, or after an object or list. */
  #seek(bytes: Uint8Array, from: number): number {
    const level = this.#containers.at(-1);
    const members = level?.members ?? this.#values;
    const i = members.scan(bytes, from);
    this.#at.pass(bytes, from, i);
    if (members.isEnd) this.#leave(level!);
    else if (i < bytes.length && (level === undefined || this.#isExpected(level))) this.#enter(bytes, i);
    return i;
  }

  /** Compares the name of a member, or the index of an element, with the path. */
  #isExpected(level: Container): boolean {
    const { name } = level.members;
    const segment = this.#path[this.#containers.length - 1];
    const isExpected = segment === ALL_VALUES || (segment === name && !level.isFound);
    level.isFound ||= isExpected;
    if (isExpected) this.#otherNames = [];
    else if (name !== undefined && this.#otherNames.length < MAX_NAMES) this.#otherNames.push(name);
    return isExpected;
  }

  #leave(level: Container): void {
    if (!level.isFound && this.#containers.length <= this.#firstAll) throw this.#missingFault();
    this.#containers.pop();
    if (this.#containers.length === 0) this.#complete();
  }

  /**
   * Enters the value that the path leads through, or begins to read the rows.
   * @throws ReadingFault for another value, except below `*`, where it cannot make the other rows invalid
   */
  #enter(bytes: Uint8Array, i: number): void {
    const depth = this.#containers.length;
    const byte = bytes[i]!;
    const segment = this.#path[depth];
    const canBeList = segment === undefined || segment === ALL_VALUES || isIndex(segment);
    const fits = byte === OPEN_BRACE || (byte === OPEN_BRACKET && canBeList);
    if (segment === undefined && (fits || depth > this.#firstAll)) {
      this.#reader.moveTo(this.#at.after(i));
      this.#scanner.begin(byte);
      this.#isInRows = true;
    } else if (fits) this.#containers.push({ members: new MemberScanner(byte), isFound: false });
    else if (depth <= this.#firstAll && !this.#isComplete) {
      const where = depth === 0 ? "the input" : `the value at '${showPath(this.#path.slice(0, depth))}'`;
      const expected = segment === undefined ? "a list of rows" : "an object";
      const position = { line: this.#at.line, byte: this.#at.base + i + 1 };
      throw new ReadingFault(position, `${where} is ${kindAt(bytes, i)}, not ${expected}`);
    }
  }

  #missingFault(): ReadingFault {
    const path = this.#path.slice(0, Math.max(this.#containers.length, 1));
    const [closest] = suggest(path.at(-1)!, this.#otherNames, 1);
    const advice =
      closest === undefined ? "" : `; did you mean '${showPath([...path.slice(0, -1), closest])}'?`;
    return new ReadingFault({}, `there is no value at '${showPath(path)}'${advice}`, "path");
  }
}
