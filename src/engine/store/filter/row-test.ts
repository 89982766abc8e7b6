import { strengthOf, type Call, type Expression, type Name } from "../../../ast/nodes.ts";
import { walk } from "../../../ast/walk.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Checked } from "../../../checker/checked.ts";
import type { Comparison } from "../../../collation/order/strength.ts";
import { compileOperand } from "../../../evaluator/operand.ts";
import { collatorOf } from "../../../functions/in-memory/compare-values.ts";
import type { Operand, Test } from "../../../functions/definition/types.ts";
import type { Value } from "../../../values/types.ts";
import type { Columns } from "../columns/columns.ts";
import { forEachRowBetween } from "../kernels/growable-buffers.ts";
import { bitmapWordCount, type Kernels, type Slab } from "../kernels/kernels.ts";
import { columnKey } from "../members/member-reader.ts";
import type { BitmapPool } from "../kernels/bitmap-pool.ts";
import { EVALUATIONS_PER_STEP, runNow, eachBatch, type Task } from "../tasks/task.ts";
import type { Thresholds } from "../tasks/thresholds.ts";

/** A test of all rows at once. */
export interface ColumnTest {
  /** How dear it is, roughly: 1 is reading one column of codes once. */
  readonly cost: number;
  /** Makes `out` the rows of `within` for which it holds. The two are different slabs, unless it works in place. */
  readonly run: (within: Slab, out: Slab) => void;
  /** The same in steps, where it can take long. */
  readonly task?: ((within: Slab, out: Slab) => Task<void>) | undefined;
  /** The share of the rows for which it seems to hold, from 0 to 1. */
  readonly selectivity?: number;
  /** Whether `out` may be `within`. */
  readonly canRunInPlace?: boolean;
  /** For how many of all rows of the columns it holds; undefined where `run` is the way to know. */
  readonly count?: () => number | undefined;
  /** The rows of the columns for which it holds, in any order, if they are few and found without a look at the others. */
  readonly indexedRows?: () => Uint32Array | undefined;
  /** Whether signatures tell it which texts it need not read. Known once it was run. */
  readonly usesTrigramIndex?: () => boolean;
  /** Whether it holds for a row. */
  readonly holdsAt?: (row: number) => boolean;
}

/** A test that is made of steps. */
export function taskTest(cost: number, steps: (within: Slab, out: Slab) => Task<void>): ColumnTest {
  return { cost, task: steps, run: (within, out) => runNow(steps(within, out)) };
}

/** Runs a test in steps, if it has any. */
export function* runTest(test: ColumnTest, within: Slab, out: Slab): Task<void> {
  if (test.task === undefined) test.run(within, out);
  else yield* test.task(within, out);
}

/**
 * A condition over all rows, in two tests like everywhere: where it is true, and where it is false. Unknown is where
 * neither holds.
 */
export interface ColumnCondition {
  readonly isTrue: () => ColumnTest;
  readonly isFalse: () => ColumnTest;
}

/** What making tests needs to know. It holds for the rows that there are while it is made. */
export interface FilterContext {
  readonly checked: Checked;
  readonly locale: string | undefined;
  readonly isPlain: boolean;
  readonly columns: Columns;
  readonly kernels: Kernels;
  readonly bitmaps: BitmapPool;
  readonly thresholds: Thresholds;
  readonly rows: number;
  readonly bitmapWords: number;
}

export function filterContext(
  checked: Checked,
  columns: Columns,
  bitmaps: BitmapPool,
  { locale, isPlain }: { readonly locale: string | undefined; readonly isPlain: boolean },
): FilterContext {
  const { kernels, rows, thresholds } = columns;
  return {
    checked,
    locale,
    isPlain,
    columns,
    kernels,
    bitmaps,
    thresholds,
    rows: rows.length,
    bitmapWords: bitmapWordCount(rows.length),
  };
}

/** Asking each row by itself: whatever a condition is, this is what it means. */
export function rowByRowCondition(node: Expression, context: FilterContext): ColumnCondition {
  const operand = rowOperand(node, context);
  return {
    isTrue: () => rowsTest(operand.isTrue(), context),
    isFalse: () => rowsTest(operand.isFalse(), context),
  };
}

export function rowOperand(node: Expression, { checked, locale, isPlain }: FilterContext): Operand {
  return compileOperand(node, { checked, locale, plainRows: isPlain });
}

function rowsTest(test: Test, { columns, rows }: FilterContext): ColumnTest {
  return rowByRowTest((row) => test(columns.rows.at(row)), rows, ROW_TEST_COST);
}

/** A test of one row after another, by their numbers. */
export function rowByRowTest(holds: (row: number) => boolean, rows: number, cost: number): ColumnTest {
  const test = taskTest(cost, function* (within, out) {
    out.u32().fill(0);
    const ask = (from: number, end: number) => {
      const bits = out.u32();
      forEachRowBetween(within.u32(), from, end, (row) => {
        if (holds(row)) bits[row >>> 5]! |= 1 << (row & 31);
      });
    };
    yield* eachBatch(rows, ask, EVALUATIONS_PER_STEP);
  });
  return { ...test, holdsAt: holds };
}

/** What asking each row by itself costs. */
export const ROW_TEST_COST = 1000;

/** The different members that a tree names. */
export function membersOf(node: Expression, { checked }: FilterContext): ResolvedMember[] {
  const members = new Map<string, ResolvedMember>();
  for (const name of namesOf(node)) {
    const member = checked.members.get(name);
    if (member === undefined)
      throw new TypeError(`The name ${name.name} is not resolved: the tree is not checked.`);
    members.set(columnKey(member), member);
  }
  return [...members.values()];
}

function namesOf(node: Expression): Name[] {
  const names: Name[] = [];
  walk(node, (each) => {
    if (each.kind === "name") names.push(each);
  });
  return names;
}

/** What stands for a row where a tree is asked about one member's value alone. */
export interface Cell {
  v: Value;
}

/**
 * A tree that names one member alone, compiled to ask about a value of that member. The value is one that the member's
 * reader gave: reading it again as its type gives the same.
 */
export function cellOperand(
  node: Expression,
  member: ResolvedMember,
  { checked, locale }: FilterContext,
): Operand {
  const inCell = { ...member, path: ["v"], lists: [0] };
  const members = new Map(namesOf(node).map((name) => [name, inCell]));
  return compileOperand(node, { checked: { ...checked, members }, locale, plainRows: true });
}

/** How a call on one member compares its texts. */
export function comparisonOf(node: Call, member: ResolvedMember, context: FilterContext): Comparison {
  const operands = node.args.map((each) =>
    each.kind === "name" ? cellOperand(each, member, context) : rowOperand(each, context),
  );
  const { role } = context.checked.functions.get(node.callee)!;
  const strength = (role?.kind === "search" ? role.strength : undefined) ?? strengthOf(node);
  return collatorOf({ operands, strength, locale: context.locale }).comparison;
}
