import type { Value } from "../../../values/types.ts";
import type { DictionaryColumn } from "../columns/dictionary-column.ts";
import type { Columns } from "../columns/columns.ts";
import { typedCodes } from "../kernels/plain.ts";
import type { ElementDictionary } from "../columns/element-dictionary.ts";
import type { ListColumn } from "../columns/list-column.ts";
import type { MapColumn } from "../columns/map-column.ts";
import type { NumberColumn } from "../columns/number-column.ts";
import type { StringColumn } from "../columns/string-column.ts";
import type { SavedCodes, SavedColumn, SavedNumbers, SavedRanks, SectionNumber } from "./format.ts";
import { RowWriter } from "./row-text.ts";
import type { Chunks, SectionWriter } from "./section-writer.ts";

/** The rows to write: the first `count` rows of a collection. */
export interface WrittenRows {
  readonly count: number;
  /** Numbers of the deleted rows. Files do not contain their values, but null instead. */
  readonly deleted: readonly number[];
  readonly isLive: (row: number) => boolean;
}

/**
 * Writes the columns that contain all the rows. Buffers that a change of the collection could move or release are
 * copied without yielding.
 */
export function* writeColumns(
  writer: SectionWriter,
  columns: Pick<Columns, "keys" | "peek">,
  rows: WrittenRows,
): Chunks<SavedColumn[]> {
  const { count, isLive } = rows;
  const saved: SavedColumn[] = [];
  for (const key of columns.keys()) {
    const column = columns.peek(key);
    if (column === undefined || column.rows < count) continue;
    if (column.kind === "dictionary") {
      // Only columns whose values are all in order are saved. Values that were added later are not in order; those of a
      // rebuilt column are.
      if (column.sorted === column.values.length - 1)
        saved.push(yield* writeCodes(writer, key, column, rows));
    } else if (column.kind === "numbers") {
      saved.push(yield* writeNumbers(writer, key, column, rows));
    } else {
      const form = column.kind === "strings" ? "texts" : column.kind;
      const valueAt = valuesOf(column, count);
      const values = yield* writeValues(writer, count, (row) => (isLive(row) ? valueAt(row) : null));
      saved.push({ key, form, values });
    }
  }
  return saved;
}

function* writeCodes(
  writer: SectionWriter,
  key: string,
  column: DictionaryColumn,
  { count, deleted }: WrittenRows,
): Chunks<SavedCodes> {
  const { width } = column.codes;
  const codes = typedCodes(column.codes).slice(0, count);
  for (const row of deleted) codes[row] = 0;
  const { values } = column;
  const orders = column.allRanks();
  const saved = {
    key,
    form: "codes",
    values: yield* writeValues(writer, values.length, (code) => values[code]!),
    width,
    codes: yield* writer.section([bytesOf(codes)]),
  } as const;
  const ranks: SavedRanks[] = [];
  for (const [order, list] of orders) ranks.push({ order, ranks: yield* writer.section([bytesOf(list)]) });
  return ranks.length === 0 ? saved : { ...saved, ranks };
}

function* writeNumbers(
  writer: SectionWriter,
  key: string,
  column: NumberColumn,
  { count, deleted, isLive }: WrittenRows,
): Chunks<SavedNumbers> {
  const { type, unit } = column;
  const [{ frame }, slab] = [column.image().state, column.image().slabs[0]!];
  const { width, first, step, scale } = frame ?? DOUBLES;
  const bytes = slab.u8().slice(0, count * width);
  // Deleted rows are null.
  const nothing = frame === null ? new Uint8Array(Float64Array.of(NaN).buffer) : new Uint8Array(width);
  for (const row of deleted) bytes.set(nothing, row * width);
  const exceptions = Uint32Array.from(column.exceptions.filter((row) => row < count && isLive(row)));
  return {
    key,
    form: "numbers",
    type,
    unit,
    width,
    first,
    step,
    scale,
    numbers: yield* writer.section([bytes]),
    exceptions: yield* writer.section([bytesOf(exceptions)]),
  };
}

const DOUBLES = { width: 8, first: 0, step: 1, scale: 1 } as const;

/** Returns a function that reads the value of a row. Maps become lists of alternating keys and values. */
function valuesOf(column: StringColumn | ListColumn | MapColumn, rows: number): (row: number) => Value {
  if (column.kind === "strings") {
    const { values } = column;
    return (row) => values.at(row)!;
  }
  const placesOf = column.offsets.snapshot(rows);
  const [first, second] = column.kind === "lists" ? [column.elements] : [column.keys, column.items];
  const elementAt = elementsOf(first, column.offsets.end);
  const itemAt = second === undefined ? undefined : elementsOf(second, column.offsets.end);
  return (row) => {
    const places = placesOf(row);
    if (places === undefined) return null;
    const values: Value[] = [];
    for (let i = places[0]; i < places[1]; i++) {
      values.push(elementAt(i));
      if (itemAt !== undefined) values.push(itemAt(i));
    }
    return values;
  };
}

function elementsOf({ codes, values }: ElementDictionary, end: number): (place: number) => Value {
  const copy = typedCodes(codes).slice(0, end);
  return (place) => values[copy[place]!]!;
}

/** Writes values in lists, and returns the section of each list. */
function* writeValues(
  writer: SectionWriter,
  count: number,
  valueAt: (index: number) => Value,
): Chunks<SectionNumber[]> {
  const sections: SectionNumber[] = [];
  for (const bytes of listsOf(count, valueAt)) sections.push(yield* writer.section([bytes]));
  return sections;
}

/** Returns values of columns in lists, each serialized like a row. */
export function* listsOf(count: number, valueAt: (index: number) => Value): Generator<Uint8Array> {
  // Nothing needs to be reported, because values of columns can always be saved.
  const texts = new RowWriter(() => undefined);
  for (let from = 0; from < count; from += VALUES_PER_LIST) {
    const length = Math.min(VALUES_PER_LIST, count - from);
    yield new TextEncoder().encode(texts.textOf(Array.from({ length }, (_, i) => valueAt(from + i))));
  }
}

const VALUES_PER_LIST = 8192;

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}
