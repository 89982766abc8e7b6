import type { CatalogDefinition } from "../../src/catalog/types.ts";
import { naiveMember, type NaiveType } from "./naive-catalog.ts";
import { naiveStoredInstant } from "./naive-instant.ts";

/** Values with their types, and how they are read from rows. */
export type NaiveValue =
  | { readonly is: "null" }
  | { readonly is: "boolean"; readonly value: boolean }
  | { readonly is: "number"; readonly value: number | bigint }
  /** `held`: from a member without a declared type, so it can be compared with a date or time literal. */
  | { readonly is: "text"; readonly value: string; readonly held: boolean }
  | { readonly is: "instant"; readonly of: "time" | "dated"; readonly at: bigint; readonly literal: boolean }
  | { readonly is: "list"; readonly items: readonly NaiveValue[] }
  | { readonly is: "entries"; readonly entries: readonly (readonly [string, NaiveValue])[] }
  | { readonly is: "other" };

export const NULL: NaiveValue = { is: "null" };

export function ofTruth(truth: boolean | null): NaiveValue {
  return truth === null ? NULL : { is: "boolean", value: truth };
}

/** Returns the value of a name for a row, with or without a catalog. */
export function readName(name: string, row: unknown, catalog: CatalogDefinition | undefined): NaiveValue {
  if (catalog === undefined) return untyped(follow(row, name.split("."), true));
  const { path, depths, type, throughList } = naiveMember(catalog, name);
  if (!throughList) return typed(stepDown(row, path), type);
  const collected = leavesOf(row, path, depths);
  const value = typed(collected, type);
  if (value.is !== "list") throw new Error("what is collected is a list");
  const leaves = value.items.filter(({ is }) => is !== "null");
  return leaves.length === 0 ? NULL : { is: "list", items: leaves };
}

/** Returns the value at a path of a row with a catalog. Each value on the path must have its declared type. */
function stepDown(value: unknown, [key, ...rest]: readonly string[]): unknown {
  const next = own(value, key!);
  if (rest.length === 0) return next;
  return Array.isArray(next) ? undefined : stepDown(next, rest);
}

function leavesOf(
  value: unknown,
  [key, ...rest]: readonly string[],
  [depth, ...deeper]: readonly number[],
): unknown[] {
  let found = [own(value, key!)];
  for (let level = 0; level < depth!; level++)
    found = found.flatMap((each) => (Array.isArray(each) ? elementsOf(each) : []));
  if (rest.length === 0) return found;
  return found.filter((each) => !Array.isArray(each)).flatMap((each) => leavesOf(each, rest, deeper));
}

/** Returns the value of an own data property, else undefined. */
function own(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const descriptor = Object.getOwnPropertyDescriptor(value, key);
  return descriptor !== undefined && "value" in descriptor ? (descriptor.value as unknown) : undefined;
}

function follow(value: unknown, path: readonly string[], isRow: boolean): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (!Array.isArray(value) || isRow) return follow(own(value, key), rest, false);
  const leaves = collect(value, path);
  return leaves.length === 0 ? undefined : leaves;
}

function collect(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return elementsOf(value).flatMap((element) => collect(element, path));
  const [key, ...rest] = path;
  if (key !== undefined) return collect(own(value, key), rest);
  return isNothing(value) ? [] : [value];
}

function elementsOf(list: readonly unknown[]): unknown[] {
  return Array.from({ length: list.length }, (_, index) => own(list, String(index)));
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined || value === null || value === Infinity || value === -Infinity || Number.isNaN(value)
  );
}

function untyped(value: unknown): NaiveValue {
  if (isNothing(value)) return NULL;
  switch (typeof value) {
    case "boolean":
      return { is: "boolean", value };
    case "number":
    case "bigint":
      return { is: "number", value };
    case "string":
      return { is: "text", value, held: true };
    case "object":
      if (Array.isArray(value)) return { is: "list", items: elementsOf(value).map(untyped) };
      if (value instanceof Date) return dateObject(value) ?? { is: "other" };
      return entriesOf(value as object, untyped);
    default:
      return { is: "other" };
  }
}

function typed(value: unknown, type: NaiveType): NaiveValue {
  const plain = untyped(value);
  switch (type.type) {
    case "boolean":
      return plain.is === "boolean" ? plain : NULL;
    case "number":
      return plain.is === "number" ? plain : NULL;
    case "integer":
      return plain.is === "number" && isWhole(plain.value) ? plain : NULL;
    case "string":
      return plain.is === "text" ? { ...plain, held: false } : NULL;
    case "date":
    case "time":
    case "dateTime": {
      if (plain.is === "instant") return type.type === "dateTime" ? plain : NULL;
      const at = plain.is === "text" ? naiveStoredInstant(type.type, plain.value) : undefined;
      return at === undefined
        ? NULL
        : { is: "instant", of: type.type === "time" ? "time" : "dated", at, literal: false };
    }
    case "list":
      if (!Array.isArray(value)) return NULL;
      return { is: "list", items: elementsOf(value).map((element) => typed(element, type.items)) };
    case "map":
      return plain.is === "entries" ? entriesOf(value as object, (entry) => typed(entry, type.values)) : NULL;
    case "object":
      return plain.is === "entries" ? plain : NULL;
  }
}

function entriesOf(value: object, read: (value: unknown) => NaiveValue): NaiveValue {
  return { is: "entries", entries: Object.keys(value).map((key) => [key, read(own(value, key))] as const) };
}

function dateObject(value: Date): NaiveValue | undefined {
  let milliseconds: number;
  try {
    milliseconds = Date.prototype.getTime.call(value);
  } catch {
    return undefined;
  }
  if (Number.isNaN(milliseconds)) return undefined;
  const date = new Date(milliseconds);
  // The years 0001 to 9999 in UTC.
  if (!/^\d{4}-/.test(date.toISOString()) || date.getUTCFullYear() === 0) return undefined;
  return { is: "instant", of: "dated", at: BigInt(milliseconds) * 1_000_000n, literal: false };
}

export function isWhole(value: number | bigint): boolean {
  return typeof value === "bigint" || Math.floor(value) === value;
}

/** Returns the string form of strings, booleans and numbers. */
export function textOf(value: NaiveValue): string | undefined {
  switch (value.is) {
    case "text":
      return value.value;
    case "boolean":
    case "number":
      return `${value.value}`;
    default:
      return undefined;
  }
}
