import type { CheckedSortKey } from "../../../checker/checked.ts";
import { prefixOrder } from "../../../collation/order/sort-prefix.ts";
import type { StringColumn } from "../columns/string-column.ts";
import type { FilterContext } from "../filter/row-test.ts";
import type { CompareKey } from "../kernels/order-key.ts";
import { tryAllocateTask } from "../kernels/try-allocate.ts";
import { asDone } from "../tasks/task.ts";
import { StringWords } from "./string-words.ts";

/** Returns a function for sort words of a column's strings; undefined if the order has no weights for characters. */
export function sortWords(
  column: StringColumn,
  { comparison, direction }: CheckedSortKey,
  { locale, rows }: FilterContext,
): CompareKey["wordsOf"] {
  const order = prefixOrder(comparison, locale);
  if (order === undefined) return undefined;
  return function* () {
    const isWritten = yield* tryAllocateTask(asDone(column.write()));
    if (isWritten === undefined || column.written === undefined) return undefined;
    const { values, illFormed } = column;
    const isNull = (row: number) => values[row] === null;
    const source = { encoded: () => column.written, isNull, illFormed, order };
    return new StringWords(source, rows, direction === "descending");
  };
}

/** Returns a function for sort numbers that decide most comparisons of a column's strings. */
export function prefixKey(
  column: StringColumn,
  { comparison, direction }: CheckedSortKey,
  context: FilterContext,
): CompareKey["prefixesOf"] {
  const { locale, rows } = context;
  const order = prefixOrder(comparison, locale);
  if (order === undefined) return undefined;
  return function* (selected) {
    const prefixes = column.prefixes(order);
    yield* prefixes.write(rows, selected);
    if (!prefixes.areComplete(rows))
      context.columns.prepareLater(prefixes, locale, () => prefixes.write(rows, undefined));
    return {
      kind: "numbers",
      numbers: () => prefixes.numbers(),
      between: (all, low, high, within, out) => prefixes.between(all, low, high, within, out),
      split: (all, low, high, within, out) => prefixes.split(all, low, high, within, out),
      hasNaN: true,
      min: -1,
      max: prefixes.max,
      isDescending: direction === "descending",
      positionOf: () => undefined,
    };
  };
}
