import { memberOf } from "../../../values/own-properties.ts";
import { countWork } from "../../../values/work.ts";
import type { Columns } from "../columns/columns.ts";
import { EXPENSIVE_TEST_COST, rankIfDue } from "../filter/logic.ts";
import type { ColumnTest } from "../filter/row-test.ts";
import type { Task } from "../tasks/task.ts";
import type { OrderedRows } from "./early-termination.ts";

export interface RowsByIndexes {
  readonly rows: readonly number[];
  /** Number of matching rows on all pages. */
  readonly count: number;
}

/**
 * Finds a page in the order of a sorted index without evaluating the filter on all rows. Requires that no row is deleted.
 * Returns undefined unless the count is known from indexes, and few rows have to be tested for the page:
 *
 * - for a test whose rows are ranges of an index, the rows of the sorted index are tested one by one;
 * - if the rows of a condition are cached and ranked in the order of the sorted index, only these rows are tested by the rest
 *   of the filter.
 */
export function* findByIndexes(
  test: ColumnTest,
  inOrder: OrderedRows | undefined,
  { start, limit }: { readonly start: number; readonly limit: number },
  columns: Columns,
): Task<RowsByIndexes | undefined> {
  if (inOrder?.sortedIndex === undefined) return undefined;
  const { length: rows } = columns.rows;
  const { columnRow, randomRow } = columns.tuning;
  const { sortedIndex, from } = inOrder;
  const part = memberOf(test, "cachedPart")?.call(test);
  const rest = part === undefined ? test : part.rest;
  const restHoldsAt = rest && memberOf(rest, "holdsAt");
  if (rest !== undefined && !canTestRows(rest)) return undefined;
  if (part !== undefined) yield* rankIfDue(part.matches, sortedIndex, () => sortedIndex, columns);
  const ranked = part?.matches.ranked(sortedIndex);
  if (part !== undefined && ranked === undefined) return undefined;
  const count = memberOf(test, "count")?.call(test);
  if (count === undefined) return undefined;
  if (count === 0) return { rows: [], count };
  // Testing these rows takes as long as a pass over the column.
  const maxTested = Math.ceil((rows * columnRow) / randomRow);
  const candidates = ranked?.count ?? rows;
  if (rest !== undefined && (start + limit) * candidates > maxTested * count) return undefined;

  const found: number[] = [];
  // Without a test, all candidates match, so that the first ones are not read.
  let toSkip = restHoldsAt === undefined ? 0 : start;
  let tested = 0;
  const visit = (position: number): boolean => {
    const row = sortedIndex[position]!;
    if (restHoldsAt !== undefined && ++tested > maxTested) return false;
    if (restHoldsAt?.call(rest, row) === false) return true;
    if (toSkip > 0) toSkip--;
    else found.push(row);
    return found.length < limit;
  };
  if (limit > 0) {
    if (ranked !== undefined)
      ranked.visitFrom(ranked.countBefore(from) + (restHoldsAt === undefined ? start : 0), visit);
    else for (let position = from; position < rows; position++) if (!visit(position)) break;
  }
  countWork(tested + found.length);
  return tested > maxTested ? undefined : { rows: found, count };
}

/** Returns whether testing single rows takes little time, and their number is known without reading rows. */
function canTestRows(test: ColumnTest): boolean {
  return (
    test.cost < EXPENSIVE_TEST_COST &&
    memberOf(test, "holdsAt") !== undefined &&
    memberOf(test, "prepareHoldsAt") === undefined &&
    memberOf(test, "indexedRanges")?.call(test) !== undefined
  );
}
