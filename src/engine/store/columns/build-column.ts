import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Reader } from "../../../functions/definition/types.ts";
import { isScalarType, type Value } from "../../../values/types.ts";
import { ENTRY_BYTES, Share } from "../kernels/budget.ts";
import type { CodesColumn } from "./dictionary-column.ts";
import { codesColumn, Dictionary } from "./dictionary-builder.ts";
import { ifRoom } from "../kernels/try-allocate.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { ListColumn } from "./list-column.ts";
import { MapColumn } from "./map-column.ts";
import type { Unit } from "./number-neighbors.ts";
import { NumberColumn } from "./number-column.ts";
import type { Rows } from "../kernels/row-list.ts";
import { isSize } from "../members/size-members.ts";
import { ROWS_PER_STEP, type Task } from "../tasks/task.ts";
import { TextColumn } from "./string-column.ts";
import type { Thresholds } from "../tasks/thresholds.ts";

/** The values of one member, row by row, in the form that suits its type. */
export type Column = CodesColumn | NumberColumn | TextColumn | ListColumn | MapColumn;

/**
 * Makes the column of a member. Undefined for what is asked for nothing but its size (objects, lists of lists, maps and
 * objects), and where too many rows hold what the form of the type cannot: they are then asked one by one. Rows that
 * come between two steps are not in it.
 */
export function* buildColumn(
  member: ResolvedMember,
  read: Reader,
  rows: Rows,
  kernels: Kernels,
  { stringSampleRows }: Thresholds,
): Task<Column | undefined> {
  const work: Work = { read, rows, count: rows.length, kernels };
  // Many rows have as many elements as others.
  if (isSize(member)) return yield* buildCodes(work);
  const { type } = member;
  switch (type.type) {
    case "string":
      return yield* buildTexts(work, stringSampleRows);
    case "boolean":
      return yield* buildCodes(work);
    case "integer":
    case "number":
      return yield* buildNumbers(type.type, "number", work);
    case "date":
    case "time":
    case "dateTime":
      return (
        (yield* buildNumbers(type.type, "millisecond", work)) ??
        (yield* buildNumbers(type.type, "microsecond", work))
      );
    case "list":
      return isScalarType(type.items.type)
        ? yield* buildRuns(new ListColumn(kernels, rows.length), work)
        : undefined;
    case "map":
      return yield* buildRuns(new MapColumn(kernels, rows.length), work);
    case "object":
      return undefined;
  }
}

interface Work {
  readonly read: Reader;
  readonly rows: Rows;
  /** So many of the rows. */
  readonly count: number;
  readonly kernels: Kernels;
}

/**
 * Adds the rows that a column does not have yet. Undefined where its form does not hold one of them. It is released then,
 * as it is where the work is given up or fails.
 */
export function* appended<C extends Column>(
  column: C,
  { read, rows, count }: Pick<Work, "read" | "rows" | "count">,
): Task<C | undefined> {
  let isDone = false;
  try {
    for (let from = column.rows; from < count; from += ROWS_PER_STEP) {
      const end = Math.min(from + ROWS_PER_STEP, count);
      for (let at = from; at < end; at += ROWS_AT_ONCE)
        if (!column.append(valuesOf(read, rows, at, Math.min(at + ROWS_AT_ONCE, end)))) return undefined;
      yield;
    }
    isDone = true;
    return column;
  } finally {
    if (!isDone) column.release();
  }
}

/** Of so many rows values are read before they are looked at: few enough to stay close by. */
const ROWS_AT_ONCE = 1024;

function valuesOf(read: Reader, rows: Rows, from: number, end: number): Value[] {
  const values: Value[] = [];
  for (let row = from; row < end; row++) values.push(read(rows.at(row)));
  return values;
}

function* buildRuns<C extends ListColumn | MapColumn>(column: C, work: Work): Task<C | undefined> {
  const made = yield* appended(column, work);
  if (made !== undefined) ifRoom(() => made.trim());
  return made;
}

function* buildTexts(work: Work, sample: number): Task<Column | undefined> {
  const { different, share } = sampled(work, sample);
  const most = work.count * share * MOSTLY;
  const codes = different > most ? undefined : yield* buildCodes(work, most);
  if (codes !== undefined) return codes;
  const texts = yield* appended(new TextColumn(work.kernels), work);
  texts?.trim();
  return texts;
}

/** The share of texts that are different from which on most of them are. */
const MOSTLY = 0.5;

/**
 * How many different texts there seem to be, and the share of rows that have one. Of a sample of n texts out of d some
 * n² / 2d are there a second time. Rows far apart are taken, because neighbors are often alike. Where there are not many
 * rows, this tells that there are none.
 */
function sampled({ read, rows, count }: Work, sample: number): { different: number; share: number } {
  if (count <= sample) return { different: 0, share: 1 };
  const step = Math.floor(count / sample);
  const seen = new Set<Value>();
  let texts = 0;
  for (let i = 0; i < sample; i++) {
    const value = read(rows.at(i * step));
    if (value === null) continue;
    texts++;
    seen.add(value);
  }
  return { different: texts === 0 ? 0 : texts ** 2 / (2 * (texts - seen.size)), share: texts / sample };
}

/** @param most so many different values are too many */
function* buildCodes({ read, rows, count, kernels }: Work, most = Infinity): Task<CodesColumn | undefined> {
  const share = new Share(kernels.budget);
  const dictionary = new Dictionary(kernels);
  const found = kernels.allocate(count * 4);
  try {
    for (let from = 0; from < count; from += ROWS_PER_STEP) {
      const end = Math.min(from + ROWS_PER_STEP, count);
      for (let at = from; at < end; at += ROWS_AT_ONCE) {
        const values = valuesOf(read, rows, at, Math.min(at + ROWS_AT_ONCE, end));
        if (!dictionary.find(values, found, at, Math.max(most, FEW_VALUES))) return undefined;
      }
      share.set(dictionary.values.length * ENTRY_BYTES);
      yield;
    }
    share.release();
    dictionary.release();
    return yield* codesColumn(kernels, found, count, dictionary.values);
  } finally {
    kernels.release(found);
    dictionary.release();
    share.release();
  }
}

/** So many different values are never too many. */
const FEW_VALUES = 4096;

function* buildNumbers(
  type: ResolvedMember["type"]["type"],
  unit: Unit,
  work: Work,
): Task<NumberColumn | undefined> {
  const { count, kernels } = work;
  const column = yield* appended(new NumberColumn(kernels, type, unit, count), work);
  if (column === undefined || column.exceptions.length <= FEW + count / 16) return column;
  column.release();
  return undefined;
}

/** So many exceptions cost little, however few the rows. */
const FEW = 64;
