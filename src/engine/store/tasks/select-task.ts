import { countWork } from "../../../values/work.ts";
import { scratchUint32 } from "./scratch.ts";
import { sortTask, type RowOrder } from "./sort-task.ts";
import { UNIT_COSTS } from "./unit-costs.ts";
import { eachItem, type Task } from "./task.ts";

/**
 * Returns the items from `start` on, up to `limit`, in order, without sorting the other items. Two items of a sorted
 * sample almost surely enclose them. Items that the order does not distinguish keep their order.
 *
 * @param items distinct numbers, ascending
 */
export function* selectTask(
  items: Uint32Array,
  order: RowOrder<number>,
  start: number,
  limit: number,
): Task<Uint32Array> {
  const end = Math.min(start + limit, items.length);
  const inOrder = (a: number, b: number) => order(a, b) || a - b;
  let list = items;
  let before = 0;
  for (let round = 0; round < MAX_ROUNDS && list.length > Math.max(FEW_ITEMS, 4 * (end - start)); round++) {
    const [low, high] = yield* boundsOf(list, inOrder, start - before, end - before);
    const narrowed = scratchUint32(list.length);
    let count = 0;
    let below = 0;
    const from = list;
    yield* eachItem(from.length, (at) => {
      const item = from[at]!;
      countWork(UNIT_COSTS.comparison);
      if (high !== undefined && inOrder(item, high) > 0) return;
      if (low !== undefined && inOrder(item, low) < 0) below++;
      else narrowed[count++] = item;
    });
    if (before + below > start || before + below + count < end) break;
    before += below;
    list = narrowed.subarray(0, count);
  }
  return (yield* sortTask(list, inOrder)).subarray(start - before, end - before);
}

/** So few items are sorted. */
const FEW_ITEMS = 256;
const MAX_ROUNDS = 3;

/** Returns items of a sorted sample before and after the items in `[start, end)`. */
function* boundsOf(
  items: Uint32Array,
  order: RowOrder<number>,
  start: number,
  end: number,
): Task<readonly [low: number | undefined, high: number | undefined]> {
  const size = Math.ceil(Math.sqrt(items.length));
  const step = items.length / size;
  let state = 1;
  const sample = scratchUint32(size);
  for (let i = 0; i < size; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    sample[i] = items[Math.floor((i + state / 2 ** 32) * step)]!;
  }
  const sorted = yield* sortTask(sample, order);
  const itemNear = (position: number, direction: -1 | 1) => {
    const share = position / items.length;
    const margin = 4 * Math.sqrt(size * share * (1 - share)) + 2;
    return sorted[Math.round(share * size + direction * margin)];
  };
  return [itemNear(start, -1), itemNear(end, 1)];
}
