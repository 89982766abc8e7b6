import type { Expression } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { ValueType } from "../../values/types.ts";
import { Translator } from "../contract/importer.ts";
import { literalOf } from "../syntax/literals.ts";
import { completed, nullableNames } from "../syntax/null-equality.ts";
import { NO_POSITIONS, NO_VALUE } from "./messages.ts";
import type { ForeignName, ForeignNode } from "../../readers/nodes.ts";

const VALUE_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ["length", "length"],
  ["tolower", "downCase"],
  ["toupper", "upCase"],
  ["substring", "substr"],
]);

type Type = ValueType["type"] | undefined;

/** Translates the operands of conditions. */
export abstract class ODataValues extends Translator {
  /** Paths of the collections to which the variables of the surrounding lambda expressions refer. */
  protected readonly scope = new Map<string, string>();

  /** Whether the comparison needs no null tests, because those of the filter next to it decide the rows with null. */
  protected isComplete = false;

  /** Translates a condition. Recursion is safe: the parser limits the depth. */
  abstract condition(node: ForeignNode): Expression | undefined;

  value(node: ForeignNode, type?: Type): Expression | undefined {
    const { report } = this.to;
    switch (node.kind) {
      case "name":
        return this.to.name(this.pathOf(node), node.span);
      case "value":
        return literalOf(node, type, this.to);
      case "list":
        return report.drop("unsupported-value", "A list is compared by `in` only.", node.span);
      case "call":
        return this.#function(node);
      case "operator": {
        const constant = withoutArithmetic(node);
        if (constant !== node) return this.value(constant, type);
        if (/^(?:add|sub|mul|div|divby|mod|negate)$/.test(node.operator))
          return report.drop("unsupported-operator", "tamis has no arithmetic.", node.span);
        return this.exactly(node);
      }
    }
  }

  /** Translates a condition whose value matters, as in `contains(Name,'x') eq true`. Undefined if it is not exact. */
  protected exactly(node: ForeignNode): Expression | undefined {
    const { report } = this.to;
    const { isComplete } = this;
    this.isComplete = false;
    const condition = report.exactly(() => this.condition(node));
    this.isComplete = isComplete;
    if (condition !== undefined) return condition;
    return report.drop("unsupported-operator", NO_VALUE, node.span);
  }

  #function(node: ForeignNode & { readonly kind: "call" }): Expression | undefined {
    const { callee, args, span } = node;
    if (callee === "$count" && args.length === 1) return this.call("length", args, span);
    if (/^(?:contains|startswith|endswith|matchespattern|hassubset|any|all)$/.test(callee))
      return this.exactly(node);
    const name = VALUE_FUNCTIONS.get(callee);
    const [of, ...operands] = args;
    if (name === undefined || of === undefined || operands.length > (name === "substr" ? 2 : 0))
      return this.to.report.drop(
        "unsupported-function",
        `tamis has no function ${show(callee)}(…) for these arguments.`,
        span,
      );
    const isSlice = name === "substr";
    if (isSlice && !(operands.length > 0 && operands.every((operand) => /^\d{1,9}$/.test(digitsOf(operand)))))
      return this.to.report.drop("unsupported-value", NO_POSITIONS, span);
    return this.call(name, args, span);
  }

  /** Builds a call. Undefined if one of the arguments has no translation. */
  protected call(callee: string, args: readonly ForeignNode[], span: Span): Expression | undefined {
    const values = args.map((argument) => this.value(argument));
    return values.every((value) => value !== undefined) ? this.to.call(callee, values, span) : undefined;
  }

  /** Returns the path as a name with dots. Replaces the variable of a lambda expression by the path of its collection. */
  protected pathOf({ path }: ForeignName): string {
    const [first, ...innerSegments] = path.split(".");
    const collection = this.scope.get(first!);
    return collection === undefined ? path : [collection, ...innerSegments].join(".");
  }

  /** Returns whether a node refers to the variable of a surrounding lambda expression. */
  protected isOfElement(node: ForeignNode): boolean {
    if (this.scope.size === 0) return false;
    switch (node.kind) {
      case "name":
        return this.scope.has(node.path.split(".")[0]!);
      case "value":
        return false;
      case "list":
        return node.items.some((item) => this.isOfElement(item));
      default:
        return node.args.some((argument) => this.isOfElement(argument));
    }
  }

  /** Returns the names in an expression that can be null. */
  protected nullable(node: Expression): readonly string[] {
    return nullableNames([node], this.to.types);
  }

  /** Adds null tests to a condition that is `whenNull` in OData if one of `names` is null. */
  protected completed(
    condition: Expression | undefined,
    names: readonly string[],
    whenNull: boolean,
    span: Span,
  ): Expression | undefined {
    return this.isComplete ? condition : completed(condition, names, whenNull, span, this.to);
  }

  protected typeOf(node: Expression): Type {
    return this.to.types.typeOfAll([node]);
  }

  /** Returns whether a node is a GUID. It has no quotes, and the case of its letters does not matter. */
  protected isGuid(node: ForeignNode): boolean {
    return (
      node.kind === "value" &&
      node.type === "string" &&
      node.span.end - node.span.start === node.text.length &&
      /[a-f]/.test(node.text)
    );
  }
}

export function digitsOf(node: ForeignNode | undefined): string {
  return node?.kind === "value" && node.type === "number" ? node.text : "";
}

/** Replaces arithmetic of constants by its result. */
export function withoutArithmetic(node: ForeignNode): ForeignNode {
  const constant = node.kind === "operator" ? constantOf(node) : undefined;
  return constant === undefined
    ? node
    : { kind: "value", type: "number", text: String(constant), span: node.span };
}

/** Returns the result of arithmetic on integer literals, such as `4 add 5`. Undefined for other nodes. */
function constantOf(node: ForeignNode): number | undefined {
  if (node.kind === "value") return /^-?\d{1,9}$/.test(digitsOf(node)) ? Number(digitsOf(node)) : undefined;
  if (node.kind !== "operator") return undefined;
  const [left, right] = node.args.map(constantOf);
  if (left === undefined) return undefined;
  if (node.operator === "negate") return 0 - left;
  if (right === undefined) return undefined;
  const result = arithmetic(node.operator, left, right);
  return result !== undefined && Number.isSafeInteger(result) ? result + 0 : undefined;
}

function arithmetic(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case "add":
      return left + right;
    case "sub":
      return left - right;
    case "mul":
      return left * right;
    case "mod":
      return right === 0 ? undefined : left % right;
    default:
      return undefined;
  }
}
