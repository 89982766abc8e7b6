/** Reads and compares the values of sort keys. */
import {
  makeCheckedSortBy,
  type Checked,
  type CheckedSortBy,
  type CheckedSortKey,
} from "../../../checker/checked.ts";
import { compileSortValues, type SortValue } from "../../../evaluator/comparator.ts";
import { name } from "../../../ast/constructors.ts";
import { resolveMember, type ResolvedMember } from "../../../catalog/resolve-member.ts";
import { firstIndexWhere } from "../../../values/binary-search.ts";
import type { Value } from "../../../values/types.ts";
import { columnExpressionOf } from "../filter/column-expression.ts";
import { cellMember, membersOf, type Cell, type FilterContext } from "../filter/row-test.ts";
import type { KeyPosition } from "../kernels/order-key.ts";
import type { RowOrder } from "../tasks/sort-task.ts";

export function cellOrder(
  key: CheckedSortKey,
  member: ResolvedMember,
  context: FilterContext,
): RowOrder<Value> {
  const { read, order } = cellValue(key, member, context);
  const [x, y]: [Cell, Cell] = [{ v: null }, { v: null }];
  return (a, b) => {
    x.v = a;
    y.v = b;
    return order(read(x), read(y));
  };
}

/** Reads a sort value from a cell, which contains the value of the only member. */
export function cellValue(key: CheckedSortKey, member: ResolvedMember, context: FilterContext): SortValue {
  const cells = new Map([...context.checked.members.keys()].map((node) => [node, cellMember(member)]));
  return sortValue(key, cells, context);
}

export function rowOrder(key: CheckedSortKey, context: FilterContext): RowOrder<number> {
  const { read, order } = rowValue(key, context);
  const { rows } = context.columns;
  return (a, b) => order(read(rows.at(a)), read(rows.at(b)));
}

export function rowValue(key: CheckedSortKey, context: FilterContext): SortValue {
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

/**
 * Finds the position of a value among sorted items.
 *
 * @param before rank of a value before all items
 */
export function positionAmong(
  sorted: Uint32Array,
  rankOf: (item: number) => number,
  orderTo: (item: number) => number,
  before: number,
): KeyPosition {
  const at = firstIndexWhere(0, sorted.length, (position) => orderTo(sorted[position]!) >= 0);
  if (at < sorted.length && orderTo(sorted[at]!) === 0) return { number: rankOf(sorted[at]!), isExact: true };
  return { number: at === 0 ? before : rankOf(sorted[at - 1]!), isExact: false };
}

/** Returns the sort keys, and the catalog's key last. Each has the context in which it is evaluated. */
export function keysOf(
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
  const columnExpression = columnExpressionOf(key.expression, context);
  if (columnExpression === undefined) return [key, context];
  return [
    { ...key, expression: columnExpression.node },
    { ...context, checked: columnExpression.checked },
  ];
}

export function onlyMember(
  { expression }: CheckedSortKey,
  context: FilterContext,
): ResolvedMember | undefined {
  const members = membersOf(expression, context);
  return members.length === 1 ? members[0] : undefined;
}
