import { NO_BYTES, concatBytes, decodeUtf8 } from "../bytes/decode.ts";
import { advancePosition } from "../rows/file-position.ts";
import { ReadingFault, type FilePosition } from "../rows/reading-fault.ts";
import { LINE_FEED } from "../bytes/bytes.ts";
import { MAXIMUM_ROW_BYTES, ROW_TOO_LARGE, type FormatReader } from "../rows/format-reader.ts";
import type { ReaderOptions } from "../cells/file-options.ts";
import type { FileRow, RowScanner } from "../rows/row.ts";
import { isRecord } from "../../values/is-object.ts";
import { isDynamic, KeyMember, rowsAtPath } from "./json-path.ts";
import { JsonRowParser, type JsonText } from "./json-row-parser.ts";
import { COMMAS_NOTE, endsWithComma, hasOtherLines, RowFault, withoutMark } from "../json-rows/parse-row.ts";

export class NdjsonReader implements FormatReader {
  readonly rows: FileRow[];
  readonly #path: readonly string[];
  readonly #options: ReaderOptions;
  #scanner: RowScanner | undefined;
  #parts: Uint8Array[] = [];
  #partsLength = 0;
  #line = 1;
  readonly #parser: JsonRowParser;
  /** True before the first line that is not blank. */
  #isFirst = true;
  #hasCommas = false;
  readonly #key: KeyMember;
  #byte: number;

  constructor(options: ReaderOptions = {}) {
    this.#path = options.path ?? [];
    this.#options = options;
    this.#parser = new JsonRowParser(options);
    this.rows = this.#parser.rows;
    this.#key = new KeyMember(options.onNote);
    this.#byte = options.start?.byte ?? 0;
  }

  get line(): number {
    return this.#line;
  }

  push(bytes: Uint8Array): void {
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) this.#lines(this.#withParts(bytes.subarray(0, end)));
    if (end === bytes.length) return;
    this.#parts.push(bytes.subarray(end));
    this.#partsLength += bytes.length - end;
    if (this.#partsLength > MAXIMUM_ROW_BYTES) throw new ReadingFault(this.#positionOf(""), ROW_TOO_LARGE);
  }

  end(): void {
    const last = this.#withParts(NO_BYTES);
    if (last.length > 0) this.#lines(last);
  }

  stop(): FilePosition {
    return this.#positionOf(decodeUtf8(concatBytes(this.#parts)));
  }

  #withParts(bytes: Uint8Array): Uint8Array {
    if (this.#parts.length === 0) return bytes;
    const lineBytes = concatBytes([...this.#parts, bytes]);
    this.#parts = [];
    this.#partsLength = 0;
    return lineBytes;
  }

  #lines(bytes: Uint8Array): void {
    this.#scanner ??= this.#createScanner();
    this.#scanner?.begin(bytes);
    for (let at = 0; at < bytes.length;) {
      if (this.#scanner !== undefined) {
        at = this.#scanner.scan(at);
        this.#line += this.#scanner.lines;
        if (at === bytes.length) break;
      }
      const feed = bytes.indexOf(LINE_FEED, at);
      const end = feed < 0 ? bytes.length : feed;
      if (end > at) this.#readLine(withoutMark(decodeUtf8(bytes, at, end)), at);
      this.#line++;
      at = end + 1;
    }
    this.#byte += bytes.length;
  }

  #createScanner(): RowScanner | undefined {
    const make = isDynamic(this.#path) ? undefined : this.#options.earlyFilterMaker?.();
    const filter = make && this.#options.rowFilter?.();
    const onRow = (placeholder: FileRow) => {
      this.#parser.row++;
      this.rows.push(placeholder);
    };
    return filter && make(filter, onRow, { path: this.#path });
  }

  /** Reads the rows of a line. A line that has only white space has none. */
  #readLine(line: string, bytesBefore: number): void {
    if (line.trim() === "") return;
    const text = this.#options.strict === true ? line : this.#withoutComma(line);
    const start = { byte: this.#byte + bytesBefore, line: this.#line, column: 1 };
    const isFirst = this.#isFirst;
    const option = isFirst && hasOtherLines(text) ? "format" : undefined;
    const source = {
      text,
      positionOf: (lead: string) => advancePosition(start, lead),
      isFirst,
      option,
    } as const;
    this.#isFirst = false;
    this.#parser.parse(source, this.#options.onFault, this.#rowsOf);
  }

  /** Returns a line without a comma after its row, as in the lines of a list without its brackets. */
  #withoutComma(line: string): string {
    if (!endsWithComma(line)) return line;
    if (!this.#hasCommas) this.#options.onNote?.(COMMAS_NOTE);
    this.#hasCommas = true;
    return line.slice(0, line.lastIndexOf(","));
  }

  /** @throws RowFault */
  readonly #rowsOf = (value: unknown, source: JsonText): readonly FileRow[] => {
    if (source.text.length > MAXIMUM_ROW_BYTES) throw new RowFault(ROW_TOO_LARGE);
    if (isRecord(value)) this.#scanner?.learn(value);
    const isWalked =
      this.#path.length > 0 && (isRecord(value) || (Array.isArray(value) && isDynamic(this.#path)));
    return isWalked
      ? rowsAtPath(value, this.#path, this.#key, (problem) => this.#parser.report(problem, source))
      : this.#parser.rowsOf(value, source);
  };

  #positionOf(lead: string): FilePosition {
    const start = { byte: this.#byte, line: this.#line, column: 1 };
    return { ...advancePosition(start, lead), row: this.#parser.row + 1 };
  }
}
