import type { Catalog } from "../../catalog/types.ts";
import { literalOfType } from "../../checker/lenient-corrections.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { ownDataProperty } from "../../values/read-path.ts";
import type { StoreKey } from "../contract/row-store.ts";

/**
 * Returns the path of a row. Undefined if the catalog has no key, the row has no value for it, or no URL can contain it as
 * a segment: clients remove the segments `.` and `..`.
 */
export function itemPath(path: string, catalog: Catalog, row: unknown): string | undefined {
  const key = keyOfRow(catalog, row);
  return key === undefined ? undefined : pathOfKey(path, key);
}

export function pathOfKey(path: string, key: StoreKey): string | undefined {
  const text = String(key);
  if (text === "" || text === "." || text === ".." || !text.isWellFormed()) return undefined;
  return `${path}/${encodeURIComponent(text)}`;
}

export function keyOfRow(catalog: Catalog, row: unknown): StoreKey | undefined {
  const member = catalog.key === undefined ? undefined : catalog.members.byName.get(catalog.key);
  const value = member && ownDataProperty(row, member.property);
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint"
    ? value
    : undefined;
}

/** Reads the key from a decoded segment of a path; undefined if the segment is not a value of the key's type. */
export function readKey(catalog: Catalog, text: string): StoreKey | undefined {
  const member = catalog.key === undefined ? undefined : catalog.members.byName.get(catalog.key);
  // No row that a filter can find has these characters in its key.
  if (member === undefined || text.includes("\0") || !text.isWellFormed()) return undefined;
  const literal = literalOfType(text, member, NOWHERE);
  if (literal === undefined || typeof literal.value === "boolean") return undefined;
  // Each row has one path: another spelling of a number, such as 01, is not a key.
  return String(literal.value) === text ? literal.value : undefined;
}
