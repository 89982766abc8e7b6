import { makeName } from "../ast/make-node.ts";
import type { Expression } from "../ast/nodes.ts";
import { isOperator, type ForeignCall, type ForeignNode, type ForeignOperator } from "../readers/nodes.ts";
import { writeCall, writeMethod } from "./calls.ts";
import { ComparisonWriter } from "./comparison-writer.ts";
import { writeObject } from "./objects.ts";
import { valueAsCondition } from "./problems.ts";

/** Writes conditions as calls. */
export class ConditionWriter extends ComparisonWriter {
  write(node: ForeignNode): Expression {
    if (node.kind === "name") return this.path(node);
    if (node.kind === "call") return writeCall(this, node);
    if (node.kind === "operator") return this.#operator(node);
    if (node.kind === "list" || node.type === "null") return makeName("null", node.span);
    return node.type === "number" ? this.numeral(node.text, node.span) : this.string(node.text, node);
  }

  #operator(node: ForeignOperator): Expression {
    const { operator, args, span } = node;
    const [first, second] = args as [ForeignNode, ForeignNode];
    const begin = { start: span.start, end: span.start + 1 };
    switch (operator) {
      case "and":
      case "or":
        return this.call(
          operator,
          args.flatMap((part) => this.#parts(operator, part)),
        );
      case "not":
        return this.not(this.#condition(first));
      case "()":
      case "[]":
        if (operator === "()") this.findings.note("group", "(", span);
        else this.findings.note("list", "[", begin);
        return operator === "()" && args.length === 1
          ? this.write(first)
          : this.impossible("A list of values belongs to in: in(name,'x','y').", node);
      case "{}":
        this.findings.note("json", "{", begin);
        return writeObject(this, node);
      case "bare":
        this.findings.note("unquoted", this.imageOf(node), span);
        return this.bare(this.imageOf(node), node);
      case "regex":
        this.findings.note("regex", this.imageOf(node), span);
        return this.impossible("A pattern is the second argument of match: match(name,'.*').", node);
      case "$":
        return this.impossible(
          "A strength is the first argument of a function: contains($primary,name,'x').",
          node,
        );
      case "method":
        return writeMethod(this, first, second as ForeignCall);
      default:
        return this.test(operator, args);
    }
  }

  /** `BETWEEN` and `1 < x <= 5` are written as an `and`. Inside of another `and`, their halves become its arguments. */
  #parts(operator: string, part: ForeignNode): readonly Expression[] {
    const condition = this.#condition(part);
    const isOwn = part.kind === "call" || isOperator(part, "()");
    const isJoined = operator === "and" && !isOwn && condition.kind === "call" && condition.callee === "and";
    return isJoined ? condition.args : [condition];
  }

  /** Writes a node in the position of a condition. In `x = 1 or 2`, the value 2 is not a condition. */
  #condition(node: ForeignNode): Expression {
    if (node.kind !== "value" && !isOperator(node, "bare")) return this.write(node);
    this.findings.problems.push(valueAsCondition(this.imageOf(node), node.span));
    return makeName("_", node.span);
  }
}
