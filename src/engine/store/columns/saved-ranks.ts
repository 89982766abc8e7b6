import { eachItem, type Task } from "../tasks/task.ts";
import type { RowOrder } from "../tasks/sort-task.ts";

/*
 * Ranks from a file may come from another version of the collator. Verifying them takes one comparison per
 * value.
 */

/**
 * Returns the items sorted by rank. Returns undefined unless the ranks of the items from `first` on are 1, 2,
 * … without gaps.
 */
export function sortedByRank(ranks: Uint32Array, first: 0 | 1): Uint32Array | undefined {
  const count = ranks.length - first;
  const positions = new Uint32Array(count + 2);
  for (let item = first; item < ranks.length; item++) {
    const rank = ranks[item]!;
    if (rank === 0 || rank > count) return undefined;
    positions[rank + 1]!++;
  }
  let isLast = false;
  for (let rank = 2; rank < positions.length; rank++) {
    if (positions[rank] === 0) isLast = true;
    else if (isLast) return undefined;
    positions[rank]! += positions[rank - 1]!;
  }
  const sorted = new Uint32Array(count);
  for (let item = first; item < ranks.length; item++) sorted[positions[ranks[item]!]!++] = item;
  return sorted;
}

/**
 * Returns whether the order confirms the ranks: equal ranks for equal items, and ascending ranks for
 * ascending items.
 */
export function* ranksAgree(sorted: Uint32Array, ranks: Uint32Array, order: RowOrder<number>): Task<boolean> {
  let holds = true;
  yield* eachItem(Math.max(0, sorted.length - 1), (at) => {
    if (!holds) return;
    const [before, item] = [sorted[at]!, sorted[at + 1]!];
    const compared = order(before, item);
    holds = ranks[before] === ranks[item] ? compared === 0 : compared < 0;
  });
  return holds;
}
