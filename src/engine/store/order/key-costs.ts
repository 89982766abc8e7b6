/** Estimates the work of building sort keys. */
import type { CheckedSortBy, CheckedSortKey } from "../../../checker/checked.ts";
import { prefixOrder } from "../../../collation/order/sort-prefix.ts";
import { SAMPLED_VALUES } from "../columns/restored-columns.ts";
import type { FilterContext } from "../filter/row-test.ts";
import type { StringPrefixes } from "../indexes/string-prefixes.ts";
import { ranksKey } from "../members/value-order.ts";
import { keysOf, onlyMember, rowValue } from "./key-values.ts";
import { rowPrefixesOf } from "./string-keys.ts";

/** Estimates the work of comparing rows by a key that is not built: each row is read for some comparisons. */
export function comparedCost(rows: number, context: FilterContext): number {
  return rows * COMPARISONS_PER_ROW * readCost(context);
}

const COMPARISONS_PER_ROW = 4;

/** Returns the work of the first read of a row. Rows that are texts are parsed. */
export function readCost({ columns: { rows }, tuning: { readValue } }: FilterContext): number {
  return readValue * (rows.texts === undefined ? 1 : PARSED_READS);
}

/** Reads of an object in the time of parsing its text. */
const PARSED_READS = 16;

/**
 * Returns the prefixes of a key's strings in rows. Undefined for members with columns and for other keys, and if building the column
 * costs less than prefixes and the comparisons of rows with the same prefix.
 */
export function rowPrefixes(key: CheckedSortKey, context: FilterContext): StringPrefixes | undefined {
  const prefixes = sampledPrefixes(key, context);
  if (prefixes === undefined) return undefined;
  const { rows, tuning } = context;
  const { writtenNumber, comparison } = tuning;
  const { distinct, shared } = prefixes.variety(rows);
  const tied = rows * shared * TIED_COMPARISONS * comparison;
  const column = rows * (isVaried(distinct) ? tuning.writtenString : tuning.writtenNumber);
  return rows * writtenNumber + tied <= column ? prefixes : undefined;
}

/** Comparisons of a row that has the same prefix as others, by all requests. */
const TIED_COMPARISONS = 32;

/** Returns whether a column has no dictionary, by the share of distinct strings in a sample. NaN without strings. */
function isVaried(distinct: number): boolean {
  return distinct > 1 / 2;
}

/** Returns prefixes that can be written for a key's strings in rows, with a sample. */
function sampledPrefixes(key: CheckedSortKey, context: FilterContext): StringPrefixes | undefined {
  const member = key.expression.kind === "name" ? onlyMember(key, context) : undefined;
  if (member === undefined || context.columns.has(member)) return undefined;
  return rowPrefixesOf(key, member, context, () => {
    const { read } = rowValue(key, context);
    const { rows } = context.columns;
    return (row) => {
      const value = read(rows.at(row));
      return typeof value === "string" ? value : null;
    };
  });
}

/** Estimates the work of building the first sort key: 0 if it exists, Infinity if it is never cached. */
export function firstKeyCost(sortBy: CheckedSortBy, context: FilterContext): number {
  const [first] = keysOf(sortBy, context);
  return first === undefined ? 0 : sortKeyCost(...first);
}

/** Estimates the work of making the first sort key ready for `count` rows, in units. */
export function selectionKeyCost(sortBy: CheckedSortBy, context: FilterContext, count: number): number {
  const [first] = keysOf(sortBy, context);
  const prefixes = first && rowPrefixes(...first);
  if (prefixes !== undefined)
    return Math.min(count, prefixes.missing(context.rows)) * context.tuning.writtenNumber;
  // Rows are compared without sort keys until that has cost as much as the keys.
  return Math.min(firstKeyCost(sortBy, context), comparedCost(count, context));
}

/**
 * Estimates which share of the rows has the same prefix of the first sort key as a row of the page, so that their strings are compared.
 * Undefined for a key with sort numbers, which compares no strings.
 */
export function comparedShare(sortBy: CheckedSortBy, context: FilterContext): number | undefined {
  const [first] = keysOf(sortBy, context);
  const member = first && onlyMember(...first);
  const column = member && context.columns.known(member)?.column;
  if (first === undefined || member?.type.type !== "string" || column?.kind === "dictionary")
    return undefined;
  const order = prefixOrder(first[0].comparison, context.locale);
  const variety =
    column?.kind === "strings"
      ? order && column.knownVariety(order)
      : sampledPrefixes(...first)?.variety(context.rows);
  return variety === undefined || Number.isNaN(variety.distinct) ? 0 : variety.shared;
}

/** Estimates the work of building all sort keys. Ignores keys that compare rows. */
export function allKeysCost(sortBy: CheckedSortBy, context: FilterContext): number {
  const costs = keysOf(sortBy, context).map((key) => sortKeyCost(...key));
  return costs.reduce((sum, cost) => sum + (Number.isFinite(cost) ? cost : 0), 0);
}

/** Estimates the work of building a sort key: 0 if it exists, Infinity if it only compares rows. */
export function sortKeyCost(key: CheckedSortKey, context: FilterContext): number {
  const { columns, rows, tuning } = context;
  const member = onlyMember(key, context);
  if (member === undefined) return Infinity;
  const existing = columns.known(member);
  const restored = existing === undefined ? columns.restored(member) : undefined;
  if (existing === undefined && restored === undefined) {
    if (rowPrefixes(key, context) !== undefined) return 0;
    if (member.type.type !== "string") return rows * tuning.writtenNumber;
    const variety = sampledPrefixes(key, context)?.variety(rows);
    const isDictionary = variety !== undefined && !isVaried(variety.distinct);
    return rows * (isDictionary ? tuning.writtenNumber : tuning.writtenString);
  }
  const column = existing === undefined ? restored : existing.column;
  const isMember = key.expression.kind === "name";
  if (column?.kind === "dictionary") {
    const ranksName = ranksKey(key.comparison, context.locale);
    if (!isMember) return column.rankingCost("", false, tuning);
    const hasPrefixes = prefixOrder(key.comparison, context.locale) !== undefined;
    return column.rankingCost(ranksName, hasPrefixes, tuning);
  }
  if (!isMember) return Infinity;
  if (column?.kind !== "strings" && (column?.kind !== "numbers" || column.exceptions.length > 0))
    return Infinity;
  // A column from a file is compared with some rows before its first use.
  return restored === undefined ? 0 : Math.min(rows, SAMPLED_VALUES) * tuning.readValue;
}
