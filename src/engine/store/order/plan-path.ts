import type { ExplainedOrder, OrderCost, OrderPath } from "../../explain.ts";
import { timeToBuild } from "../tasks/rent-or-buy.ts";
import { firstKeyCost, selectionKeyCost } from "./key-costs.ts";
import type { AccessPath, OrderedRequest } from "./ordered-request.ts";
import { scan } from "./path-scan.ts";
import { selection } from "./path-selection.ts";
import { indexCost, indexWalk } from "./path-index-walk.ts";
import { sourceOrder } from "./path-source-order.ts";

export type ChosenPath = Pick<ExplainedOrder, "path" | "reason">;

/** Access paths, with the reasons that `explain` shows. */
const CHOICES = {
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
export function planPath(order: OrderFacts, request: OrderedRequest, limit: number): PlannedPath {
  const nothing = { lostByKey: 0, lostByIndex: 0, buildsKey: false, buildsIndex: false };
  if (!order.hasKeys) return { ...nothing, choice: CHOICES.noSortKey };
  const { sortBy, context } = request;
  const { rows, tuning } = context;
  const walk = indexWalk.cost(request, limit);
  const select = selection.cost(request, limit);
  if (order.hasIndex && walk <= select) return { ...nothing, choice: CHOICES.indexExists };

  const scanCost = scan.cost(request, limit);
  const cost = firstKeyCost(sortBy, context);
  const timeOfKey = timeToBuild({ own: scanCost, lost: order.spent + scanCost, cost }, tuning.overdueFactor);
  const needsRoom = cost > 0 && !order.hasRoom(rows * 8);
  if (timeOfKey !== "now" || needsRoom)
    return {
      ...nothing,
      choice: needsRoom && timeOfKey === "now" ? CHOICES.noMemory : CHOICES.fewReads,
      lostByKey: scanCost,
      buildsKey: timeOfKey === "later",
    };
  const choice = order.hasIndex ? CHOICES.sparseRows : CHOICES.noIndex;
  if (walk > select || order.hasIndex) return { ...nothing, choice };
  const loss = select - selectionKeyCost(sortBy, context, request.count) - walk;
  const losses = { own: loss, lost: (order.lost + loss) * IDLE_DISCOUNT, cost: indexCost(request) };
  const timeOfIndex = order.hasRoom(rows * 4) ? timeToBuild(losses, tuning.overdueFactor) : "not yet";
  const isLarge = loss * IDLE_DISCOUNT > losses.cost;
  const later = { ...nothing, lostByIndex: loss, buildsIndex: timeOfIndex === "later" };
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
  request: OrderedRequest,
  limit: number,
): Omit<OrderCost, "measured"> {
  const estimate = (path: OrderPath) =>
    limit === 0 ? 0 : PATHS[path].cost(request, limit) + buildCost(path, hasIndex, request);
  const otherPaths = (Object.keys(PATHS) as OrderPath[])
    .filter((path) => path !== chosen && path !== "source-order" && chosen !== "source-order")
    .map((path) => ({ path, estimated: estimate(path) }))
    .filter(({ estimated }) => Number.isFinite(estimated));
  return { estimated: estimate(chosen), others: otherPaths.sort((a, b) => a.estimated - b.estimated) };
}

function buildCost(path: OrderPath, hasIndex: boolean, request: OrderedRequest): number {
  return path === "sorted-index" && !hasIndex ? indexCost(request) : 0;
}

/** The access paths, each of which estimates its work and does it. */
export const PATHS: Readonly<Record<Exclude<OrderPath, "scan">, AccessPath>> & {
  /** Needs no memory, so it always finds the rows. */
  readonly scan: typeof scan;
} = {
  "source-order": sourceOrder,
  "sorted-index": indexWalk,
  selection,
  scan,
};
