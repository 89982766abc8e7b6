import type { CheckedSortBy, CheckedSortKey } from "../../../checker/checked.ts";
import { isScalarType, type Value } from "../../../values/types.ts";
import { codeKernels } from "../kernels/code-bounds.ts";
import { typedCodes } from "../kernels/plain.ts";
import { timeToBuild } from "../tasks/rent-or-buy.ts";
import { discardResult, type Task } from "../tasks/task.ts";
import { printNode } from "../../../ast/print.ts";
import type { CompareKey, LazyKey, OrderKey } from "../kernels/order-key.ts";
import { prefixOrder } from "../../../collation/order/sort-prefix.ts";
import { prefixesOf, prefixKey, sortWords, stringOrder } from "./string-keys.ts";
import type { StringPrefixes } from "../indexes/string-prefixes.ts";
import { Ranks } from "../columns/ranks.ts";
import type { RowOrder } from "../tasks/sort-task.ts";
import { ranksKey, valueOrder } from "../members/value-order.ts";
import type { Cell, FilterContext } from "../filter/row-test.ts";
import { comparedCost, rowPrefixes, sortKeyCost } from "./key-costs.ts";
import { cellOrder, cellValue, keysOf, onlyMember, positionAmong, rowOrder } from "./key-values.ts";

/**
 * Returns the sort keys of an order. The catalog's key is last, as the tie-breaker.
 *
 * @param compared work of all comparisons by each key so far. A key is built once they have cost as much.
 */
export function lazyKeys(
  sortBy: CheckedSortBy,
  context: FilterContext,
  compared: Map<number, number>,
): LazyKey[] {
  return keysOf(sortBy, context).map(([key, within], i) => {
    // Undefined for the catalog's key.
    const writtenKey = sortBy.keys.at(i);
    const ofRow = writtenKey === undefined ? ([key, within] as const) : ([writtenKey, context] as const);
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
  #orderKey: OrderKey | undefined;

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
    if (this.#orderKey !== undefined) return this.#orderKey;
    const cost = sortKeyCost(this.#key, this.#context);
    const prefixes = count < Infinity ? rowPrefixes(this.#key, this.#context) : undefined;
    if (prefixes !== undefined) return comparedKey(this.#key, this.#context, this.#ofRow, prefixes);
    const compared = comparedCost(count, this.#context);
    const spent = (this.#compared.get(this.#index) ?? 0) + compared;
    const time = timeToBuild({ own: compared, lost: spent, cost }, this.#context.tuning.overdueFactor);
    if (time !== "now") {
      this.#compared.set(this.#index, spent);
      if (time === "later") this.#buildLater();
      return comparedKey(this.#key, this.#context, this.#ofRow);
    }
    return (this.#orderKey = yield* orderKey(this.#key, this.#context));
  }

  #buildLater(): void {
    const { columns, locale } = this.#context;
    const name = `sort key ${ranksKey(this.#key.comparison, locale)} ${printNode(this.#key.expression)}`;
    columns.prepareLater(name, locale, () => discardResult(orderKey(this.#key, this.#context)));
  }
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
        ? codeKernels(context.kernels, codes.width, (rows) => ({ ...codes, rows }))
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
