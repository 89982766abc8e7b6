import type { Expression } from "../../ast/nodes.ts";
import type { ResolvedMember } from "../../catalog/resolve-member.ts";
import { HAS_PART, IS_TEXT, STARTS_WITH } from "../../functions/member-decision.ts";
import { matchFunction } from "../../functions/match.ts";
import { patternText } from "../../functions/pattern-test.ts";
import type { Test } from "../../functions/types.ts";
import { restTest } from "./codes-tests.ts";
import type { Blob, Slab } from "./kernels/kernels.ts";
import { neededTexts, type NeededText } from "./needed-text.ts";
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
    const isTrue = searchTest(column, [search], holds, context);
    return { isTrue: () => isTrue, isFalse: () => restTest(isTrue, column, context) };
  }
  const each = (test: Test) => eachTest(cellTest(column, test), context.rows, ASKING_TEXTS);
  const needed = patternTexts(node, context);
  if (needed.length > 0) {
    const holds = cellTest(column, operand.isTrue());
    const searches = needed.map(({ text, asks }): Search => ({ needle: text, asks, isEnough: false }));
    return {
      isTrue: () => searchTest(column, searches, holds, context),
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

/** Texts that each text has that the pattern of a `match` matches. */
function patternTexts(node: Expression, { checked }: VectorContext): NeededText[] {
  if (node.kind !== "call" || checked.functions.get(node.callee) !== matchFunction) return [];
  const [value, pattern] = node.args;
  if (value?.kind !== "name" || pattern?.kind !== "literal" || node.args.length !== 2) return [];
  const source = patternText({ constant: { value: pattern.value } });
  return source === undefined ? [] : neededTexts(source);
}

interface Search {
  readonly needle: string;
  readonly asks: "part" | "beginning" | "whole";
  /** Whether a row where it is found is one for which the test holds. */
  readonly isEnough: boolean;
}

/** The rows in which all searches find something, and for which the test holds unless finding is enough. */
function searchTest(
  column: TextColumn,
  searches: readonly Search[],
  holds: (row: number) => boolean,
  context: VectorContext,
): VectorTest {
  const { kernels, rows, words, scratch } = context;
  const each = eachTest(holds, rows, ASKING_TEXTS);
  const find = (blob: Blob, within: Slab, out: Slab): void => {
    out.u32().set(within.u32().subarray(0, words));
    scratch.use(out.bytes, (found) => {
      for (const { needle, asks } of searches) {
        kernels.find(blob, column.needle(needle, asks), found);
        kernels.and(out, found, words);
      }
    });
  };
  const isEnough = searches.every((search) => search.isEnough);
  return {
    cost: SEARCHING * searches.length,
    run: (within, out) => {
      const blob = column.blob();
      if (blob === undefined) return each.run(within, out);
      if (isEnough) find(blob, within, out);
      else {
        scratch.use(out.bytes, (candidates) => {
          find(blob, within, candidates);
          each.run(candidates, out);
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
