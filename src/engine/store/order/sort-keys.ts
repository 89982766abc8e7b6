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
import { typedCodes } from "../kernels/plain.ts";
import { columnExpressionOf } from "../filter/column-expression.ts";
import { columnKey } from "../members/member-reader.ts";
import type { Task } from "../tasks/task.ts";
import type { KeyPosition, NumberKey, OrderKey } from "../kernels/order-key.ts";
import { Ranks } from "../columns/ranks.ts";
import { ItemRanks } from "../columns/item-ranks.ts";
import type { RowOrder } from "../tasks/sort-task.ts";
import { ranksKey, valueOrder } from "../members/value-order.ts";
import { cellMember, membersOf, type Cell, type FilterContext } from "../filter/row-test.ts";

/** Builds the sort keys of an order. The catalog's key is last, as the tie-breaker. */
export function* orderKeys(sortBy: CheckedSortBy, context: FilterContext): Task<OrderKey[]> {
  const keys: OrderKey[] = [];
  for (const [key, within] of keysOf(sortBy, context)) keys.push(yield* orderKey(key, within));
  return keys;
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
      ? column.ranks(ranksKey(comparison, context.locale), order)
      : new Ranks(column, order, context.kernels, true);
    const codes = yield* ranks.rowRanksTask();
    const copy = isMember ? undefined : typedCodes(codes).slice();
    if (!isMember) ranks.release();
    return {
      kind: "numbers",
      numbers: () => copy ?? typedCodes(codes),
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
  const { columns } = context;
  const make = () => new ItemRanks(() => columns.rows.length, compare, 0, columns.kernels.budget);
  const toNumbers = function* (): Task<NumberKey> {
    const sorted = isMember ? columns.rowRanks(sortedKey(key, member!, context), make) : make();
    yield* sorted.prepare();
    if (!isMember) sorted.release();
    const numbers = sorted.ranks();
    const position = (value: Value) => {
      const { read, order } = rowValue(key, context);
      const { rows } = columns;
      return positionAmong(
        sorted.sorted(),
        (row) => numbers[row]!,
        (row) => order(read(rows.at(row)), value),
        -1,
      );
    };
    return {
      kind: "numbers",
      numbers: () => numbers,
      min: 0,
      max: sorted.highest,
      isDescending,
      positionOf: position,
    };
  };
  return { kind: "compare", compare, isDescending, toNumbers };
}

/** Estimates the cost of building sort keys, in row reads: 0 if they exist, Infinity if they are never cached. */
export function sortKeysCost(sortBy: CheckedSortBy, context: FilterContext): number {
  return keysOf(sortBy, context).reduce((sum, [key, within]) => sum + sortKeyCost(key, within), 0);
}

function sortKeyCost(key: CheckedSortKey, context: FilterContext): number {
  const { columns, rows } = context;
  const member = onlyMember(key, context);
  if (member === undefined) return Infinity;
  const known = columns.known(member);
  if (known === undefined)
    return rows * (member.type.type === "string" ? STRING_COLUMN_READS : NUMBER_COLUMN_READS);
  const { column } = known;
  const isMember = key.expression.kind === "name";
  if (column?.kind === "numbers" && isMember && column.exceptions.length === 0) return 0;
  const ranksName = ranksKey(key.comparison, context.locale);
  if (column?.kind === "dictionary") {
    if (isMember && column.hasRanks(ranksName)) return 0;
    const different = column.values.length;
    const compared = column.hasSavedRanks(ranksName) ? different : different * Math.log2(different);
    return rows / 16 + compared / 2;
  }
  if (!isMember) return Infinity;
  return columns.hasRowRanks(sortedKey(key, member, context)) ? 0 : rows * Math.log2(rows + 1);
}

/** Cost per row of building a column, in row reads. Ranking costs extra. */
const STRING_COLUMN_READS = 4;
const NUMBER_COLUMN_READS = 0.75;

function onlyMember({ expression }: CheckedSortKey, context: FilterContext): ResolvedMember | undefined {
  const members = membersOf(expression, context);
  return members.length === 1 ? members[0] : undefined;
}

function sortedKey(
  { comparison }: CheckedSortKey,
  member: ResolvedMember,
  { locale }: FilterContext,
): string {
  return `${columnKey(member)} ${ranksKey(comparison, locale)}`;
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
