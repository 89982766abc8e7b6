import type { CheckedSortBy } from "../../../checker/checked.ts";
import type { Value } from "../../../values/types.ts";
import type { FilterContext } from "../filter/row-test.ts";
import type { Slab } from "../kernels/kernels.ts";
import type { Task } from "../tasks/task.ts";
import type { OrderState } from "./order-state.ts";

/** A request for a page of the matching rows in an order. */
export interface OrderedRequest extends SelectedPage {
  readonly sortBy: CheckedSortBy;
  readonly context: FilterContext;
  /** Values of a cursor position: one per sort key and one for the catalog's key. `start` counts from this position. */
  readonly after: readonly Value[] | undefined;
}

export interface SelectedPage {
  /** Matching rows: a bitmap, or unsorted row numbers. */
  readonly selected: Slab | Uint32Array;
  readonly count: number;
  readonly start: number;
  readonly limit: number;
}

/** A way to the rows of a page. */
export interface AccessPath {
  /** Estimates the work of finding a page with what exists, in units. Infinity if the path is not possible. */
  readonly cost: (request: OrderedRequest, limit: number) => number;
  /** Finds the rows of a page. Returns undefined if another path must find them. */
  readonly run: (
    order: OrderState,
    request: OrderedRequest,
    limit: number,
  ) => Task<readonly number[] | undefined>;
}
