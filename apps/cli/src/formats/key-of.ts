/** Finds the members of objects in rows by their names in expressions: the key `x y` is the member `x_y`. */
import { memberNameFor, memberNamesFor } from "tamis/catalog";
import { getOwn, isJsonObject } from "./own-members.ts";
import type { Row } from "tamis/files";

const MAX_CACHED_NAMES = 10_000;
/** Longer keys are not cached. */
const MAX_CACHED_LENGTH = 200;
const cachedNames = new Map<string, string>();

/**
 * Returns the key of a member. A key with the name itself takes precedence.
 *
 * @example keyOf({ "x y": 1 }, "x_y") // "x y"
 */
export function keyOf(object: Row, name: string): string | undefined {
  // Names that `addNames` has added are not enumerable.
  if (Object.prototype.propertyIsEnumerable.call(object, name)) return name;
  const keys = Object.keys(object);
  const match = keys.find((key) => nameOf(key) === name);
  if (match !== undefined || !/_\d+$/.test(name)) return match;
  // Keys whose names are the same have numbers: `x_y_2`.
  if (keys.every((key) => nameOf(key) === key)) return undefined;
  return keys.length === 0
    ? undefined
    : [...memberNamesFor(keys)].find(([, memberName]) => memberName === name)?.[0];
}

/**
 * Returns the keys of a path in rows as they are in a file. A name that no row has is its own key.
 *
 * @example keysOf([{ a: { "x y": 1 } }], ["a", "x_y"]) // ["a", "x y"]
 */
export function keysOf(rows: readonly unknown[], path: readonly string[]): readonly string[] {
  let values = rows;
  return path.map((name) => {
    const objects = values.flat(Infinity).filter(isJsonObject);
    let key: string | undefined;
    for (const object of objects) if ((key = keyOf(object, name)) !== undefined) break;
    // A key with dots would be read as a path.
    const property = key === undefined || key.includes(".") ? name : key;
    values = objects.map((object) => getOwn(object, property));
    return property;
  });
}

function nameOf(key: string): string {
  if (key.length > MAX_CACHED_LENGTH) return memberNameFor(key, new Set());
  let name = cachedNames.get(key);
  if (name === undefined) {
    if (cachedNames.size >= MAX_CACHED_NAMES) cachedNames.clear();
    cachedNames.set(key, (name = memberNameFor(key, new Set())));
  }
  return name;
}

/**
 * Adds the members of a path to the objects of a row under their names in expressions, so that an expression finds them. They are
 * not enumerable, so that they are not part of the output.
 *
 * @param at index of the first name of the path that is a member of `value`
 */
export function addNames(value: unknown, path: readonly string[], at: number): void {
  if (at === path.length) return;
  if (Array.isArray(value)) {
    for (const element of value) addNames(element, path, at);
    return;
  }
  if (!isJsonObject(value)) return;
  const name = path[at]!;
  const key = Object.hasOwn(value, name) ? name : keyOf(value, name);
  if (key !== undefined) {
    const member = getOwn(value, key);
    if (key !== name) Object.defineProperty(value, name, { value: member });
    addNames(member, path, at + 1);
    return;
  }
  const end = endOfDottedKey(value, path, at);
  if (end === undefined) return;
  const member = getOwn(value, path.slice(at, end).join("."));
  const outer = path
    .slice(at + 1, end)
    .reduceRight<unknown>((inner, segment) => ({ [segment]: inner }), member);
  Object.defineProperty(value, name, { value: outer });
  addNames(member, path, end);
}

/**
 * Finds a key with dots, which keeps its name in a catalog from rows. Returns the end of its names in the path.
 *
 * @example endOfDottedKey({ "b.c": 1 }, ["a", "b", "c"], 1) // 3
 */
export function endOfDottedKey(object: Row, path: readonly string[], at: number): number | undefined {
  for (let end = path.length; end > at + 1; end--)
    if (Object.hasOwn(object, path.slice(at, end).join("."))) return end;
  return undefined;
}
