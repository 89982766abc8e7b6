import { countValue } from "../../../values/work.ts";
import type { CaseFolding } from "../../../collation/search/case-folding.ts";
import type { Test } from "../../../functions/definition/types.ts";
import type { CaseFoldedCopy } from "../indexes/case-folded-copy.ts";
import { tryAllocate, tryAllocateTask } from "../kernels/try-allocate.ts";
import type { SearchString, Slab } from "../kernels/kernels.ts";
import type { MatchPosition } from "../kernels/search-string.ts";
import { keepMatches } from "./keep-matches.ts";
import type { SearchCall } from "./search-call.ts";
import { asDone, asTask, type Task } from "../tasks/task.ts";
import type { StringColumn } from "../columns/string-column.ts";
import {
  prepareIndex,
  rowByRowTest,
  runTest,
  taskTest,
  testListedRows,
  type Cell,
  type FilterContext,
  type ColumnTest,
} from "./row-test.ts";

/** Compiles a search call. `test` evaluates the call on one string. */
export function searchCallTest(
  column: StringColumn,
  { searchString, position, folding }: SearchCall,
  test: Test,
  context: FilterContext,
): ColumnTest {
  if (folding !== undefined)
    return caseFoldedTest(column, { searchString, position, folding }, test, context);
  const search = searchTest(column, [{ searchString, position, isExact: true }], test, context);
  return position === "whole" ? indexedTest(column, searchString, search, context) : search;
}

/** Adds a string index to a search. The index is built after enough searches. */
function indexedTest(
  column: StringColumn,
  text: string,
  search: ColumnTest,
  context: FilterContext,
): ColumnTest {
  const { rows, tuning } = context;
  const rowCost = tuning.placedNumber + tuning.writtenString;
  const rowsInIndex = () => {
    const index = column.index();
    return index.tryUse(rows) ? index.rowsWith(text) : undefined;
  };
  return {
    ...search,
    prepare: () => prepareIndex(column.index(), search.cost, rowCost, context),
    indexedRows: asTask(rowsInIndex),
    count: () => rowsInIndex()?.length,
    holdsAt: (row) => column.valueAt(row) === text,
  };
}

export function stringByStringTest(column: StringColumn, test: Test, context: FilterContext): ColumnTest {
  return rowByRowTest(cellTest(column, test), context);
}

function cellTest(column: StringColumn, test: Test): (row: number) => boolean {
  const cell: Cell = { v: null };
  return (row) => {
    cell.v = column.valueAt(row);
    countValue(cell.v);
    return test(cell);
  };
}

export interface StringSearch {
  readonly searchString: string;
  readonly position: MatchPosition;
  /** Whether each match satisfies the condition, so that the condition need not be evaluated on it. */
  readonly isExact: boolean;
}

/** Returns a test for strings that match all searches and satisfy `test`. */
export function searchTest(
  column: StringColumn,
  searches: readonly StringSearch[],
  test: Test,
  context: FilterContext,
): ColumnTest {
  const { bitmapWords } = context;
  const find = (within: Slab, out: Slab): Task<boolean> => {
    copy(within, out, bitmapWords);
    const searchStrings = searches.map(({ searchString, position }) =>
      column.searchString(searchString, position),
    );
    return keepMatches(() => column.written, searchStrings, out, context);
  };
  const search: PreparedSearch = {
    column,
    each: stringByStringTest(column, test, context),
    holds: cellTest(column, test),
    isExact: searches.every(({ isExact }) => isExact),
    find,
  };
  const runSteps = (within: Slab, out: Slab) => runSearch(search, context, within, out);
  return taskTest(SEARCH_COST * searches.length, runSteps);
}

interface PreparedSearch {
  readonly column: StringColumn;
  /** Test that searches one string after another, without a case-folded copy. */
  readonly each: ColumnTest;
  readonly holds: (row: number) => boolean;
  readonly isExact: boolean;
  /** Writes the candidates. Returns false if they cannot be found. */
  readonly find: (within: Slab, out: Slab) => Task<boolean>;
}

function* runSearch(search: PreparedSearch, context: FilterContext, within: Slab, out: Slab): Task<void> {
  const { column, each: stringTest, holds, isExact, find } = search;
  yield* column.write();
  if (column.encoded() === undefined) return yield* runTest(stringTest, within, out);
  if (isExact) {
    if (!(yield* find(within, out))) return yield* runTest(stringTest, within, out);
  } else
    yield* context.bitmaps.useInTask(out.bytes, (candidates) =>
      testCandidates(search, within, out, candidates),
    );
  // Test ill-formed strings one by one, because UTF-8 cannot represent them.
  yield* testListedRows(column.illFormed, holds, within, out);
}

function* testCandidates(
  { each: stringTest, find }: PreparedSearch,
  within: Slab,
  out: Slab,
  candidates: Slab,
): Task<void> {
  const isSearched = yield* find(within, candidates);
  yield* runTest(stringTest, isSearched ? candidates : within, out);
}

interface FoldedSearch {
  readonly folding: CaseFolding;
  readonly searchString: string;
  readonly position: MatchPosition;
}

/**
 * Searches case-folded copies. If a copy cannot decide, the string itself is tested. Copies are made only
 * after enough strings were tested one by one.
 */
function caseFoldedTest(
  column: StringColumn,
  { folding, searchString, position }: FoldedSearch,
  test: Test,
  context: FilterContext,
): ColumnTest {
  const stringTest = stringByStringTest(column, test, context);
  const search: PreparedFoldedSearch = {
    column,
    each: stringTest,
    copies: () => column.caseFoldedCopy(folding),
    searchStringOf: (copies) => copies.searchString(searchString, position),
  };
  return taskTest(2 * SEARCH_COST, (within, out) => runFolded(search, context, within, out));
}

interface PreparedFoldedSearch {
  readonly column: StringColumn;
  /** Tests the strings one by one. */
  readonly each: ColumnTest;
  readonly copies: () => CaseFoldedCopy;
  readonly searchStringOf: (copies: CaseFoldedCopy) => SearchString;
}

function* runFolded(
  search: PreparedFoldedSearch,
  context: FilterContext,
  within: Slab,
  out: Slab,
): Task<void> {
  const { each: stringTest } = search;
  const { bitmapWords, bitmaps } = context;
  const copies = yield* copiesFor(search, context, within);
  if (copies?.encoded() === undefined) return yield* runTest(stringTest, within, out);
  copy(within, out, bitmapWords);
  const searched = search.searchStringOf(copies);
  const isSearched = yield* keepMatches(() => copies.encoded(), [searched], out, context);
  if (!isSearched) return yield* runTest(stringTest, within, out);
  if (copies.undecidedCount === 0) return;
  yield* bitmaps.useTwoInTask(out.bytes, (undecided, part) =>
    decideOthers(copies, stringTest, context, [within, out, undecided, part]),
  );
}

/** Returns the case-folded copies of all strings; undefined if they are not made yet. */
function* copiesFor(
  { column, copies: find }: PreparedFoldedSearch,
  { kernels, rows, bitmapWords, columns, locale, tuning }: FilterContext,
  within: Slab,
): Task<CaseFoldedCopy | undefined> {
  const copies = tryAllocate(find);
  if (copies === undefined || copies.rows === rows) return copies;
  const { readValue, writtenString } = tuning;
  const loss = kernels.popcount(within, bitmapWords) * readValue;
  const costs = { own: loss, cost: (rows - copies.rows) * writtenString };
  yield* columns.buildIfDue(copies, locale, costs, () => tryAllocateTask(asDone(copies.fold(column.values))));
  return copies.rows === rows ? copies : undefined;
}

/** Tests the strings themselves that their copies do not decide. */
function* decideOthers(
  copies: CaseFoldedCopy,
  stringTest: ColumnTest,
  { kernels, bitmapWords }: FilterContext,
  [within, out, undecided, part]: readonly [Slab, Slab, Slab, Slab],
): Task<void> {
  copy(copies.unfolded, undecided, bitmapWords);
  kernels.and(undecided, within, bitmapWords);
  copy(copies.filterOnly, part, bitmapWords);
  kernels.and(part, out, bitmapWords);
  kernels.andNot(out, part, bitmapWords);
  kernels.or(undecided, part, bitmapWords);
  yield* runTest(stringTest, undecided, part);
  kernels.or(out, part, bitmapWords);
}

function copy(from: Slab, to: Slab, bitmapWords: number): void {
  to.u32().set(from.u32().subarray(0, bitmapWords));
}

const SEARCH_COST = 40;
