import { EVALUATIONS_PER_STEP, eachBatch, type Task } from "../tasks/task.ts";
import type { RowOrder } from "../tasks/sort-task.ts";

/*
 * Ranks that a file has. They were made by whatever collator there was, so they hold if each is what the order that is
 * asked for says of the one before it: that is one comparison for each, where putting them in order takes many.
 */

/**
 * Numbers from some first one up in the order of their ranks. Undefined where these are none: from 1 up, each of them
 * there.
 */
export function sortedByRank(ranks: Uint32Array, first: 0 | 1): Uint32Array | undefined {
  const count = ranks.length - first;
  const places = new Uint32Array(count + 2);
  for (let each = first; each < ranks.length; each++) {
    const rank = ranks[each]!;
    if (rank === 0 || rank > count) return undefined;
    places[rank + 1]!++;
  }
  let isLast = false;
  for (let rank = 2; rank < places.length; rank++) {
    if (places[rank] === 0) isLast = true;
    else if (isLast) return undefined;
    places[rank]! += places[rank - 1]!;
  }
  const sorted = new Uint32Array(count);
  for (let each = first; each < ranks.length; each++) sorted[places[ranks[each]!]!++] = each;
  return sorted;
}

/** Whether numbers are in an order, and tie where their ranks are the same. */
export function* ranksAgree(sorted: Uint32Array, ranks: Uint32Array, order: RowOrder<number>): Task<boolean> {
  let holds = true;
  const compare = (from: number, end: number) => {
    for (let at = from; holds && at < end; at++) {
      const [before, each] = [sorted[at]!, sorted[at + 1]!];
      const compared = order(before, each);
      holds = ranks[before] === ranks[each] ? compared === 0 : compared < 0;
    }
  };
  yield* eachBatch(Math.max(0, sorted.length - 1), compare, EVALUATIONS_PER_STEP);
  return holds;
}
