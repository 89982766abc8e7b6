import { printNode } from "../../../ast/print.ts";
import type { Expression } from "../../../ast/nodes.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Column } from "../columns/build-column.ts";
import type { ConditionMatches } from "../indexes/cached-matches.ts";
import { fillBitmap } from "../kernels/growable-buffers.ts";
import type { Slab } from "../kernels/kernels.ts";
import { columnKey } from "../members/member-reader.ts";
import type { Task } from "../tasks/task.ts";
import { areSearchedTogether } from "./dictionary-tests.ts";
import { EXPENSIVE_TEST_COST } from "./logic.ts";
import { runTest, taskTest, type ColumnTest, type FilterContext } from "./row-test.ts";
import { memberOf } from "../../../values/own-properties.ts";

export interface ColumnOfMember {
  readonly member: ResolvedMember;
  readonly column: Column;
}

/**
 * Adds a cache to a condition on strings. Its rows are cached once requests have lost more by evaluating it than caching costs: a
 * condition that takes long the second time, and one that is evaluated in the time of reading cached rows after 16 times.
 *
 * @param side whether the test finds the rows where the condition is true or false
 * @param compile compiles the condition; not called if its rows are cached
 */
export function cachedCondition(
  node: Expression,
  side: "isTrue" | "isFalse",
  of: ColumnOfMember,
  compile: () => ColumnTest,
  context: FilterContext,
): ColumnTest {
  const matches = cacheOf(node, side, of, context);
  if (matches === undefined) return compile();
  if (matches.isKnown) return knownTest(matches, compile, context);
  const test = compile();
  return countingTest(test, test.cost + dictionarySearchCost(node, of, context), matches, context);
}

/** Returns the cost of the search in a dictionary, which each request repeats, where 1 is one pass over a column of codes. */
function dictionarySearchCost(node: Expression, { column }: ColumnOfMember, context: FilterContext): number {
  const { checked, rows, tuning } = context;
  const isSearch = node.kind === "call" && checked.functions.get(node.callee)!.role?.kind === "search";
  if (!isSearch || column.kind !== "dictionary" || !areSearchedTogether(column, context)) return 0;
  const { setUp, searchedString, columnRow } = tuning;
  return (setUp + column.values.length * searchedString) / (rows * columnRow);
}

function cacheOf(
  node: Expression,
  side: string,
  { member, column }: ColumnOfMember,
  { checked, columns, locale, tuning }: FilterContext,
): ConditionMatches | undefined {
  if (column.kind !== "strings" && column.kind !== "dictionary") return undefined;
  if (node.kind !== "call" || tuning.cachedConditions === 0) return undefined;
  const role = checked.functions.get(node.callee)!.role?.kind;
  // Other conditions are cheap, or, like patterns, have a budget for each request.
  if (role !== "search" && role !== "comparison") return undefined;
  const text = printNode(node);
  if (text.length > MAX_KEY_LENGTH) return undefined;
  return columns.matches.of(JSON.stringify([columnKey(member), side, locale, text]), checked.functions);
}

/** Length of a condition's text above which it is not cached, so that keys take little memory. */
const MAX_KEY_LENGTH = 1024;

/** Test of a condition whose rows are cached. Another request may drop them, and the condition is then evaluated. */
function knownTest(
  matches: ConditionMatches,
  compile: () => ColumnTest,
  { rows, columns }: FilterContext,
): ColumnTest {
  let compiled: ColumnTest | undefined;
  const test = taskTest(CACHED_COST, (within, out) =>
    runKnown(matches, () => (compiled ??= compile()), within, out),
  );
  return {
    ...test,
    selectivity: matches.count / Math.max(rows, 1),
    isCurrent: () => columns.matches.isKept(matches) && matches.isKnown,
    ...resultsOf(matches, undefined),
  };
}

function* runKnown(
  matches: ConditionMatches,
  compile: () => ColumnTest,
  within: Slab,
  out: Slab,
): Task<void> {
  if (matches.isKnown) matches.write(within, out);
  else yield* runTest(compile(), within, out);
}

/**
 * Test of a condition that is not cached yet. It caches the rows once requests have lost enough. Once rows are cached or the entry is
 * dropped, the condition is compiled again.
 */
function countingTest(
  test: ColumnTest,
  passes: number,
  matches: ConditionMatches,
  context: FilterContext,
): ColumnTest {
  const { matches: cache } = context.columns;
  return {
    ...test,
    ...taskTest(test.cost, (within, out) => runCounting(test, passes, matches, context, within, out)),
    isCurrent: () => cache.isKept(matches) && !matches.isKnown,
    ...resultsOf(matches, test),
  };
}

function* runCounting(
  test: ColumnTest,
  passes: number,
  matches: ConditionMatches,
  context: FilterContext,
  within: Slab,
  out: Slab,
): Task<void> {
  const { kernels, bitmaps, bitmapWords, rows, tuning } = context;
  // Cheap tests read all rows.
  const evaluated = passes < EXPENSIVE_TEST_COST ? rows : kernels.popcount(within, bitmapWords);
  const loss = evaluated * Math.max(0, passes - CACHED_COST) * tuning.columnRow;
  if (!matches.isKnown && matches.isWorthCaching(loss, rows * tuning.passesBeforeCaching * tuning.columnRow))
    yield* bitmaps.useTwoInTask(out.bytes, (everyRow, matched) =>
      evaluateAll(test, matches, context, everyRow, matched),
    );
  if (matches.isKnown && within !== out) matches.write(within, out);
  else yield* runTest(test, within, out);
}

function* evaluateAll(
  test: ColumnTest,
  matches: ConditionMatches,
  { columns, rows }: FilterContext,
  everyRow: Slab,
  matched: Slab,
): Task<void> {
  const { version } = columns;
  fillBitmap(everyRow, rows);
  yield* runTest(test, everyRow, matched);
  if (columns.version === version) matches.keep(matched, rows);
}

function resultsOf(
  matches: ConditionMatches,
  test: ColumnTest | undefined,
): Pick<ColumnTest, "usesCachedRows" | "count" | "indexedRows"> {
  return {
    usesCachedRows: () => matches.isKnown,
    count: () => (matches.isKnown ? matches.count : test && memberOf(test, "count")?.call(test)),
    indexedRows: () => indexedRowsOf(matches, test),
  };
}

function* indexedRowsOf(
  matches: ConditionMatches,
  test: ColumnTest | undefined,
): Task<Uint32Array | undefined> {
  const indexedRows = test && memberOf(test, "indexedRows");
  return matches.rows ?? (indexedRows === undefined ? undefined : yield* indexedRows.call(test!));
}

/** Cost of intersecting two bitmaps, where 1 is one pass over a column of codes. */
const CACHED_COST = 0.25;
