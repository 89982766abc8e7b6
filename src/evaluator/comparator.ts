import { name } from "../ast/constructors.ts";
import { resolveMember } from "../catalog/resolve-member.ts";
import { requireCheckedSortBy, type CheckedSortBy, type CheckedSortKey } from "../checker/checked.ts";
import { getCollator, type StringCollator } from "../collation/collator.ts";
import type { Operand } from "../functions/definition/types.ts";
import { readInstant, valueComparator, type ValueComparator } from "../functions/in-memory/compare-values.ts";
import { ownProperties } from "../values/own-properties.ts";
import type { Value, ValueType } from "../values/types.ts";
import { countComparison } from "../values/work.ts";
import { compileOperand, type CompileScope } from "./operand.ts";
import type { EvaluateOptions } from "./predicate.ts";

/** Compares two rows in a total order. Returns a negative number, 0 or a positive number. */
export type Comparator = (a: unknown, b: unknown) => number;

/**
 * Compiles a sort order into a comparator of rows. Null sorts first. Rows with equal sort keys compare by the catalog's key.
 *
 * @example rows.toSorted(compileComparator(sortBy, { locale: "sv" }))
 */
export function compileComparator(sortBy: CheckedSortBy, options: EvaluateOptions = {}): Comparator {
  const comparators = sortValues(sortBy, options).map(
    ({ read, order }): Comparator =>
      (a, b) =>
        order(read(a), read(b)),
  );
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

/** Reads the sort keys of rows and compares them, without comparing the rows themselves. */
export interface SortValues {
  /** Sort keys in order of precedence. The last one is the catalog's key, if it has one. */
  readonly keys: readonly SortValue[];
  readonly read: (row: unknown) => readonly Value[];
  readonly compare: (a: readonly Value[], b: readonly Value[]) => number;
}

export interface SortValue {
  /** Type of the values; undefined if they can have several types, as without a catalog. */
  readonly type: ValueType["type"] | undefined;
  readonly read: (row: unknown) => Value;
  /** Compares two values in the direction of the sort key. */
  readonly order: ValueComparator;
}

/**
 * Compiles a sort order. Use it for rows that are compared often, or if only their sort keys are kept.
 *
 * @example
 * const { read, compare } = compileSortValues(sortBy, { locale: "sv" });
 * compare(read(a), read(b)) // equals compileComparator(sortBy, { locale: "sv" })(a, b)
 */
export function compileSortValues(sortBy: CheckedSortBy, options: EvaluateOptions = {}): SortValues {
  const keys = sortValues(sortBy, options);
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

function sortValues(sortBy: CheckedSortBy, options: EvaluateOptions): SortValue[] {
  requireCheckedSortBy(sortBy, "sortBy");
  const { locale, rows } = ownProperties(options);
  const scope: CompileScope = { checked: sortBy, locale, plainRows: rows === "plain" };
  const keys = sortBy.keys.map((key) => compileKey(key, scope));
  const tieBreak = compileTieBreak(sortBy, scope);
  return tieBreak === undefined ? keys : [...keys, tieBreak];
}

function compileKey({ expression, direction, comparison }: CheckedSortKey, scope: CompileScope): SortValue {
  const operand = compileOperand(expression, scope);
  const order = totalOrder(operand, getCollator(comparison, scope.locale));
  return {
    type: operand.type?.type,
    read: operand.read(),
    order: direction === "ascending" ? order : (a, b) => order(b, a),
  };
}

/**
 * Compiles the catalog's key as the last sort key. Its strings compare by code points, so that different keys are never
 * equal.
 */
function compileTieBreak({ catalog, functions }: CheckedSortBy, scope: CompileScope): SortValue | undefined {
  const member = catalog?.key === undefined ? undefined : resolveMember(catalog, catalog.key);
  if (member === undefined) return undefined;
  const node = name(catalog!.key!);
  // Convert to the declared type: unreadable values become null.
  const operand = compileOperand(node, {
    ...scope,
    checked: { catalog, functions, members: new Map([[node, member]]) },
  });
  const order = totalOrder(operand, getCollator("codePoint", undefined));
  return { type: operand.type?.type, read: operand.read(), order };
}

/**
 * Returns a total order of values: null first, then by type: booleans, numbers, strings, instants, others. Without a
 * catalog, a sort key can have values of several types.
 */
function totalOrder(operand: Operand, collator: StringCollator): ValueComparator {
  const compare = valueComparator(operand, operand, collator);
  return (a, b) => {
    countComparison(a, b);
    if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
    const order = compare(a, b);
    return order === order ? order : typeRank(a) - typeRank(b);
  };
}

function typeRank(value: Value): number {
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
