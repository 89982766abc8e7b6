import type { AccessPath } from "./ordered-request.ts";
import { selectPageRows } from "./select-page.ts";
import { candidatesOf } from "./page-candidates.ts";

/** Takes rows in insertion order, for requests without a sort key. */
export const sourceOrder: AccessPath = {
  cost: ({ count }) => count,
  run: (_order, request, limit) =>
    selectPageRows(candidatesOf(request), [], { start: request.start, limit }, request.context),
};
