import { countWork } from "../../../values/work.ts";
import { UNIT_COSTS } from "../tasks/unit-costs.ts";
import type { Task } from "../tasks/task.ts";
import { afterCursorTest, keepAfterCursor } from "./after-cursor.ts";
import { eachSelected } from "./first-rows.ts";
import { comparedShare, selectionKeyCost } from "./key-costs.ts";
import { minNarrowed } from "./near-page/narrow-rows.ts";
import type { OrderState } from "./order-state.ts";
import type { AccessPath, OrderedRequest } from "./ordered-request.ts";
import { candidatesOf, type PageCandidates } from "./page-candidates.ts";
import { selectPageRows } from "./select-page.ts";
import { lazyKeys } from "./sort-keys.ts";

/** Finds the rows around a page by their first sort key, and sorts only these. */
export const selection: AccessPath = { cost: selectionCost, run: select };

/** Estimates the work of selecting the rows by their first sort key. */
function selectionCost({ sortBy, context, count }: OrderedRequest, limit: number): number {
  const { rows, tuning } = context;
  const listed = Math.min(count, minNarrowed(context));
  const comparedStrings = comparedShare(sortBy, context);
  const narrowing = comparedStrings === undefined ? NARROWING_PASSES : PREFIX_PASSES;
  const passes = count > minNarrowed(context) ? narrowing : 0;
  return (
    selectionKeyCost(sortBy, context, count) +
    passes * rows * tuning.columnRow +
    listed * tuning.listedRow +
    count * (comparedStrings ?? 0) * tuning.readValue +
    limit * Math.log2(limit + 1) * tuning.comparison
  );
}

/** Reads of a column that usually find few rows around a page. */
const NARROWING_PASSES = 2;
/** The same for prefixes of strings, which have eight bytes, and may be missing. */
const PREFIX_PASSES = 8;

function* select(order: OrderState, request: OrderedRequest, limit: number): Task<readonly number[]> {
  const { sortBy, context, count, start, after } = request;
  const { rows } = context.columns;
  const keys = lazyKeys(sortBy, context, order.compared);
  const candidates = candidatesOf(request);
  const page = { start, limit };
  if (after === undefined) return yield* selectPageRows(candidates, keys, page, context);
  const isAfter = afterCursorTest(rows, order.values, after);
  if (candidates.kind === "list") {
    const list: number[] = [];
    yield* eachSelected({ list: candidates.list }, rows.length, (row) => {
      countWork(UNIT_COSTS.readValue);
      if (isAfter(row)) list.push(row);
    });
    const remaining: PageCandidates = { kind: "list", list: Uint32Array.from(list), count: list.length };
    return yield* selectPageRows(remaining, keys, page, context);
  }
  const { bitmaps, kernels, bitmapWords } = context;
  const first = yield* keys[0]!.get(count);
  const [rowsAfter, equal] = bitmaps.takeTwo(bitmapWords * 4);
  try {
    yield* keepAfterCursor(first, after[0]!, isAfter, context, [candidates.slab, rowsAfter, equal]);
    const remaining = kernels.popcount(rowsAfter, bitmapWords);
    const within: PageCandidates = { kind: "bits", slab: rowsAfter, rows: rows.length, count: remaining };
    return yield* selectPageRows(within, keys, page, context);
  } finally {
    bitmaps.putBack(rowsAfter, equal);
  }
}
