import { countValue, countWork } from "../../../values/work.ts";
import type { Value } from "../../../values/types.ts";
import { readBatch, type MemberSource } from "./member-batch.ts";
import type { PropertyMember } from "./member-reader.ts";
import type { PropertyReader } from "./row-batches.ts";
import { eachItem, type Task } from "../tasks/task.ts";

/** A member of rows, from which a column is built. */
export interface ValueSource extends MemberSource {
  /** How the values of a property of objects are converted. Undefined if rows are read one by one. */
  readonly property: PropertyMember | undefined;
  /** Reads the values that `property` converts. */
  readonly objects: PropertyReader;
}

/** Work of reading a value and adding it to a column, in addition to its characters or elements. */
const UNITS_PER_READ = 16;

/** Maximum number of rows per batch. Their values stay in the CPU cache. */
const BATCH_ROWS = 1024;

/** A batch ends once its strings and lists have this many characters and elements together. */
const MAX_BATCH_UNITS = 32_768;

/** Reads the values of rows from `from` on, below `end`: one batch, fewer if the values are long. */
export function readValues(source: ValueSource, from: number, end: number): Value[] {
  const { texts } = source.rows;
  const isText = texts !== undefined && from < texts.count;
  let units = 0;
  const isRoomAfter = (value: Value) => {
    if (typeof value === "string" || Array.isArray(value)) units += value.length;
    return units < MAX_BATCH_UNITS;
  };
  const values =
    source.property === undefined || isText
      ? readOneByOne(source, from, Math.min(from + BATCH_ROWS, end), isRoomAfter)
      : convertSome(source.objects.read(from, end), source.property, isRoomAfter);
  // Counted for the whole batch, because counting each value takes a noticeable part of the time.
  countWork(units + values.length * UNITS_PER_READ);
  return values;
}

function readOneByOne(
  source: ValueSource,
  from: number,
  end: number,
  isRoomAfter: (value: Value) => boolean,
): Value[] {
  const values: Value[] = [];
  readBatch(source, from, end, (value) => {
    values.push(value);
    return isRoomAfter(value);
  });
  return values;
}

/** Converts the values in place, until there is no room for more. Removes the others. */
function convertSome(
  values: unknown[],
  { convert, convertAll }: PropertyMember,
  isRoomAfter: (value: Value) => boolean,
): Value[] {
  convertAll?.(values);
  let count = 0;
  for (let hasRoom = true; hasRoom && count < values.length; count++) {
    if (convertAll === undefined) values[count] = convert(values[count]);
    hasRoom = isRoomAfter(values[count] as Value);
  }
  values.length = count;
  return values as Value[];
}

/**
 * Estimates the number of distinct strings: a sample of n strings out of d distinct ones contains about n² /
 * 2d duplicates. The sample is spread evenly, because adjacent rows are often alike.
 */
export function* estimateStrings(source: ValueSource, sample: number): Task<StringSample> {
  const count = source.rows.length;
  if (count <= sample) return { distinct: 0, share: 1, meanLength: undefined };
  const step = Math.floor(count / sample);
  const sampledStrings = new Set<Value>();
  let strings = 0;
  let units = 0;
  yield* eachItem(sample, (i) => {
    readBatch(source, i * step, i * step + 1, (value) => {
      countValue(value);
      countWork(UNITS_PER_READ);
      if (typeof value === "string") {
        units += value.length;
        strings++;
        sampledStrings.add(value);
      }
      return true;
    });
  });
  return {
    distinct: strings === 0 ? 0 : strings ** 2 / (2 * (strings - sampledStrings.size)),
    share: strings / sample,
    meanLength: units / sample,
  };
}

interface StringSample {
  /** Estimated number of distinct strings. */
  readonly distinct: number;
  /** Share of the rows that have a string. */
  readonly share: number;
  /** Mean number of UTF-16 units per row. Undefined if there is no sample, because the rows are few. */
  readonly meanLength: number | undefined;
}
