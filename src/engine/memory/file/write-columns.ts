import type { Value } from "../../../values/types.ts";
import type { CodesColumn } from "../codes-column.ts";
import type { Columns } from "../columns.ts";
import { arrayOf } from "../kernels/plain.ts";
import type { ListColumn } from "../list-column.ts";
import type { NumberColumn } from "../number-column.ts";
import type { SavedCodes, SavedColumn, SavedNumbers, SavedRanks, SectionNumber } from "./format.ts";
import { RowWriter } from "./row-text.ts";
import type { Chunks, SectionWriter } from "./section-writer.ts";

/** The rows whose columns are written: the first ones. */
export interface WrittenRows {
  readonly count: number;
  /** Those of them that went. A file has no text of them, so a column has null: it says what is read of its rows. */
  readonly gone: readonly number[];
  readonly isLive: (row: number) => boolean;
}

/**
 * Writes the columns that there are, as far as they have the rows. What of a column may be moved or let go by a change
 * of the collection is copied in one step.
 */
export function* writeColumns(
  writer: SectionWriter,
  columns: Columns,
  rows: WrittenRows,
): Chunks<SavedColumn[]> {
  const { count, isLive } = rows;
  const saved: SavedColumn[] = [];
  for (const key of columns.keys()) {
    const column = columns.made(key);
    if (column === undefined || column.rows < count) continue;
    if (column.kind === "codes") {
      // Values that came later are not in order: the next column of them is.
      if (column.sorted === column.values.length - 1)
        saved.push(yield* writeCodes(writer, key, column, rows));
    } else if (column.kind === "numbers") {
      saved.push(yield* writeNumbers(writer, key, column, rows));
    } else {
      const valueAt = column.kind === "texts" ? textsOf(column.values) : listsOf(column);
      const form = column.kind;
      const values = yield* writeValues(writer, count, (row) => (isLive(row) ? valueAt(row) : null));
      saved.push({ key, form, values });
    }
  }
  return saved;
}

function* writeCodes(
  writer: SectionWriter,
  key: string,
  column: CodesColumn,
  { count, gone }: WrittenRows,
): Chunks<SavedCodes> {
  const { width } = column.codes;
  const codes = arrayOf(column.codes).slice(0, count);
  for (const row of gone) codes[row] = 0;
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
  for (const [order, each] of orders) ranks.push({ order, ranks: yield* writer.section([bytesOf(each)]) });
  return ranks.length === 0 ? saved : { ...saved, ranks };
}

function* writeNumbers(
  writer: SectionWriter,
  key: string,
  column: NumberColumn,
  { count, gone, isLive }: WrittenRows,
): Chunks<SavedNumbers> {
  const { type, unit } = column;
  const doubles = column.slab.f64().slice(0, count);
  for (const row of gone) doubles[row] = NaN;
  const exceptions = Uint32Array.from(column.exceptions.filter((row) => row < count && isLive(row)));
  return {
    key,
    form: "numbers",
    type,
    unit,
    doubles: yield* writer.section([bytesOf(doubles)]),
    exceptions: yield* writer.section([bytesOf(exceptions)]),
  };
}

function textsOf(values: readonly Value[]): (row: number) => Value {
  return (row) => values[row]!;
}

function listsOf(column: ListColumn): (row: number) => Value {
  const { values } = column;
  return (row) => {
    if (column.isNull(row)) return null;
    const codes = column.elements.subarray(column.starts[row], column.starts[row + 1]);
    return Array.from(codes, (code) => values[code]!);
  };
}

/** Values in lists, each as the text of a row is. */
function* writeValues(
  writer: SectionWriter,
  count: number,
  valueAt: (index: number) => Value,
): Chunks<SectionNumber[]> {
  const sections: SectionNumber[] = [];
  // A column has nothing that a file does not.
  const texts = new RowWriter(() => undefined);
  for (let from = 0; from < count; from += VALUES_OF_LIST) {
    const length = Math.min(VALUES_OF_LIST, count - from);
    const text = texts.textOf(Array.from({ length }, (_, i) => valueAt(from + i)));
    sections.push(yield* writer.section([new TextEncoder().encode(text)]));
  }
  return sections;
}

/** So many values are in one list. */
export const VALUES_OF_LIST = 8192;

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}
