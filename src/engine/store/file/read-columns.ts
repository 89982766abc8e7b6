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
import { NumberColumn, type NumberImage } from "../columns/number-column.ts";
import { isScale, lastInteger, maxInteger } from "../columns/frame-of-reference.ts";
import { sortedByRank } from "../columns/saved-ranks.ts";
import { eachBatch, type Task } from "../tasks/task.ts";
import { StringColumn } from "../columns/string-column.ts";
import type { SavedCodes, SavedColumn, SavedNumbers, SavedValues, SectionNumber } from "./format.ts";
import { propertyOfKey, SIZE_OF } from "../members/member-reader.ts";
import { isCount } from "./read-manifest.ts";
import { readRow } from "./row-format.ts";
import {
  numbersOf,
  sectionsNow,
  waitFor,
  waitingSections,
  type SectionReader,
  type Sections,
} from "./section-reader.ts";

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
  const needed = properties === undefined ? all : all.filter((saved) => isOf(properties, saved));
  const sections = waitingSections(reader);
  try {
    for (const saved of needed) columns.set(saved.key, await waitFor(readColumn(sections, saved, kernels)));
    // Ranks are read after all columns, because memory for ranks is optional.
    for (const saved of needed) await waitFor(readRanks(sections, saved, columns.get(saved.key)!));
  } catch (error) {
    for (const column of columns.values()) column.release();
    throw error;
  }
  return columns;
}

/** Returns tasks that read the columns of other properties than the given ones, by column key. */
export function columnsOnDemand(
  reader: SectionReader,
  kernels: Kernels,
  properties: ReadonlySet<string>,
): Map<string, () => Task<Column>> {
  const sections = sectionsNow(reader);
  const deferred = reader.manifest.columns.filter((saved) => !isOf(properties, saved));
  return new Map(deferred.map((saved) => [saved.key, () => readWithRanks(sections, saved, kernels)]));
}

function* readWithRanks(sections: Sections<void>, saved: SavedColumn, kernels: Kernels): Task<Column> {
  const column = yield* readColumn(sections, saved, kernels);
  let isDone = false;
  try {
    yield* readRanks(sections, saved, column);
    isDone = true;
    return column;
  } finally {
    if (!isDone) column.release();
  }
}

function isOf(properties: ReadonlySet<string>, { key }: SavedColumn): boolean {
  return properties.has(propertyOfKey(key) ?? "");
}

function readColumn<W>(
  sections: Sections<W>,
  saved: SavedColumn,
  kernels: Kernels,
): Generator<W, Column, void> {
  const { rows } = sections.manifest;
  switch (saved.form) {
    case "codes":
      return readCodes(sections, saved, kernels);
    case "numbers":
      return readNumbers(sections, saved, kernels);
    case "texts":
      return readAppended(sections, saved, new StringColumn(kernels, rows));
    case "lists":
      return readAppended(sections, saved, new ListColumn(kernels, rows));
    case "maps":
      return readAppended(sections, saved, new MapColumn(kernels, rows));
  }
}

function* readCodes<W>(
  sections: Sections<W>,
  { key, values: valueSections, width, codes: section }: SavedCodes,
  kernels: Kernels,
): Generator<W, DictionaryColumn, void> {
  const part = partOf(key);
  const { rows } = sections.manifest;
  const values: Value[] = [];
  for (const valueSection of valueSections)
    for (const value of yield* readValues(sections, valueSection, part)) values.push(value);
  const bytes = yield* sections.bytes(section, part);
  const lookup = new Map(values.map((value, code) => [value, code]));
  if (
    bytes.length !== rows * width ||
    width !== widthOf(values.length) ||
    !areDictionaryValues(values, lookup, key)
  )
    throw sections.impossible(section, part);
  const slab = kernels.allocate(capacityFor(rows, 0) * width);
  slab.u8().set(bytes);
  const codes: CodeArray = { slab, width, rows, count: values.length };
  let isTaken = false;
  try {
    // The kernels use codes as array indexes without a bounds check.
    if ((yield* sections.run(maxCode(codes))) >= values.length) throw sections.impossible(section, part);
    const column = new DictionaryColumn(kernels, codes, values, lookup);
    isTaken = true;
    return column;
  } finally {
    if (!isTaken) kernels.release(slab);
  }
}

/** Reads the saved ranks of a dictionary column. */
function* readRanks<W>(sections: Sections<W>, saved: SavedColumn, column: Column): Generator<W, void, void> {
  if (saved.form !== "codes" || column.kind !== "dictionary") return;
  const part = `ranks of ${saved.key}`;
  for (const { order, ranks: section } of saved.ranks ?? []) {
    const ranks = yield* readU32(sections, section, column.values.length, part);
    if (ranks[0] !== 0 || sortedByRank(ranks, 1) === undefined) throw sections.impossible(section, part);
    column.restoreRanks(order, ranks);
  }
}

function* readU32<W>(
  sections: Sections<W>,
  section: SectionNumber,
  count: number,
  part: string,
): Generator<W, Uint32Array, void> {
  const [bytes] = sections.manifest.sections[section]!;
  if (bytes !== count * 4) throw sections.impossible(section, part);
  return numbersOf(yield* sections.bytes(section, part));
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

function* readNumbers<W>(
  reader: Sections<W>,
  { key, type, unit, width, first, step, scale, numbers: section, exceptions }: SavedNumbers,
  kernels: Kernels,
): Generator<W, NumberColumn, void> {
  const part = partOf(key);
  const { rows, sections } = reader.manifest;
  const isUnit = isNumeric(type) ? unit === "number" : isTemporal(type) && INSTANTS.has(unit);
  const bytes = yield* reader.bytes(section, part);
  const isEncoding = isScale(scale) && step > 0 && Math.abs(first) <= maxInteger(scale);
  if (!isUnit || !isEncoding || bytes.length !== rows * width) throw reader.impossible(section, part);
  const except = yield* readU32(reader, exceptions, sections[exceptions]![0] / 4, part);
  const isException = (row: number, i: number) => row < rows && (i === 0 || row > except[i - 1]!);
  if (!except.every(isException)) throw reader.impossible(exceptions, part);
  const slab = kernels.allocate(capacityFor(rows, 0) * width);
  slab.u8().set(bytes);
  const frame = width === 8 ? null : { first, step, scale, width };
  const state = { type: type as ValueType["type"], unit: unit as NumberUnit, frame, exceptions: [...except] };
  let isTaken = false;
  try {
    const imageOf = (range: NumberRange) =>
      ({ kind: "numbers", rows, state: { ...state, ...range }, slabs: [slab], values: [] }) as const;
    const unknown = NumberColumn.of(kernels, imageOf({ min: null, max: null, hasNaN: false }));
    const range = yield* reader.run(rangeOf(unknown));
    const last = frame === null ? Infinity : lastInteger(frame) / scale;
    if (range === undefined || (range.max ?? 0) > last) throw reader.impossible(section, part);
    isTaken = true;
    return NumberColumn.of(kernels, imageOf(range));
  } finally {
    if (!isTaken) kernels.release(slab);
  }
}

type NumberRange = Pick<NumberImage["state"], "min" | "max" | "hasNaN">;

/** Returns undefined if the numbers are invalid for the type of the column, or for its exceptions. */
function* rangeOf(column: NumberColumn): Task<NumberRange | undefined> {
  let [min, max, hasNaN, isRight] = [Infinity, -Infinity, false, true];
  const isWhole = column.type !== "number";
  yield* eachBatch(column.rows, (from, end) => {
    const numberAt = column.reader();
    for (let row = from; row < end; row++) {
      const number = numberAt(row);
      if (number !== number) {
        hasNaN = true;
        continue;
      }
      if (!(isWhole ? Number.isInteger(number) : Number.isFinite(number))) isRight = false;
      if (number < min) min = number;
      if (number > max) max = number;
    }
  });
  for (const row of column.exceptions) if (!Number.isNaN(column.numberAt(row))) isRight = false;
  if (!isRight) return undefined;
  return min <= max ? { min, max, hasNaN } : { min: null, max: null, hasNaN };
}

const INSTANTS: ReadonlySet<string> = new Set<NumberUnit>(["millisecond", "microsecond"]);

function* readAppended<W, C extends StringColumn | ListColumn | MapColumn>(
  reader: Sections<W>,
  { key, values: sections }: SavedValues,
  column: C,
): Generator<W, C, void> {
  const part = partOf(key);
  let isDone = false;
  try {
    for (const section of sections) {
      const values = yield* readValues(reader, section, part);
      const isValue = IS_VALUE[column.kind];
      if (!values.every(isValue)) throw reader.impossible(section, part);
      column.append(values);
    }
    if (column.rows !== reader.manifest.rows) throw reader.impossible(sections[0] ?? 0, part);
    isDone = true;
    return column;
  } finally {
    if (!isDone) column.release();
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
  return value.length % 2 === 0 && value.every((entry, i) => i % 2 === 1 || typeof entry === "string");
}

function* readValues<W>(
  reader: Sections<W>,
  section: SectionNumber,
  part: string,
): Generator<W, Value[], void> {
  const bytes = yield* reader.bytes(section, part);
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
