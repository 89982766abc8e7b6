import type { Slab } from "../kernels/kernels.ts";
import type { Task } from "../tasks/task.ts";
import {
  runStep,
  runTest,
  taskTest,
  type ColumnCondition,
  type FilterContext,
  type ColumnTest,
} from "./row-test.ts";

/**
 * Returns the conjunction: true for rows where all conditions are true, false for rows where one is false.
 */
export function allConditions(
  conditions: readonly ColumnCondition[],
  context: FilterContext,
): ColumnCondition {
  return {
    isTrue: () =>
      allTest(
        conditions.map(({ isTrue }) => isTrue()),
        context,
      ),
    isFalse: () =>
      anyTest(
        conditions.map(({ isFalse }) => isFalse()),
        context,
      ),
  };
}

export function anyCondition(
  conditions: readonly ColumnCondition[],
  context: FilterContext,
): ColumnCondition {
  return negatedCondition(allConditions(conditions.map(negatedCondition), context));
}

export function negatedCondition({ isTrue, isFalse }: ColumnCondition): ColumnCondition {
  return { isTrue: isFalse, isFalse: isTrue };
}

export function constantCondition(isTrue: boolean, isFalse: boolean): ColumnCondition {
  const test = (holds: boolean): ColumnTest => ({
    cost: 0,
    run: (within, out) => {
      if (holds) out.u32().set(within.u32().subarray(0, out.bytes / 4));
      else out.u32().fill(0);
    },
  });
  return { isTrue: () => test(isTrue), isFalse: () => test(isFalse) };
}

export interface JoinableTest extends ColumnTest {
  /** Returns one test that is equivalent to both tests, or undefined if they cannot be merged. */
  readonly joinedWith: (other: ColumnTest) => ColumnTest | undefined;
}

/**
 * Returns a test for rows that match all tests. Runs cheap tests first, and expensive ones only on the
 * remaining rows.
 */
function allTest(tests: readonly ColumnTest[], context: FilterContext): ColumnTest {
  const ordered = joined(tests).toSorted((a, b) => rankOf(a) - rankOf(b));
  const [first, ...others] = ordered;
  if (first === undefined) return constantCondition(true, false).isTrue();
  if (others.length === 0) return first;
  const { kernels, bitmaps, bitmapWords } = context;
  const test = taskTest(costOf(ordered), function* (within, out) {
    yield* runTest(first, within, out);
    yield* bitmaps.useInTask(out.bytes, function* (next) {
      for (const each of others) {
        if (each.cost >= EXPENSIVE_TEST_COST && isEmpty(out, bitmapWords)) return;
        if (each.canRunInPlace === true) yield* runStep(each, out, out);
        else {
          yield* runTest(each, out, next);
          kernels.and(out, next, bitmapWords);
        }
      }
    });
  });
  return { ...test, indexedRows: () => indexedRowsOf(ordered), prepare: () => prepareIndexed(ordered) };
}

/**
 * Returns the cost per excluded row, to sort tests. Expensive tests sort last, because they cost less if
 * fewer rows remain.
 */
function rankOf({ cost, selectivity: share = 0.5 }: ColumnTest): number {
  return cost >= EXPENSIVE_TEST_COST ? EXPENSIVE_TEST_RANK + cost : cost / Math.max(1 - share, 1e-6);
}

const EXPENSIVE_TEST_RANK = 1e9;

/**
 * Returns the rows that one test finds in an index and that match all other tests. Returns undefined if no
 * test has such rows.
 */
function indexedRowsOf(tests: readonly ColumnTest[]): Uint32Array | undefined {
  for (const test of tests) {
    const others = tests.filter((other) => other !== test);
    if (others.some(({ holdsAt: at }) => at === undefined)) continue;
    const rows = test.indexedRows?.();
    if (rows !== undefined) return rows.filter((row) => others.every((other) => other.holdsAt!(row)));
  }
  return undefined;
}

/** Prepares the tests whose rows `indexedRowsOf` may use. */
function* prepareIndexed(tests: readonly ColumnTest[]): Task<void> {
  const others = tests.filter(({ holdsAt: at }) => at === undefined);
  if (others.length > 1) return;
  for (const test of others.length === 1 ? others : tests)
    if (test.prepare !== undefined) yield* test.prepare();
}

function joined(tests: readonly ColumnTest[]): ColumnTest[] {
  const result: ColumnTest[] = [];
  for (const test of tests) {
    const at = result.findIndex((before) => isJoinable(before) && before.joinedWith(test) !== undefined);
    if (at < 0) result.push(test);
    else result[at] = (result[at] as JoinableTest).joinedWith(test)!;
  }
  return result;
}

function isJoinable(test: ColumnTest): test is JoinableTest {
  return "joinedWith" in test;
}

function anyTest(tests: readonly ColumnTest[], context: FilterContext): ColumnTest {
  const ordered = tests.toSorted((a, b) => a.cost - b.cost);
  const [first, ...others] = ordered;
  if (first === undefined) return constantCondition(false, true).isTrue();
  if (others.length === 0) return first;
  const { kernels, bitmaps, bitmapWords } = context;
  return taskTest(costOf(ordered), function* (within, out) {
    yield* runTest(first, within, out);
    yield* bitmaps.useInTask(out.bytes, function* (next) {
      for (const test of others) {
        if (test.cost >= EXPENSIVE_TEST_COST) {
          yield* bitmaps.useInTask(out.bytes, function* (rest) {
            rest.u32().set(within.u32().subarray(0, bitmapWords));
            kernels.andNot(rest, out, bitmapWords);
            yield* runTest(test, rest, next);
          });
        } else yield* runTest(test, within, next);
        kernels.or(out, next, bitmapWords);
      }
    });
  });
}

function costOf(tests: readonly ColumnTest[]): number {
  return tests.reduce((sum, { cost }) => sum + cost, 0);
}

function isEmpty(bits: Slab, bitmapWords: number): boolean {
  const array = bits.u32();
  for (let i = 0; i < bitmapWords; i++) if (array[i] !== 0) return false;
  return true;
}

/** Tests with this or a higher cost are skipped if no rows are left. */
const EXPENSIVE_TEST_COST = 20;
