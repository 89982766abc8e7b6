/** Filters rows without building them. Leaves every row that the kernel or its columns cannot read to the readers. */
import { MAX_BLOCK_BYTES, RowKernel, type ReadRows } from "../../wasm/row-kernel.ts";
import { LINE_FEED, OPEN_BRACE } from "../bytes/bytes.ts";
import { NO_BYTES } from "../bytes/decode.ts";
import { countLines } from "../csv/line-ends.ts";
import type { EarlyFilterMaker } from "../cells/file-options.ts";
import { MATCHING_ROW, REJECTED_ROW, type FileRow, type RowFilter, type RowScanner } from "../rows/row.ts";
import { formatOfCells, isTextDelimiter } from "./csv-format.ts";
import { JsonFormat } from "./json-format.ts";
import { MISSING, memberBytes, UNUSUAL, type TextFormat } from "./text-format.ts";

export const makeEarlyFilter: EarlyFilterMaker = (filter, onRow, { cells, delimiter = ",", path = [] }) => {
  const kernel = isTextDelimiter(delimiter) ? RowKernel.get() : undefined;
  const format = cells === undefined ? new JsonFormat() : formatOfCells(delimiter, cells);
  return kernel && new EarlyFilter(format, kernel, filter, path, onRow);
};

/** A member that is read. */
interface ReadMember {
  /** Name in the filter. Undefined if the member is only checked. */
  readonly member: string | undefined;
  /** Index in a record. */
  readonly index: number;
  /** Name in the object at the path. */
  readonly name: Uint8Array | undefined;
}

class EarlyFilter implements RowScanner {
  lines = 0;
  readonly #format: TextFormat;
  readonly #kernel: RowKernel;
  readonly #filter: RowFilter;
  readonly #path: readonly string[];
  readonly #inner: readonly Uint8Array[];
  readonly #onRow: (placeholder: FileRow) => void;
  #members: readonly ReadMember[] = [];
  #bytes: Uint8Array = NO_BYTES;
  /** Number of bytes up to the last line feed. */
  #limit = 0;
  /** Part of the bytes that the kernel has loaded. */
  #window: Uint8Array = NO_BYTES;
  #base = 0;
  #load: number | undefined;
  #loadedRows: ReadRows | undefined;
  /** Index of the next row of `#loadedRows`. */
  #next = 0;

  constructor(
    format: TextFormat,
    kernel: RowKernel,
    filter: RowFilter,
    path: readonly string[],
    onRow: (placeholder: FileRow) => void,
  ) {
    this.#format = format;
    this.#kernel = kernel;
    this.#filter = filter;
    this.#path = path;
    this.#inner = path.slice(1).map(memberBytes);
    this.#onRow = onRow;
    this.#findMembers();
  }

  /** Adds the names of a row that was not consumed. */
  learn(row: object): void {
    if (this.#format.learn?.(row) !== true) return;
    this.#findMembers();
    this.#loadedRows = undefined;
  }

  #findMembers(): void {
    const { names, checked = [] } = this.#format;
    const { members } = this.#filter;
    const [first] = this.#path;
    const read = (index: number, member: string | undefined, name?: Uint8Array) => ({ index, member, name });
    if (first !== undefined)
      this.#members = [...members].map(([name, member]) =>
        read(names.indexOf(first), member, memberBytes(name)),
      );
    else
      this.#members = names
        .map((name, index) => read(index, members.get(name)))
        .filter(({ index, member }) => member !== undefined || checked.includes(index));
  }

  begin(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#limit = bytes.lastIndexOf(LINE_FEED) + 1;
    this.#load = this.#loadedRows = undefined;
  }

  scan(from: number): number {
    const { countsOnly } = this.#filter;
    let at = from;
    this.lines = 0;
    while (at < this.#limit && this.#find(at)) {
      const { starts, records, end, lines } = this.#loadedRows!;
      const width = this.#format.names.length + 1;
      const isLineEach = lines === starts.length;
      while (this.#next < starts.length && this.#kernel.isLoaded(this.#load!)) {
        const row = this.#next++;
        const isMatch = this.#matches(at - this.#base, records, row * width + 1);
        if (isMatch === undefined || (isMatch && !countsOnly)) return at;
        this.#onRow(isMatch ? MATCHING_ROW : REJECTED_ROW);
        const next = this.#base + (starts[row + 1] ?? end);
        this.lines += isLineEach ? 1 : countLines(this.#bytes, at, next);
        at = next;
      }
    }
    return at;
  }

  /** Finds rows from an offset on. Returns false if there is none that the kernel can read. */
  #find(at: number): boolean {
    const isLoaded = this.#load !== undefined && this.#kernel.isLoaded(this.#load);
    if (isLoaded && this.#loadedRows !== undefined && this.#loadedRows.starts[this.#next] === at - this.#base)
      return true;
    if (!isLoaded || at >= this.#base + this.#window.length) {
      const part = this.#bytes.subarray(at, Math.min(at + MAX_BLOCK_BYTES, this.#limit));
      this.#base = at;
      this.#window = part.subarray(0, part.lastIndexOf(LINE_FEED) + 1);
      this.#load = this.#kernel.load(this.#window, this.#window.length);
    }
    this.#loadedRows = this.#format.readRows(this.#kernel, at - this.#base, this.#format.names.length + 1);
    this.#next = 0;
    return this.#loadedRows.starts.length > 0;
  }

  /** Returns whether the filter keeps a row. Undefined: the parser has to read the row first. */
  #matches(start: number, records: Uint16Array, record: number): boolean | undefined {
    const bytes = this.#window;
    const format = this.#format;
    const row: FileRow = {};
    for (const { member, index, name } of this.#members) {
      const offset = records[record + index];
      let at = offset === undefined || offset === MISSING ? MISSING : start + offset - 1;
      if (name !== undefined) {
        for (const step of this.#inner)
          if (at !== MISSING && at !== UNUSUAL) at = format.find(bytes, at, step);
        // The readers report a path that leads to no row.
        if (at === MISSING || at === UNUSUAL || bytes[at] !== OPEN_BRACE) return undefined;
        at = format.find(bytes, at, name);
      }
      if (at === UNUSUAL) return undefined;
      // No value begins at the offset 0 of a line, except a cell.
      if (offset === MISSING || (at === MISSING && format.isJson)) continue;
      const value = format.valueAt(bytes, at, index);
      if (value === undefined) return undefined;
      if (member !== undefined) row[member] = value;
    }
    if (this.#filter.isReadable?.(row) === false) return undefined;
    return this.#filter.matches(row);
  }
}
