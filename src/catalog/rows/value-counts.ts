import { namesInOrder } from "../../values/json/member-order.ts";
import { classifyStoredTemporal } from "../../values/instant.ts";
import { StringKinds, type ReadString } from "./string-kinds.ts";
import { MAXIMUM_DEPTH, MAXIMUM_MEMBERS } from "../limits.ts";
import { hasOwn } from "../../values/own-properties.ts";

/*
 * Counts the values of rows. Only own data properties are read, so that no getter runs. The work per row is limited, even for a
 * row with cycles.
 */

/** Numbers of values by type, for one property of all rows. */
export interface ValueCounts {
  /** Number of nulls, undefined, NaN and infinities. Absent properties are not counted. */
  nulls: number;
  boolean: number;
  integer: number;
  number: number;
  string: number;
  /** Number of valid dates. Dates, times and date-times are counted in `string`, too. */
  date: number;
  time: number;
  dateTime: number;
  /** Counts of the strings by notation. Undefined without strings. */
  strings: StringKinds | undefined;
  list: number;
  object: number;
  /** Number of functions, symbols, binary data, cycles, and values that are nested too deep. */
  other: number;
  items: ValueCounts | undefined;
  members: Map<string, ValueCounts> | undefined;
  /** Counts of all properties beyond the limit, together. Undefined if there are none. */
  rest: ValueCounts | undefined;
}

export function emptyCounts(): ValueCounts {
  return {
    nulls: 0,
    boolean: 0,
    integer: 0,
    number: 0,
    string: 0,
    date: 0,
    time: 0,
    dateTime: 0,
    strings: undefined,
    list: 0,
    object: 0,
    other: 0,
    items: undefined,
    members: undefined,
    rest: undefined,
  };
}

/** Properties per object that are counted separately. Objects with more are read as maps or left out. */
const MAXIMUM_PROPERTIES_PER_OBJECT = 1_000;
const MAXIMUM_ELEMENTS_PER_LIST = 1_000;
const MAXIMUM_VALUES_PER_ROW = 100_000;

export class RowCounter {
  readonly rows = emptyCounts();
  #members = 0;
  #visited = 0;
  #row = 0;
  #open = new Set<object>();
  readonly #readString: ReadString | undefined;

  constructor(readString?: ReadString) {
    this.#readString = readString;
  }

  /**
   * Counts the values of a row. Returns false if the row is not an object.
   *
   * @param number number of the row, from 1
   */
  add(row: unknown, number: number): boolean {
    this.#row = number;
    if (typeof row !== "object" || row === null || Array.isArray(row)) return false;
    this.#visited = 0;
    this.#object(row, this.rows, 1, MAXIMUM_MEMBERS);
    return true;
  }

  #value(value: unknown, counts: ValueCounts, depth: number): void {
    if (++this.#visited > MAXIMUM_VALUES_PER_ROW) return;
    switch (typeof value) {
      case "boolean":
        counts.boolean++;
        return;
      case "bigint":
        counts.integer++;
        return;
      case "number":
        if (!Number.isFinite(value)) counts.nulls++;
        else if (Number.isInteger(value)) counts.integer++;
        else counts.number++;
        return;
      case "string":
        this.#string(value, counts);
        return;
      case "undefined":
        counts.nulls++;
        return;
      case "object":
        if (value === null) counts.nulls++;
        else if (depth > MAXIMUM_DEPTH || this.#open.has(value) || ArrayBuffer.isView(value)) counts.other++;
        else if (Array.isArray(value)) this.#list(value, counts, depth);
        else this.#object(value, counts, depth, MAXIMUM_PROPERTIES_PER_OBJECT);
        return;
      case "function":
      case "symbol":
        counts.other++;
    }
  }

  #string(text: string, counts: ValueCounts): void {
    counts.string++;
    const kind = (counts.strings ??= new StringKinds(this.#readString)).add(text, this.#row);
    // `readString` can read dates as strings.
    const temporal = kind === "other" ? undefined : classifyStoredTemporal(text);
    if (temporal !== undefined) counts[temporal]++;
  }

  #list(list: readonly unknown[], counts: ValueCounts, depth: number): void {
    counts.list++;
    counts.items ??= emptyCounts();
    this.#open.add(list);
    const length = Math.min(list.length, MAXIMUM_ELEMENTS_PER_LIST);
    for (let i = 0; i < length && this.#visited <= MAXIMUM_VALUES_PER_ROW; i++) {
      const item = dataProperty(list, String(i));
      this.#value(item === ABSENT ? null : item, counts.items, depth + 1);
    }
    this.#open.delete(list);
  }

  #object(object: object, counts: ValueCounts, depth: number, maxMembers: number): void {
    counts.object++;
    counts.members ??= new Map();
    this.#open.add(object);
    for (const key of namesInOrder(object)) {
      if (this.#visited > MAXIMUM_VALUES_PER_ROW) break;
      const value = dataProperty(object, key);
      if (value !== ABSENT) this.#value(value, this.#member(counts, key, maxMembers), depth + 1);
    }
    this.#open.delete(object);
  }

  #member(counts: ValueCounts, key: string, maxMembers: number): ValueCounts {
    const counted = counts.members!.get(key);
    if (counted !== undefined) return counted;
    if (counts.members!.size >= maxMembers || this.#members >= MAXIMUM_MEMBERS)
      return (counts.rest ??= emptyCounts());
    this.#members++;
    const member = emptyCounts();
    counts.members!.set(key, member);
    return member;
  }
}

const ABSENT = Symbol("absent");

/** Returns the value of an own property, or `ABSENT` for getters and for holes of a list. */
function dataProperty(object: object, key: string): unknown {
  const property = Object.getOwnPropertyDescriptor(object, key);
  return property !== undefined && hasOwn(property, "value") ? (property.value as unknown) : ABSENT;
}

/** Adds up counts without those of nested values. */
export function sumCounts(parts: Iterable<ValueCounts>): ValueCounts {
  const sum = emptyCounts();
  for (const counts of parts) {
    for (const kind of COUNTED_KINDS) sum[kind] += counts[kind];
  }
  return sum;
}

export const COUNTED_KINDS = [
  "nulls",
  "boolean",
  "integer",
  "number",
  "string",
  "date",
  "time",
  "dateTime",
  "list",
  "object",
  "other",
] as const;
