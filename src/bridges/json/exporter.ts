import { mirroredCallee } from "../../functions/definition/comparisons.ts";
import type { Call, Expression } from "../../ast/nodes.ts";
import { ConditionExporter } from "../contract/exporter.ts";
import type { JsonPiece } from "./pieces.ts";

/** A comparison of two values. The second is a literal if one of them is. */
export interface ComparedPair {
  readonly callee: string;
  readonly left: Expression;
  readonly right: Expression;
}

/** Base of the writers of conditions as JSON. */
export abstract class JsonExporter<C extends JsonPiece = JsonPiece> extends ConditionExporter<JsonPiece, C> {
  /** Writes a comparison. Undefined if one of its pairs has no translation. */
  protected pairs(node: Call, writePair: (pair: ComparedPair) => C | undefined): C | undefined {
    const parts = comparedPairs(node).map(writePair);
    return parts.includes(undefined) ? undefined : this.joined("and", parts);
  }
}

/** Returns the pairs of values that a call compares. `lt(a,b,c)` compares each argument with the next one. */
function comparedPairs({ callee, args }: Call): readonly ComparedPair[] {
  return args.slice(1).map((right, i) => {
    const left = args[i]!;
    const isFlipped = left.kind === "literal" && right.kind !== "literal";
    return isFlipped ? { callee: mirroredCallee(callee), left: right, right: left } : { callee, left, right };
  });
}
