import { SAMPLED_VALUES } from "../columns/restored-columns.ts";
import { name } from "../../../ast/constructors.ts";
import { resolveMember } from "../../../catalog/resolve-member.ts";
import type { CheckedSortBy, CheckedSortKey } from "../../../checker/checked.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import { isScalarType, type Value } from "../../../values/types.ts";
import { codeKernels } from "../kernels/code-bounds.ts";
import { typedCodes } from "../kernels/plain.ts";
import { columnExpressionOf } from "../filter/column-expression.ts";
import { UNIT_COSTS } from "../tasks/unit-costs.ts";
import { timeToBuild } from "../tasks/rent-or-buy.ts";
import { discardResult, type Task } from "../tasks/task.ts";
import { printNode } from "../../../ast/print.ts";
import type { CompareKey, LazyKey, OrderKey } from "../kernels/order-key.ts";
import { prefixOrder } from "../../../collation/order/sort-prefix.ts";
import { prefixesOf, prefixKey, rowPrefixesOf, sortWords, stringOrder } from "./string-keys.ts";
import type { RowList } from "../kernels/row-list.ts";
import type { StringPrefixes, StringVariety } from "../indexes/string-prefixes.ts";
import { Ranks } from "../columns/ranks.ts";
import type { RowOrder } from "../tasks/sort-task.ts";
import { ranksKey, valueOrder } from "../members/value-order.ts";
import { membersOf, type Cell, type FilterContext } from "../filter/row-test.ts";
import { cellOrder, cellValue, positionAmong, rowOrder, rowValue } from "./key-values.ts";

/**
 * Returns the sort keys of an order. The catalog's key is last, as the tie-breaker.
 *
 * @param compared cost of all comparisons by each key so far, in row reads. A key is built once they have cost as much.
 */
export function lazyKeys(
  sortBy: CheckedSortBy,
  context: FilterContext,
  compared: Map<number, number>,
): LazyKey[] {
  return keysOf(sortBy, context).map(([key, within], i) => {
    // Undefined for the catalog's key.
    const written = sortBy.keys.at(i);
    const ofRow = written === undefined ? ([key, within] as const) : ([written, context] as const);
    return new BuiltKey(key, within, ofRow, i, compared);
  });
}

/** A key that is built once comparisons have cost as much as building it. */
class BuiltKey implements LazyKey {
  readonly #key: CheckedSortKey;
  readonly #context: FilterContext;
  readonly #ofRow: readonly [CheckedSortKey, FilterContext];
  readonly #index: number;
  readonly #compared: Map<number, number>;
  #made: OrderKey | undefined;

  constructor(
    key: CheckedSortKey,
    context: FilterContext,
    ofRow: readonly [CheckedSortKey, FilterContext],
    index: number,
    compared: Map<number, number>,
  ) {
    this.#key = key;
    this.#context = context;
    this.#ofRow = ofRow;
    this.#index = index;
    this.#compared = compared;
  }

  *get(count: number): Task<OrderKey> {
    if (this.#made !== undefined) return this.#made;
    const cost = weightedCost(sortKeyCost(this.#key, this.#context), this.#context);
    const prefixes = count < Infinity ? rowPrefixes(this.#key, this.#context) : undefined;
    if (varietyOf(prefixes, this.#context) === "many prefixes")
      return comparedKey(this.#key, this.#context, this.#ofRow, prefixes);
    const compared = count * COMPARED_ROW_COST * readCost(this.#context.columns.rows);
    const spent = (this.#compared.get(this.#index) ?? 0) + compared;
    const time = timeToBuild({ own: compared, lost: spent, cost }, this.#context.thresholds.overdueFactor);
    if (time !== "now") {
      this.#compared.set(this.#index, spent);
      if (time === "later") this.#buildLater();
      return comparedKey(this.#key, this.#context, this.#ofRow);
    }
    return (this.#made = yield* orderKey(this.#key, this.#context));
  }

  #buildLater(): void {
    const { columns, locale } = this.#context;
    const name = `sort key ${ranksKey(this.#key.comparison, locale)} ${printNode(this.#key.expression)}`;
    columns.prepareLater(name, locale, () => discardResult(orderKey(this.#key, this.#context)));
  }
}

/** Cost of comparing a row by a key, in row reads. */
const COMPARED_ROW_COST = 4;

/** Returns the cost of the first read of a row, in reads of an object: rows that are texts are parsed. */
export function readCost({ texts }: RowList): number {
  return texts === undefined ? 1 : 16;
}

/**
 * Returns a key that compares values of a column if it exists, otherwise values of rows. Builds nothing.
 *
 * @param ofRow the key as it was written: rows have no size members
 */
function comparedKey(
  key: CheckedSortKey,
  context: FilterContext,
  ofRow: readonly [CheckedSortKey, FilterContext],
  prefixes?: StringPrefixes,
): CompareKey {
  const valueAt = columnValues(key, context);
  let compare: RowOrder<number>;
  if (valueAt === undefined) compare = rowOrder(...ofRow);
  else {
    const order = valueOrder(key.comparison, context.locale);
    compare = (a, b) => order(valueAt(a), valueAt(b));
  }
  const isDescending = key.direction === "descending";
  const compared = compareKey(compare, isDescending);
  if (prefixes === undefined) return compared;
  return { ...compared, prefixesOf: (selected) => prefixesOf(prefixes, context, isDescending, selected) };
}

/** Returns the prefixes of a key's strings in rows; undefined for members with columns and for other keys. */
function rowPrefixes(key: CheckedSortKey, context: FilterContext): StringPrefixes | undefined {
  const member = key.expression.kind === "name" ? onlyMember(key, context) : undefined;
  const buildsAtOnce = context.thresholds.preparationCostFactor === 0;
  if (member === undefined || buildsAtOnce || context.columns.has(member)) return undefined;
  return rowPrefixesOf(key, member, context, () => {
    const { read } = rowValue(key, context);
    const { rows } = context.columns;
    return (row) => {
      const value = read(rows.at(row));
      return typeof value === "string" ? value : null;
    };
  });
}

function varietyOf(
  prefixes: StringPrefixes | undefined,
  { rows, thresholds }: FilterContext,
): StringVariety | undefined {
  return prefixes?.variety(rows, thresholds.rowPrefixes);
}

/** Returns a function that reads the values of a key from its column; undefined if no column stores the values themselves. */
function columnValues(key: CheckedSortKey, context: FilterContext): ((row: number) => Value) | undefined {
  const member = key.expression.kind === "name" ? onlyMember(key, context) : undefined;
  const column = member === undefined ? undefined : context.columns.known(member)?.column;
  if (column?.kind !== "dictionary" && column?.kind !== "strings") return undefined;
  return (row) => column.valueAt(row);
}

/** Like `columnValues`, for the first key of an order. */
export function firstKeyValues(
  sortBy: CheckedSortBy,
  context: FilterContext,
): ((row: number) => Value) | undefined {
  const [first] = keysOf(sortBy, context);
  return first === undefined ? undefined : columnValues(...first);
}

function compareKey(compare: RowOrder<number>, isDescending: boolean): CompareKey {
  const none = { prefixes: undefined, prefixesOf: undefined, wordsOf: undefined };
  return { kind: "compare", compare, isDescending, ...none };
}

function keysOf(
  sortBy: CheckedSortBy,
  context: FilterContext,
): (readonly [key: CheckedSortKey, context: FilterContext])[] {
  const keys = sortBy.keys.map((key) => keyExpression(key, context));
  const { catalog } = sortBy;
  const member = catalog?.key === undefined ? undefined : resolveMember(catalog, catalog.key);
  if (member === undefined) return keys;
  const expression = name(catalog!.key!);
  const members = new Map([[expression, member]]);
  const tie: CheckedSortKey = { expression, direction: "ascending", comparison: "codePoint" };
  const checked = { catalog: undefined, functions: sortBy.functions, members };
  return [...keys, [tie, { ...context, checked, locale: undefined }]];
}

/** Returns the key to read. Uses the size column if the expression only needs the size of a member. */
function keyExpression(
  key: CheckedSortKey,
  context: FilterContext,
): readonly [CheckedSortKey, FilterContext] {
  const asked = columnExpressionOf(key.expression, context);
  if (asked === undefined) return [key, context];
  return [
    { ...key, expression: asked.node },
    { ...context, checked: asked.checked },
  ];
}

function* orderKey(key: CheckedSortKey, context: FilterContext): Task<OrderKey> {
  const { expression, comparison } = key;
  const isDescending = key.direction === "descending";
  const member = onlyMember(key, context);
  // Columns of lists and maps have no order.
  const hasOrder = member !== undefined && isScalarType(member.type.type);
  const column = hasOrder ? yield* context.columns.build(member, context.checked) : undefined;
  const isMember = expression.kind === "name";
  if (column?.kind === "dictionary") {
    const order = isMember ? valueOrder(comparison, context.locale) : cellOrder(key, member!, context);
    const ranks = isMember
      ? column.ranks(ranksKey(comparison, context.locale), order, prefixOrder(comparison, context.locale))
      : new Ranks(column, order, context.kernels, true);
    const codes = yield* ranks.rowRanksTask();
    const copy = isMember ? undefined : typedCodes(codes).slice();
    if (!isMember) ranks.release();
    return {
      kind: "numbers",
      numbers: () => copy ?? typedCodes(codes),
      ...(isMember
        ? {
            ...codeKernels(context.kernels, codes.width, (rows) => ({ ...codes, rows })),
            sample: (rows: number) => ranks.sample(rows, codes),
          }
        : { between: undefined, split: undefined }),
      hasNaN: false,
      min: 0,
      max: codes.count - 1,
      isDescending,
      positionOf: (value) => {
        if (value === null && isMember) return { number: 0, isExact: true };
        const { read, order: compare } = cellValue(key, member!, context);
        const sorted = ranks.sorted();
        const cell: Cell = { v: null };
        return positionAmong(
          sorted,
          (code) => ranks.rankOf(code),
          (code) => {
            cell.v = column.values[code]!;
            return compare(read(cell), value);
          },
          // A member's null has rank 0, outside the sorted codes. Other expressions sort all codes: -1 is before them.
          isMember ? 0 : -1,
        );
      },
    };
  }
  if (column?.kind === "numbers" && isMember && column.exceptions.length === 0) {
    return { kind: "numbers", ...column.key(), isDescending };
  }
  const compare =
    column?.kind === "strings" && isMember
      ? stringOrder(column, valueOrder(comparison, context.locale))
      : rowOrder(key, context);
  if (column?.kind !== "strings" || !isMember) return compareKey(compare, isDescending);
  const prefixesOf = prefixKey(column, key, context);
  return { ...compareKey(compare, isDescending), prefixesOf, wordsOf: sortWords(column, key, context) };
}

/** Estimates the cost of building the first sort key, in row reads: 0 if it exists, Infinity if it is never cached. */
export function firstKeyCost(sortBy: CheckedSortBy, context: FilterContext): number {
  const [first] = keysOf(sortBy, context);
  return first === undefined ? 0 : weightedCost(sortKeyCost(...first), context);
}

/** Estimates the work of making the first sort key ready for `count` rows, in units. */
export function selectionKeyCost(sortBy: CheckedSortBy, context: FilterContext, count: number): number {
  const [first] = keysOf(sortBy, context);
  const prefixes = first && rowPrefixes(...first);
  if (prefixes !== undefined && varietyOf(prefixes, context) === "many prefixes")
    return Math.min(count, prefixes.missing(context.rows)) * UNIT_COSTS.stringPrefix;
  // Rows are compared without sort keys until that has cost as much as the keys.
  return Math.min(firstKeyCost(sortBy, context), count * COMPARED_ROW_COST) * UNIT_COSTS.readValue;
}

function weightedCost(cost: number, { thresholds }: FilterContext): number {
  return cost === 0 ? 0 : cost * thresholds.preparationCostFactor;
}

/** Estimates the cost of building all sort keys, in row reads. Ignores keys that compare rows. */
export function allKeysCost(sortBy: CheckedSortBy, context: FilterContext): number {
  const costs = keysOf(sortBy, context).map((key) => sortKeyCost(...key));
  return costs.reduce((sum, cost) => sum + (Number.isFinite(cost) ? cost : 0), 0);
}

function sortKeyCost(key: CheckedSortKey, context: FilterContext): number {
  const { columns, rows } = context;
  const member = onlyMember(key, context);
  if (member === undefined) return Infinity;
  const known = columns.known(member);
  const restored = known === undefined ? columns.restored(member) : undefined;
  if (known === undefined && restored === undefined) {
    const variety = varietyOf(rowPrefixes(key, context), context);
    if (variety === "many prefixes") return 0;
    if (variety === "few strings") return rows * DICTIONARY_READS;
    return rows * (member.type.type === "string" ? STRING_COLUMN_READS : NUMBER_COLUMN_READS);
  }
  const column = known === undefined ? restored : known.column;
  const isMember = key.expression.kind === "name";
  if (column?.kind === "dictionary") {
    const ranksName = ranksKey(key.comparison, context.locale);
    if (isMember && column.hasRanks(ranksName)) return 0;
    const different = column.values.length;
    const comparisons = column.hasSavedRanks(ranksName) ? different : different * Math.log2(different);
    const hasPrefixes = prefixOrder(key.comparison, context.locale) !== undefined;
    return rows / 16 + (hasPrefixes ? different + comparisons / 16 : comparisons / 2);
  }
  if (!isMember) return Infinity;
  if (column?.kind !== "strings" && (column?.kind !== "numbers" || column.exceptions.length > 0))
    return Infinity;
  // A column from a file is compared with some rows before its first use.
  return restored === undefined ? 0 : Math.min(rows, SAMPLED_VALUES);
}

/** Cost per row of building a column, in row reads. Ranking costs extra. */
const STRING_COLUMN_READS = 2.5;
const NUMBER_COLUMN_READS = 0.75;
const DICTIONARY_READS = 0.25;

function onlyMember({ expression }: CheckedSortKey, context: FilterContext): ResolvedMember | undefined {
  const members = membersOf(expression, context);
  return members.length === 1 ? members[0] : undefined;
}
