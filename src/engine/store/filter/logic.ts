import type { Slab } from "../kernels/kernels.ts";
import {
  runInSteps,
  testOfSteps,
  type VectorCondition,
  type VectorContext,
  type VectorTest,
} from "./row-test.ts";

/** Conditions joined and negated as everywhere: true where all are true, false where one is false. */
export function allOf(conditions: readonly VectorCondition[], context: VectorContext): VectorCondition {
  return {
    isTrue: () =>
      allHold(
        conditions.map(({ isTrue }) => isTrue()),
        context,
      ),
    isFalse: () =>
      oneHolds(
        conditions.map(({ isFalse }) => isFalse()),
        context,
      ),
  };
}

export function anyOf(conditions: readonly VectorCondition[], context: VectorContext): VectorCondition {
  return negated(allOf(conditions.map(negated), context));
}

export function negated({ isTrue, isFalse }: VectorCondition): VectorCondition {
  return { isTrue: isFalse, isFalse: isTrue };
}

/** A condition that is the same for all rows. */
export function constantCondition(isTrue: boolean, isFalse: boolean): VectorCondition {
  const test = (holds: boolean): VectorTest => ({
    cost: 0,
    run: (within, out) => {
      if (holds) out.u32().set(within.u32().subarray(0, out.bytes / 4));
      else out.u32().fill(0);
    },
  });
  return { isTrue: () => test(isTrue), isFalse: () => test(isFalse) };
}

/** Tests that know better than one after the other what both come to. */
export interface JoinableTest extends VectorTest {
  /** This test and another one in one, if there is such a test. */
  readonly joinedWith: (other: VectorTest) => VectorTest | undefined;
}

/** Cheap ones first, the dear ones for the rows that are left alone; none at all where none is left. */
function allHold(tests: readonly VectorTest[], context: VectorContext): VectorTest {
  const ordered = joined(tests).toSorted((a, b) => rankOf(a) - rankOf(b));
  const [first, ...others] = ordered;
  if (first === undefined) return constantCondition(true, false).isTrue();
  if (others.length === 0) return first;
  const { kernels, scratch, words } = context;
  const test = testOfSteps(costOf(ordered), function* (within, out) {
    yield* runInSteps(first, within, out);
    yield* scratch.useInSteps(out.bytes, function* (next) {
      for (const each of others) {
        if (each.cost >= DEAR && isEmpty(out, words)) return;
        if (each.inPlace === true) each.run(out, out);
        else {
          yield* runInSteps(each, out, next);
          kernels.and(out, next, words);
        }
      }
    });
  });
  return { ...test, few: () => fewOf(ordered) };
}

/**
 * The place of a test among those that must all hold: what it costs for each row that it takes out. Dear ones come last
 * in any case, because they cost less the fewer rows are left.
 */
function rankOf({ cost, share = 0.5 }: VectorTest): number {
  return cost >= DEAR ? DEAREST + cost : cost / Math.max(1 - share, 1e-6);
}

/** Above the rank of all that is not dear. */
const DEAREST = 1e9;

/** The rows that one of the tests finds at once, as far as they pass all others. */
function fewOf(tests: readonly VectorTest[]): Uint32Array | undefined {
  for (const test of tests) {
    const others = tests.filter((other) => other !== test);
    if (others.some(({ at }) => at === undefined)) continue;
    const rows = test.few?.();
    if (rows !== undefined) return rows.filter((row) => others.every((other) => other.at!(row)));
  }
  return undefined;
}

function joined(tests: readonly VectorTest[]): VectorTest[] {
  const result: VectorTest[] = [];
  for (const test of tests) {
    const at = result.findIndex((before) => isJoinable(before) && before.joinedWith(test) !== undefined);
    if (at < 0) result.push(test);
    else result[at] = (result[at] as JoinableTest).joinedWith(test)!;
  }
  return result;
}

function isJoinable(test: VectorTest): test is JoinableTest {
  return "joinedWith" in test;
}

/** The dear ones for the rows that are not found yet. */
function oneHolds(tests: readonly VectorTest[], context: VectorContext): VectorTest {
  const ordered = tests.toSorted((a, b) => a.cost - b.cost);
  const [first, ...others] = ordered;
  if (first === undefined) return constantCondition(false, true).isTrue();
  if (others.length === 0) return first;
  const { kernels, scratch, words } = context;
  return testOfSteps(costOf(ordered), function* (within, out) {
    yield* runInSteps(first, within, out);
    yield* scratch.useInSteps(out.bytes, function* (next) {
      for (const test of others) {
        if (test.cost >= DEAR) {
          yield* scratch.useInSteps(out.bytes, function* (rest) {
            rest.u32().set(within.u32().subarray(0, words));
            kernels.andNot(rest, out, words);
            yield* runInSteps(test, rest, next);
          });
        } else yield* runInSteps(test, within, next);
        kernels.or(out, next, words);
      }
    });
  });
}

function costOf(tests: readonly VectorTest[]): number {
  return tests.reduce((sum, { cost }) => sum + cost, 0);
}

function isEmpty(bits: Slab, words: number): boolean {
  const array = bits.u32();
  for (let i = 0; i < words; i++) if (array[i] !== 0) return false;
  return true;
}

/** From here on it is worth looking whether a test is needed at all. */
const DEAR = 20;
