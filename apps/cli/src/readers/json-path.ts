/** Locations inside JSON: `data.items`, or a JSON Pointer (RFC 6901) such as `/data/items`. */
import { show } from "tamis/diagnostics";
import { getOwn, isJsonObject } from "../formats/own-members.ts";
import type { Row } from "../formats/row.ts";
import { kindOf } from "./row-shape.ts";

/** @example parsePath("/a.b/c~1d") // ["a.b", "c/d"] */
export function parsePath(text: string): readonly string[] | undefined {
  if (!text.startsWith("/")) {
    const names = text.split(".");
    return names.includes("") ? undefined : names;
  }
  return text
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** @example showPath(["data", "items"]) // "data.items" */
export function showPath(path: readonly string[]): string {
  return show(path.join("."));
}

/** Returns the rows at the path: an object is one row. Returns an error message for any other value. */
export function rowsAtPath(value: Row, path: readonly string[]): readonly Row[] | string {
  let at: unknown = value;
  for (const [i, name] of path.entries()) {
    if (!isJsonObject(at))
      return `the value at '${showPath(path.slice(0, i))}' is ${kindOf(at)}, not an object`;
    if (!Object.hasOwn(at, name)) return `there is no value at '${showPath(path.slice(0, i + 1))}'`;
    at = getOwn(at, name);
  }
  if (isJsonObject(at)) return [at];
  if (!Array.isArray(at)) return `the value at '${showPath(path)}' is ${kindOf(at)}, not a list of rows`;
  const other: unknown = at.find((element) => !isJsonObject(element));
  if (other !== undefined) return `a row must be a JSON object, but '${showPath(path)}' has ${kindOf(other)}`;
  return at as Row[];
}
