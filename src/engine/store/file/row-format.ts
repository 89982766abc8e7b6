import { isObject } from "../../../values/is-object.ts";

/**
 * How a row is written in a file. What JSON holds is JSON. Else the text begins with a mark, and what JSON does not hold
 * is an object in it whose one member is the tag: `{"$":["bigint","9007199254740993"]}`. An object of the row that has a
 * member of that name itself is within the tag `object`; one with properties that are not enumerable is within `hidden`, with
 * these in an object of their own.
 */
export const MARK = "!";
export const TAG = "$";

export type Tag = "undefined" | "number" | "bigint" | "date" | "object" | "hidden";

/** Objects and lists within each other. */
export const MOST_DEPTH = 500;
/** Values of one row: one object that is in a row in many places is written in each. */
export const MOST_VALUES = 1_000_000;

/**
 * The row of a text.
 *
 * @throws SyntaxError for what `RowWriter` does not write.
 */
export function readRow(text: string): unknown {
  return text.startsWith(MARK) ? untagged(JSON.parse(text.slice(MARK.length))) : JSON.parse(text);
}

/** Puts in the place of each tag what it stands for. */
function untagged(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const tag = Object.hasOwn(value, TAG) ? (value as Readonly<Record<string, unknown>>)[TAG] : undefined;
  if (tag === undefined) return eachUntagged(value);
  if (!Array.isArray(tag)) throw new SyntaxError("A tag of a saved row is no list.");
  return valueOf(tag as readonly unknown[]);
}

/** Own properties are set, `__proto__` as well: it is there already, so that it is no other than any. */
function eachUntagged(object: object): object {
  const members = object as Record<string, unknown>;
  for (const key of Object.keys(members)) {
    const value = members[key];
    if (isObject(value)) members[key] = untagged(value);
  }
  return members;
}

function valueOf([tag, content, hidden]: readonly unknown[]): unknown {
  if (tag === "undefined") return undefined;
  if (tag === "number" && typeof content === "string" && NUMBERS.has(content)) return NUMBERS.get(content);
  if (tag === "bigint" && typeof content === "string" && /^-?\d+$/.test(content)) return BigInt(content);
  if (tag === "date" && (content === null || typeof content === "number")) return new Date(content ?? NaN);
  if (tag === "object" && isObject(content)) return eachUntagged(content);
  if (tag === "hidden" && isObject(content) && isObject(hidden))
    return withHidden(eachUntagged(content), eachUntagged(hidden));
  throw new SyntaxError("A tag of a saved row says what no tag says.");
}

function withHidden(object: object, hidden: object): object {
  const properties = Object.entries(Object.getOwnPropertyDescriptors(hidden));
  for (const [key, property] of properties)
    Object.defineProperty(object, key, { ...property, enumerable: false });
  return object;
}

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
  ["-0", -0],
]);
