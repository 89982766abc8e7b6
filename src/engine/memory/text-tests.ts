import type { Expression } from "../../ast/nodes.ts";
import type { ResolvedMember } from "../../catalog/resolve-member.ts";
import { HAS_PART, IS_TEXT, STARTS_WITH } from "../../functions/member-decision.ts";
import { matchFunction } from "../../functions/match.ts";
import { patternText } from "../../functions/pattern-test.ts";
import type { Test } from "../../functions/types.ts";
import { restTest } from "./codes-tests.ts";
import type { Slab } from "./kernels/kernels.ts";
import { neededText } from "./needed-text.ts";
import type { TextColumn } from "./text-column.ts";
import {
  cellOperand,
  eachTest,
  type Cell,
  type VectorCondition,
  type VectorContext,
  type VectorTest,
} from "./vector.ts";

/** A condition on one member whose texts are nearly all different. */
export function textsCondition(
  node: Expression,
  member: ResolvedMember,
  column: TextColumn,
  context: VectorContext,
): VectorCondition {
  const operand = cellOperand(node, member, context);
  const sought = operand.memberTest?.();
  const isKnown = sought !== undefined && SEARCHED.has(sought.asks);
  if (isKnown && sought.text !== "" && sought.text.isWellFormed()) {
    const holds = cellTest(column, operand.isTrue());
    const asks = sought.asks === HAS_PART ? "part" : sought.asks === IS_TEXT ? "whole" : "beginning";
    const search: Search = { needle: sought.text, asks, isEnough: true };
    const isTrue = searchTest(column, search, holds, context);
    return { isTrue: () => isTrue, isFalse: () => restTest(isTrue, column, context) };
  }
  const each = (test: Test) => eachTest(cellTest(column, test), context.rows, ASKING_TEXTS);
  const needle = patternNeedle(node, context);
  if (needle !== undefined) {
    const holds = cellTest(column, operand.isTrue());
    return {
      isTrue: () => searchTest(column, { needle, asks: "part", isEnough: false }, holds, context),
      isFalse: () => each(operand.isFalse()),
    };
  }
  return { isTrue: () => each(operand.isTrue()), isFalse: () => each(operand.isFalse()) };
}

const SEARCHED: ReadonlySet<number> = new Set([IS_TEXT, STARTS_WITH, HAS_PART]);
const ASKING_TEXTS = 200;
const SEARCHING = 40;

function cellTest(column: TextColumn, test: Test): (row: number) => boolean {
  const cell: Cell = { v: null };
  return (row) => {
    cell.v = column.valueAt(row);
    return test(cell);
  };
}

/** A text that each text has in it that the pattern of a `match` matches. */
function patternNeedle(node: Expression, { checked }: VectorContext): string | undefined {
  if (node.kind !== "call" || checked.functions.get(node.callee) !== matchFunction) return undefined;
  const [value, pattern] = node.args;
  if (value?.kind !== "name" || pattern?.kind !== "literal" || node.args.length !== 2) return undefined;
  const source = patternText({ constant: { value: pattern.value } });
  return source === undefined ? undefined : neededText(source);
}

interface Search {
  readonly needle: string;
  readonly asks: "part" | "beginning" | "whole";
  /** Whether a row where it is found is one for which the test holds. */
  readonly isEnough: boolean;
}

function searchTest(
  column: TextColumn,
  { needle, asks, isEnough }: Search,
  holds: (row: number) => boolean,
  context: VectorContext,
): VectorTest {
  const { kernels, rows, words, scratch } = context;
  const fallback = eachTest(holds, rows, ASKING_TEXTS);
  return {
    cost: SEARCHING,
    run: (within, out) => {
      const blob = column.blob();
      if (blob === undefined) return fallback.run(within, out);
      const found = (slab: Slab) => {
        kernels.find(blob, column.needle(needle, asks), slab);
        kernels.and(slab, within, words);
      };
      if (isEnough) found(out);
      else {
        scratch.use(out.bytes, (candidates) => {
          found(candidates);
          fallback.run(candidates, out);
        });
      }
      // Texts that UTF-8 cannot hold are asked themselves.
      const bits = out.u32();
      const asked = within.u32();
      for (const row of column.illFormed) {
        const bit = 1 << (row & 31);
        if ((asked[row >>> 5]! & bit) !== 0 && holds(row)) bits[row >>> 5]! |= bit;
        else bits[row >>> 5]! &= ~bit;
      }
    },
  };
}
