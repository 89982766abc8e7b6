import { mirroredCallee } from "../../functions/definition/comparisons.ts";
import type { Call, Expression } from "../../ast/nodes.ts";

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
