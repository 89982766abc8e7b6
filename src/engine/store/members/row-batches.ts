import type { RowList } from "../kernels/row-list.ts";
import { isStepOver } from "../tasks/task.ts";

export type ReadProperty = (object: unknown, key: string) => unknown;

/**
 * Reads properties of objects for several columns that are built together: all properties of a row, then those of the next one. For
 * each property of a row, V8 searches the description of the row's shape, which is then in the CPU cache.
 */
export class RowBatches {
  readonly #rows: RowList;
  readonly #read: ReadProperty;
  readonly #properties = new Map<string, BatchedProperty>();
  #first = 0;
  #end = 0;

  constructor(rows: RowList, read: ReadProperty) {
    this.#rows = rows;
    this.#read = read;
  }

  /** Returns a reader of a property for one column. */
  reader(key: string): PropertyReader {
    let property = this.#properties.get(key);
    if (property === undefined) this.#properties.set(key, (property = { readers: [], values: undefined }));
    const reader = new PropertyReader((from, end) => this.#valuesOf(key, property, from, end));
    property.readers.push(reader);
    return reader;
  }

  #valuesOf(key: string, property: BatchedProperty, from: number, end: number): unknown[] {
    if (property.values === undefined || from < this.#first || from >= this.#end) this.#load(from, key);
    return property.values!.slice(from - this.#first, end - this.#first);
  }

  /** Reads the property, and those that other columns will read from these rows. */
  #load(first: number, key: string): void {
    // No values are valid until all are read.
    this.#first = this.#end = first;
    let end = Math.min(first + ROWS_PER_BATCH, this.#rows.length);
    const loads: Load[] = [];
    for (const [name, property] of this.#properties) {
      const isWanted = name === key || property.readers.some(({ row }) => row >= first && row < end);
      property.values = isWanted ? new Array<unknown>(end - first) : undefined;
      if (property.values !== undefined) loads.push({ key: name, property, values: property.values });
    }
    for (let row = first; row < end; row++) {
      const object = this.#rows.at(row);
      for (const { key: name, property, values } of loads) {
        try {
          values[row - first] = this.#read(object, name);
        } catch (error) {
          // Only the columns of this property fail, when they read it themselves.
          if (name === key) throw error;
          property.values = undefined;
        }
      }
      // Rows of a file may have to be parsed.
      if ((row - first + 1) % ROWS_PER_CHECK === 0 && isStepOver()) end = row + 1;
    }
    for (const { values } of loads) values.length = end - first;
    this.#end = end;
  }
}

interface Load {
  readonly key: string;
  readonly property: BatchedProperty;
  readonly values: unknown[];
}

interface BatchedProperty {
  readonly readers: PropertyReader[];
  /** Values of the batch. Undefined if no column needs them. */
  values: unknown[] | undefined;
}

/** Reads a property of consecutive rows for a column. */
export class PropertyReader {
  /** Number of the row that the column needs next. `Infinity` if it needs no more rows. */
  row = 0;
  /** Returns values of rows from `from` on: at least one, and at most those of a batch. The caller may change the array. */
  readonly read: (from: number, end: number) => unknown[];

  constructor(read: (from: number, end: number) => unknown[]) {
    this.read = read;
  }
}

/** Few enough for the rows and their values to stay in the CPU cache while columns are built of them. */
const ROWS_PER_BATCH = 512;
/** Rows that are read before the next check whether the step is over. */
const ROWS_PER_CHECK = 16;
