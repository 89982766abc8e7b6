import { mirroredCallee } from "../../functions/definition/comparisons.ts";
import type { Expression } from "../../ast/nodes.ts";
import type { Span } from "../../diagnostics/span.ts";
import { strengthEffect } from "../contract/strength-effect.ts";
import { constantComparison } from "../syntax/constants.ts";
import { literalOf } from "../syntax/literals.ts";
import { completedComparison, holds } from "../syntax/null-equality.ts";
import { isForeignNull, type ForeignNode, type ForeignValue } from "../../readers/nodes.ts";
import { patternOfPart } from "../syntax/searches.ts";
import { exactComparison } from "../syntax/strings.ts";
import { NO_SUCH_ELEMENTS } from "./messages.ts";
import { ODataValues, digitsOf, withoutArithmetic } from "./import-values.ts";

const LOGIC = /^(?:and|or|not|eq|ne|lt|le|gt|ge|in|has)$/;

/** Translates comparisons. In OData, they are true or false, never null. */
export abstract class ODataComparisons extends ODataValues {
  compare(callee: string, first: ForeignNode, second: ForeignNode, span: Span): Expression | undefined {
    const [left, right] = [withoutArithmetic(first), withoutArithmetic(second)];
    if (isForeignNull(left) || isForeignNull(right))
      return this.#compareNull(callee, isForeignNull(left) ? right : left, span);
    if (left.kind === "value" && right.kind !== "value")
      return this.compare(mirroredCallee(callee), right, left, span);
    if (left.kind === "value" && right.kind === "value") {
      for (const side of [left, right]) if (side.type === "other") return literalOf(side, undefined, this.to);
      return constantComparison(callee, left, right, span, this.to);
    }
    const condition = right.kind === "value" ? this.#ofFunction(callee, left, right, span) : "generic";
    if (condition !== "generic") return condition;
    const of = this.value(left);
    const to = of && this.value(right, this.typeOf(of));
    return of && to && this.#comparison(callee, of, to, left, right, span);
  }

  #compareNull(callee: string, of: ForeignNode, span: Span): Expression | undefined {
    // Null is equal to itself, so `x ge null` is true if `x` is null.
    if (callee === "lt" || callee === "gt") return this.to.boolean(false, span);
    const isNegative = callee === "ne";
    if (of.kind === "value") {
      if (of.type === "other") return literalOf(of, undefined, this.to) && undefined;
      return this.to.boolean((of.type === "null") !== isNegative, span);
    }
    if (of.kind === "operator" && LOGIC.test(of.operator) && !/^(?:and|or|not)$/.test(of.operator))
      return this.to.boolean(isNegative, span);
    const value = this.value(of);
    if (value === undefined) return undefined;
    if (this.isOfElement(of)) {
      return this.to.report.drop("list-logic", NO_SUCH_ELEMENTS, span);
    }
    // A collection is never null, and tamis has null for a missing one.
    if (this.to.types.isList(value)) return this.to.boolean(isNegative, span);
    const test = this.to.isNull(value, span);
    return isNegative ? this.to.call("not", [test], span) : test;
  }

  #comparison(
    callee: string,
    of: Expression,
    to: Expression,
    left: ForeignNode,
    right: ForeignNode,
    span: Span,
  ): Expression | undefined {
    const { report } = this.to;
    const [ofNames, toNames] = [this.nullable(of), this.nullable(to)];
    const isElement = this.isOfElement(left) || this.isOfElement(right);
    const areBothNullable = ofNames.length > 0 && toNames.length > 0;
    if (isElement && (callee === "ne" || areBothNullable))
      return report.drop("list-logic", NO_SUCH_ELEMENTS, span);
    const comparison = this.made(callee, [of, to], span);
    if (this.isGuid(left) || this.isGuid(right))
      report.note(
        "case-sensitivity",
        strengthEffect(callee),
        "The letters of a GUID have no case.",
        span,
        comparison,
      );
    if (this.isComplete) return comparison;
    return completedComparison(callee, comparison, ofNames, toNames, span, this.to);
  }

  /** Builds a comparison by code points, with notes about strings and lists. */
  protected made(callee: string, args: readonly Expression[], span: Span): Expression {
    const node = exactComparison(callee, args, span, this.to);
    if (this.scope.size === 0 && args.some((argument) => this.to.types.isList(argument))) {
      const message = "OData compares a whole collection, tamis some element.";
      this.to.report.note("list-logic", "other", message, span, node);
    }
    return node;
  }

  /**
   * Translates comparisons of functions and conditions that tamis writes differently, such as `contains(Name,'x') eq true`.
   * Returns "generic" for all others.
   */
  #ofFunction(
    callee: string,
    left: ForeignNode,
    right: ForeignValue,
    span: Span,
  ): Expression | "generic" | undefined {
    const isEquality = callee === "eq" || callee === "ne";
    if (left.kind === "operator") {
      if (!LOGIC.test(left.operator) || right.type !== "boolean" || !isEquality) return "generic";
      // Comparisons are never null in OData, so `eq true` can be removed. Logic and `has` can be null.
      if (/^(?:and|or|not|has)$/.test(left.operator)) return "generic";
      const isTrue = (right.text === "true") === (callee === "eq");
      return isTrue ? this.condition(left) : this.to.not(() => this.condition(left), span);
    }
    if (left.kind !== "call") return "generic";
    const { callee: name, args } = left;
    if (name === "$count") return this.#count(callee, left, right, span);
    if (name === "indexof" && args.length === 2) return this.#indexOf(callee, args, right, span);
    if (name === "trim" && args.length === 1 && right.text === "" && isEquality) {
      const of = this.value(args[0]!, "string");
      const blank = of && this.to.call("blank", [of], span);
      if (blank === undefined) return undefined;
      const isNe = callee === "ne";
      const condition = isNe ? this.to.call("not", [blank], span) : blank;
      return this.completed(condition, this.nullable(of!), isNe, span);
    }
    if ((name === "year" || name === "date") && args.length === 1)
      return this.#period(callee, name, args[0]!, right, span);
    return "generic";
  }

  /** Translates a comparison of `$count`. A collection of OData is never null: its count is 0 instead. */
  #count(
    callee: string,
    left: ForeignNode & { readonly kind: "call" },
    right: ForeignValue,
    span: Span,
  ): Expression | undefined {
    const of = this.value(left);
    const to = of && this.value(right, "integer");
    if (of === undefined || to === undefined) return undefined;
    const ofEmpty = holds(callee, Math.sign(0 - Number(right.text)));
    return this.completed(this.to.call(callee, [of, to], span), this.nullable(of), ofEmpty, span);
  }

  #indexOf(
    callee: string,
    args: readonly ForeignNode[],
    right: ForeignValue,
    span: Span,
  ): Expression | undefined {
    const position = /^(?:-1|0)$/.test(digitsOf(right)) ? `${callee} ${right.text}` : "";
    const isFound = /^(?:ne -1|ge 0|gt -1)$/.test(position);
    const isMissing = /^(?:eq -1|lt 0|le -1)$/.test(position);
    const isStart = /^(?:eq|ne) 0$/.test(position);
    if (!isFound && !isMissing && !isStart) {
      const message = "tamis has no positions in strings.";
      return this.to.report.drop("unsupported-function", message, span);
    }
    const condition = this.search(isStart ? "startsWith" : "contains", args, span);
    if (condition === undefined) return undefined;
    const isNegative = isMissing || position === "ne 0";
    const test = isNegative ? this.to.call("not", [condition], span) : condition;
    return this.completed(test, this.nullable(condition), callee === "ne", span);
  }

  /** Translates `contains`, `startswith` or `endswith`, which are null for null in both languages. */
  protected search(callee: string, args: readonly ForeignNode[], span: Span): Expression | undefined {
    const { types, report } = this.to;
    const [of, part] = args.map((argument) => this.value(argument, "string"));
    if (of === undefined || part === undefined) return undefined;
    const type = types.typeOfAll([of]);
    if (type !== undefined && type !== "string")
      return report.drop("type-conversion", `The member has the type ${type}, not string.`, span);
    const isElement = this.isOfElement(args[0]!);
    if (!isElement && types.isList(of))
      return report.drop("list-logic", "tamis searches the elements of a list, not the list.", span);
    if (!isElement || callee !== "contains")
      return this.to.call(callee, [of, part], span, types.exactStrength([of, part]));
    // In tamis, `contains` of a list finds equal elements.
    if (part.kind !== "literal" || typeof part.value !== "string")
      return report.drop("list-logic", NO_SUCH_ELEMENTS, span);
    return this.to.call("match", [of, this.to.string(patternOfPart(part.value), part.span)], span);
  }

  /** Translates `year(day) eq 2020` and `date(at) eq 2020-01-31` to a range of dates or date-times. */
  #period(
    callee: string,
    name: "year" | "date",
    arg: ForeignNode,
    right: ForeignValue,
    span: Span,
  ): Expression | undefined {
    const { report } = this.to;
    const of = this.value(arg);
    if (of === undefined) return undefined;
    const type = this.typeOf(of);
    const period = name === "year" ? yearOf(right) : dayOf(right);
    const isTyped = type === "dateTime" || (type === "date" && name === "year");
    if (period === undefined || !isTyped || this.to.types.isList(of)) {
      const message = `${name}(…) is compared with a constant of the years 1 to 9998, for a member whose type a catalog declares.`;
      return report.drop("unsupported-function", message, span);
    }
    const [start, end] = period.map((text) => {
      const full: ForeignValue["type"] = type;
      return literalOf(
        { kind: "value", type: full, text: type === "date" ? text : `${text}T00:00:00Z`, span: right.span },
        type,
        this.to,
      )!;
    }) as [Expression, Expression];
    const test = (relation: string, bound: Expression) => this.to.call(relation, [of, bound], span);
    const within = this.to.call("and", [test("ge", start), test("lt", end)], span);
    const isFromEnd = callee === "gt" || callee === "le";
    const relation = callee.startsWith("g") ? "ge" : "lt";
    const condition =
      callee === "eq"
        ? within
        : callee === "ne"
          ? this.to.call("not", [within], span)
          : test(relation, isFromEnd ? end : start);
    if (type === "dateTime") {
      const message = "OData takes the day in the time zone of the value, tamis in UTC.";
      report.note("time-zone", "other", message, span, condition);
    }
    return this.completed(condition, this.nullable(of), callee === "ne", span);
  }
}

function yearOf(value: ForeignValue): readonly [string, string] | undefined {
  const year = Number(digitsOf(value) || NaN);
  if (!Number.isInteger(year) || year < 1 || year > 9998) return undefined;
  const first = (of: number) => `${String(of).padStart(4, "0")}-01-01`;
  return [first(year), first(year + 1)];
}

function dayOf({ type, text }: ForeignValue): readonly [string, string] | undefined {
  const day = type === "date" ? Date.parse(`${text}T00:00:00Z`) : NaN;
  if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== text || text.startsWith("9999"))
    return undefined;
  return [text, new Date(day + 86_400_000).toISOString().slice(0, 10)];
}
