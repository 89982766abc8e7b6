import type { SortValues } from "../../../evaluator/comparator.ts";
import { firstIndexWhere } from "../../../values/binary-search.ts";
import { hasOwn, ownProperty } from "../../../values/own-properties.ts";
import type { Value } from "../../../values/types.ts";
import { countWork } from "../../../values/work.ts";
import type { RowList } from "../kernels/row-list.ts";
import type { Task } from "../tasks/task.ts";
import { UNIT_COSTS } from "../tasks/unit-costs.ts";
import { selection } from "./path-selection.ts";
import { selectedOf } from "./first-rows.ts";
import { allKeysCost } from "./key-costs.ts";
import type { OrderState } from "./order-state.ts";
import type { AccessPath, OrderedRequest } from "./ordered-request.ts";

/** Takes the page from the sorted index, which must exist. */
export const indexWalk: AccessPath = { cost: walkCost, run: walk };

/** Estimates the work of walking the sorted index. Infinity for listed rows, of which there are few. */
function walkCost(
  { selected, after, context: { rows, tuning }, count, start }: OrderedRequest,
  limit: number,
): number {
  if (selected instanceof Uint32Array) return Infinity;
  const steps =
    after === undefined
      ? indexWalkCost(rows, count, start, limit)
      : ((start + limit) * rows) / Math.max(1, count);
  return steps * tuning.walkedRow;
}

/** Estimates the work of building the sorted index. */
export function indexCost({ sortBy, context }: OrderedRequest): number {
  const { rows, tuning } = context;
  return allKeysCost(sortBy, context) + rows * WORDS_PER_ROW * STEPS_PER_WORD * tuning.sortedWord;
}

/** Words by which a row is usually sorted. Each is read, then sorted by. */
const WORDS_PER_ROW = 4;
const STEPS_PER_WORD = 2;

function* walk(
  { values, sortedIndex }: OrderState,
  request: OrderedRequest,
  limit: number,
): Task<readonly number[] | undefined> {
  if (sortedIndex === undefined) return undefined;
  const { count, start, after } = request;
  const selected = selectedOf(request);
  if (hasOwn(selected, "list")) return undefined;
  const { bits } = selected;
  const { columns, tuning } = request.context;
  // Selected rows can be far from the ends, if the filter is about a sort key.
  const [cost, otherCost] = [walkCost(request, limit), selection.cost(request, limit)];
  const maxSteps = Math.min(otherCost, Math.max(cost * MAX_ERROR, otherCost * LOST_SHARE)) / tuning.walkedRow;
  if (after === undefined) return yield* walkIndex(sortedIndex, bits, { count, start, limit, maxSteps });
  const from = firstAfter(sortedIndex, columns.rows, values, after);
  return yield* walkIndex(sortedIndex, bits, { count, start, limit, from, maxSteps });
}

/** Returns the position of the first row after a cursor. */
export function firstAfter(
  sortedIndex: Uint32Array,
  rows: RowList,
  { compare, read }: SortValues,
  after: readonly Value[],
): number {
  const isAfter = (at: number) => compare(read(rows.at(sortedIndex[at]!)), after) > 0;
  return firstIndexWhere(0, sortedIndex.length, isAfter);
}

interface IndexWalk {
  readonly count: number;
  /** Number of selected rows to skip before `limit` selected rows are taken. */
  readonly start: number;
  readonly limit: number;
  /** Position in the sorted index where the walk starts. Default 0. */
  readonly from?: number;
  /** Number of rows after which the walk ends. Default half of them. */
  readonly maxSteps?: number;
}

/** Estimates how many rows of the index are visited. */
export function indexWalkCost(rows: number, count: number, start: number, limit: number): number {
  if (count === rows) return limit;
  return (Math.min(start + limit, count - start) * rows) / count;
}

/**
 * Walks the sorted index from the end that is nearer to the page. Returns undefined if selected rows are so sparse
 * that a selection is cheaper.
 */
export function* walkIndex(
  sortedIndex: Uint32Array,
  bits: () => Uint32Array,
  walk: IndexWalk,
): Task<readonly number[] | undefined> {
  const { count, start, limit } = walk;
  const from = ownProperty(walk, "from");
  const rows = sortedIndex.length;
  if (count === rows) {
    const first = (from ?? 0) + start;
    return Array.from(sortedIndex.subarray(first, first + limit));
  }
  const maxSteps = ownProperty(walk, "maxSteps") ?? rows / 2;
  const max = limit * LARGE_PAGE_DIVISOR > rows ? rows : maxSteps;
  const isForward = from !== undefined || start + limit <= count - start;
  const steps = isForward ? rows - (from ?? 0) : rows;
  const lastStep = max < steps ? Math.ceil(max) : steps;
  const pageRows: number[] = [];
  let toSkip = isForward ? start : count - start - limit;
  for (let first = 0; first < lastStep; first += STEP_ROWS) {
    if (first > 0) yield;
    const selected = bits();
    const end = Math.min(first + STEP_ROWS, lastStep);
    for (let step = first; step < end; step++) {
      const row = sortedIndex[isForward ? (from ?? 0) + step : rows - 1 - step]!;
      if ((selected[row >>> 5]! & (1 << (row & 31))) === 0) continue;
      if (toSkip > 0) toSkip--;
      else if (pageRows.push(row) === limit) {
        countWork((step - first) * UNIT_COSTS.walkedRow);
        return isForward ? pageRows : pageRows.reverse();
      }
    }
    countWork((end - first) * UNIT_COSTS.walkedRow);
  }
  if (lastStep < steps) return undefined;
  return isForward ? pageRows : pageRows.reverse();
}

/** A walk that takes so many times its estimate takes it because the filter is about a sort key, not by chance. */
const MAX_ERROR = 4;
/** Share of the cost of a selection that a walk may take in vain. */
const LOST_SHARE = 1 / 4;
const STEP_ROWS = 32_768;
/** Pages of more than 1/16 of the rows are always taken from the sorted index. */
const LARGE_PAGE_DIVISOR = 16;
