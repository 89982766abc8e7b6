export interface DuckdbColumns {
  readonly rowCount: number;
  readonly columnCount: number;
  getColumnValues(index: number): readonly unknown[];
  getColumnVector(index: number): object;
}

/**
 * Returns the values of a column. The driver drops U+FEFF from the start of a string. This function restores it from the
 * bytes of the string.
 */
export function columnValues(columns: DuckdbColumns, index: number): readonly unknown[] {
  const values = columns.getColumnValues(index);
  const { type, dataView } = columns.getColumnVector(index) as {
    readonly type?: { toString(): string };
    readonly dataView?: unknown;
  };
  if (type?.toString() !== "VARCHAR" || !(dataView instanceof DataView)) return values;
  return values.map((value, row) =>
    typeof value === "string" && hasLostMark(value, dataView, row * ENTRY_BYTES) ? `\uFEFF${value}` : value,
  );
}

export function rowsOfColumns(columns: DuckdbColumns): unknown[][] {
  const columnLists = Array.from({ length: columns.columnCount }, (_, index) => columnValues(columns, index));
  return Array.from({ length: columns.rowCount }, (_, row) => columnLists.map((column) => column[row]));
}

/**
 * Size of a string's entry in its column, in bytes: the length (4 bytes), then at least the first 4 bytes of the
 * string.
 */
const ENTRY_BYTES = 16;
/** The UTF-8 bytes of U+FEFF as a little-endian number. */
const BYTE_ORDER_MARK = 0xbfbbef;

function hasLostMark(value: string, view: DataView, at: number): boolean {
  if (at + ENTRY_BYTES > view.byteLength) return false;
  const length = view.getUint32(at, true);
  if (length < 3 || (view.getUint32(at + 4, true) & 0xffffff) !== BYTE_ORDER_MARK) return false;
  return new TextEncoder().encode(value).length < length;
}
