import { SAMPLED_VALUES } from "../columns/restored-column.ts";
import { name } from "../../../ast/constructors.ts";
import { resolveMember } from "../../../catalog/resolve-member.ts";
import {
  makeCheckedSortBy,
  type Checked,
  type CheckedSortBy,
  type CheckedSortKey,
} from "../../../checker/checked.ts";
import { compileSortValues, type SortValue } from "../../../evaluator/comparator.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import { firstIndexWhere } from "../../../values/binary-search.ts";
import { isScalarType, type Value } from "../../../values/types.ts";
import { codeKernels } from "../kernels/code-bounds.ts";
import { typedCodes } from "../kernels/plain.ts";
import { columnExpressionOf } from "../filter/column-expression.ts";
import type { Task } from "../tasks/task.ts";
import type { CompareKey, KeyPosition, LazyKey, OrderKey } from "../kernels/order-key.ts";
import { prefixOrder } from "../../../collation/order/sort-prefix.ts";
import { prefixKey, sortWords } from "./string-keys.ts";
import { Ranks } from "../columns/ranks.ts";
import type { RowOrder } from "../tasks/sort-task.ts";
import { ranksKey, valueOrder } from "../members/value-order.ts";
import { cellMember, membersOf, type Cell, type FilterContext } from "../filter/row-test.ts";

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
    const cost = sortKeyCost(this.#key, this.#context) * this.#context.thresholds.preparationCostFactor;
    const spent = (this.#compared.get(this.#index) ?? 0) + count * COMPARED_ROW_COST;
    if (spent < cost) {
      this.#compared.set(this.#index, spent);
      return comparedKey(this.#key, this.#context, this.#ofRow);
    }
    return (this.#made = yield* orderKey(this.#key, this.#context));
  }
}

/** Cost of comparing a row by a key, in row reads. */
export const COMPARED_ROW_COST = 4;

/**
 * Returns a key that compares values of a column if it exists, otherwise values of rows. Builds nothing.
 *
 * @param ofRow the key as it was written: rows have no size members
 */
function comparedKey(
  key: CheckedSortKey,
  context: FilterContext,
  ofRow: readonly [CheckedSortKey, FilterContext],
): CompareKey {
  const valueAt = columnValues(key, context);
  let compare: RowOrder<number>;
  if (valueAt === undefined) compare = rowOrder(...ofRow);
  else {
    const order = valueOrder(key.comparison, context.locale);
    compare = (a, b) => order(valueAt(a), valueAt(b));
  }
  return compareKey(compare, key.direction === "descending");
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
      ? ofRows(column.values, valueOrder(comparison, context.locale))
      : rowOrder(key, context);
  if (column?.kind !== "strings" || !isMember) return compareKey(compare, isDescending);
  const prefixesOf = prefixKey(column, key, context);
  return { ...compareKey(compare, isDescending), prefixesOf, wordsOf: sortWords(column, key, context) };
}

/** Estimates the cost of building the first sort key, in row reads: 0 if it exists, Infinity if it is never cached. */
export function firstKeyCost(sortBy: CheckedSortBy, context: FilterContext): number {
  const [first] = keysOf(sortBy, context);
  return first === undefined ? 0 : sortKeyCost(...first);
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
  if (known === undefined && restored === undefined)
    return rows * (member.type.type === "string" ? STRING_COLUMN_READS : NUMBER_COLUMN_READS);
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
const STRING_COLUMN_READS = 4;
const NUMBER_COLUMN_READS = 0.75;

function onlyMember({ expression }: CheckedSortKey, context: FilterContext): ResolvedMember | undefined {
  const members = membersOf(expression, context);
  return members.length === 1 ? members[0] : undefined;
}

function ofRows(values: readonly Value[], order: RowOrder<Value>): RowOrder<number> {
  return (a, b) => order(values[a]!, values[b]!);
}

/**
 * Finds the position of a value among sorted items.
 *
 * @param before rank of a value before all items
 */
function positionAmong(
  sorted: Uint32Array,
  rankOf: (each: number) => number,
  orderTo: (each: number) => number,
  before: number,
): KeyPosition {
  const at = firstIndexWhere(0, sorted.length, (position) => orderTo(sorted[position]!) >= 0);
  if (at < sorted.length && orderTo(sorted[at]!) === 0) return { number: rankOf(sorted[at]!), isExact: true };
  return { number: at === 0 ? before : rankOf(sorted[at - 1]!), isExact: false };
}

function cellOrder(key: CheckedSortKey, member: ResolvedMember, context: FilterContext): RowOrder<Value> {
  const { read, order } = cellValue(key, member, context);
  const [x, y]: [Cell, Cell] = [{ v: null }, { v: null }];
  return (a, b) => {
    x.v = a;
    y.v = b;
    return order(read(x), read(y));
  };
}

/** Reads a sort value from a cell, which contains the value of the only member. */
function cellValue(key: CheckedSortKey, member: ResolvedMember, context: FilterContext): SortValue {
  const cells = new Map([...context.checked.members.keys()].map((each) => [each, cellMember(member)]));
  return sortValue(key, cells, context);
}

function rowOrder(key: CheckedSortKey, context: FilterContext): RowOrder<number> {
  const { read, order } = rowValue(key, context);
  const { rows } = context.columns;
  return (a, b) => order(read(rows.at(a)), read(rows.at(b)));
}

function rowValue(key: CheckedSortKey, context: FilterContext): SortValue {
  return sortValue(key, context.checked.members, context);
}

function sortValue(key: CheckedSortKey, members: Checked["members"], context: FilterContext): SortValue {
  const { locale, isPlain, checked } = context;
  const sortBy = makeCheckedSortBy([{ ...key, direction: "ascending" }], {
    catalog: undefined,
    functions: checked.functions,
    members,
  });
  const options = { ...(locale === undefined ? {} : { locale }), rows: isPlain ? "plain" : "any" } as const;
  return compileSortValues(sortBy, options).keys[0]!;
}
