import { rowCount, rowsOf } from "../indexes/row-index.ts";
import type { Codes } from "../kernels/kernels.ts";
import { arrayOf } from "../kernels/plain.ts";
import type { CodeIndex } from "../indexes/code-index.ts";
import type { VectorContext, VectorTest } from "./row-test.ts";

/** Codes from the first to the second, both included. */
export type Range = readonly [number, number];

/** The rows whose code is in a range. */
export function rangesTest(
  codes: Codes,
  ranges: readonly Range[],
  context: VectorContext,
  index?: CodeIndex,
): VectorTest {
  const { kernels, rows, thresholds } = context;
  const places = () =>
    index?.serves(rows, thresholds.searchesBeforeIndex) === true
      ? ranges.map(([first, last]) => index.places(first, last))
      : undefined;
  const test =
    ranges.length > (codes.width === 1 ? FEW_RANGES : MOST_RANGES)
      ? lookUpTest(codes, tableOf(ranges), context)
      : passesTest(codes, ranges, context);
  return {
    ...test,
    share: ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0) / codes.count,
    count: () => {
      const found = places();
      if (index !== undefined && found !== undefined) return rowCount(index, found, rows, test.at);
      if (ranges.length > MOST_RANGES) return undefined;
      return ranges.reduce((sum, [first, last]) => sum + kernels.countCodes(codes, first, last), 0);
    },
    few: () => {
      const found = places();
      return index !== undefined && found !== undefined ? rowsOf(index, found, rows, test.at) : undefined;
    },
  };
}

type CodesTest = VectorTest & Required<Pick<VectorTest, "at">>;

function passesTest(codes: Codes, ranges: readonly Range[], { kernels }: VectorContext): CodesTest {
  return {
    cost: ranges.length,
    at: (row) => {
      const code = arrayOf(codes)[row]!;
      return ranges.some(([first, last]) => code >= first && code <= last);
    },
    inPlace: ranges.length === 1,
    run: (within, out) => {
      if (ranges.length === 0) out.u32().fill(0);
      for (const [i, [first, last]] of ranges.entries())
        kernels.codesBetween(codes, first, last, within, out, i > 0);
    },
  };
}

function tableOf(ranges: readonly Range[]): Uint8Array {
  const table = new Uint8Array(Math.max(...ranges.map(([, last]) => last)) + 1);
  for (const [first, last] of ranges) table.fill(1, first, last + 1);
  return table;
}

/** Of one byte all codes can be looked up at once, in the time of so many passes. */
const FEW_RANGES = 4;

/** So many passes cost less than one look-up a row. */
export const MOST_RANGES = 8;

/** The rows whose code has a 1 in a table. */
export function tableTest(
  codes: Codes,
  table: Uint8Array,
  context: VectorContext,
  index?: CodeIndex,
): VectorTest {
  const ranges = rangesOf(table);
  return ranges === undefined ? lookUpTest(codes, table, context) : rangesTest(codes, ranges, context, index);
}

/** The codes of a table as ranges; undefined if they are many. */
function rangesOf(table: Uint8Array): Range[] | undefined {
  const ranges: Range[] = [];
  for (let first = table.indexOf(1); first >= 0;) {
    if (ranges.length === MOST_RANGES) return undefined;
    const end = table.indexOf(0, first);
    ranges.push([first, (end < 0 ? table.length : end) - 1]);
    if (end < 0) break;
    first = table.indexOf(1, end);
  }
  return ranges;
}

function lookUpTest(codes: Codes, table: Uint8Array, { kernels }: VectorContext): CodesTest {
  return {
    cost: 4,
    at: (row) => table[arrayOf(codes)[row]!] === 1,
    inPlace: true,
    run: (within, out) => {
      // Each code has a byte, also those beyond the last that is set.
      const slab = kernels.allocate(Math.max(codes.count, table.length));
      slab.u8().set(table);
      kernels.codesInTable(codes, slab, within, out);
      kernels.release(slab);
    },
  };
}
