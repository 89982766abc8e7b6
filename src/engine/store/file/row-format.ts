import { setShown, type FileRow } from "../../../files/rows/row.ts";
import { hasOrder, keepOrder, namesInOrder, parseInOrder } from "../../../values/json/member-order.ts";
import { isObject, isRecord } from "../../../values/is-object.ts";

/**
 * First character of a serialized row that has tags. A row that JSON can represent is plain JSON. Other rows are this
 * character, then JSON with tagged objects for values that JSON lacks: `{"$":["bigint","9007199254740993"]}`. The tag
 * `object` escapes an object that has a property `$` itself. The tag `hidden` has an object, and another object with
 * its properties that are not enumerable. The tag `shown` has a row, and another object with the values that outputs print in place
 * of its own.
 */
export const MARK = "!";
export const TAG = "$";

export type Tag = "undefined" | "number" | "bigint" | "date" | "object" | "hidden" | "shown";

/** Maximum nesting depth of objects and lists in a saved row. */
export const MAX_DEPTH = 500;
/** Maximum number of values in a saved row. An object that occurs several times counts each time. */
export const MAX_VALUES = 1_000_000;

/** @throws SyntaxError for text that `RowWriter` does not write */
export function readRow(text: string): unknown {
  if (text.length > 2 * MAX_DEPTH) requireDepth(text);
  return text.startsWith(MARK) ? resolveTags(parseInOrder(text.slice(MARK.length))) : parseInOrder(text);
}

/**
 * Counts the brackets that are open at once. A tag adds up to three levels to each value.
 *
 * @throws SyntaxError for text that is nested deeper than `RowWriter` writes
 */
function requireDepth(text: string): void {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) i = endOfString(text, i);
    else if (unit === OPEN_OBJECT || unit === OPEN_LIST) depth++;
    else if (unit === OPEN_OBJECT + 2 || unit === OPEN_LIST + 2) depth--;
    if (depth > MAX_DEPTH * 3 + 2) throw new SyntaxError("The saved row is nested too deeply.");
  }
}

const QUOTE = 0x22;
const OPEN_OBJECT = 0x7b;
const OPEN_LIST = 0x5b;

/** Returns the index of the quote that ends the JSON string at `start`, or the length of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charAt(end - 1 - backslashes) === "\\") backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

function resolveTags(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const tag = Object.hasOwn(value, TAG) ? (value as Readonly<Record<string, unknown>>)[TAG] : undefined;
  if (tag === undefined) return resolveTagsIn(value);
  if (!Array.isArray(tag)) throw new SyntaxError("The tag of a saved row must be a list.");
  return valueOf(tag as readonly unknown[]);
}

/**
 * Replaces tagged objects in the properties of `object`. Assigns to existing own properties only, so that `__proto__`
 * needs no special case.
 */
function resolveTagsIn(object: object): object {
  const members = object as Record<string, unknown>;
  for (const key of Object.keys(members)) {
    const value = members[key];
    if (isObject(value)) members[key] = resolveTags(value);
  }
  return members;
}

function valueOf([tag, content, hidden]: readonly unknown[]): unknown {
  if (tag === "undefined") return undefined;
  if (tag === "number" && typeof content === "string" && NUMBERS.has(content)) return NUMBERS.get(content);
  if (tag === "bigint" && typeof content === "string" && /^-?\d+$/.test(content)) return BigInt(content);
  if (tag === "date" && (content === null || typeof content === "number")) return new Date(content ?? NaN);
  if (tag === "object" && isRecord(content)) return resolveTagsIn(content);
  if (tag === "hidden" && isRecord(content) && isRecord(hidden))
    return withHidden(resolveTagsIn(content), resolveTagsIn(hidden));
  if (tag === "shown" && isRecord(content) && isRecord(hidden))
    return withShown(resolveTags(content) as FileRow, resolveTagsIn(hidden));
  throw new SyntaxError("The tag of a saved row is unknown or has the wrong content.");
}

function withHidden(object: object, hidden: object): object {
  const properties = Object.entries(Object.getOwnPropertyDescriptors(hidden));
  for (const [key, property] of properties)
    Object.defineProperty(object, key, { ...property, enumerable: false });
  return object;
}

function withShown(row: FileRow, values: object): FileRow {
  const printed = Object.defineProperties({ ...row }, Object.getOwnPropertyDescriptors(values));
  setShown(row, hasOrder(row) ? keepOrder(printed, namesInOrder(row)) : printed);
  return row;
}

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
  ["-0", -0],
]);
