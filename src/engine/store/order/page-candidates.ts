import { eachSelectedRow } from "../kernels/growable-buffers.ts";
import type { Slab } from "../kernels/kernels.ts";
import { eachBatch, type Task } from "../tasks/task.ts";
import type { OrderedRequest } from "./ordered-request.ts";
import type { FilterContext } from "../filter/row-test.ts";

/** What a selection uses of the context of a filter. */
export type SelectionContext = Pick<FilterContext, "kernels" | "bitmaps" | "bitmapWords" | "rows" | "tuning">;

/** Rows from which a page is taken: a bitmap, or ascending row numbers. */
export type PageCandidates =
  | { readonly kind: "bits"; readonly slab: Slab; readonly rows: number; readonly count: number }
  | CandidateList;

export interface CandidateList {
  readonly kind: "list";
  readonly list: Uint32Array;
  readonly count: number;
}

export function listedRows(list: Uint32Array): CandidateList {
  return { kind: "list", list, count: list.length };
}

export function candidatesOf({ selected, count, context }: OrderedRequest): PageCandidates {
  if (selected instanceof Uint32Array) return listedRows(selected.toSorted());
  return { kind: "bits", slab: selected, rows: context.rows, count };
}

/** @param visitor returns a visitor; called in each step, because memory growth detaches arrays */
export function eachCandidate(candidates: PageCandidates, visitor: () => (row: number) => void): Task<void> {
  if (candidates.kind === "bits")
    return eachSelectedRow(candidates.rows, () => ({ bits: candidates.slab.u32(), visit: visitor() }));
  const { list } = candidates;
  return eachBatch(list.length, (from, end) => {
    const visit = visitor();
    for (let at = from; at < end; at++) visit(list[at]!);
  });
}
