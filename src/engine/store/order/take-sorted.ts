import type { FilterContext } from "../filter/row-test.ts";
import { rowOrderOf, type LazyKey, type OrderKey } from "../kernels/order-key.ts";
import { scratchFloat64, scratchUint32 } from "../tasks/scratch.ts";
import { selectTask } from "../tasks/select-task.ts";
import { sortTask, type RowOrder } from "../tasks/sort-task.ts";
import { eachBatch, numbersBetween, type Task } from "../tasks/task.ts";
import { rowsIn, rowsOf } from "./near-page/narrow-rows.ts";
import { rowsNearPage } from "./near-page/rows-near-page.ts";
import type { UnitCosts } from "../tasks/unit-costs.ts";
import type { PageCandidates } from "./page-candidates.ts";

/** What sorting the candidates of a page needs of a filter's context. */
export type SortContext = Pick<FilterContext, "kernels" | "bitmaps" | "bitmapWords" | "rows" | "thresholds">;

/** Selects the page by comparisons. */
export function* takeSorted(
  candidates: PageCandidates,
  first: OrderKey,
  others: readonly LazyKey[],
  start: number,
  limit: number,
  page: number[],
  context: SortContext,
): Task<void> {
  const list = yield* listOf(candidates, context);
  if (isShortList(list.length, context.thresholds))
    return yield* takeFromShortList(list, first, others, start, limit, page);
  const numbers =
    first.kind === "numbers"
      ? first
      : (first.prefixes ?? (first.prefixesOf && (yield* first.prefixesOf(list))));
  const keys: OrderKey[] = first.kind === "numbers" ? [] : [{ ...first, prefixes: undefined }];
  for (const each of others) keys.push(yield* each.get(FEW_TIES));
  const byKeys = rowOrderOf(keys);
  if (numbers === undefined) {
    for (const row of yield* selectTask(list, byKeys, start, limit)) page.push(row);
    return;
  }
  const isExact = first.kind === "numbers";
  const near = rowsNearPage(list, numbers, start, limit);
  if (near !== undefined) {
    const within: PageCandidates = { kind: "list", list: near.rows, count: near.rows.length };
    const known = isExact ? first : { ...first, prefixes: numbers };
    return yield* takeSorted(within, known, others, near.start, limit, page, context);
  }
  // Copied, because comparisons cannot keep a view of memory that may grow between two steps.
  const copied = scratchFloat64(list.length);
  yield* eachBatch(list.length, (from, end) => {
    const all = numbers.numbers();
    for (let at = from; at < end; at++) copied[at] = all[list[at]!]!;
  });
  const sign = first.isDescending ? -1 : 1;
  const order: RowOrder<number> = (a, b) => {
    const [x, y] = [copied[a]!, copied[b]!];
    if (x < y) return -sign;
    if (x > y) return sign;
    // Null is NaN, and lowest. A string without a prefix is NaN as well, and can be anywhere.
    if (isExact && x !== y && (x === x || y === y)) return x !== x ? -sign : sign;
    return byKeys(list[a]!, list[b]!);
  };
  const positions = yield* numbersBetween(0, list.length);
  for (const at of yield* selectTask(positions, order, start, limit)) page.push(list[at]!);
}

/** Returns whether comparing rows takes less time than setting up a selection by sort numbers. */
export function isShortList(rows: number, { setUp, comparison }: UnitCosts): boolean {
  return rows * Math.log2(rows + 1) * comparison <= 3 * setUp;
}

/** Selects the page of a short list. Gets each later key only if some rows of the page are equal by the keys before it. */
function* takeFromShortList(
  list: Uint32Array,
  key: OrderKey,
  others: readonly LazyKey[],
  start: number,
  limit: number,
  page: number[],
): Task<void> {
  const order = rowOrderOf([key]);
  const sorted = yield* sortTask(list.slice(), (a, b) => order(a, b) || a - b);
  const end = Math.min(start + limit, sorted.length);
  for (let from = 0, to = 1; from < end; from = to++) {
    while (to < sorted.length && order(sorted[from]!, sorted[to]!) === 0) to++;
    if (to <= start) continue;
    const [skipped, taken] = [Math.max(0, start - from), Math.min(to, end)];
    const [next, ...rest] = others;
    if (to - from === 1 || next === undefined) page.push(...sorted.subarray(from + skipped, taken));
    else {
      const equal = yield* next.get(to - from);
      yield* takeFromShortList(sorted.subarray(from, to), equal, rest, skipped, taken - from - skipped, page);
    }
  }
}

function* listOf(candidates: PageCandidates, context: SortContext): Task<Uint32Array> {
  if (candidates.kind === "list") return candidates.list;
  const { bitmaps, bitmapWords } = context;
  const { slab, rows, count } = candidates;
  const copied = bitmaps.use(bitmapWords * 4, (room) => {
    const listed = rowsIn(room, slab, context, count);
    if (listed === undefined) return undefined;
    const list = scratchUint32(count);
    list.set(listed);
    return list;
  });
  return copied ?? (yield* rowsOf(slab, rows, count));
}

/** Number of rows for which later keys are made ready: few rows are equal by the first key. */
const FEW_TIES = 1;
