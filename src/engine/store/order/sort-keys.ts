import { name } from "../../../ast/constructors.ts";
import { resolveMember } from "../../../catalog/resolve-member.ts";
import type { Checked, CheckedSortBy, CheckedSortKey } from "../../../checker/checked.ts";
import { compileSortValues, type SortValue } from "../../../evaluator/comparator.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import { firstIndexWhere } from "../../../values/binary-search.ts";
import { isScalarType, type Value } from "../../../values/types.ts";
import { arrayOf } from "../kernels/plain.ts";
import { askedOf } from "../filter/compared-column.ts";
import { columnKey } from "../members/member-reader.ts";
import type { Task } from "../tasks/task.ts";
import type { Bound, NumberKey, OrderKey } from "../kernels/order-key.ts";
import { Ranks } from "../columns/ranks.ts";
import { SortedCodes } from "../columns/sorted-codes.ts";
import type { RowOrder } from "../tasks/sort-task.ts";
import { ranksKey, valueOrder } from "../members/value-order.ts";
import { membersOf, type Cell, type VectorContext } from "../filter/row-test.ts";

/** The criteria of an order, the catalog's key last: it parts what the others do not. */
export function* orderKeys(sortBy: CheckedSortBy, context: VectorContext): Task<OrderKey[]> {
  const keys: OrderKey[] = [];
  for (const [key, within] of keysOf(sortBy, context)) keys.push(yield* orderKey(key, within));
  return keys;
}

/** The keys, and what each is made in. */
function keysOf(
  sortBy: CheckedSortBy,
  context: VectorContext,
): (readonly [key: CheckedSortKey, context: VectorContext])[] {
  const keys = sortBy.keys.map((key) => askedKey(key, context));
  const { catalog } = sortBy;
  const member = catalog?.key === undefined ? undefined : resolveMember(catalog, catalog.key);
  if (member === undefined) return keys;
  const expression = name(catalog!.key!);
  const members = new Map([[expression, member]]);
  const tie: CheckedSortKey = { expression, direction: "ascending", comparison: "codePoint" };
  const checked = { catalog: undefined, functions: sortBy.functions, members };
  return [...keys, [tie, { ...context, checked, locale: undefined }]];
}

/** The key, asked of a column of sizes if that is all that it asks for. */
function askedKey(key: CheckedSortKey, context: VectorContext): readonly [CheckedSortKey, VectorContext] {
  const asked = askedOf(key.expression, context);
  if (asked === undefined) return [key, context];
  return [
    { ...key, expression: asked.node },
    { ...context, checked: asked.checked },
  ];
}

function* orderKey(key: CheckedSortKey, context: VectorContext): Task<OrderKey> {
  const { expression, comparison } = key;
  const isDescending = key.direction === "descending";
  const member = onlyMember(key, context);
  // Columns of lists and maps are in no order.
  const hasOrder = member !== undefined && isScalarType(member.type.type);
  const column = hasOrder ? yield* context.columns.make(member, context.checked) : undefined;
  const isMember = expression.kind === "name";
  if (column?.kind === "codes") {
    const order = isMember ? valueOrder(comparison, context.locale) : cellOrder(key, member!, context);
    const ranks = isMember
      ? column.ranks(ranksKey(comparison, context.locale), order)
      : new Ranks(column, order, context.kernels, true);
    const codes = yield* ranks.ofRowsInSteps();
    const copy = isMember ? undefined : arrayOf(codes).slice();
    if (!isMember) ranks.release();
    return {
      kind: "numbers",
      numbers: () => copy ?? arrayOf(codes),
      least: 0,
      most: codes.count - 1,
      isDescending,
      bound: (value) => {
        if (value === null && isMember) return { number: 0, isThere: true };
        const { read, order: compare } = cellValue(key, member!, context);
        const sorted = ranks.sorted();
        const cell: Cell = { v: null };
        return boundAmong(
          sorted,
          (code) => ranks.rankOf(code),
          (code) => {
            cell.v = column.values[code]!;
            return compare(read(cell), value);
          },
          // Null has the rank 0 and comes before what is below all values.
          isMember ? 0 : -1,
        );
      },
    };
  }
  if (column?.kind === "numbers" && isMember && column.exceptions.length === 0) {
    return { kind: "numbers", ...column.key(), isDescending };
  }
  const compare =
    column?.kind === "texts" && isMember
      ? ofRows(column.values, valueOrder(comparison, context.locale))
      : rowOrder(key, context);
  const { columns } = context;
  const make = () => new SortedCodes(() => columns.rows.length, compare, 0, columns.kernels.budget);
  const asNumbers = function* (): Task<NumberKey> {
    const sorted = isMember ? columns.sorted(sortedKey(key, member!, context), make) : make();
    yield* sorted.prepare();
    if (!isMember) sorted.release();
    const numbers = sorted.ranks();
    const bound = (value: Value) => {
      const { read, order } = rowValue(key, context);
      const { rows } = columns;
      return boundAmong(
        sorted.sorted(),
        (row) => numbers[row]!,
        (row) => order(read(rows.at(row)), value),
        -1,
      );
    };
    return { kind: "numbers", numbers: () => numbers, least: 0, most: sorted.highest, isDescending, bound };
  };
  return { kind: "compare", compare, isDescending, asNumbers };
}

/**
 * What it costs to have a number for each row, in rows that are read: nothing where they are there, more than anything
 * where they are not kept.
 */
export function costOfKeys(sortBy: CheckedSortBy, context: VectorContext): number {
  return keysOf(sortBy, context).reduce((sum, [key, within]) => sum + costOfKey(key, within), 0);
}

function costOfKey(key: CheckedSortKey, context: VectorContext): number {
  const { columns, rows } = context;
  const member = onlyMember(key, context);
  if (member === undefined) return Infinity;
  const known = columns.known(member);
  if (known === undefined) return rows * (member.type.type === "string" ? READS_OF_TEXT : READS_OF_NUMBER);
  const { column } = known;
  const isMember = key.expression.kind === "name";
  if (column?.kind === "numbers" && isMember && column.exceptions.length === 0) return 0;
  const ranksName = ranksKey(key.comparison, context.locale);
  if (column?.kind === "codes") {
    if (isMember && column.hasRanks(ranksName)) return 0;
    const different = column.values.length;
    const compared = column.hasSavedRanks(ranksName) ? different : different * Math.log2(different);
    return rows / 16 + compared / 2;
  }
  if (!isMember) return Infinity;
  return columns.hasSorted(sortedKey(key, member, context)) ? 0 : rows * Math.log2(rows + 1);
}

/** Making a column of texts is like reading each row so many times; what they are ordered by is made after that. */
const READS_OF_TEXT = 4;
const READS_OF_NUMBER = 0.75;

function onlyMember({ expression }: CheckedSortKey, context: VectorContext): ResolvedMember | undefined {
  const members = membersOf(expression, context);
  return members.length === 1 ? members[0] : undefined;
}

function sortedKey(
  { comparison }: CheckedSortKey,
  member: ResolvedMember,
  { locale }: VectorContext,
): string {
  return `${columnKey(member)} ${ranksKey(comparison, locale)}`;
}

function ofRows(values: readonly Value[], order: RowOrder<Value>): RowOrder<number> {
  return (a, b) => order(values[a]!, values[b]!);
}

/**
 * @param rankOf of one of those that are in order
 * @param orderTo the order of what it stands for to the value
 * @param before the highest rank of what comes before all that are in order
 */
function boundAmong(
  sorted: Uint32Array,
  rankOf: (each: number) => number,
  orderTo: (each: number) => number,
  before: number,
): Bound {
  const at = firstIndexWhere(0, sorted.length, (place) => orderTo(sorted[place]!) >= 0);
  if (at < sorted.length && orderTo(sorted[at]!) === 0) return { number: rankOf(sorted[at]!), isThere: true };
  return { number: at === 0 ? before : rankOf(sorted[at - 1]!), isThere: false };
}

/** The order of what an expression is for two values of the one member that it names. */
function cellOrder(key: CheckedSortKey, member: ResolvedMember, context: VectorContext): RowOrder<Value> {
  const { read, order } = cellValue(key, member, context);
  const [x, y]: [Cell, Cell] = [{ v: null }, { v: null }];
  return (a, b) => {
    x.v = a;
    y.v = b;
    return order(read(x), read(y));
  };
}

/** What an expression is for a value of the one member that it names, and the order of that, ascending. */
function cellValue(key: CheckedSortKey, member: ResolvedMember, context: VectorContext): SortValue {
  const inCell = { ...member, path: ["v"], lists: [0] };
  const cells = new Map([...context.checked.members.keys()].map((each) => [each, inCell]));
  return sortValue(key, cells, context);
}

/** The order of what an expression is for two rows. */
function rowOrder(key: CheckedSortKey, context: VectorContext): RowOrder<number> {
  const { read, order } = rowValue(key, context);
  const { rows } = context.columns;
  return (a, b) => order(read(rows.at(a)), read(rows.at(b)));
}

/** What an expression is for a row, and the order of that, ascending. */
function rowValue(key: CheckedSortKey, context: VectorContext): SortValue {
  return sortValue(key, context.checked.members, context);
}

function sortValue(key: CheckedSortKey, members: Checked["members"], context: VectorContext): SortValue {
  const { locale, isPlain, checked } = context;
  const sortBy: CheckedSortBy = {
    kind: "checkedSortBy",
    catalog: undefined,
    functions: checked.functions,
    members,
    keys: [{ ...key, direction: "ascending" }],
  };
  const options = { ...(locale === undefined ? {} : { locale }), rows: isPlain ? "plain" : "any" } as const;
  return compileSortValues(sortBy, options).keys[0]!;
}
