import type { SortValues } from "../../../evaluator/comparator.ts";
import type { Value } from "../../../values/types.ts";
import type { FilterContext } from "../filter/row-test.ts";
import { eachSelectedRow } from "../kernels/growable-buffers.ts";
import type { Slab } from "../kernels/kernels.ts";
import type { NumberKey, OrderKey } from "../kernels/order-key.ts";
import type { RowList } from "../kernels/row-list.ts";
import type { Task } from "../tasks/task.ts";
import { keepBetween } from "./near-page/narrow-rows.ts";

/** Returns a test whether a row is after a cursor. Reads the row. */
export function afterCursorTest(
  rows: RowList,
  { keys, read, compare }: SortValues,
  after: readonly Value[],
): (row: number) => boolean {
  const first = keys[0]!;
  return (row) => {
    const object = rows.at(row);
    // The first key usually decides, so the other keys are rarely read.
    return first.order(first.read(object), after[0]!) >= 0 && compare(read(object), after) > 0;
  };
}

/**
 * Writes the rows of `within` after a cursor to `out`. Reads only the rows whose first key is equal to the cursor's, if
 * the first key has sort numbers.
 *
 * @param equal a third bitmap
 */
export function* keepAfterCursor(
  key: OrderKey,
  value: Value,
  isAfter: (row: number) => boolean,
  context: Pick<FilterContext, "kernels" | "rows" | "bitmapWords">,
  [within, out, equal]: readonly [Slab, Slab, Slab],
): Task<void> {
  const { kernels, rows, bitmapWords } = context;
  const position = key.kind === "numbers" ? key.positionOf(value) : undefined;
  const { number } = position ?? { number: NaN };
  let tested = within;
  out.u32().fill(0);
  if (key.kind === "numbers" && position !== undefined && number === number) {
    const bounds = key.isDescending ? ([-Infinity, number] as const) : ([number, Infinity] as const);
    yield* keepBetween(key, ...bounds, context, within, out);
    yield* keepBetween(key, number, number, context, within, equal);
    // Null has no sort number among doubles, and is lowest.
    if (key.isDescending && key.numbers() instanceof Float64Array) yield* addNulls(key, rows, within, out);
    // The number is that of the last value below the cursor's, if no row has its value.
    if (!position.isExact && key.isDescending) return;
    kernels.andNot(out, equal, bitmapWords);
    if (!position.isExact) return;
    tested = equal;
  }
  yield* eachSelectedRow(rows, () => {
    const bits = out.u32();
    return {
      bits: tested.u32(),
      visit: (row) => {
        if (isAfter(row)) bits[row >>> 5]! |= 1 << (row & 31);
      },
    };
  });
}

function addNulls(key: NumberKey, rows: number, within: Slab, out: Slab): Task<void> {
  return eachSelectedRow(rows, () => {
    const [bits, numbers] = [out.u32(), key.numbers()];
    return {
      bits: within.u32(),
      visit: (row) => {
        if (Number.isNaN(numbers[row]!)) bits[row >>> 5]! |= 1 << (row & 31);
      },
    };
  });
}
