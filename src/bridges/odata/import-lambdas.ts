import { INVERSE, isComparisonName } from "../../functions/definition/comparisons.ts";
import type { Expression } from "../../ast/nodes.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { ForeignCall, ForeignName, ForeignNode } from "../../readers/nodes.ts";
import { ODataComparisons } from "./import-comparisons.ts";
import { NO_SUCH_ELEMENTS } from "./messages.ts";

/** Translates `any` and `all`. */
export abstract class ODataLambdas extends ODataComparisons {
  /** Translates a condition on the elements of a list. In tamis, a comparison with a list means some element. */
  protected lambda({ callee, args, span }: ForeignCall): Expression | undefined {
    const [collection, variable, body] = args as [
      ForeignNode,
      ForeignName | undefined,
      ForeignNode | undefined,
    ];
    const { report } = this.to;
    if (collection.kind !== "name")
      return this.value(collection) && report.drop("list-logic", "any and all need a collection.", span);
    const path = this.pathOf(collection);
    const list = this.to.name(path, collection.span);
    if (list === undefined) return undefined;
    if (variable === undefined || body === undefined) {
      const zero = this.to.number(0, span);
      const count = this.to.call("length", [list], span);
      return this.completed(this.to.call("gt", [count, zero], span), this.nullable(list), false, span);
    }
    const outer = this.scope.get(variable.path);
    this.scope.set(variable.path, path);
    const condition = callee === "any" ? this.#some(body, list, span) : this.#every(body, list, span);
    if (outer === undefined) this.scope.delete(variable.path);
    else this.scope.set(variable.path, outer);
    return condition;
  }

  #some(body: ForeignNode, list: Expression, span: Span): Expression | undefined {
    const { report } = this.to;
    if (body.kind === "value" && body.text === "true" && body.type === "boolean") {
      const isFilled = this.to.call(
        "gt",
        [this.to.call("length", [list], span), this.to.number(0, span)],
        span,
      );
      return this.completed(isFilled, this.nullable(list), false, span);
    }
    if (!this.isOfElement(body)) return report.drop("list-logic", NO_SUCH_ELEMENTS, span);
    if (body.kind === "operator" && (body.operator === "or" || body.operator === "and")) {
      const { operator, args } = body;
      if (operator === "or")
        return this.to.or(
          args.map((argument) => this.#some(argument, list, span)),
          span,
        );
      const count = args.filter((argument) => this.isOfElement(argument)).length;
      const conjunction = this.to.and(
        args.map((argument) =>
          this.isOfElement(argument) ? this.#some(argument, list, span) : this.condition(argument),
        ),
        span,
      );
      if (count > 1) {
        const message = "In tamis, each of these conditions can hold for another element of the list.";
        report.note("list-logic", "more", message, span, conjunction);
      }
      return conjunction;
    }
    const isOther =
      body.kind === "operator"
        ? body.operator === "not" || (body.operator === "in" && body.args[1]!.kind !== "list")
        : body.kind === "call" && body.callee === "all";
    if (isOther) return report.drop("list-logic", NO_SUCH_ELEMENTS, span);
    const result = this.condition(body);
    const isComplete =
      result === undefined || body.kind === "operator" || (body.kind === "call" && body.callee === "any");
    return isComplete ? result : this.completed(result, this.nullable(result), false, span);
  }

  #every(body: ForeignNode, list: Expression, span: Span): Expression | undefined {
    const { report } = this.to;
    const isOperator = body.kind === "operator";
    if (isOperator && body.operator === "and")
      return this.to.and(
        body.args.map((argument) => this.#every(argument, list, span)),
        span,
      );
    if (isOperator && body.operator === "not")
      return this.to.not(() => this.#some(body.args[0]!, list, span), span);
    const [left, right] = isOperator ? body.args : [];
    if (
      isOperator &&
      right?.kind === "value" &&
      right.type !== "null" &&
      left?.kind === "name" &&
      this.isOfElement(left)
    ) {
      if (body.operator === "ne") return this.#noElement(left, right, list, span);
      if (isComparisonName(body.operator) && body.operator !== "eq") {
        const inverse = INVERSE[body.operator];
        const condition = this.to.not(() => this.#some({ ...body, operator: inverse }, list, span), span);
        report.note("list-logic", "more", "tamis ignores null elements of a list.", span, condition);
        return condition;
      }
    }
    return report.drop("list-logic", NO_SUCH_ELEMENTS, span);
  }

  /** Translates `all(x:x ne 'a')` to `ne(list,'a')`. */
  #noElement(left: ForeignName, right: ForeignNode, list: Expression, span: Span): Expression | undefined {
    const of = this.value(left);
    const value = of && this.value(right, this.typeOf(of));
    return of && value && this.completed(this.made("ne", [of, value], span), this.nullable(list), true, span);
  }
}
