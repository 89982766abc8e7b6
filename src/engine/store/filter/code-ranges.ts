import { pausable } from "../../../pattern/pattern-work.ts";
import type { CodeArray } from "../kernels/kernels.ts";
import { typedCodes } from "../kernels/plain.ts";
import { scratchBytes } from "../tasks/scratch.ts";
import { EVALUATIONS_PER_STEP, eachPart, isStepOver, type Task } from "../tasks/task.ts";
import type { ColumnTest, FilterContext } from "./row-test.ts";

/** Range of dictionary codes. Both ends are inclusive. */
export type CodeRange = readonly [number, number];

export function rangesTest(
  codes: CodeArray,
  ranges: readonly CodeRange[],
  context: FilterContext,
): ColumnTest {
  const { kernels } = context;
  const areMany = ranges.length > (codes.width === 1 ? MAX_BYTE_RANGES : MAX_RANGES);
  return {
    ...(areMany ? tableLookupTest(codes, tableOf(ranges), context) : rangeTest(codes, ranges, context)),
    selectivity: ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0) / codes.count,
    count: () =>
      ranges.length > MAX_RANGES
        ? undefined
        : ranges.reduce((sum, [first, last]) => sum + kernels.countCodes(codes, first, last), 0),
  };
}

function rangeTest(codes: CodeArray, ranges: readonly CodeRange[], { kernels }: FilterContext): ColumnTest {
  return {
    cost: ranges.length,
    holdsAt: (row) => {
      const code = typedCodes(codes)[row]!;
      return ranges.some(([first, last]) => code >= first && code <= last);
    },
    canRunInPlace: ranges.length === 1,
    run: (within, out) => {
      if (ranges.length === 0) out.u32().fill(0);
      for (const [i, [first, last]] of ranges.entries())
        kernels.codesBetween(codes, first, last, within, out, i > 0);
    },
  };
}

function tableOf(ranges: readonly CodeRange[]): Uint8Array {
  const table = scratchBytes(Math.max(...ranges.map(([, last]) => last)) + 1);
  for (const [first, last] of ranges) table.fill(1, first, last + 1);
  return table;
}

/** Highest number of ranges for one-byte codes, because a vector table lookup takes as long as 4 passes. */
const MAX_BYTE_RANGES = 4;

/** Highest number of ranges. With more ranges, a table lookup per row is cheaper than one pass per range. */
export const MAX_RANGES = 8;

/** Returns a table with 1 for each code that satisfies `holds`. Codes before `first` have 0. */
export function* tableWhere(count: number, first: 0 | 1, holds: (code: number) => boolean): Task<Uint8Array> {
  const table = scratchBytes(count);
  const testCodes = (from: number, end: number) => {
    let code = Math.max(from, first);
    const test = () => {
      for (; code < end; code++) {
        if (holds(code)) table[code] = 1;
        if (isStepOver()) return code + 1;
      }
      return end;
    };
    return pausable(test) ?? code;
  };
  yield* eachPart(count, testCodes, EVALUATIONS_PER_STEP);
  return table;
}

export function tableTest(codes: CodeArray, table: Uint8Array, context: FilterContext): ColumnTest {
  const ranges = rangesOf(table);
  return ranges === undefined ? tableLookupTest(codes, table, context) : rangesTest(codes, ranges, context);
}

/** Returns the ranges of codes whose table entry is 1, or undefined if there are more than `MAX_RANGES`. */
function rangesOf(table: Uint8Array): CodeRange[] | undefined {
  const ranges: CodeRange[] = [];
  for (let first = table.indexOf(1); first >= 0;) {
    if (ranges.length === MAX_RANGES) return undefined;
    const end = table.indexOf(0, first);
    ranges.push([first, (end < 0 ? table.length : end) - 1]);
    if (end < 0) break;
    first = table.indexOf(1, end);
  }
  return ranges;
}

function tableLookupTest(codes: CodeArray, table: Uint8Array, { kernels }: FilterContext): ColumnTest {
  return {
    cost: 4,
    holdsAt: (row) => table[typedCodes(codes)[row]!] === 1,
    canRunInPlace: true,
    run: (within, out) => {
      // The kernel requires a table with a byte for every code.
      const slab = kernels.allocate(Math.max(codes.count, table.length));
      slab.u8().set(table);
      kernels.codesInTable(codes, slab, within, out);
      kernels.release(slab);
    },
  };
}
