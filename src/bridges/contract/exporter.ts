import type { Call, Expression } from "../../ast/nodes.ts";
import type { BridgeCode } from "./codes.ts";
import type { ExportContext } from "./define-bridge.ts";

/** Base of the writers of conditions. `N` is the type of the result's nodes. */
export abstract class BridgeExporter<N extends object> {
  protected readonly context: ExportContext<N>;

  constructor(context: ExportContext<N>) {
    this.context = context;
  }

  /** Records a condition that is left out. Returns undefined, the translation of such a condition. */
  protected drop(code: BridgeCode, message: string, node: Expression): undefined {
    return this.context.report.drop(code, message, node.span);
  }
}

/** Base of the writers whose languages join conditions by `and` and `or`. */
export abstract class ConditionExporter<N extends object, C extends N = N> extends BridgeExporter<N> {
  /** Writes a condition. Recursion is safe: the depth of trees is limited. */
  abstract condition(node: Expression): C | undefined;

  /** Joins at least two conditions. */
  protected abstract join(operator: "and" | "or", pieces: readonly C[]): C;

  /** Writes the conditions in a call of `and` or `or`. */
  protected logic(operator: "and" | "or", args: readonly Expression[]): C | undefined {
    return this.joined(
      operator,
      args.map((argument) => this.condition(argument)),
    );
  }

  /** Joins conditions, of which undefined ones were left out. */
  protected joined(operator: "and" | "or", parts: readonly (C | undefined)[]): C | undefined {
    return this.context.report.join(operator, parts, (pieces) => this.join(operator, pieces));
  }

  /** Writes a comparison. `lt(a,b,c)` compares each argument with the next one. */
  protected chain(
    { args }: Call,
    writePair: (left: Expression, right: Expression) => C | undefined,
  ): C | undefined {
    return this.joined(
      "and",
      args.slice(1).map((right, i) => writePair(args[i]!, right)),
    );
  }
}
