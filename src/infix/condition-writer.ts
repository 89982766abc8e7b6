import { isComparisonName, MIRRORED } from "../functions/definition/comparisons.ts";
import { makeName } from "../ast/make-node.ts";
import type { Expression } from "../ast/nodes.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { isOperator, isForeignNull, type ForeignNode, type ForeignOperator } from "../readers/nodes.ts";
import { writeCall, writeMethod } from "./calls.ts";
import { ComparisonWriter, stringValue } from "./comparison-writer.ts";
import { writeObject } from "./objects.ts";
import { isComparison } from "./operators.ts";
import { likeSearch } from "../readers/patterns.ts";

const LIST_IN_CALL = "A list of values belongs to in: in(name,'x','y').";

/** Writes conditions as calls. Recursion is safe: the depth of the text is limited. */
export class ConditionWriter extends ComparisonWriter {
  write(node: ForeignNode): Expression {
    const { span } = node;
    switch (node.kind) {
      case "name":
        return this.path(node);
      case "call":
        return writeCall(this, node);
      case "value":
        if (node.type === "number") return this.numeral(node.text, span);
        return node.type === "null" ? makeName("null", span) : this.string(node.text, span);
      case "list":
        return this.impossible(LIST_IN_CALL, span);
      case "operator":
        return this.#operator(node);
    }
  }

  #operator(node: ForeignOperator): Expression {
    const { operator, args, span } = node;
    const [first, second] = args as [ForeignNode, ForeignNode];
    if (isComparison(operator)) return this.#comparison(operator, args, span);
    switch (operator) {
      case "and":
      case "or":
        return this.call(operator, this.#parts(operator, args), span);
      case "chain":
        return this.call(
          "and",
          args.map((operand) => this.write(operand)),
          span,
        );
      case "not":
        return this.not(this.#condition(first), span);
      case "()":
        if (args.length !== 1)
          return this.impossible("Parentheses belong to the call of a function: in(name,'x','y').", span);
        this.findings.note("group", "(", span);
        return this.write(first);
      case "[]":
        this.findings.note("list", "[", { start: span.start, end: span.start + 1 });
        return this.impossible(LIST_IN_CALL, span);
      case "{}":
        return writeObject(this, node);
      case ":": {
        const colon = this.colonOf(node);
        return this.impossible("A colon only separates the options of a sort key.", colon);
      }
      case "bare":
        return this.bare(this.imageOf(node), span);
      case "regex":
        this.findings.note("regex", this.imageOf(node), span);
        return this.impossible(
          `A regular expression is the second argument of match: match(name,'.*').`,
          span,
        );
      case "method":
        return writeMethod(this, second, first, span);
      case "between":
        return this.call(
          "and",
          [this.compare("ge", first, second, span), this.compare("le", first, args[2]!, span)],
          span,
        );
      case "in":
        return this.#in(first, second, span);
      case "is":
        return this.compare("eq", first, second, span);
      case "is not": {
        const differs = this.compare("ne", first, second, span);
        // `x IS NOT TRUE` is true for null.
        return isForeignNull(second)
          ? differs
          : this.call("or", [differs, this.call("isNull", [this.member(first)], span)], span);
      }
      case "is null":
        return this.call("isNull", [this.member(first)], span);
      case "is not null":
        return this.not(this.call("isNull", [this.member(first)], span), span);
      case "like":
      case "ilike":
        return this.#like(first, second, args[2], operator === "ilike", span);
      case "matches":
      case "imatches":
        return this.matches(first, second, operator === "imatches" ? "i" : "", span);
      default:
        return this.impossible(`A value is missing after ${show(operator)}.`, span);
    }
  }

  /** `BETWEEN` and `1 < x <= 5` are written as an `and`. Inside of another `and`, their halves become its arguments. */
  #parts(operator: "and" | "or", args: readonly ForeignNode[]): readonly Expression[] {
    return args.flatMap((part) => {
      const written = this.#condition(part);
      const isOwn = part.kind === "call" || isOperator(part, "()");
      return operator === "and" && !isOwn && written.kind === "call" && written.callee === "and"
        ? written.args
        : [written];
    });
  }

  /** Writes a node in the position of a condition. In `x = 1 or 2`, the value 2 is not a condition. */
  #condition(node: ForeignNode): Expression {
    const isValue = node.kind === "value" ? node.type !== "null" : isOperator(node, "bare");
    if (!isValue) return this.write(node);
    const message = `${show(this.imageOf(node))} is not a condition. Several values belong to in, such as in(name,'x','y').`;
    return this.impossible(message, node.span);
  }

  #comparison(callee: string, args: readonly ForeignNode[], span: Span): Expression {
    const [left, right] = args as [ForeignNode, ForeignNode];
    if (args.length > 2)
      return this.call(
        callee,
        args.map((operand) => this.value(operand)),
        span,
      );
    if (isComparisonName(callee) && this.isConstant(left) && !this.isConstant(right))
      return this.compare(MIRRORED[callee], right, left, span);
    return this.compare(callee, left, right, span);
  }

  #in(of: ForeignNode, values: ForeignNode, span: Span): Expression {
    if (isOperator(values, "()", "[]")) return this.among(of, values, span);
    // `'x' in tags`: some element of the list equals the value.
    if (this.isConstant(of)) return this.compare("eq", values, of, span);
    if (this.isConstant(values)) return this.compare("eq", of, values, span);
    return this.impossible("The values of in are written in the call: in(name,'x','y').", values.span);
  }

  #like(
    of: ForeignNode,
    pattern: ForeignNode,
    escape: ForeignNode | undefined,
    ignoresCase: boolean,
    span: Span,
  ): Expression {
    const text = isOperator(pattern, "bare")
      ? this.imageOf(pattern).replaceAll("*", "%")
      : stringValue(pattern);
    if (text === undefined) return this.impossible("A pattern is a string, such as 'a%'.", pattern.span);
    return this.search(of, likeSearch(text, ignoresCase, stringValue(escape)), pattern.span, span);
  }
}
