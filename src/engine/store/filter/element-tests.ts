import { tableTest } from "./code-ranges.ts";
import { restTest } from "./dictionary-tests.ts";
import type { ElementCodes } from "../columns/element-dictionary.ts";
import { everyRow } from "../kernels/growable-buffers.ts";
import { bitmapBytes, type Slab } from "../kernels/kernels.ts";
import { arrayOf } from "../kernels/plain.ts";
import type { Runs } from "../columns/list-offsets.ts";
import { runNow, type Task } from "../tasks/task.ts";
import { testOfSteps, type VectorContext, type VectorTest } from "./row-test.ts";

/** Codes of elements, and a table that has a 1 for each of those that are sought. Null is never sought. */
export interface Sought {
  readonly elements: ElementCodes;
  readonly table: Uint8Array;
}

/**
 * The rows one of whose elements is sought. An element that has several codes is if each of them is.
 *
 * @param seek finds out what is sought, when the test is first run
 */
export function elementsTest(
  runs: Runs,
  seek: () => Task<readonly Sought[]>,
  context: VectorContext,
): VectorTest {
  const { kernels, rows, words } = context;
  let sought: readonly Sought[] | undefined;
  const test = testOfSteps(LOOKING_THROUGH_LISTS, function* (within, out) {
    sought ??= yield* seek();
    withElements(runs, sought, context, (found) => runs.rowsWith(found, rows, out));
    kernels.and(out, within, words);
  });
  const at = (row: number) => {
    sought ??= runNow(seek());
    return hasElement(runs, sought, row);
  };
  return { ...test, at };
}

/** The rows that have a list, but no element that is sought. */
export function noElementsTest(runs: Runs, test: VectorTest, context: VectorContext): VectorTest {
  return { ...restTest(test, runs, context), at: (row) => !runs.isNull(row) && !test.at!(row) };
}

/** What looking through lists costs beside reading a column of codes once. */
const LOOKING_THROUGH_LISTS = 8;

/** Works with the bitmap of the elements that are sought. */
function withElements(
  { end }: Runs,
  sought: readonly Sought[],
  context: VectorContext,
  work: (found: Slab) => void,
): void {
  const { kernels } = context;
  let within = everyRow(kernels, end);
  try {
    for (const { elements, table } of sought) {
      const found = kernels.allocate(bitmapBytes(end));
      try {
        tableTest({ ...elements.codes, rows: end }, table, context).run(within, found);
      } catch (error) {
        kernels.release(found);
        throw error;
      }
      kernels.release(within);
      within = found;
    }
    work(within);
  } finally {
    kernels.release(within);
  }
}

function hasElement(runs: Runs, sought: readonly Sought[], row: number): boolean {
  const [from, end] = runs.placesOf(row);
  for (let i = from; i < end; i++) {
    if (sought.every(({ elements, table }) => table[arrayOf(elements.codes)[i]!] === 1)) return true;
  }
  return false;
}
