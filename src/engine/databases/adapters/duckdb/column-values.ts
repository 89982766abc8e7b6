/** Columns of the driver of DuckDB: what is used of them. */
export interface DuckdbColumns {
  readonly rowCount: number;
  readonly columnCount: number;
  getColumnValues(index: number): readonly unknown[];
  getColumnVector(index: number): object;
}

/**
 * The values of a column. The driver decodes texts so that U+FEFF at their beginning is lost; here it is given back,
 * since the bytes that a text was made of tell of it.
 */
export function columnValues(columns: DuckdbColumns, index: number): readonly unknown[] {
  const values = columns.getColumnValues(index);
  const { type, dataView } = columns.getColumnVector(index) as {
    readonly type?: { toString(): string };
    readonly dataView?: unknown;
  };
  if (type?.toString() !== "VARCHAR" || !(dataView instanceof DataView)) return values;
  return values.map((value, row) =>
    typeof value === "string" && hasLostMark(value, dataView, row * BYTES) ? `\uFEFF${value}` : value,
  );
}

export function rowsOfColumns(columns: DuckdbColumns): unknown[][] {
  const all = Array.from({ length: columns.columnCount }, (_, index) => columnValues(columns, index));
  return Array.from({ length: columns.rowCount }, (_, row) => all.map((column) => column[row]));
}

/** A text's entry in its column: the length in bytes, four bytes wide, then at least its first four bytes. */
const BYTES = 16;
/** The bytes of U+FEFF, least significant first. */
const MARK = 0xbfbbef;

function hasLostMark(value: string, view: DataView, at: number): boolean {
  if (at + BYTES > view.byteLength) return false;
  const length = view.getUint32(at, true);
  if (length < 3 || (view.getUint32(at + 4, true) & 0xffffff) !== MARK) return false;
  return new TextEncoder().encode(value).length < length;
}
