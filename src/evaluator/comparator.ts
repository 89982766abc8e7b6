import { name } from "../ast/constructors.ts";
import { resolveMember } from "../catalog/resolve-member.ts";
import { getCollator } from "../collation/collator.ts";
import type { CheckedSortBy, CheckedSortKey } from "../checker/checked.ts";
import { orderOf, readInstant } from "../functions/in-memory/value-order.ts";
import type { Operand } from "../functions/definition/types.ts";
import type { Value } from "../values/types.ts";
import { compileOperand, type CompileScope } from "./operand.ts";
import type { EvaluateOptions } from "./predicate.ts";
import { ownProperties } from "../values/own-properties.ts";

/** The order of two rows: below zero, zero or above it. A total order. */
export type Comparator = (a: unknown, b: unknown) => number;

/**
 * Compiles an order into a comparator for `Array.prototype.sort`. Null is the lowest value. Rows that tie on all keys
 * are ordered by the catalog's key; where there is none they compare as 0, and a stable sort keeps their order.
 *
 * @example rows.toSorted(compileComparator(sortBy, { locale: "sv" }))
 */
export function compileComparator(sortBy: CheckedSortBy, options: EvaluateOptions = {}): Comparator {
  const scope = scopeOf(sortBy, options);
  const comparators = sortBy.keys.map((key) => compileKey(key, scope));
  const tieBreak = compileTieBreak(sortBy, scope);
  if (tieBreak !== undefined) comparators.push(tieBreak);
  const [first, second] = comparators;
  if (first === undefined) return () => 0;
  if (second === undefined) return first;
  return (a, b) => {
    for (const compare of comparators) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** What rows are ordered by, apart from the rows. */
export interface SortValues {
  /** Each key by itself, and last the catalog's. */
  readonly keys: readonly SortValue[];
  /** What a row has for each key of the order, and last for the catalog's key if it has one. */
  readonly read: (row: unknown) => readonly Value[];
  /** The order of two rows by what they have, as `compileComparator` gives it. */
  readonly compare: (a: readonly Value[], b: readonly Value[]) => number;
}

/**
 * Compiles an order for rows that are compared often, or of which no more than the keys is kept.
 *
 * @example
 * const { read, compare } = compileSortValues(sortBy, { locale: "sv" });
 * compare(read(a), read(b)) // as compileComparator(sortBy, { locale: "sv" })(a, b)
 */
export function compileSortValues(sortBy: CheckedSortBy, options: EvaluateOptions = {}): SortValues {
  const scope = scopeOf(sortBy, options);
  const keys = sortBy.keys.map((key) => orderedKey(key, scope));
  const tieBreak = orderedTieBreak(sortBy, scope);
  if (tieBreak !== undefined) keys.push(tieBreak);
  return {
    keys,
    read: (row) => keys.map(({ read }) => read(row)),
    compare: (a, b) => {
      for (const [i, { order }] of keys.entries()) {
        const compared = order(a[i]!, b[i]!);
        if (compared !== 0) return compared;
      }
      return 0;
    },
  };
}

/** One key of an order. */
export interface SortValue {
  readonly read: (row: unknown) => Value;
  /** By the key's direction. */
  readonly order: (a: Value, b: Value) => number;
}

function scopeOf(checked: CheckedSortBy, options: EvaluateOptions): CompileScope {
  const { locale, rows } = ownProperties(options);
  return { checked, locale, plainRows: rows === "plain" };
}

function compileKey(key: CheckedSortKey, scope: CompileScope): Comparator {
  const { read, order } = orderedKey(key, scope);
  return (a, b) => order(read(a), read(b));
}

function orderedKey({ expression, direction, comparison }: CheckedSortKey, scope: CompileScope): SortValue {
  const operand = compileOperand(expression, scope);
  const order = nullsLowest(operand, getCollator(comparison, scope.locale));
  return { read: operand.read(), order: direction === "ascending" ? order : (a, b) => order(b, a) };
}

function compileTieBreak(sortBy: CheckedSortBy, scope: CompileScope): Comparator | undefined {
  const key = orderedTieBreak(sortBy, scope);
  return key === undefined ? undefined : (a, b) => key.order(key.read(a), key.read(b));
}

/** The catalog's key parts what the keys do not. It compares by code points: no two rows share it. */
function orderedTieBreak({ catalog, functions }: CheckedSortBy, scope: CompileScope): SortValue | undefined {
  const member = catalog?.key === undefined ? undefined : resolveMember(catalog, catalog.key);
  if (member === undefined) return undefined;
  const node = name(catalog!.key!);
  // Read as the member's type has it, like any other key: what the type cannot read is null and not an order of its own.
  const operand = compileOperand(node, {
    ...scope,
    checked: { catalog, functions, members: new Map([[node, member]]) },
  });
  return { read: operand.read(), order: nullsLowest(operand, getCollator("codePoint", undefined)) };
}

/**
 * A total order of whatever rows hold: null first, then by type, then within a type. Values of several types meet only
 * where no catalog says better; they need some order, and this is it: booleans, numbers, texts, all else equal.
 */
function nullsLowest(
  operand: Operand,
  collator: Parameters<typeof orderOf>[2],
): (a: Value, b: Value) => number {
  const order = orderOf(operand, operand, collator);
  return (a, b) => {
    if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
    const compared = order(a, b);
    return compared === compared ? compared : rank(a) - rank(b);
  };
}

function rank(value: Value): number {
  switch (typeof value) {
    case "boolean":
      return 1;
    case "number":
    case "bigint":
      return 2;
    case "string":
      return 3;
    default:
      return readInstant("dateTime", value) ? 4 : 5;
  }
}
