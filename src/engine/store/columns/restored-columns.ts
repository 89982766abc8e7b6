import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Reader } from "../../../functions/definition/types.ts";
import { isNumeric, isScalarType, isTemporal, type Value } from "../../../values/types.ts";
import type { Kernels } from "../kernels/kernels.ts";
import type { SharedStructures } from "../kernels/shared-structures.ts";
import type { RowList } from "../kernels/row-list.ts";
import { tryAllocate, tryAllocateTask } from "../kernels/try-allocate.ts";
import type { PropertyReader } from "../members/row-batches.ts";
import { isSizeMember } from "../members/size-members.ts";
import { EVALUATIONS_PER_STEP, runNow, type Task } from "../tasks/task.ts";
import type { Column } from "./build-column.ts";
import { ListColumn } from "./list-column.ts";
import { MapColumn } from "./map-column.ts";
import { NumberColumn } from "./number-column.ts";

/** Column that was read from a file. */
export interface RestoredColumn extends ColumnSample {
  readonly column: Column;
}

/** Column of a file that is read when it is first needed. The task releases it if it fails. */
export interface UnreadColumn extends ColumnSample {
  readonly column: undefined;
  readonly readColumn: () => Task<Column>;
}

interface ColumnSample {
  /** Number of rows to compare with the column before its first use, spread evenly. Infinity for all, 0 for none. */
  readonly sample: number;
  /** Number of the first rows that can be compared. Undefined: all. */
  readonly within: number | undefined;
}

/** Rows of a restored column that are compared with it by default. */
export const SAMPLED_VALUES = 256;

/** Columns and other structures that several threads have in common. */
export interface ColumnExchange {
  readonly keys: () => readonly string[];
  /** Returns a task that reads a column of a thread. Undefined if no thread has finished it. */
  readonly find: (key: string) => (() => Task<Column>) | undefined;
  /** Builds a column, or waits for the thread that does. Undefined if the member must be evaluated row by row. */
  readonly build: (key: string, start: () => Task<Column | undefined>) => Task<Column | undefined>;
  /** Structures of several columns, such as sorted indexes. */
  readonly structures: SharedStructures;
}

/** Columns of a file, or of other threads, that were not used yet. */
export class RestoredColumns {
  /** Shares the columns with other threads that have the same rows. Then rows must not be appended. */
  exchange: ColumnExchange | undefined;
  readonly #rows: RowList;
  readonly #kernels: Kernels;
  readonly #columns = new Map<string, RestoredColumn | UnreadColumn>();

  constructor(rows: RowList, kernels: Kernels) {
    this.#rows = rows;
    this.#kernels = kernels;
  }

  has(key: string): boolean {
    return this.#find(key) !== undefined;
  }

  keys(): readonly string[] {
    return [...this.#columns.keys(), ...(this.exchange?.keys() ?? [])];
  }

  add(key: string, restored: RestoredColumn | UnreadColumn): void {
    this.#columns.set(key, restored);
  }

  /** Returns a column that the caller must release. Undefined if there is none, or if it contradicts the rows. */
  *take(key: string, member: ResolvedMember, read: Reader): Task<Column | undefined> {
    const restored = yield* this.read(key);
    if (restored === undefined) return undefined;
    const agrees = yield* agreesWithRows(restored, member, read, this.#rows, this.#kernels);
    this.#columns.delete(key);
    if (agrees) return restored.column;
    restored.column.release();
    return undefined;
  }

  /**
   * Builds a column once for all threads.
   *
   * @param objects reader of the rows for the column
   */
  build(
    key: string,
    { throughMap }: ResolvedMember,
    objects: PropertyReader,
    start: () => Task<Column | undefined>,
  ): Task<Column | undefined> {
    // Users choose the keys of maps, and columns of all threads are never dropped.
    if (this.exchange === undefined || throughMap) return start();
    // While it waits for another thread, columns that this thread builds continue: the other thread may wait for them.
    objects.row = Infinity;
    return this.exchange.build(key, start);
  }

  readNow(key: string): Column | undefined {
    const unread = this.#find(key);
    if (unread?.column !== undefined || unread === undefined) return unread?.column;
    const column = tryAllocate(() => runNow(unread.readColumn()));
    return this.#keepRead(key, unread, column)?.column;
  }

  release(): void {
    for (const { column } of this.#columns.values()) column?.release();
    this.#columns.clear();
  }

  #find(key: string): RestoredColumn | UnreadColumn | undefined {
    const entry = this.#columns.get(key);
    if (entry !== undefined) return entry;
    const readColumn = this.exchange?.find(key);
    if (readColumn === undefined) return undefined;
    const unread = { column: undefined, readColumn, sample: 0, within: undefined };
    this.#columns.set(key, unread);
    return unread;
  }

  /** Reads a column, unless it was read. Returns undefined without such a column, or without memory for it. */
  *read(key: string): Task<RestoredColumn | undefined> {
    const unread = this.#find(key);
    if (unread?.column !== undefined || unread === undefined) return unread;
    const column = yield* tryAllocateTask(unread.readColumn());
    const current = this.#columns.get(key);
    if (current === unread) return this.#keepRead(key, unread, column);
    // A synchronous request has read the column meanwhile, or the columns were released.
    column?.release();
    return yield* this.read(key);
  }

  #keepRead(key: string, { sample, within }: UnreadColumn, column: Column | undefined) {
    // Without memory for it, the column is built from the rows, as far as memory allows.
    if (column === undefined) return void this.#columns.delete(key);
    const restored: RestoredColumn = { column, sample, within };
    this.#columns.set(key, restored);
    return restored;
  }
}

/** Returns whether a column from a file can be a column of the member, and has the values of a sample of the rows. */
function* agreesWithRows(
  { column, sample, within = Infinity }: RestoredColumn,
  member: ResolvedMember,
  read: Reader,
  rows: RowList,
  kernels: Kernels,
): Task<boolean> {
  if (!isColumnOf(column, member)) return false;
  if (sample === 0) return true;
  const end = Math.min(within, column.rows);
  const step = Math.max(1, end / sample);
  const valueAt = valuesIn(column);
  for (let at = 0; at < end;) {
    const numbers: number[] = [];
    for (; at < end && numbers.length < EVALUATIONS_PER_STEP; at += step) numbers.push(Math.floor(at));
    const values = numbers.map((row) => read(rows.at(row)));
    const isSame = (expected: (i: number) => unknown) =>
      numbers.every((row, i) => valueAt(row) === expected(i));
    if (!sameAs(column, values, kernels, isSame)) return false;
    yield;
  }
  return true;
}

/** Returns whether the form of a column is one that `buildColumn` chooses for the member. */
function isColumnOf(column: Column, member: ResolvedMember): boolean {
  const { type } = member.type;
  switch (column.kind) {
    case "dictionary": {
      const [, first] = column.values;
      if (isSizeMember(member)) return first === undefined || typeof first === "number";
      return (type === "string" || type === "boolean") && (first === undefined || typeof first === type);
    }
    case "strings":
      return type === "string" && !isSizeMember(member);
    case "numbers":
      return (isNumeric(type) || isTemporal(type)) && column.type === type && !isSizeMember(member);
    case "lists":
      return member.type.type === "list" && isScalarType(member.type.items.type) && !isSizeMember(member);
    case "maps":
      return type === "map" && !isSizeMember(member);
  }
}

/**
 * Compares values of rows with the values of a restored column. Numbers, lists and maps are first converted by a new
 * column, because a column can return another representation than the row.
 */
function sameAs(
  column: Column,
  values: readonly Value[],
  kernels: Kernels,
  isSame: (expected: (i: number) => unknown) => boolean,
): boolean {
  if (column.kind === "dictionary" || column.kind === "strings") return isSame((i) => formOf(values[i]!));
  const compared = tryAllocate(() => {
    const converted = emptyColumn(column, kernels, values.length);
    try {
      return converted.append(values) && isSame(valuesIn(converted));
    } finally {
      converted.release();
    }
  });
  // If there is no memory for the new column, the restored column counts as correct.
  return compared ?? true;
}

function emptyColumn(
  column: NumberColumn | ListColumn | MapColumn,
  kernels: Kernels,
  rows: number,
): NumberColumn | ListColumn | MapColumn {
  if (column.kind === "numbers") return new NumberColumn(kernels, column.type, column.unit, rows);
  return column.kind === "lists" ? new ListColumn(kernels, rows) : new MapColumn(kernels, rows);
}

/** Returns a function that reads the value of a row in a form that `===` compares. */
function valuesIn(column: Column): (row: number) => unknown {
  switch (column.kind) {
    case "dictionary":
    case "strings":
      return (row) => formOf(column.valueAt(row));
    case "numbers": {
      const exceptions = new Set(column.exceptions);
      return (row) => (exceptions.has(row) ? "exception" : formOf(column.numberAt(row)));
    }
    case "lists":
      return (row) => elementsIn(column, [column.elements], row);
    case "maps":
      return (row) => elementsIn(column, [column.keys, column.items], row);
  }
}

function elementsIn(
  { offsets }: ListColumn | MapColumn,
  dictionaries: readonly ListColumn["elements"][],
  row: number,
): string | null {
  if (offsets.isNull(row)) return null;
  const [from, end] = offsets.elementRange(row);
  return dictionaries.map((dictionary) => dictionary.valuesBetween(from, end).map(formOf).join()).join(";");
}

function formOf(value: Value): string | null {
  if (value === null || Number.isNaN(value)) return null;
  // Dates are the only objects in columns.
  if (typeof value === "object") return `date ${value instanceof Date ? value.getTime() : ""}`;
  return `${typeof value} ${JSON.stringify(String(value))}`;
}
