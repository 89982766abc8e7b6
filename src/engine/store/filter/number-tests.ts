import type { Call, Expression, Literal } from "../../../ast/nodes.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Test } from "../../../functions/definition/types.ts";
import { comparisonName } from "../../../functions/definition/function-table.ts";
import { restTest } from "./dictionary-tests.ts";
import { comparisonIntervals, intersection, type Interval } from "./intervals.ts";
import type { NumberColumn } from "../columns/number-column.ts";
import { rowCount, rowsOf, type Places } from "../indexes/row-index.ts";
import { constantCondition, type JoinableTest } from "./logic.ts";
import {
  rowOperand,
  rowsCondition,
  type VectorCondition,
  type VectorContext,
  type VectorTest,
} from "./row-test.ts";

/** A condition on one member that is numbers or instants. */
export function numbersCondition(
  node: Expression,
  member: ResolvedMember,
  column: NumberColumn,
  context: VectorContext,
): VectorCondition {
  if (node.kind !== "call") return rowsCondition(node, context);
  const { role } = context.checked.functions.get(node.callee)!;
  if (role?.kind === "nullTest" && node.args[0]!.kind === "name") return isNull(column, context);
  const literal = comparedWith(node);
  if (literal === undefined || role?.kind !== "comparison") return rowsCondition(node, context);
  const intervals = comparisonIntervals(node, literal, member, column, context);
  if (intervals === undefined) return rowsCondition(node, context);
  const row = rowOperand(node, context);
  return {
    isTrue: () => new IntervalsTest(column, intervals.isTrue, row.isTrue(), context),
    isFalse: () => new IntervalsTest(column, intervals.isFalse, row.isFalse(), context),
  };
}

/** The literal of a call that has a name and a literal and nothing else. */
function comparedWith({ args }: Call): Literal | undefined {
  const [a, b] = args;
  if (args.length !== 2) return undefined;
  if (a!.kind === "name" && b!.kind === "literal") return b;
  return a!.kind === "literal" && b!.kind === "name" ? a : undefined;
}

function isNull(column: NumberColumn, context: VectorContext): VectorCondition {
  const nothing = constantCondition(false, false).isTrue();
  const isThere = restTest(nothing, column, context);
  const { kernels, words } = context;
  return {
    isTrue: () => ({
      cost: 1,
      run: (within, out) => {
        out.u32().set(within.u32().subarray(0, words));
        kernels.andNot(out, column.valid(), words);
      },
    }),
    isFalse: () => isThere,
  };
}

/** The rows whose number is in one of some intervals. Two tests of one column are one test of what both allow. */
class IntervalsTest implements JoinableTest {
  readonly cost: number;
  readonly share: number;
  readonly inPlace: boolean;
  readonly #column: NumberColumn;
  readonly #intervals: readonly Interval[];
  readonly #ofRow: Test;
  readonly #context: VectorContext;

  /** @param ofRow asks a row itself, for those whose number no double holds */
  constructor(column: NumberColumn, intervals: readonly Interval[], ofRow: Test, context: VectorContext) {
    this.cost = column.cost * intervals.length;
    this.share = shareOf(intervals, column);
    this.inPlace = intervals.length === 1 && column.exceptions.length === 0;
    this.#column = column;
    this.#intervals = intervals;
    this.#ofRow = ofRow;
    this.#context = context;
  }

  run(...[within, out]: Parameters<VectorTest["run"]>): void {
    const { columns, rows } = this.#context;
    if (this.#intervals.length === 0) out.u32().fill(0);
    for (const [i, [low, high]] of this.#intervals.entries())
      this.#column.between(rows, low, high, within, out, i > 0);
    if (this.#column.exceptions.length === 0) return;
    const bits = out.u32();
    const asked = within.u32();
    for (const row of this.#column.exceptions) {
      const bit = asked[row >>> 5]! & (1 << (row & 31));
      if (bit !== 0 && this.#ofRow(columns.rows.at(row))) bits[row >>> 5]! |= bit;
    }
  }

  at(row: number): boolean {
    const number = this.#column.numberAt(row);
    if (number !== number && this.#column.exceptions.length > 0)
      return this.#ofRow(this.#context.columns.rows.at(row));
    return this.#intervals.some(([low, high]) => number >= low && number <= high);
  }

  count(): number | undefined {
    if (this.#column.exceptions.length > 0) return undefined;
    const { rows } = this.#context;
    const found = this.#places();
    if (found !== undefined) return rowCount(this.#column.index(), found, rows, (row) => this.at(row));
    return this.#intervals.reduce((sum, [low, high]) => sum + this.#column.count(rows, low, high), 0);
  }

  few(): Uint32Array | undefined {
    const found = this.#places();
    if (found === undefined) return undefined;
    return rowsOf(this.#column.index(), found, this.#context.rows, (row) => this.at(row));
  }

  #places(): Places[] | undefined {
    const { thresholds, rows } = this.#context;
    if (this.#column.exceptions.length > 0) return undefined;
    const index = this.#column.index();
    if (!index.serves(rows, thresholds.searchesBeforeIndex)) return undefined;
    return this.#intervals.map(([low, high]) => index.places(low, high));
  }

  joinedWith(other: VectorTest): VectorTest | undefined {
    if (!(other instanceof IntervalsTest) || other.#column !== this.#column) return undefined;
    const both = intersection(this.#intervals, other.#intervals);
    if (both.length > 1) return undefined;
    const [a, b] = [this.#ofRow, other.#ofRow];
    return new IntervalsTest(this.#column, both, (row) => a(row) && b(row), this.#context);
  }
}

/** The share of a column's numbers that are in some intervals, if they lie evenly. */
function shareOf(intervals: readonly Interval[], { least, most }: NumberColumn): number {
  const inside = intersection(intervals, [[least, most]]);
  const width = inside.reduce((sum, [low, high]) => sum + (high - low), 0);
  return width > 0 && most > least ? Math.min(1, width / (most - least)) : 0;
}

/**
 * A call that means some others: `ne` the contrary of `eq`, `in` one of its `eq`s, and a chain all of its pairs. Undefined
 * where it is none of them. Rules: grammar.md, "Truth".
 */
export function pairsOf(node: Call, { checked: { functions } }: VectorContext): Pairs | undefined {
  const { role } = functions.get(node.callee)!;
  if (role?.kind !== "comparison") return undefined;
  const { args } = node;
  const eq = comparisonName(functions, "eq");
  if (role.relation === "ne") return { joins: "not", pairs: [{ ...node, callee: eq }] };
  if (role.relation === "in") {
    if (args.length > MOST_PAIRS) return undefined;
    const pairs = args.slice(1).map((each) => ({ ...node, callee: eq, args: [args[0]!, each] }));
    return { joins: "any", pairs };
  }
  if (args.length === 2) return undefined;
  return { joins: "all", pairs: args.slice(1).map((each, i) => ({ ...node, args: [args[i]!, each] })) };
}

export interface Pairs {
  readonly joins: "all" | "any" | "not";
  readonly pairs: readonly Call[];
}

/** Beyond, one look-up for each row is less work. */
const MOST_PAIRS = 24;
