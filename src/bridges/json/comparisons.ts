import { mirroredCallee } from "../../functions/definition/comparisons.ts";
import { strengthOf, type Call, type Expression } from "../../ast/nodes.ts";
import type { ExportContext } from "../contract/define-bridge.ts";
import { strengthEffect } from "../contract/strength-effect.ts";
import type { JsonPiece } from "./pieces.ts";

/** A comparison of two values. The second is a literal if one of them is. */
export interface ComparedPair {
  readonly callee: string;
  readonly left: Expression;
  readonly right: Expression;
}

/** Returns the pairs of values that a call compares. `lt(a,b,c)` compares each argument with the next one. */
export function comparedPairs({ callee, args }: Call): readonly ComparedPair[] {
  return args.slice(1).map((right, i) => {
    const left = args[i]!;
    const isFlipped = left.kind === "literal" && right.kind !== "literal";
    return isFlipped ? { callee: mirroredCallee(callee), left: right, right: left } : { callee, left, right };
  });
}

/**
 * Adds notes about a condition on strings, for a language that compares them character by character.
 *
 * @param callee function of the condition. The condition is one pair of the node's values if the node compares several pairs.
 */
export function noteStrings(
  { report, types }: ExportContext<JsonPiece>,
  node: Call,
  callee: string,
  args: readonly Expression[],
  made: JsonPiece,
  order: { readonly text: string; readonly isOfCodePoints: boolean },
): void {
  const type = types.typeOfAll(args);
  if (type !== undefined && type !== "string") return;
  const strength = strengthOf(node) ?? types.strengthOf(args);
  if (strength !== undefined && strength !== "identical" && strength !== "codePoint") {
    const message = `Each character is compared, and not at the strength ${strength}.`;
    report.note("case-sensitivity", strengthEffect(callee), message, node.span, made);
  }
  const isOrdered = /^[lg][te]$/.test(callee);
  if (!isOrdered || (strength === "codePoint" && order.isOfCodePoints)) return;
  report.note("string-order", "other", order.text, node.span, made);
}
