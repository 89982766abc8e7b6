import type { CheckedSortKey } from "../../../checker/checked.ts";
import { prefixOrder, type PrefixOrder } from "../../../collation/order/sort-prefix.ts";
import type { Value } from "../../../values/types.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { StringPrefixes } from "../indexes/string-prefixes.ts";
import { columnKey } from "../members/member-reader.ts";
import type { StringColumn } from "../columns/string-column.ts";
import type { FilterContext } from "../filter/row-test.ts";
import type { Slab } from "../kernels/kernels.ts";
import type { CompareKey, NumberKey, SortWords } from "../kernels/order-key.ts";
import { tryAllocateTask } from "../kernels/try-allocate.ts";
import type { RowOrder } from "../tasks/sort-task.ts";
import { asDone, type Task } from "../tasks/task.ts";
import { StringWords } from "../sorting/string-words.ts";

/** Returns a function for sort words of a column's strings; undefined if the order has no weights for characters. */
export function sortWords(
  column: StringColumn,
  { comparison, direction }: CheckedSortKey,
  { locale, rows }: FilterContext,
): CompareKey["wordsOf"] {
  const order = prefixOrder(comparison, locale);
  if (order === undefined) return undefined;
  return () => wordsOf(column, order, rows, direction === "descending");
}

function* wordsOf(
  column: StringColumn,
  order: PrefixOrder,
  rows: number,
  isDescending: boolean,
): Task<SortWords | undefined> {
  const isWritten = yield* tryAllocateTask(asDone(column.write()));
  if (isWritten === undefined || column.written === undefined) return undefined;
  const { values, illFormed } = column;
  const isNull = (row: number) => values.at(row) === null;
  const source = { encoded: () => column.written, isNull, illFormed, order };
  return new StringWords(source, rows, isDescending);
}

/** Returns a function for sort numbers that decide most comparisons of a column's strings. */
export function prefixKey(
  column: StringColumn,
  { comparison, direction }: CheckedSortKey,
  context: FilterContext,
): CompareKey["prefixesOf"] {
  const order = prefixOrder(comparison, context.locale);
  if (order === undefined) return undefined;
  return (selected) => prefixesOf(column.prefixes(order), context, direction === "descending", selected);
}

/** Returns the prefixes of a member without a column; undefined if they cannot be read quickly from rows. */
export function rowPrefixesOf(
  { comparison }: CheckedSortKey,
  member: ResolvedMember,
  { columns, locale }: FilterContext,
  readerOf: () => (row: number) => string | null,
): StringPrefixes | undefined {
  const { rows, rowPrefixes } = columns;
  if (member.type.type !== "string" || member.throughMap || rows.texts !== undefined) return undefined;
  const order = prefixOrder(comparison, locale);
  return order && rowPrefixes.get(columnKey(member), order, rows.length, readerOf);
}

export function* prefixesOf(
  prefixes: StringPrefixes,
  { columns, locale, rows }: FilterContext,
  isDescending: boolean,
  selected: Slab | Uint32Array | undefined,
): Task<NumberKey> {
  if (selected instanceof Uint32Array) yield* prefixes.writeListed(rows, selected);
  else {
    yield* prefixes.write(rows, selected);
    if (!prefixes.areComplete(rows))
      columns.prepareLater(prefixes, locale, () => prefixes.write(rows, undefined));
  }
  return {
    kind: "numbers",
    numbers: () => prefixes.numbers(),
    between: (rowCount, low, high, within, out) => prefixes.between(rowCount, low, high, within, out),
    split: (rowCount, low, high, within, out) => prefixes.split(rowCount, low, high, within, out),
    hasNaN: true,
    min: -1,
    max: prefixes.max,
    isDescending,
    positionOf: () => undefined,
  };
}

/** Returns the order of the rows by their strings. */
export function stringOrder(column: StringColumn, order: RowOrder<Value>): RowOrder<number> {
  return (a, b) => order(column.valueAt(a), column.valueAt(b));
}
