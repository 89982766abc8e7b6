import { namesInOrder } from "tamis/catalog";
import type { Row } from "tamis/files";
import { endOfDottedKey, keyOf } from "../formats/key-of.ts";
import { getOwn, isJsonObject, setOwn } from "../formats/own-members.ts";

const MAX_DEPTH = 4;
const MAX_NAMES = 2_000;
const MAX_ROWS = 200;

/** Returns the rows, or a row with all columns of a header if there are none. */
export function rowsOrHeader<R>(
  rows: readonly R[],
  { columns = [], hasAllColumns }: { readonly columns?: readonly string[]; readonly hasAllColumns?: boolean },
): readonly (R | Row)[] {
  if (rows.length > 0 || hasAllColumns !== true || columns.length === 0) return rows;
  const header: Row = {};
  for (const column of columns) setOwn(header, column, null);
  return [header];
}

/** Returns whether a row has the member, even if its value is null. Searches the objects of lists, too. */
export function hasMember(rows: readonly unknown[], name: string): boolean {
  const path = name.split(".");
  return rows.some((row) => hasPath(row, path, 0) || (isJsonObject(row) && Object.hasOwn(row, name)));
}

function hasPath(value: unknown, path: readonly string[], at: number): boolean {
  if (at === path.length) return true;
  if (Array.isArray(value)) return value.some((element) => hasPath(element, path, at));
  if (!isJsonObject(value)) return false;
  const key = keyOf(value, path[at]!);
  if (key !== undefined) return hasPath(getOwn(value, key), path, at + 1);
  const end = endOfDottedKey(value, path, at);
  return end !== undefined && hasPath(getOwn(value, path.slice(at, end).join(".")), path, end);
}

export function memberNames(rows: readonly unknown[]): readonly string[] {
  const names = new Set<string>();
  for (const row of rows.slice(0, MAX_ROWS)) collect(row, "", 1, names);
  return [...names];
}

function collect(value: unknown, prefix: string, depth: number, names: Set<string>): void {
  if (Array.isArray(value)) {
    for (const element of value.slice(0, 10)) collect(element, prefix, depth, names);
  } else if (isJsonObject(value)) {
    for (const name of namesInOrder(value)) {
      if (names.size >= MAX_NAMES) return;
      names.add(prefix + name);
      if (depth < MAX_DEPTH) collect(getOwn(value, name), `${prefix}${name}.`, depth + 1, names);
    }
  }
}
