import type { Slab } from "../kernels/kernels.ts";
import { pausable } from "../../../pattern/pattern-work.ts";
import { countWork } from "../../../values/work.ts";
import { eachPart, EVALUATIONS_PER_STEP, isStepOver, type Task } from "../tasks/task.ts";
import { runTest, taskTest, type FilterContext, type ColumnTest } from "./row-test.ts";
import { memberOf } from "../../../values/own-properties.ts";

/** Returns a test that all rows match, or none. */
export function constantTest(holds: boolean): ColumnTest {
  return {
    cost: 0,
    run: (within, out) => {
      if (holds) out.u32().set(within.u32().subarray(0, out.bytes / 4));
      else out.u32().fill(0);
    },
  };
}

/** Test that can be replaced, together with all tests of the same `joinKey`, by one equivalent test. */
export interface JoinableTest extends ColumnTest {
  /** Identifies the tests that can be merged; undefined if this test cannot be. */
  readonly joinKey: object | undefined;
  readonly joinedWith: (otherTests: readonly ColumnTest[]) => ColumnTest;
}

/**
 * Returns a test for rows that match all tests. Runs cheap tests first, and expensive ones only on the
 * remaining rows.
 */
export function allTest(tests: readonly ColumnTest[], context: FilterContext): ColumnTest {
  const ordered = joinTests(tests).toSorted((a, b) => rankOf(a) - rankOf(b));
  const [first, ...otherTests] = ordered;
  if (first === undefined) return constantTest(true);
  if (otherTests.length === 0) return first;
  const test = taskTest(costOf(ordered), (within, out) => runAll(ordered, context, within, out));
  return {
    ...test,
    indexedRows: () => indexedRowsOf(ordered),
    prepare: () => prepareIndexed(ordered),
  };
}

function* runAll(
  [first, ...otherTests]: readonly ColumnTest[],
  context: FilterContext,
  within: Slab,
  out: Slab,
): Task<void> {
  yield* runTest(first!, within, out);
  yield* context.bitmaps.useInTask(out.bytes, (next) => keepAll(otherTests, context, out, next));
}

/** @param next bitmap whose content is not used */
function* keepAll(
  tests: readonly ColumnTest[],
  { kernels, bitmapWords }: FilterContext,
  out: Slab,
  next: Slab,
): Task<void> {
  for (const test of tests) {
    if (test.cost >= EXPENSIVE_TEST_COST && kernels.popcount(out, bitmapWords) === 0) return;
    if (test.canRunInPlace === true) yield* runTest(test, out, out);
    else {
      yield* runTest(test, out, next);
      kernels.and(out, next, bitmapWords);
    }
  }
}

/**
 * Returns the cost per excluded row, to sort tests. Expensive tests sort last, because they cost less if
 * fewer rows remain.
 */
function rankOf(test: ColumnTest): number {
  const { cost } = test;
  const share = memberOf(test, "selectivity") ?? 0.5;
  return cost >= EXPENSIVE_TEST_COST ? EXPENSIVE_TEST_RANK + cost : cost / Math.max(1 - share, 1e-6);
}

const EXPENSIVE_TEST_RANK = 1e9;

/**
 * Returns the rows that one test finds in an index and that match all other tests. Returns undefined if no
 * test has such rows.
 */
function* indexedRowsOf(tests: readonly ColumnTest[]): Task<Uint32Array | undefined> {
  for (const test of indexedTests(tests)) {
    const indexedRows = memberOf(test, "indexedRows");
    const rows = indexedRows === undefined ? undefined : yield* indexedRows.call(test);
    if (rows === undefined || rows.length * tests.length > MAX_INDEXED_TESTS) continue;
    const otherTests = tests.filter((other) => other !== test);
    return yield* rowsThatMatch(rows, otherTests);
  }
  return undefined;
}

/** Maximum number of tests of single rows. If there are more, the tests of whole columns run instead. */
const MAX_INDEXED_TESTS = 65_536;

/** Returns the rows that match all tests, which it tests one by one. */
function* rowsThatMatch(rows: Uint32Array, tests: readonly ColumnTest[]): Task<Uint32Array> {
  for (const test of tests) {
    const prepare = rows.length > 0 ? memberOf(test, "prepareHoldsAt") : undefined;
    if (prepare !== undefined) yield* prepare.call(test);
  }
  const matchingRows: number[] = [];
  const testSome = (from: number, end: number) => {
    let at = from;
    const work = () => {
      for (; at < end; at++) {
        const row = rows[at]!;
        countWork(tests.length * UNITS_PER_ROW_TEST);
        if (tests.every((test) => test.holdsAt!(row))) matchingRows.push(row);
        if (isStepOver()) return at + 1;
      }
      return end;
    };
    return pausable(work) ?? at;
  };
  yield* eachPart(rows.length, testSome, EVALUATIONS_PER_STEP);
  return Uint32Array.from(matchingRows);
}

/** Work of testing a row, in addition to the work that the test counts. */
const UNITS_PER_ROW_TEST = 8;

/** Returns the tests whose rows can be tested one by one by all other tests. */
function indexedTests(tests: readonly ColumnTest[]): readonly ColumnTest[] {
  const columnTests = tests.filter((test) => memberOf(test, "holdsAt") === undefined);
  return columnTests.length === 0 ? tests : columnTests.length === 1 ? columnTests : [];
}

/** Prepares the tests whose rows `indexedRowsOf` may use. */
function* prepareIndexed(tests: readonly ColumnTest[]): Task<void> {
  for (const test of indexedTests(tests)) {
    const prepare = memberOf(test, "prepare");
    if (prepare !== undefined) yield* prepare.call(test);
  }
}

/** Merges tests. Takes linear time, because requests can have thousands of conditions. */
function joinTests(tests: readonly ColumnTest[]): ColumnTest[] {
  const groups = new Map<object, ColumnTest[]>();
  for (const test of tests) {
    const key = joinKeyOf(test) ?? test;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [test]);
    else group.push(test);
  }
  return [...groups.values()].map(([first, ...otherTests]) =>
    otherTests.length === 0 ? first! : (first as JoinableTest).joinedWith(otherTests),
  );
}

function joinKeyOf(test: ColumnTest): object | undefined {
  return memberOf(test as JoinableTest, "joinKey");
}

/** Returns a test for rows that match at least one test. Runs expensive tests only on the rows that no test has found. */
export function anyTest(tests: readonly ColumnTest[], context: FilterContext): ColumnTest {
  const ordered = tests.toSorted((a, b) => a.cost - b.cost);
  const [first, ...otherTests] = ordered;
  if (first === undefined) return constantTest(false);
  if (otherTests.length === 0) return first;
  return taskTest(costOf(ordered), (within, out) => runAny(ordered, context, within, out));
}

function* runAny(
  [first, ...otherTests]: readonly ColumnTest[],
  context: FilterContext,
  within: Slab,
  out: Slab,
): Task<void> {
  yield* runTest(first!, within, out);
  yield* context.bitmaps.useInTask(out.bytes, (next) => addAny(otherTests, context, [within, out, next]));
}

/** @param slabs the third bitmap is one whose content is not used */
function* addAny(
  tests: readonly ColumnTest[],
  { kernels, bitmaps, bitmapWords }: FilterContext,
  [within, out, next]: readonly [Slab, Slab, Slab],
): Task<void> {
  for (const test of tests) {
    if (test.cost < EXPENSIVE_TEST_COST) yield* runTest(test, within, next);
    else
      yield* bitmaps.useInTask(out.bytes, (unmatched) => {
        unmatched.u32().set(within.u32().subarray(0, bitmapWords));
        kernels.andNot(unmatched, out, bitmapWords);
        return runTest(test, unmatched, next);
      });
    kernels.or(out, next, bitmapWords);
  }
}

function costOf(tests: readonly ColumnTest[]): number {
  return tests.reduce((sum, { cost }) => sum + cost, 0);
}

/** Tests with this or a higher cost are skipped if no rows are left. */
export const EXPENSIVE_TEST_COST = 20;
