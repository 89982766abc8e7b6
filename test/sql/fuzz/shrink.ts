import { makeCall, makeSortBy, withArguments } from "../../../src/ast/make-node.ts";
import { childrenOf, type Call, type Expression, type SortBy } from "../../../src/ast/nodes.ts";
import type { StoredRow } from "../engines/engine-under-test.ts";

/** Shrinks a failing trial while it still fails. */

export interface Failing {
  readonly expression: Expression;
  readonly order: SortBy;
  readonly rows: readonly StoredRow[];
}

const MOST_TRIES = 600;

export async function shrink<T extends Failing>(
  failing: T,
  fails: (smaller: T) => Promise<boolean>,
): Promise<T> {
  let best = failing;
  let tries = 0;
  for (let changed = true; changed && tries < MOST_TRIES;) {
    changed = false;
    for (const smaller of smallerOnes(best)) {
      if (++tries > MOST_TRIES) break;
      if (!(await fails(smaller))) continue;
      best = smaller;
      changed = true;
      break;
    }
  }
  return best;
}

function* smallerOnes<T extends Failing>(failing: T): Iterable<T> {
  const { expression, order, rows } = failing;
  for (const half of halves(rows)) yield { ...failing, rows: half };
  for (const smaller of smallerExpressions(expression)) yield { ...failing, expression: smaller };
  if (order.keys.length > 1) {
    for (const i of order.keys.keys())
      yield { ...failing, order: makeSortBy(without(order.keys, i), order.span) };
  }
  if (rows.length > 4) return;
  for (const [i, row] of rows.entries()) {
    for (const [key, value] of Object.entries(row)) {
      if (key === "id" || value === null) continue;
      yield { ...failing, rows: rows.with(i, { ...row, [key]: null }) };
    }
  }
}

function* halves(rows: readonly StoredRow[]): Iterable<readonly StoredRow[]> {
  for (
    let size = Math.ceil(rows.length / 2);
    size >= 1 && rows.length > 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < rows.length; from += size) {
      const rest = [...rows.slice(0, from), ...rows.slice(from + size)];
      if (rest.length > 0) yield rest;
    }
  }
}

/** Yields smaller expressions: parts, calls with fewer arguments, calls with smaller arguments. Some fail the check. */
function* smallerExpressions(node: Expression): Iterable<Expression> {
  if (node.kind !== "call") return;
  yield* childrenOf(node) as readonly Expression[];
  if (node.strength !== undefined) yield withoutStrength(node);
  if (node.args.length > 1)
    for (const i of node.args.keys()) yield withArguments(node, without(node.args, i));
  for (const [i, argument] of node.args.entries()) {
    for (const smaller of smallerExpressions(argument)) yield withArguments(node, node.args.with(i, smaller));
  }
}

function withoutStrength({ callee, args, span }: Call): Call {
  return makeCall(callee, undefined, args, span);
}

function without<T>(list: readonly T[], index: number): readonly T[] {
  return list.filter((_, i) => i !== index);
}
