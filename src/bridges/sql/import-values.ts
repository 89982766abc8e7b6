import type { Expression } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { ValueType } from "../../values/types.ts";
import { Translator } from "../contract/importer.ts";
import { literalOf } from "../syntax/literals.ts";
import type { ForeignName, ForeignNode } from "../../readers/nodes.ts";

const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ["length", "length"],
  ["char_length", "length"],
  ["character_length", "length"],
  ["upper", "upCase"],
  ["lower", "downCase"],
  ["substring", "substr"],
  ["substr", "substr"],
]);

type Type = ValueType["type"] | undefined;

/** Translates the operands of conditions. */
export abstract class SqlValues extends Translator {
  /** Translates a condition. Recursion is safe: the parser limits the depth. */
  abstract condition(node: ForeignNode): Expression | undefined;

  /** Translates an operand whose value matters, not only its truth. Undefined if the translation is not exact. */
  exactly(node: ForeignNode): Expression | undefined {
    return this.operand(node, undefined);
  }

  operand(node: ForeignNode, type: Type): Expression | undefined {
    const { report } = this.to;
    switch (node.kind) {
      case "name":
        return this.name(node);
      case "value":
        return literalOf(node, type, this.to);
      case "call":
        return this.#function(node);
      case "list":
        return report.drop("unsupported-value", "A list is not a value.", node.span);
      case "operator": {
        if (/^(?:[-+*/%]|\|\|)$/.test(node.operator))
          return report.drop(
            "unsupported-operator",
            `tamis has no operator ${node.operator} for values.`,
            node.span,
          );
        const condition = report.exactly(() => this.condition(node));
        if (condition !== undefined) return condition;
        const message =
          "The value of this condition is compared, and the condition has no exact translation.";
        return report.drop("unsupported-operator", message, node.span);
      }
    }
  }

  #function(node: ForeignNode & { readonly kind: "call" }): Expression | undefined {
    const { callee, args, span } = node;
    const { report } = this.to;
    const name = FUNCTIONS.get(callee);
    const isSubstring = name === "substr";
    if (name === undefined || (isSubstring ? args.length < 2 || args.length > 3 : args.length !== 1))
      return report.drop(
        "unsupported-function",
        `tamis has no function ${show(callee)}(…) with ${args.length} arguments.`,
        span,
      );
    const of = this.operand(args[0]!, "string");
    if (of === undefined) return undefined;
    if (isSubstring) return this.#substring(of, args.slice(1), span);
    const condition = this.to.call(name, [of], span);
    if (name !== "length") {
      const message =
        "Databases change the case of fewer characters than tamis, which uses the rules of Unicode.";
      report.note("case-mapping", "other", message, span, condition);
    }
    return condition;
  }

  /** Translates `SUBSTRING`. SQL counts characters from 1, and positions before the first one count towards the length. */
  #substring(of: Expression, args: readonly ForeignNode[], span: Span): Expression | undefined {
    const numbers = args.map((argument) =>
      argument.kind === "value" && /^-?\d{1,9}$/.test(argument.text) ? Number(argument.text) : NaN,
    );
    const [start, length] = numbers as [number, number | undefined];
    if (numbers.some(Number.isNaN) || start < 1 || (length !== undefined && length < 0)) {
      const message = "SUBSTRING needs a first position from 1, and a length from 0.";
      return this.to.report.drop("unsupported-value", message, span);
    }
    const lengths = length === undefined ? [] : [this.to.number(length, args[1]!.span)];
    return this.to.call("substr", [of, this.to.number(start - 1, args[0]!.span), ...lengths], span);
  }

  name({ path, isQuoted, span }: ForeignName): Expression | undefined {
    return this.to.name((isQuoted ? undefined : this.to.types.withoutCase(path)) ?? path, span);
  }

  typeOf(node: Expression): Type {
    return this.to.types.typeOfAll([node]);
  }
}
