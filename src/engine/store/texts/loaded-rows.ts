import { countWork } from "../../../values/work.ts";
import { NOT_LOCATED } from "../kernels/tokens.ts";
import type { LocatedValues, LocateLimits, MemberTexts } from "../kernels/row-list.ts";
import { readDeclaredPath } from "../../../values/read-path.ts";
import { CLOSE_BRACE, OPEN_BRACE } from "../../../files/bytes/bytes.ts";
import { MISSING, memberBytes, UNUSUAL, type TextFormat } from "../../../files/located/text-format.ts";
import { TextRows, type RowBlock } from "./text-rows.ts";

/** First number of the record of a row whose values are read by parsing it. */
export const PARSE_ROW = 0xffff;

export interface IndexedBlock extends RowBlock {
  /**
   * A record of `width` numbers for each row. The first is `PARSE_ROW` if the row must be parsed to read its values, otherwise 0.
   * The others are the offsets of the values, counted from the byte before the row.
   */
  readonly offsets: Uint16Array;
  readonly width: number;
}

/** Rows that were loaded as texts, such as the lines of an NDJSON file. */
export class LoadedRows extends TextRows<IndexedBlock> {
  override readonly texts: MemberTexts;
  readonly contents: { readonly format: TextFormat; readonly blocks: readonly IndexedBlock[] };
  readonly #format: TextFormat;
  /** Index of each member's offset in a record. */
  readonly #members: ReadonlyMap<string, number>;

  /** @param maxKeptBytes maximum number of bytes of the texts whose parsed rows are kept while nobody uses them */
  constructor(format: TextFormat, blocks: readonly IndexedBlock[], maxKeptBytes: number) {
    super(
      blocks.map((block) => ({ rows: block.starts.length - 1, read: () => block })),
      maxKeptBytes,
    );
    this.#format = format;
    this.contents = { format, blocks };
    this.#members = new Map(format.names.map((name, i) => [name, i + 1]));
    this.texts = {
      count: this.textCount,
      stringProperties: new Set(format.stringNames?.()),
      read: (path, from, end) => this.#readValues(path, from, end),
      locate: (property, from, end, limits) =>
        format.isJson ? this.#locate(property, from, end, limits) : undefined,
      unreadable: (row) => this.#unreadableNames(row),
    };
  }

  /** Parses the rows one by one. The parsed rows are kept nowhere. */
  *parsed(): Generator<object> {
    for (let row = 0; row < this.textCount; row++) yield this.parse(row);
  }

  /** Returns the text of a row of JSON without white space around it; undefined if the row must be parsed to read its values. */
  jsonOf(number: number): Uint8Array | undefined {
    if (!this.#format.isJson || number >= this.textCount) return undefined;
    const { first, loaded } = this.blockOf(number);
    if (loaded.offsets[(number - first) * loaded.width] === PARSE_ROW) return undefined;
    const text = this.textOf(number)!;
    const start = text.indexOf(OPEN_BRACE);
    return text.subarray(start, text.lastIndexOf(CLOSE_BRACE) + 1);
  }

  #unreadableNames(row: number): readonly string[] {
    const format = this.#format;
    const { checked = [], names } = format;
    if (checked.length === 0) return [];
    const { first, loaded } = this.blockOf(row);
    const { texts, starts, offsets, width } = loaded;
    const before = starts[row - first]! - 1;
    const record = (row - first) * width;
    const isUnreadable =
      offsets[record] === PARSE_ROW
        ? format.unreadableIn!(this.textOf(row)!)
        : (i: number) => format.valueAt(texts, before + offsets[record + i + 1]!, i) === undefined;
    return checked.filter(isUnreadable).map((i) => names[i]!);
  }

  #readValues(path: readonly string[], from: number, end: number): unknown[] {
    const format = this.#format;
    const values: unknown[] = [];
    const member = this.#members.get(path[0]!) ?? Infinity;
    const names = path.slice(1).map(memberBytes);
    // Approximate numbers of bytes of the values, and of those that are read in addition.
    let bytes = 0;
    let otherBytes = 0;
    for (let row = from; row < end && bytes + otherBytes < MAX_BATCH_BYTES;) {
      const { first, rows, loaded } = this.blockOf(row);
      const { texts, starts, offsets, width } = loaded;
      const last = Math.min(end, first + rows);
      for (; row < last && bytes + otherBytes < MAX_BATCH_BYTES; row++) {
        const record = (row - first) * width;
        const start = starts[row - first]!;
        const length = starts[row - first + 1]! - start;
        const isParsed = offsets[record] === PARSE_ROW;
        const located = isParsed || member >= width ? MISSING : offsets[record + member]!;
        let isMissing = located === MISSING;
        let offset = start + located - 1;
        for (let i = 0; i < names.length && !isMissing && offset !== UNUSUAL; i++) {
          offset = format.find(texts, offset, names[i]!);
          isMissing = offset === MISSING;
          otherBytes += length >>> 3;
        }
        if (isParsed || (!isMissing && offset === UNUSUAL)) {
          values.push(this.#readParsed(row, path));
          otherBytes += length;
        } else if (isMissing) values.push(undefined);
        else {
          const value = format.valueAt(texts, offset, member - 1);
          if (typeof value === "string") bytes += value.length;
          else bytes += typeof value === "object" ? length : length >>> 3;
          values.push(value === undefined ? null : value);
        }
      }
    }
    countWork(otherBytes / BYTES_PER_UNIT);
    return values;
  }

  #locate(
    property: string,
    from: number,
    end: number,
    { maxBytes, offsets: to }: LocateLimits,
  ): LocatedValues | undefined {
    const block = this.blockOf(from);
    const { texts, starts, offsets, width } = block.loaded;
    const member = this.#members.get(property) ?? Infinity;
    const first = from - block.first;
    const last = Math.min(first + Math.min(end - from, to.length), starts.length - 1);
    const begin = starts[first]!;
    let row = first;
    for (
      let record = first * width;
      row < last && starts[row + 1]! - begin <= maxBytes;
      row++, record += width
    ) {
      const offset = member < width ? offsets[record + member]! : MISSING;
      if (offsets[record] === PARSE_ROW) to[row - first] = NOT_LOCATED;
      else to[row - first] = offset === MISSING ? 0 : starts[row]! - begin + offset;
    }
    if (row === first) return undefined;
    return { bytes: texts.subarray(begin, starts[row]), rows: row - first };
  }

  #readParsed(row: number, path: readonly string[]): unknown {
    const object = this.parse(row);
    if (path.length === 1) return Object.getOwnPropertyDescriptor(object, path[0]!)?.value;
    const lists = path.map(() => 0);
    return readDeclaredPath(object, path, lists);
  }

  protected parse(number: number): object {
    return this.#format.read(this.textOf(number)!);
  }
}

/** Number of bytes that are read at once. */
const MAX_BATCH_BYTES = 1 << 16;
/** Bytes that are parsed in the time of one unit of work. */
const BYTES_PER_UNIT = 2;
