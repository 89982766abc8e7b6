import { runNow, type Task } from "../tasks/task.ts";
import type { Slab } from "../kernels/kernels.ts";
import { countWork } from "../../../values/work.ts";
import { withArguments } from "../../../ast/make-node.ts";
import type { Call, Expression, Literal } from "../../../ast/nodes.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Test } from "../../../functions/definition/types.ts";
import { comparisonName } from "../../../functions/definition/function-table.ts";
import { notMatchingTest } from "./dictionary-tests.ts";
import { comparisonIntervals, intersection, type Interval } from "./intervals.ts";
import type { NumberColumn } from "../columns/number-column.ts";
import { countInRanges, rowsInRanges, type IndexRange } from "../indexes/row-index.ts";
import { constantTest, type JoinableTest } from "./logic.ts";
import {
  prepareIndex,
  rowOperand,
  rowByRowCondition,
  testListedRows,
  UNITS_PER_BITMAP_BYTE,
  type ColumnCondition,
  type FilterContext,
  type ColumnTest,
} from "./row-test.ts";

export function numberCondition(
  node: Expression,
  member: ResolvedMember,
  column: NumberColumn,
  context: FilterContext,
): ColumnCondition {
  if (node.kind !== "call") return rowByRowCondition(node, context);
  const { role } = context.checked.functions.get(node.callee)!;
  if (role?.kind === "nullTest" && node.args[0]!.kind === "name") return nullCondition(column, context);
  const literal = literalOperand(node);
  if (literal === undefined || role?.kind !== "comparison") return rowByRowCondition(node, context);
  const intervals = comparisonIntervals(node, literal, member, column, context);
  if (intervals === undefined) return rowByRowCondition(node, context);
  const rowTests = (side: "isTrue" | "isFalse") =>
    column.exceptions.length === 0 ? [] : [rowOperand(node, context)[side]()];
  return {
    isTrue: () => new IntervalsTest(column, intervals.isTrue, rowTests("isTrue"), context),
    isFalse: () => new IntervalsTest(column, intervals.isFalse, rowTests("isFalse"), context),
  };
}

/**
 * Returns the literal of a call whose arguments are exactly one name and one literal, otherwise undefined.
 */
function literalOperand({ args }: Call): Literal | undefined {
  const [a, b] = args;
  if (args.length !== 2) return undefined;
  if (a!.kind === "name" && b!.kind === "literal") return b;
  return a!.kind === "literal" && b!.kind === "name" ? a : undefined;
}

function nullCondition(column: NumberColumn, context: FilterContext): ColumnCondition {
  const nothing = constantTest(false);
  const isThere = notMatchingTest(nothing, column, context);
  const { kernels, bitmapWords } = context;
  return {
    isTrue: () => ({
      cost: 1,
      run: (within, out) => {
        out.u32().set(within.u32().subarray(0, bitmapWords));
        kernels.andNot(out, column.valid(), bitmapWords);
      },
    }),
    isFalse: () => isThere,
  };
}

/** Test whether numbers are in any of several intervals. */
class IntervalsTest implements JoinableTest {
  readonly cost: number;
  readonly selectivity: number;
  readonly canRunInPlace: boolean;
  /** Tests of one interval are merged: their intersection is one interval too, or empty. */
  readonly joinKey: object | undefined;
  readonly task: ((within: Slab, out: Slab) => Task<void>) | undefined;
  readonly #column: NumberColumn;
  readonly #intervals: readonly Interval[];
  readonly #rowTests: readonly Test[];
  readonly #context: FilterContext;
  /** The intervals in the index with this number of rows. */
  #ranges: { readonly rows: number; readonly ranges: readonly IndexRange[] } | undefined;

  /** @param rowTests all evaluate to true on the matching rows among the exceptions of the column */
  constructor(
    column: NumberColumn,
    intervals: readonly Interval[],
    rowTests: readonly Test[],
    context: FilterContext,
  ) {
    this.cost = column.cost * intervals.length;
    this.selectivity = shareOf(intervals, column);
    this.canRunInPlace = intervals.length === 1 && column.exceptions.length === 0;
    this.joinKey = intervals.length === 1 ? column : undefined;
    this.task = column.exceptions.length === 0 ? undefined : (within, out) => this.#testInSteps(within, out);
    this.#column = column;
    this.#intervals = intervals;
    this.#rowTests = rowTests;
    this.#context = context;
  }

  run(within: Slab, out: Slab): void {
    if (this.task === undefined) this.#testNumbers(within, out);
    else runNow(this.task(within, out));
  }

  #testNumbers(within: Slab, out: Slab): void {
    if (this.#intervals.length === 0) out.u32().fill(0);
    for (const [i, [low, high]] of this.#intervals.entries())
      this.#column.between(this.#context.rows, low, high, within, out, i > 0);
  }

  *#testInSteps(within: Slab, out: Slab): Task<void> {
    this.#testNumbers(within, out);
    countWork(this.cost * out.bytes * UNITS_PER_BITMAP_BYTE);
    yield* testListedRows(this.#column.exceptions, (row) => this.#holdsInRow(row), within, out);
  }

  #holdsInRow(row: number): boolean {
    const object = this.#context.columns.rows.at(row);
    countWork(this.#rowTests.length * UNITS_PER_ROW_TEST);
    return this.#rowTests.every((test) => test(object));
  }

  holdsAt(row: number): boolean {
    const number = this.#column.numberAt(row);
    if (number !== number && this.#column.exceptions.length > 0) return this.#holdsInRow(row);
    return this.#intervals.some(([low, high]) => number >= low && number <= high);
  }

  count(): number | undefined {
    if (this.#column.exceptions.length > 0) return undefined;
    const { rows } = this.#context;
    const ranges = this.#indexRanges();
    if (ranges !== undefined)
      return countInRanges(this.#column.index(), ranges, rows, (row) => this.holdsAt(row));
    return this.#intervals.reduce((sum, [low, high]) => sum + this.#column.count(rows, low, high), 0);
  }

  *indexedRows(): Task<Uint32Array | undefined> {
    const ranges = this.#indexRanges();
    if (ranges === undefined) return undefined;
    return rowsInRanges(this.#column.index(), ranges, this.#context.rows, (row) => this.holdsAt(row));
  }

  *prepare(): Task<void> {
    if (this.#column.exceptions.length > 0) return;
    const { placedNumber } = this.#context.tuning;
    yield* prepareIndex(this.#column.index(), Math.max(1, this.cost), placedNumber, this.#context);
  }

  #indexRanges(): readonly IndexRange[] | undefined {
    const { rows } = this.#context;
    if (this.#column.exceptions.length > 0) return undefined;
    const index = this.#column.index();
    if (!index.tryUse(rows)) return undefined;
    if (this.#ranges?.rows !== index.rows) {
      const ranges = this.#intervals.map(([low, high]) => index.rangeOf(low, high));
      this.#ranges = { rows: index.rows, ranges };
    }
    return this.#ranges.ranges;
  }

  joinedWith(tests: readonly ColumnTest[]): ColumnTest {
    let intervals = this.#intervals;
    const rowTests = [...this.#rowTests];
    for (const test of tests) {
      if (!(test instanceof IntervalsTest)) throw new TypeError("internal: only tests of numbers are joined");
      intervals = intersection(intervals, test.#intervals);
      rowTests.push(...test.#rowTests);
    }
    return new IntervalsTest(this.#column, intervals, rowTests, this.#context);
  }
}

/** Work of evaluating a comparison on a row. */
const UNITS_PER_ROW_TEST = 16;

/** Estimates the share of rows in the intervals. Assumes that the numbers are uniformly distributed. */
function shareOf(intervals: readonly Interval[], { min, max }: NumberColumn): number {
  const inside = intersection(intervals, [[min, max]]);
  const width = inside.reduce((sum, [low, high]) => sum + (high - low), 0);
  return width > 0 && max > min ? Math.min(1, width / (max - min)) : 0;
}

/**
 * Rewrites a comparison: `ne` to the negation of `eq`, `in` to one `eq` per value, and a chain to its pairs
 * (grammar.md, "Truth").
 */
export function simplerComparisons(
  node: Call,
  { checked: { functions } }: FilterContext,
): SimplerComparisons | undefined {
  const { role } = functions.get(node.callee)!;
  if (role?.kind !== "comparison") return undefined;
  const { args } = node;
  const eq = comparisonName(functions, "eq");
  if (role.relation === "ne") return { logic: "not", calls: [withArguments(node, args, eq)] };
  if (role.relation === "in") {
    if (args.length > MAX_EQUALITIES) return undefined;
    const pairs = args.slice(1).map((argument) => withArguments(node, [args[0]!, argument], eq));
    return { logic: "or", calls: pairs };
  }
  if (args.length === 2) return undefined;
  return {
    logic: "and",
    calls: args.slice(1).map((argument, i) => withArguments(node, [args[i]!, argument])),
  };
}

export interface SimplerComparisons {
  readonly logic: "and" | "or" | "not";
  readonly calls: readonly Call[];
}

/** Highest number of arguments of `in`. With more arguments, one lookup per row is cheaper. */
const MAX_EQUALITIES = 24;
