import { countValue } from "../../../values/work.ts";
import type { CaseFolding } from "../../../collation/search/case-folding.ts";
import type { Test } from "../../../functions/definition/types.ts";
import type { CaseFoldedCopy } from "../indexes/case-folded-copy.ts";
import { tryAllocate, tryAllocateTask } from "../kernels/try-allocate.ts";
import type { EncodedStrings, Slab } from "../kernels/kernels.ts";
import type { MatchPosition } from "../kernels/search-string.ts";
import { keepMatches } from "../indexes/indexed-search.ts";
import type { SearchCall } from "./search-call.ts";
import { asTask, type Task } from "../tasks/task.ts";
import type { TrigramIndex } from "../indexes/trigram-index.ts";
import type { StringColumn } from "../columns/string-column.ts";
import {
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
  { rows, thresholds }: FilterContext,
): ColumnTest {
  const rowsInIndex = () => {
    const index = column.index();
    return index.tryUse(rows) ? index.rowsWith(text) : undefined;
  };
  return {
    ...search,
    prepare: () => column.index().buildIfDue(rows, thresholds.searchesBeforeIndex),
    indexedRows: asTask(rowsInIndex),
    count: () => rowsInIndex()?.length,
    holdsAt: (row) => column.valueAt(row) === text,
  };
}

export function stringByStringTest(column: StringColumn, test: Test, { rows }: FilterContext): ColumnTest {
  return rowByRowTest(cellTest(column, test), rows, STRING_TEST_COST);
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
  const { bitmapWords, bitmaps } = context;
  const { trigramIndex } = column;
  const each = stringByStringTest(column, test, context);
  const holds = cellTest(column, test);
  const isExact = searches.every((search) => search.isExact);
  const find = (within: Slab, out: Slab): Task<boolean> => {
    copy(within, out, bitmapWords);
    const searchStrings = searches.map(({ searchString, position }) =>
      column.searchString(searchString, position),
    );
    return keepMatches({ encoded: () => column.written, trigramIndex }, searchStrings, out, context);
  };
  const search = taskTest(SEARCH_COST * searches.length, function* (within, out) {
    yield* column.write();
    yield* extendIfWorth(trigramIndex, () => column.written, context);
    if (column.encoded() === undefined) return yield* runTest(each, within, out);
    if (isExact) {
      if (!(yield* find(within, out))) return yield* runTest(each, within, out);
    } else {
      yield* bitmaps.useInTask(out.bytes, function* (candidates) {
        const isSearched = yield* find(within, candidates);
        yield* runTest(each, isSearched ? candidates : within, out);
      });
    }
    // Test ill-formed strings one by one, because UTF-8 cannot represent them.
    yield* testListedRows(column.illFormed, holds, within, out);
  });
  const usesTrigramIndex = () => {
    const encoded = column.written;
    if (encoded === undefined) return false;
    return searches.some(
      ({ searchString, position }) =>
        trigramIndex.coveredRows(column.searchString(searchString, position).bytes, encoded) > 0,
    );
  };
  return { ...search, usesTrigramIndex };
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
  const { kernels, rows, bitmapWords, bitmaps, thresholds } = context;
  const each = stringByStringTest(column, test, context);
  const copiesFor = function* (within: Slab): Task<CaseFoldedCopy | undefined> {
    const copies = tryAllocate(() => column.caseFoldedCopy(folding));
    if (copies === undefined || copies.rows === rows) return copies;
    copies.testedStrings += kernels.popcount(within, bitmapWords);
    if (copies.testedStrings < rows * thresholds.evaluatedShareBeforeFolding) return undefined;
    copies.testedStrings = 0;
    yield* tryAllocateTask(copies.fold(column.values));
    return copies.rows === rows ? copies : undefined;
  };
  let usesTrigramIndex = false;
  const search = taskTest(2 * SEARCH_COST, function* (within, out) {
    const copies = yield* copiesFor(within);
    if (copies !== undefined) yield* extendIfWorth(copies.trigramIndex, () => copies.encoded(), context);
    const encoded = copies?.encoded();
    usesTrigramIndex = false;
    if (copies === undefined || encoded === undefined) return yield* runTest(each, within, out);
    copy(within, out, bitmapWords);
    const { trigramIndex } = copies;
    const prepared = copies.searchString(searchString, position);
    usesTrigramIndex = trigramIndex.coveredRows(prepared.bytes, encoded) > 0;
    const isSearched = yield* keepMatches(
      { encoded: () => copies.encoded(), trigramIndex },
      [prepared],
      out,
      context,
    );
    if (!isSearched) return yield* runTest(each, within, out);
    if (copies.undecidedCount === 0) return;
    yield* bitmaps.useInTask(out.bytes, function* (undecidedCount) {
      yield* bitmaps.useInTask(out.bytes, function* (part) {
        copy(copies.unfolded, undecidedCount, bitmapWords);
        kernels.and(undecidedCount, within, bitmapWords);
        copy(copies.filterOnly, part, bitmapWords);
        kernels.and(part, out, bitmapWords);
        kernels.andNot(out, part, bitmapWords);
        kernels.or(undecidedCount, part, bitmapWords);
        yield* runTest(each, undecidedCount, part);
        kernels.or(out, part, bitmapWords);
      });
    });
  });
  return { ...search, usesTrigramIndex: () => usesTrigramIndex };
}

/** Extends a trigram index if searches have read the strings that it lacks often enough. */
function* extendIfWorth(
  index: TrigramIndex,
  encoded: () => EncodedStrings | undefined,
  { columns, locale, thresholds }: FilterContext,
): Task<void> {
  if (!index.isExtensionWorth(encoded(), thresholds)) return;
  if (!thresholds.buildsInBackground) yield* index.extend(encoded);
  else columns.prepareLater(index, locale, () => index.extend(encoded));
}

function copy(from: Slab, to: Slab, bitmapWords: number): void {
  to.u32().set(from.u32().subarray(0, bitmapWords));
}

const STRING_TEST_COST = 200;
const SEARCH_COST = 40;
