import type { CaseFolding } from "../../../collation/search/case-folding.ts";
import type { Test } from "../../../functions/definition/types.ts";
import type { FoldedTexts } from "../indexes/case-folded-copy.ts";
import { ifRoom, stepsIfRoom } from "../kernels/try-allocate.ts";
import type { Blob, Slab } from "../kernels/kernels.ts";
import type { Sought } from "../kernels/search-string.ts";
import { keepFound } from "../indexes/indexed-search.ts";
import type { SoughtText } from "./search-call.ts";
import type { Task } from "../tasks/task.ts";
import type { TextColumn } from "../columns/string-column.ts";
import {
  eachTest,
  runInSteps,
  testOfSteps,
  type Cell,
  type VectorContext,
  type VectorTest,
} from "./row-test.ts";

/** The rows in whose text a literal is found. `test` asks one text. */
export function textTest(
  column: TextColumn,
  { needle, asks, folding }: SoughtText,
  test: Test,
  context: VectorContext,
): VectorTest {
  if (folding !== undefined) return foldedTest(column, { needle, asks, folding }, test, context);
  const search = searchTest(column, [{ needle, asks, isEnough: true }], test, context);
  return asks === "whole" ? indexedTest(column, needle, search, context) : search;
}

/** The rows that have a very text: they are looked up where that was asked so often that an index of the texts pays. */
function indexedTest(
  column: TextColumn,
  text: string,
  search: VectorTest,
  { rows, thresholds }: VectorContext,
): VectorTest {
  const few = () => {
    const index = column.index();
    return index.serves(rows, thresholds.searchesBeforeIndex) ? index.rowsWith(text) : undefined;
  };
  return { ...search, few, count: () => few()?.length, at: (row) => column.valueAt(row) === text };
}

/** The rows for whose text a test holds, asked one by one. */
export function askedText(column: TextColumn, test: Test, { rows }: VectorContext): VectorTest {
  return eachTest(cellTest(column, test), rows, ASKING_TEXTS);
}

function cellTest(column: TextColumn, test: Test): (row: number) => boolean {
  const cell: Cell = { v: null };
  return (row) => {
    cell.v = column.valueAt(row);
    return test(cell);
  };
}

/** A search for the very bytes of a text. */
export interface Search {
  readonly needle: string;
  readonly asks: Sought;
  /** Whether a row where it is found is one for which the test holds. */
  readonly isEnough: boolean;
}

/** The rows in which all searches find something, and for which the test holds unless finding is enough. */
export function searchTest(
  column: TextColumn,
  searches: readonly Search[],
  test: Test,
  context: VectorContext,
): VectorTest {
  const { words, scratch, thresholds } = context;
  const { signatures } = column;
  const each = askedText(column, test, context);
  const holds = cellTest(column, test);
  const isEnough = searches.every((search) => search.isEnough);
  const find = (blob: Blob, within: Slab, out: Slab): void => {
    copy(within, out, words);
    const needles = searches.map(({ needle, asks }) => column.needle(needle, asks));
    keepFound({ blob, signatures }, needles, out, context);
  };
  const search = testOfSteps(SEARCHING * searches.length, function* (within, out) {
    yield* column.write();
    yield* signatures.signIfWorth(() => column.written, thresholds);
    const blob = column.blob();
    if (blob === undefined) return yield* runInSteps(each, within, out);
    if (isEnough) find(blob, within, out);
    else {
      yield* scratch.useInSteps(out.bytes, function* (candidates) {
        find(blob, within, candidates);
        yield* runInSteps(each, candidates, out);
      });
    }
    // Texts that UTF-8 cannot hold are asked themselves.
    const bits = out.u32();
    const asked = within.u32();
    for (const row of column.illFormed) {
      const bit = 1 << (row & 31);
      if ((asked[row >>> 5]! & bit) !== 0 && holds(row)) bits[row >>> 5]! |= bit;
      else bits[row >>> 5]! &= ~bit;
    }
  });
  const bySignatures = () => {
    const blob = column.written;
    if (blob === undefined) return false;
    return searches.some(({ needle, asks }) => signatures.serve(column.needle(needle, asks).bytes, blob) > 0);
  };
  return { ...search, bySignatures };
}

interface FoldedSearch {
  readonly folding: CaseFolding;
  readonly needle: string;
  readonly asks: Sought;
}

/**
 * The rows in whose folded copy the needle is found. Rows of which the copy does not tell are asked themselves; all are
 * as long as so few were asked that folding the texts would be more work.
 */
function foldedTest(
  column: TextColumn,
  { folding, needle, asks }: FoldedSearch,
  test: Test,
  context: VectorContext,
): VectorTest {
  const { kernels, rows, words, scratch, thresholds } = context;
  const each = askedText(column, test, context);
  const copiesFor = function* (within: Slab): Task<FoldedTexts | undefined> {
    const copies = ifRoom(() => column.folded(folding));
    if (copies === undefined || copies.rows === rows) return copies;
    copies.asked += kernels.popcount(within, words);
    if (copies.asked < rows * thresholds.evaluatedShareBeforeFolding) return undefined;
    copies.asked = 0;
    yield* stepsIfRoom(copies.fold(column.values));
    return copies.rows === rows ? copies : undefined;
  };
  let bySignatures = false;
  const search = testOfSteps(2 * SEARCHING, function* (within, out) {
    const copies = yield* copiesFor(within);
    if (copies !== undefined) yield* copies.signatures.signIfWorth(() => copies.blob(), thresholds);
    const blob = copies?.blob();
    bySignatures = false;
    if (copies === undefined || blob === undefined) return yield* runInSteps(each, within, out);
    copy(within, out, words);
    const { signatures } = copies;
    const sought = copies.needle(needle, asks);
    bySignatures = signatures.serve(sought.bytes, blob) > 0;
    keepFound({ blob, signatures }, [sought], out, context);
    if (copies.undecided === 0) return;
    yield* scratch.useInSteps(out.bytes, function* (undecided) {
      yield* scratch.useInSteps(out.bytes, function* (part) {
        copy(copies.unfolded, undecided, words);
        kernels.and(undecided, within, words);
        copy(copies.unsure, part, words);
        kernels.and(part, out, words);
        kernels.andNot(out, part, words);
        kernels.or(undecided, part, words);
        yield* runInSteps(each, undecided, part);
        kernels.or(out, part, words);
      });
    });
  });
  return { ...search, bySignatures: () => bySignatures };
}

function copy(from: Slab, to: Slab, words: number): void {
  to.u32().set(from.u32().subarray(0, words));
}

const ASKING_TEXTS = 200;
const SEARCHING = 40;
