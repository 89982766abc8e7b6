import type { CheckedSortBy } from "../../../checker/checked.ts";
import type { Value } from "../../../values/types.ts";
import type { ExplainedOrder, OrderCost, OrderPath } from "../../explain.ts";
import type { FilterContext } from "../filter/row-test.ts";
import type { Slab } from "../kernels/kernels.ts";
import { timeToBuild } from "../tasks/rent-or-buy.ts";
import { indexWalkCost } from "./index-walk.ts";
import { minNarrowed } from "./near-page/narrow-rows.ts";
import { firstRowsCost } from "./first-rows.ts";
import { rowsAroundCost } from "./rows-around-page.ts";
import { allKeysCost, firstKeyCost, readCost, selectionKeyCost } from "./key-costs.ts";

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
  readonly selected: Slab | Uint32Array;
  readonly count: number;
  readonly start: number;
  readonly after: readonly Value[] | undefined;
}

/** What exists for the order of a request. */
interface OrderFacts {
  readonly hasKeys: boolean;
  /** Whether the sorted index exists, or lacks few rows. */
  readonly hasIndex: boolean;
  /** Whether there is memory for a structure of so many bytes. */
  readonly hasRoom: (bytes: number) => boolean;
  /** Work that requests in this order have lost without the first sort key. */
  readonly spent: number;
  /** Work that they have lost without the sorted index. */
  readonly lost: number;
}

/** The access path of a request, and what to build in the background. */
export interface PlannedPath {
  readonly choice: ChosenPath;
  /** Work that the request loses without the first sort key, and without the sorted index. */
  readonly lostByKey: number;
  readonly lostByIndex: number;
  readonly buildsKey: boolean;
  readonly buildsIndex: boolean;
}

/** Chooses the access path that costs least now, with what requests have lost enough without. */
export function planPath(order: OrderFacts, request: CostedRequest, limit: number): PlannedPath {
  const nothing = { lostByKey: 0, lostByIndex: 0, buildsKey: false, buildsIndex: false };
  if (!order.hasKeys) return { ...nothing, choice: CHOICES.noSortKey };
  const { sortBy, context } = request;
  const { rows, tuning } = context;
  const walk = walkCost(request, limit);
  const selection = selectionCost(request, limit);
  if (order.hasIndex && walk <= selection) return { ...nothing, choice: CHOICES.indexExists };

  const scan = scanCost(request, limit);
  const cost = firstKeyCost(sortBy, context);
  const timeOfKey = timeToBuild({ own: scan, lost: order.spent + scan, cost }, tuning.overdueFactor);
  const needsRoom = cost > 0 && !order.hasRoom(rows * 8);
  if (timeOfKey !== "now" || needsRoom)
    return {
      ...nothing,
      choice: needsRoom && timeOfKey === "now" ? CHOICES.noMemory : CHOICES.fewReads,
      lostByKey: scan,
      buildsKey: timeOfKey === "later",
    };
  const choice = order.hasIndex ? CHOICES.sparseRows : CHOICES.noIndex;
  if (walk > selection || order.hasIndex) return { ...nothing, choice };
  const own = selection - selectionKeyCost(sortBy, context, request.count) - walk;
  const losses = { own, lost: (order.lost + own) * IDLE_DISCOUNT, cost: indexCost(request) };
  const timeOfIndex = order.hasRoom(rows * 4) ? timeToBuild(losses, tuning.overdueFactor) : "not yet";
  const isLarge = own * IDLE_DISCOUNT > losses.cost;
  const later = { ...nothing, lostByIndex: own, buildsIndex: timeOfIndex === "later" };
  if (timeOfIndex === "now") return { ...later, choice: isLarge ? CHOICES.largePage : CHOICES.usedOften };
  return { ...later, choice };
}

/**
 * In the background, a sorted index is built once requests have lost an eighth of its cost, because it delays none of them. A request
 * builds it once they have lost its cost.
 */
const IDLE_DISCOUNT = 8;

/** Returns the estimates for the chosen path and for the others, the cheapest first. */
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
  if (limit === 0) return 0;
  switch (path) {
    case "source-order":
      return request.count;
    case "scan":
      return scanCost(request, limit);
    case "sorted-index":
      return (hasIndex ? 0 : indexCost(request)) + walkCost(request, limit);
    case "selection":
      return selectionCost(request, limit);
  }
}

/** Estimates the work of building the sorted index. */
function indexCost({ sortBy, context }: CostedRequest): number {
  const { rows, tuning } = context;
  return allKeysCost(sortBy, context) + rows * WORDS_PER_ROW * (tuning.stringWord + tuning.sortedWord);
}

/** Estimates the work of walking the sorted index. Infinity for listed rows, of which there are few. */
function walkCost(
  { selected, after, context: { rows }, count, start }: CostedRequest,
  limit: number,
): number {
  if (selected instanceof Uint32Array) return Infinity;
  return after === undefined
    ? indexWalkCost(rows, count, start, limit)
    : ((start + limit) * rows) / Math.max(1, count);
}

/** Estimates the work of selecting the rows by their first sort key. */
function selectionCost({ sortBy, context, count }: CostedRequest, limit: number): number {
  const { rows, tuning } = context;
  const compared = Math.min(count, minNarrowed(context));
  const passes = count > minNarrowed(context) ? NARROWING_PASSES : 0;
  return (
    selectionKeyCost(sortBy, context, count) +
    passes * rows * tuning.columnRow +
    compared * tuning.listedRow +
    limit * Math.log2(limit + 1) * tuning.comparison
  );
}

/** Words by which a row is usually sorted. */
const WORDS_PER_ROW = 4;
/** Reads of a column that usually find few rows around a page. */
const NARROWING_PASSES = 8;

/** Estimates the work of finding a page by reading each matching row. */
function scanCost({ context, count, start, after }: CostedRequest, limit: number): number {
  const first = firstRowsCost(count, start + limit);
  const reads = after === undefined ? Math.min(first, rowsAroundCost(count, limit)) : first;
  return reads * (count * SPARSE_DIVISOR < context.rows ? SPARSE_READ_COST : 1) * readCost(context);
}

/** If fewer than 1 in 4 rows is read, each read is a cache miss and costs 4 times as much. */
const SPARSE_DIVISOR = 4;
const SPARSE_READ_COST = 4;
