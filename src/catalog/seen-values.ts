import { classifyTemporal } from "../values/instant.ts";
import { MAXIMUM_DEPTH, MAXIMUM_MEMBERS } from "./limits.ts";

/*
 * Counting what the rows of a sample hold. Only own data properties are looked at: a getter is never called and a prototype
 * never read. Each row costs at most a fixed number of looks, whatever it holds, itself included.
 */

/** What was seen at one place: how many values of each kind. */
export interface Seen {
  /** Null, undefined, NaN and the infinities. That a property is absent shows in the count of its object. */
  nulls: number;
  boolean: number;
  integer: number;
  number: number;
  string: number;
  /** Those of the strings that read as such. */
  date: number;
  time: number;
  dateTime: number;
  list: number;
  object: number;
  /** Functions, symbols, binary data, and what lies too deep or contains itself. */
  other: number;
  /** The elements of all lists together. */
  items: Seen | undefined;
  /** The properties of all objects. */
  members: Map<string, Seen> | undefined;
  /** The values of properties beyond those that are told apart. */
  rest: Seen | undefined;
}

export function nothingSeen(): Seen {
  return {
    nulls: 0,
    boolean: 0,
    integer: 0,
    number: 0,
    string: 0,
    date: 0,
    time: 0,
    dateTime: 0,
    list: 0,
    object: 0,
    other: 0,
    items: undefined,
    members: undefined,
    rest: undefined,
  };
}

/** Properties of one nested object that are told apart. One with more of them is a map, or nothing that can be listed. */
const MOST_PROPERTIES = 1_000;
/** Elements of one list that are looked at. */
const MOST_ELEMENTS = 1_000;
/** Values of one row that are looked at. */
const MOST_LOOKS = 100_000;

export class RowCounter {
  readonly rows = nothingSeen();
  #members = 0;
  #looks = 0;
  #open = new Set<object>();

  /** Counts a row; false if it is no object. */
  add(row: unknown): boolean {
    if (typeof row !== "object" || row === null || Array.isArray(row)) return false;
    this.#looks = 0;
    this.#object(row, this.rows, 1, MAXIMUM_MEMBERS);
    return true;
  }

  #value(value: unknown, seen: Seen, depth: number): void {
    if (++this.#looks > MOST_LOOKS) return;
    switch (typeof value) {
      case "boolean":
        seen.boolean++;
        return;
      case "bigint":
        seen.integer++;
        return;
      case "number":
        if (!Number.isFinite(value)) seen.nulls++;
        else if (Number.isInteger(value)) seen.integer++;
        else seen.number++;
        return;
      case "string":
        this.#text(value, seen);
        return;
      case "undefined":
        seen.nulls++;
        return;
      case "object":
        if (value === null) seen.nulls++;
        else if (depth > MAXIMUM_DEPTH || this.#open.has(value) || ArrayBuffer.isView(value)) seen.other++;
        else if (Array.isArray(value)) this.#list(value, seen, depth);
        else this.#object(value, seen, depth, MOST_PROPERTIES);
        return;
      case "function":
      case "symbol":
        seen.other++;
    }
  }

  #text(text: string, seen: Seen): void {
    seen.string++;
    const temporal = classifyTemporal(text);
    if (temporal !== undefined) seen[temporal]++;
  }

  #list(list: readonly unknown[], seen: Seen, depth: number): void {
    seen.list++;
    seen.items ??= nothingSeen();
    this.#open.add(list);
    const length = Math.min(list.length, MOST_ELEMENTS);
    for (let i = 0; i < length && this.#looks <= MOST_LOOKS; i++) {
      const item = dataProperty(list, String(i));
      this.#value(item === ABSENT ? null : item, seen.items, depth + 1);
    }
    this.#open.delete(list);
  }

  #object(object: object, seen: Seen, depth: number, most: number): void {
    seen.object++;
    seen.members ??= new Map();
    this.#open.add(object);
    for (const key of Object.keys(object)) {
      if (this.#looks > MOST_LOOKS) break;
      const value = dataProperty(object, key);
      if (value !== ABSENT) this.#value(value, this.#member(seen, key, most), depth + 1);
    }
    this.#open.delete(object);
  }

  /** Where a property's values are counted. Beyond the limits it is a place for all that are left. */
  #member(seen: Seen, key: string, most: number): Seen {
    const known = seen.members!.get(key);
    if (known !== undefined) return known;
    if (seen.members!.size >= most || this.#members >= MAXIMUM_MEMBERS) return (seen.rest ??= nothingSeen());
    this.#members++;
    const member = nothingSeen();
    seen.members!.set(key, member);
    return member;
  }
}

const ABSENT = Symbol("absent");

/** The value of an own data property. Neither a getter nor a hole is one. */
function dataProperty(object: object, key: string): unknown {
  const property = Object.getOwnPropertyDescriptor(object, key);
  return property !== undefined && "value" in property ? (property.value as unknown) : ABSENT;
}

/** What was seen at several places, as if it had been one. Nested values are not told apart any more. */
export function together(places: Iterable<Seen>): Seen {
  const sum = nothingSeen();
  for (const seen of places) {
    for (const kind of KINDS) sum[kind] += seen[kind];
  }
  return sum;
}

/** All that is counted. */
export const KINDS = [
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
