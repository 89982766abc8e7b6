import type { ValueType } from "../../../values/types.ts";
import { isNumeric, isTemporal, type Value } from "../../../values/types.ts";
import type { Column } from "../columns/build-column.ts";
import { DictionaryColumn } from "../columns/dictionary-column.ts";
import { capacityFor, widthOf } from "../kernels/growable-buffers.ts";
import { typedCodes } from "../kernels/plain.ts";
import type { CodeArray, Kernels } from "../kernels/kernels.ts";
import { ListColumn } from "../columns/list-column.ts";
import { MapColumn } from "../columns/map-column.ts";
import type { NumberUnit } from "../columns/nearest-doubles.ts";
import { NumberColumn, type NumberSnapshot } from "../columns/number-column.ts";
import { isScale, maxInteger } from "../columns/frame-of-reference.ts";
import { sortedByRank } from "../columns/saved-ranks.ts";
import { eachBatch, type Task } from "../tasks/task.ts";
import { StringColumn } from "../columns/string-column.ts";
import type { SavedCodes, SavedColumn, SavedNumbers, SavedValues, SectionNumber } from "./format.ts";
import { propertyOfKey, SIZE_OF } from "../members/member-reader.ts";
import { isCount } from "./read-manifest.ts";
import { readRow } from "./row-format.ts";
import type { SectionReader } from "./section-reader.ts";

/**
 * Reads the saved columns, by column key. The caller must release the columns.
 * @param properties properties of rows whose columns are read. Undefined: all.
 */
export async function readColumns(
  reader: SectionReader,
  kernels: Kernels,
  properties: ReadonlySet<string> | undefined,
): Promise<Map<string, Column>> {
  const columns = new Map<string, Column>();
  const all = reader.manifest.columns;
  const needed =
    properties === undefined ? all : all.filter(({ key }) => properties.has(propertyOfKey(key) ?? ""));
  try {
    for (const saved of needed) columns.set(saved.key, await readColumn(reader, saved, kernels));
    // Ranks are read after all columns, because memory for ranks is optional.
    for (const saved of needed) {
      const column = columns.get(saved.key)!;
      if (saved.form === "codes" && column.kind === "dictionary") await readRanks(reader, saved, column);
    }
  } catch (error) {
    for (const column of columns.values()) column.release();
    throw error;
  }
  return columns;
}

function readColumn(reader: SectionReader, saved: SavedColumn, kernels: Kernels): Promise<Column> {
  switch (saved.form) {
    case "codes":
      return readCodes(reader, saved, kernels);
    case "numbers":
      return readNumbers(reader, saved, kernels);
    case "texts":
      return readAppended(reader, saved, new StringColumn(kernels, reader.manifest.rows));
    case "lists":
      return readAppended(reader, saved, new ListColumn(kernels, reader.manifest.rows));
    case "maps":
      return readAppended(reader, saved, new MapColumn(kernels, reader.manifest.rows));
  }
}

async function readCodes(
  reader: SectionReader,
  { key, values: sections, width, codes: section }: SavedCodes,
  kernels: Kernels,
): Promise<DictionaryColumn> {
  const part = partOf(key);
  const { rows } = reader.manifest;
  const values: Value[] = [];
  for (const each of sections) for (const value of await readValues(reader, each, part)) values.push(value);
  const bytes = await reader.bytes(section, part);
  const lookup = new Map(values.map((value, code) => [value, code]));
  if (
    bytes.length !== rows * width ||
    width !== widthOf(values.length) ||
    !areDictionaryValues(values, lookup, key)
  )
    throw reader.impossible(section, part);
  const slab = kernels.allocate(capacityFor(rows, 0) * width);
  slab.u8().set(bytes);
  const codes: CodeArray = { slab, width, rows, count: values.length };
  let isTaken = false;
  try {
    // The kernels use codes as array indexes without a bounds check.
    if ((await reader.run(maxCode(codes))) >= values.length) throw reader.impossible(section, part);
    const column = new DictionaryColumn(kernels, codes, values, lookup);
    isTaken = true;
    return column;
  } finally {
    if (!isTaken) kernels.release(slab);
  }
}

async function readRanks(
  reader: SectionReader,
  { key, ranks: orders = [] }: SavedCodes,
  column: DictionaryColumn,
): Promise<void> {
  const part = `ranks of ${key}`;
  for (const { order, ranks: section } of orders) {
    const ranks = await reader.u32(section, column.values.length, part);
    if (ranks[0] !== 0 || sortedByRank(ranks, 1) === undefined) throw reader.impossible(section, part);
    column.restoreRanks(order, ranks);
  }
}

/** Returns whether `values` are null first, then strings, booleans or sizes in strictly ascending order. */
function areDictionaryValues(
  values: readonly Value[],
  lookup: ReadonlyMap<Value, number>,
  key: string,
): boolean {
  if (values[0] !== null || lookup.size !== values.length) return false;
  const isSizes = key.startsWith(SIZE_OF);
  return values.every((value, code) => {
    if (code === 0) return true;
    if (isSizes ? !isCount(value) : typeof value !== "string" && typeof value !== "boolean") return false;
    return code === 1 || (typeof value === typeof values[1] && value! > values[code - 1]!);
  });
}

function* maxCode(codes: CodeArray): Task<number> {
  let max = 0;
  yield* eachBatch(codes.rows, (from, end) => {
    const array = typedCodes(codes);
    for (let row = from; row < end; row++) if (array[row]! > max) max = array[row]!;
  });
  return max;
}

async function readNumbers(
  reader: SectionReader,
  { key, type, unit, width, first, step, scale, numbers: section, exceptions }: SavedNumbers,
  kernels: Kernels,
): Promise<NumberColumn> {
  const part = partOf(key);
  const { rows, sections } = reader.manifest;
  const isUnit = isNumeric(type) ? unit === "number" : isTemporal(type) && INSTANTS.has(unit);
  const bytes = await reader.bytes(section, part);
  const isEncoding = isScale(scale) && step > 0 && Math.abs(first) <= maxInteger(scale);
  if (!isUnit || !isEncoding || bytes.length !== rows * width) throw reader.impossible(section, part);
  const except = await reader.u32(exceptions, sections[exceptions]![0] / 4, part);
  const isException = (row: number, i: number) => row < rows && (i === 0 || row > except[i - 1]!);
  if (!except.every(isException)) throw reader.impossible(exceptions, part);
  const column = new NumberColumn(kernels, type as ValueType["type"], unit as NumberUnit, rows);
  let isTaken = false;
  try {
    const saved: NumberSnapshot = { width, first, step, scale, bytes };
    if (!(await reader.run(column.restore(saved, except)))) throw reader.impossible(section, part);
    isTaken = true;
    return column;
  } finally {
    if (!isTaken) column.release();
  }
}

const INSTANTS: ReadonlySet<string> = new Set<NumberUnit>(["millisecond", "microsecond"]);

async function readAppended<C extends StringColumn | ListColumn | MapColumn>(
  reader: SectionReader,
  { key, values: sections }: SavedValues,
  column: C,
): Promise<C> {
  const part = partOf(key);
  try {
    for (const each of sections) {
      const values = await readValues(reader, each, part);
      const isValue = IS_VALUE[column.kind];
      if (!values.every(isValue)) throw reader.impossible(each, part);
      column.append(values);
    }
    if (column.rows !== reader.manifest.rows) throw reader.impossible(sections[0] ?? 0, part);
    return column;
  } catch (error) {
    column.release();
    throw error;
  }
}

const IS_VALUE: Readonly<Record<"strings" | "lists" | "maps", (value: Value) => boolean>> = {
  strings: (value) => value === null || typeof value === "string",
  lists: (value) => value === null || Array.isArray(value),
  maps: areEntries,
};

/** Returns whether a value represents a map: null, or a list of alternating keys and values. */
function areEntries(value: Value): boolean {
  if (!Array.isArray(value)) return value === null;
  return value.length % 2 === 0 && value.every((each, i) => i % 2 === 1 || typeof each === "string");
}

async function readValues(reader: SectionReader, section: SectionNumber, part: string): Promise<Value[]> {
  const bytes = await reader.bytes(section, part);
  try {
    const values = readRow(new TextDecoder().decode(bytes));
    if (Array.isArray(values)) return values as Value[];
  } catch {
    // Invalid bytes are reported below.
  }
  throw reader.impossible(section, part);
}

function partOf(key: string): string {
  return `column ${key}`;
}
