import type { CheckedSortBy } from "../../../checker/checked.ts";
import type { Value } from "../../../values/types.ts";
import type { ExplainedOrder, OrderCost, OrderPath } from "../../explain.ts";
import type { FilterContext } from "../filter/row-test.ts";
import { UNIT_COSTS } from "../tasks/unit-costs.ts";
import { indexWalkCost } from "./index-walk.ts";
import { minNarrowed } from "./near-page/narrow-rows.ts";
import { firstRowsCost } from "./first-rows.ts";
import { rowsAroundCost } from "./rows-around-page.ts";
import { allKeysCost, readCost, selectionKeyCost } from "./sort-keys.ts";

export type ChosenPath = Pick<ExplainedOrder, "path" | "reason">;

/** Access paths, with the reasons that `explain` shows. */
export const CHOICES = {
  noSortKey: { path: "source-order", reason: "the request has no sort key" },
  indexExists: { path: "sorted-index", reason: "a sorted index of this order exists" },
  usedOften: {
    path: "sorted-index",
    reason: "pages of this order are requested often enough to build a sorted index",
  },
  largePage: { path: "sorted-index", reason: "the page is large enough to build a sorted index" },
  fewReads: { path: "scan", reason: "the page needs few reads, compared with building sort keys" },
  noMemory: { path: "scan", reason: "there is no memory for sort keys" },
  noIndex: {
    path: "selection",
    reason: "sort keys exist or are worth their cost, and there is no sorted index",
  },
  sparseRows: { path: "selection", reason: "few rows match, compared with the rows of the sorted index" },
} as const satisfies Readonly<Record<string, ChosenPath>>;

interface CostedRequest {
  readonly sortBy: CheckedSortBy;
  readonly context: FilterContext;
  readonly count: number;
  readonly start: number;
  readonly after: readonly Value[] | undefined;
}

/**
 * Returns the estimates for the chosen path and for the others, the cheapest first.
 *
 * @param hasIndex whether the sorted index exists, or lacks few rows
 */
export function explainedCost(
  chosen: OrderPath,
  hasIndex: boolean,
  request: CostedRequest,
  limit: number,
): Omit<OrderCost, "measured"> {
  const costOf = (path: OrderPath) => ({ path, estimated: pathCost(path, hasIndex, request, limit) });
  const others = chosen === "source-order" ? [] : PATHS.filter((path) => path !== chosen).map(costOf);
  return {
    estimated: costOf(chosen).estimated,
    others: others
      .filter(({ estimated }) => Number.isFinite(estimated))
      .sort((a, b) => a.estimated - b.estimated),
  };
}

/** Paths of requests with a sort key. */
const PATHS = ["sorted-index", "selection", "scan"] as const satisfies readonly OrderPath[];

/** Estimates the work of finding a page by an access path, in units. */
function pathCost(path: OrderPath, hasIndex: boolean, request: CostedRequest, limit: number): number {
  const { sortBy, context, count, start } = request;
  const { rows } = context;
  if (limit === 0) return 0;
  switch (path) {
    case "source-order":
      return count;
    case "scan":
      return scanCost(request, limit) * UNIT_COSTS.readValue;
    case "sorted-index":
      return (
        (hasIndex
          ? 0
          : allKeysCost(sortBy, context) * UNIT_COSTS.readValue +
            rows * WORDS_PER_ROW * (UNIT_COSTS.stringWord + UNIT_COSTS.sortedWord)) +
        indexWalkCost(rows, count, start, limit)
      );
    case "selection": {
      const keys = selectionKeyCost(sortBy, context, count);
      const compared = Math.min(count, minNarrowed(context));
      const passes = count > minNarrowed(context) ? NARROWING_PASSES : 0;
      return (
        keys +
        passes * rows * UNIT_COSTS.columnRow +
        compared * UNIT_COSTS.listedRow +
        limit * Math.log2(limit + 1) * UNIT_COSTS.comparison
      );
    }
  }
}

/** Words by which a row is usually sorted. */
const WORDS_PER_ROW = 4;
/** Passes over the first sort key that usually find few rows around a page. */
const NARROWING_PASSES = 2;

/** Estimates the cost of finding a page by reading each matching row, in row reads. */
export function scanCost({ context, count, start, after }: CostedRequest, limit: number): number {
  const { rows, columns } = context;
  const first = firstRowsCost(count, start + limit);
  const reads = after === undefined ? Math.min(first, rowsAroundCost(count, limit)) : first;
  return reads * (count * SPARSE_DIVISOR < rows ? SPARSE_READ_COST : 1) * readCost(columns.rows);
}

/** If fewer than 1 in 4 rows is read, each read is a cache miss and costs 4 times as much. */
const SPARSE_DIVISOR = 4;
const SPARSE_READ_COST = 4;
