import { countWork } from "../../../values/work.ts";
import { tableTest } from "./code-ranges.ts";
import { notMatchingTest } from "./dictionary-tests.ts";
import type { ElementDictionary } from "../columns/element-dictionary.ts";
import { fullBitmap } from "../kernels/growable-buffers.ts";
import { bitmapBytes, type Slab } from "../kernels/kernels.ts";
import { typedCodes } from "../kernels/plain.ts";
import type { ListOffsets } from "../columns/list-offsets.ts";
import { pause, runNow, type Task } from "../tasks/task.ts";
import { taskTest, type FilterContext, type ColumnTest } from "./row-test.ts";

/** Table of dictionary codes, with 1 for each matching element. Null elements never match. */
export interface MatchingElements {
  readonly elements: ElementDictionary;
  readonly table: Uint8Array;
}

/**
 * Returns a test for lists with a matching element. An element with several codes, such as a map entry,
 * matches if each code does.
 *
 * @param find finds the matching codes, on the first run of the test
 */
export function elementsTest(
  offsets: ListOffsets,
  find: () => Task<readonly MatchingElements[]>,
  context: FilterContext,
): ColumnTest {
  const search: ElementSearch = { find, matching: undefined };
  const test = taskTest(LIST_TEST_COST, (within, out) => runElements(offsets, search, context, within, out));
  const holdsAt = (row: number) => hasElement(offsets, search.matching ?? runNow(matchingOf(search)), row);
  return { ...test, holdsAt, prepareHoldsAt: () => matchingOf(search) };
}

interface ElementSearch {
  readonly find: () => Task<readonly MatchingElements[]>;
  matching: readonly MatchingElements[] | undefined;
}

function* matchingOf(search: ElementSearch): Task<readonly MatchingElements[]> {
  return (search.matching ??= yield* search.find());
}

function* runElements(
  offsets: ListOffsets,
  search: ElementSearch,
  context: FilterContext,
  within: Slab,
  out: Slab,
): Task<void> {
  const { kernels, rows, bitmapWords } = context;
  const elements = yield* elementsOf(offsets, yield* matchingOf(search), context);
  try {
    offsets.rowsWithElements(elements, rows, out);
  } finally {
    kernels.release(elements);
  }
  kernels.and(out, within, bitmapWords);
  countWork(rows);
}

/** Returns the negation of an elements test. Null lists match neither the test nor its negation. */
export function noElementsTest(offsets: ListOffsets, test: ColumnTest, context: FilterContext): ColumnTest {
  return {
    ...notMatchingTest(test, offsets, context),
    holdsAt: (row) => !offsets.isNull(row) && !test.holdsAt!(row),
    prepareHoldsAt: () => test.prepareHoldsAt!(),
  };
}

/** Cost of an elements test, where 1 is one pass over a column of codes. */
const LIST_TEST_COST = 8;

/** Returns a bitmap of the matching elements of all lists, which the caller must release. */
function* elementsOf(
  { end }: ListOffsets,
  matching: readonly MatchingElements[],
  context: FilterContext,
): Task<Slab> {
  const { kernels } = context;
  let within = fullBitmap(kernels, end);
  let isDone = false;
  try {
    for (const { elements, table } of matching) {
      const narrowed = kernels.allocate(bitmapBytes(end));
      try {
        tableTest({ ...elements.codes, rows: end }, table, context).run(within, narrowed);
      } catch (error) {
        kernels.release(narrowed);
        throw error;
      }
      kernels.release(within);
      within = narrowed;
      countWork(end / ELEMENTS_PER_UNIT);
      yield* pause();
    }
    isDone = true;
    return within;
  } finally {
    if (!isDone) kernels.release(within);
  }
}

/** Elements that are looked up in a table in the time of one unit of work. */
const ELEMENTS_PER_UNIT = 8;

function hasElement(offsets: ListOffsets, matching: readonly MatchingElements[], row: number): boolean {
  const [from, end] = offsets.elementRange(row);
  for (let i = from; i < end; i++) {
    if (matching.every(({ elements, table }) => table[typedCodes(elements.codes)[i]!] === 1)) return true;
  }
  return false;
}
