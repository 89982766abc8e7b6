import { strengthOf, type Call, type Expression, type Name } from "../../../ast/nodes.ts";
import { walk } from "../../../ast/walk.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Checked } from "../../../checker/checked.ts";
import type { Comparison } from "../../../collation/order/strength.ts";
import { compileOperand } from "../../../evaluator/operand.ts";
import { collatorOf } from "../../../functions/in-memory/compare-values.ts";
import type { Operand, Test } from "../../../functions/definition/types.ts";
import type { Value } from "../../../values/types.ts";
import { countWork } from "../../../values/work.ts";
import type { Columns } from "../columns/columns.ts";
import type { RowIndex } from "../indexes/row-index.ts";
import { visitRowsUntil } from "../kernels/growable-buffers.ts";
import { bitmapWordCount, type Kernels, type Slab } from "../kernels/kernels.ts";
import { columnKey } from "../members/member-reader.ts";
import type { BitmapPool } from "../kernels/bitmap-pool.ts";
import { pausable } from "../../../pattern/pattern-work.ts";
import { EVALUATIONS_PER_STEP, isStepOver, pause, runNow, eachPart, type Task } from "../tasks/task.ts";
import { UNIT_COSTS, type Tuning } from "../tasks/unit-costs.ts";
import { memberOf } from "../../../values/own-properties.ts";

export interface ColumnTest {
  /** Estimated cost of a run, where 1 is one pass over a column of codes. */
  readonly cost: number;
  /** Writes the matching rows of `within` to `out`. Requires two different slabs unless `canRunInPlace`. */
  readonly run: (within: Slab, out: Slab) => void;
  /** Like `run`, as a task, for tests that may take long. */
  readonly task?: ((within: Slab, out: Slab) => Task<void>) | undefined;
  /** Estimated share of matching rows, 0 to 1. */
  readonly selectivity?: number;
  /** Whether `within` and `out` of `run` may be the same slab. */
  readonly canRunInPlace?: boolean;
  /**
   * Returns the number of matching rows, including deleted rows. Returns undefined if only `run` can count
   * them.
   */
  readonly count?: () => number | undefined;
  /**
   * Returns the matching rows, unsorted and including deleted rows, or undefined unless an index finds few
   * rows.
   */
  readonly indexedRows?: () => Task<Uint32Array | undefined>;
  /** Returns whether the matching rows are cached from earlier requests. */
  readonly usesCachedRows?: () => boolean;
  /**
   * Returns whether compiling the condition again would make an equivalent test, and counts a use of what the test has cached.
   * Without this function, it always would while the columns stay the same.
   */
  readonly isCurrent?: () => boolean;
  readonly holdsAt?: (row: number) => boolean;
  /** Does the work that the first call of `holdsAt` needs. */
  readonly prepareHoldsAt?: () => Task<unknown>;
  /** Does the work that `count` and `indexedRows` need, such as building an index that is due. */
  readonly prepare?: (() => Task<void>) | undefined;
}

export function taskTest(cost: number, steps: (within: Slab, out: Slab) => Task<void>): ColumnTest {
  return { cost, task: steps, run: (within, out) => runNow(steps(within, out)) };
}

/** Runs a test, and yields if the step has done enough work. */
export function* runTest(test: ColumnTest, within: Slab, out: Slab): Task<void> {
  const task = memberOf(test, "task");
  if (task === undefined) test.run(within, out);
  else yield* task.call(test, within, out);
  // Tests with a task count their work themselves. Their callers still make a pass over the bitmaps.
  const passes = task === undefined ? 1 + test.cost : 1;
  countWork(Math.ceil(passes * out.bytes * UNITS_PER_BITMAP_BYTE));
  yield* pause();
}

/** Work of a pass over a column for eight rows. */
export const UNITS_PER_BITMAP_BYTE = 8 * UNIT_COSTS.columnRow;

/** Condition with three results: a row that matches neither test is unknown. */
export interface ColumnCondition {
  readonly isTrue: () => ColumnTest;
  readonly isFalse: () => ColumnTest;
}

/**
 * Everything that the compilation of a filter needs. Valid only for the rows that exist when it is created.
 */
export interface FilterContext {
  readonly checked: Checked;
  readonly locale: string | undefined;
  readonly isPlain: boolean;
  readonly columns: Columns;
  readonly kernels: Kernels;
  readonly bitmaps: BitmapPool;
  readonly tuning: Tuning;
  readonly rows: number;
  readonly bitmapWords: number;
}

export function filterContext(
  checked: Checked,
  columns: Columns,
  bitmaps: BitmapPool,
  { locale, isPlain }: { readonly locale: string | undefined; readonly isPlain: boolean },
): FilterContext {
  const { kernels, rows, tuning } = columns;
  return {
    checked,
    locale,
    isPlain,
    columns,
    kernels,
    bitmaps,
    tuning,
    rows: rows.length,
    bitmapWords: bitmapWordCount(rows.length),
  };
}

/**
 * Builds the index of a column if tests have lost enough without it.
 *
 * @param passes cost of a test without the index, where 1 is one pass over a column of codes
 * @param rowCost work of indexing a row
 */
export function* prepareIndex(
  index: RowIndex,
  passes: number,
  rowCost: number,
  { columns, locale, rows, tuning }: FilterContext,
): Task<void> {
  if (rows === 0 || !index.isMissing) return;
  const costs = { own: passes * rows * tuning.columnRow, cost: index.isRequested ? 0 : rows * rowCost };
  yield* columns.buildIfDue(index, locale, costs, () => index.buildMissing());
}

/** Compiles a condition of any kind to tests that are evaluated on each row. */
export function rowByRowCondition(node: Expression, context: FilterContext): ColumnCondition {
  const operand = rowOperand(node, context);
  let units = 0;
  walk(node, () => {
    units += UNITS_PER_NODE;
  });
  const withCountedWork = (test: Test): Test => {
    return (row) => {
      countWork(units);
      return test(row);
    };
  };
  return {
    isTrue: () => rowsTest(withCountedWork(operand.isTrue()), context),
    isFalse: () => rowsTest(withCountedWork(operand.isFalse()), context),
  };
}

export function rowOperand(node: Expression, { checked, locale, isPlain }: FilterContext): Operand {
  return compileOperand(node, { checked, locale, plainRows: isPlain });
}

function rowsTest(test: Test, context: FilterContext): ColumnTest {
  return rowByRowTest((row) => test(context.columns.rows.at(row)), context);
}

export function rowByRowTest(holds: (row: number) => boolean, { rows, tuning }: FilterContext): ColumnTest {
  const cost = tuning.readValue / tuning.columnRow;
  return { ...taskTest(cost, (within, out) => testEachRow(holds, rows, within, out)), holdsAt: holds };
}

function* testEachRow(holds: (row: number) => boolean, rows: number, within: Slab, out: Slab): Task<void> {
  out.u32().fill(0);
  const testRows = (from: number, end: number) => {
    const bits = out.u32();
    let last = from;
    const visit = (row: number) => {
      last = row;
      if (holds(row)) bits[row >>> 5]! |= 1 << (row & 31);
      return !isStepOver();
    };
    return pausable(() => visitRowsUntil(within.u32(), from, end, visit)) ?? last;
  };
  yield* eachPart(rows, testRows, EVALUATIONS_PER_STEP);
}

/** Sets or clears the bits of rows, in steps, by a test of each row of `within`. Leaves the bits of other rows as they are. */
export function* testListedRows(
  rows: readonly number[],
  holds: (row: number) => boolean,
  within: Slab,
  out: Slab,
): Task<void> {
  const testSome = (from: number, end: number) => {
    const [bits, withinBits] = [out.u32(), within.u32()];
    let at = from;
    const test = () => {
      for (; at < end; at++) {
        const row = rows[at]!;
        const [word, bit] = [row >>> 5, 1 << (row & 31)];
        if ((withinBits[word]! & bit) !== 0 && holds(row)) bits[word]! |= bit;
        else bits[word]! &= ~bit;
        if (isStepOver()) return at + 1;
      }
      return end;
    };
    return pausable(test) ?? at;
  };
  yield* eachPart(rows.length, testSome, EVALUATIONS_PER_STEP);
}

/** Work of evaluating a name, a value or a call on a row. */
const UNITS_PER_NODE = 4;

/** Returns the distinct members that the expression names. */
export function membersOf(node: Expression, { checked }: FilterContext): ResolvedMember[] {
  const members = new Map<string, ResolvedMember>();
  for (const name of namesOf(node)) {
    const member = memberOfName(name, checked);
    members.set(columnKey(member), member);
  }
  return [...members.values()];
}

function memberOfName(name: Name, { members }: Checked): ResolvedMember {
  const member = members.get(name);
  if (member === undefined)
    throw new TypeError(
      `internal: the name ${name.name} is not resolved, because the expression was not checked`,
    );
  return member;
}

function namesOf(node: Expression, names: Name[] = []): Name[] {
  if (node.kind === "name") names.push(node);
  else if (node.kind === "call") for (const argument of node.args) namesOf(argument, names);
  return names;
}

/** Replaces a row in expressions that name only one member. Contains the value of this member. */
export interface Cell {
  v: Value;
}

/**
 * Compiles an expression for cells. Requires that it names only `member`, and that the values of cells come
 * from the member's reader.
 */
export function cellOperand(
  node: Expression,
  member: ResolvedMember,
  { checked, locale }: FilterContext,
): Operand {
  const members = new Map(namesOf(node).map((name) => [name, cellMember(member)]));
  return compileOperand(node, { checked: { ...checked, members }, locale, plainRows: true });
}

export function cellMember(member: ResolvedMember): ResolvedMember {
  return { ...member, path: ["v"], lists: [0] };
}

export function comparisonOf(node: Call, member: ResolvedMember, context: FilterContext): Comparison {
  const operands = node.args.map((argument) =>
    argument.kind === "name" ? cellOperand(argument, member, context) : rowOperand(argument, context),
  );
  const { role } = context.checked.functions.get(node.callee)!;
  const strength = (role?.kind === "search" ? role.strength : undefined) ?? strengthOf(node);
  return collatorOf({ operands, strength, locale: context.locale }).comparison;
}
