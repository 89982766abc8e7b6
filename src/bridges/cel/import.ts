import type { Expression, Literal } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { ValueType } from "../../values/types.ts";
import { Translator } from "../contract/importer.ts";
import { literalOf } from "../syntax/literals.ts";
import { completedTest } from "../syntax/null-equality.ts";
import { isForeignNull, type ForeignNode, type ForeignValue } from "../../readers/nodes.ts";
import { CEL_COMPARISONS, existsCondition, flippedSign, isCelConstant } from "./elements.ts";
import { celMatch } from "./patterns.ts";

const SEARCHES: ReadonlySet<string> = new Set(["contains", "startsWith", "endsWith"]);

type Call = ForeignNode & { readonly kind: "call" };

/**
 * Translates a condition of CEL. An error in CEL corresponds to unknown in tamis: `false && error` is false, as `false` and
 * unknown are. Equality has no errors: `null == 1` is false.
 */
export class CelImporter extends Translator {
  /** Translates a condition. Recursion is safe: the parser limits the depth. */
  condition(node: ForeignNode): Expression | undefined {
    const { report } = this.to;
    const { span } = node;
    switch (node.kind) {
      case "name":
        return this.to.name(node.path, span);
      case "value":
        return literalOf(node, "boolean", this.to);
      case "list":
        return report.drop("unsupported-value", "A list is no condition.", span);
      case "call":
        return this.#call(node);
      case "operator":
        return this.#operator(node.operator, node.args, span);
    }
  }

  #operator(operator: string, args: readonly ForeignNode[], span: Span): Expression | undefined {
    const { report } = this.to;
    const [left, right] = args as [ForeignNode, ForeignNode];
    if (operator === "&&" || operator === "||") {
      const pair = args.length === 2 ? this.#nullPair(operator, left, right, span) : undefined;
      if (pair !== undefined) return pair;
      const parts = args.map((part) => this.condition(part));
      return operator === "&&" ? this.to.and(parts, span) : this.to.or(parts, span);
    }
    if (operator === "!") return this.to.not(() => this.condition(left), span);
    if (operator === "in") return this.#in(left, right, span, true);
    if (CEL_COMPARISONS.has(operator)) return this.#compare(operator, left, right, span, true);
    return report.drop("unsupported-operator", `tamis has no operator ${show(operator)}.`, span);
  }

  /**
   * Translates a null test with a comparison of the same member, which is one condition in tamis: `x != null && x != 1` is
   * `ne(x,1)`. Below a negation, `x == null || x == 1` is `eq(x,1)`. Undefined for other pairs.
   */
  #nullPair(operator: string, first: ForeignNode, second: ForeignNode, span: Span): Expression | undefined {
    const { report, types } = this.to;
    const isNegated = report.isNegated;
    if (isNegated !== (operator === "||")) return undefined;
    if (first.kind !== "operator" || second.kind !== "operator") return undefined;
    const sign = operator === "||" ? "==" : "!=";
    const [of, value] = second.args as [ForeignNode, ForeignNode];
    const isPair =
      first.operator === sign &&
      isForeignNull(first.args[1]!) &&
      pathOf(first.args[0]!) !== undefined &&
      pathOf(first.args[0]!) === pathOf(of) &&
      (second.operator === sign
        ? value.kind === "value" || value.kind === "call"
        : second.operator === "in" && operator === "||") &&
      !isForeignNull(value);
    if (!isPair) return undefined;
    const member = this.#operand(of, undefined);
    if (member === undefined || !types.isNullable(member)) return undefined;
    if (second.operator === "in") return this.#in(of, value, span, false);
    return this.#compare(sign, of, value, span, false);
  }

  /** @param countsNull whether null counts as a value that is unequal to all others. False next to a null test. */
  #compare(
    operator: string,
    left: ForeignNode,
    right: ForeignNode,
    span: Span,
    countsNull: boolean,
  ): Expression | undefined {
    const { report, types } = this.to;
    if (isCelConstant(left) && isCelConstant(right))
      return report.drop("unsupported-operator", "Two values are compared.", span);
    if (isCelConstant(left)) return this.#compare(flippedSign(operator), right, left, span, countsNull);
    const isEquality = operator === "==" || operator === "!=";
    const of = this.#operand(left, undefined);
    if (of === undefined) return undefined;
    if (isForeignNull(right)) {
      if (!isEquality) return this.to.unknown(span);
      const test = () => this.to.isNull(of, span);
      const condition = operator === "==" ? test() : this.to.not(test, span)!;
      if (report.isNegated === (operator === "!=")) this.#noteNullObject(of, condition, span);
      return condition;
    }
    if (types.isList(of)) return report.drop("list-logic", "tamis cannot compare whole lists.", span);
    const type = types.typeOfAll([of]);
    const to = this.#operand(right, type);
    if (to === undefined) return undefined;
    const isString =
      type === "string" || (type === undefined && to.kind === "literal" && to.type === "string");
    const strength = isString ? types.exactStrength([of, to]) : undefined;
    const condition = this.to.call(
      CEL_COMPARISONS.get(operator)!,
      [of, to],
      span,
      isEquality ? strength : undefined,
    );
    if (!isEquality) {
      if ((isString || type === undefined) && types.strengthOf([of, to]) !== "codePoint" && isTextOrder(to)) {
        const message = "tamis compares strings in the order of a language, CEL by their code points.";
        report.note("string-order", "other", message, span, condition);
      }
      return condition;
    }
    if (to.kind !== "literal") {
      if (types.isNullable(of) || types.isNullable(to)) {
        const message = "In CEL, null is equal to null, and unequal to other values.";
        report.note("null-logic", report.isNegated ? "more" : "fewer", message, span, condition);
      }
      return condition;
    }
    return countsNull ? this.#countingNull(operator, of, condition, span) : condition;
  }

  /** Adds the null test that an equality of CEL implies: null is a value there, so `!=` and a negated `==` keep it. */
  #countingNull(operator: string, of: Expression, condition: Expression, span: Span): Expression {
    // A function of null is an error in CEL, and unknown in tamis: no null test is needed.
    if (of.kind !== "name") return condition;
    const completed = completedTest(condition, of, operator === "!=", span, this.to)!;
    if (completed !== condition) this.#noteNullObject(of, completed, span);
    return completed;
  }

  /** Records that a condition excludes the row in CEL, and is true for null in tamis, if the object of its member is null. */
  #noteNullObject(of: Expression, condition: Expression, span: Span): void {
    const { report, types } = this.to;
    if (!types.isOfNullableObject(of)) return;
    const message = "In CEL, a member of an object that is null is an error. In tamis, it is null.";
    report.note("null-logic", report.isNegated ? "fewer" : "more", message, span, condition);
  }

  #in(left: ForeignNode, right: ForeignNode, span: Span, countsNull: boolean): Expression | undefined {
    const { report, types } = this.to;
    if (right.kind !== "list") {
      const list = this.#operand(right, undefined);
      const value = list && this.#operand(left, types.typeOfAll([list]));
      if (value === undefined) return undefined;
      if (
        list!.kind !== "name" ||
        value.kind !== "literal" ||
        (!types.isList(list!) && types.typeOf(list!) !== undefined)
      )
        return report.drop("unsupported-operator", "A value is searched in something that is no list.", span);
      const isString = value.type === "string";
      return this.to.call("eq", [list!, value], span, isString ? types.exactStrength([list!]) : undefined);
    }
    const of = this.#operand(left, undefined);
    if (of === undefined) return undefined;
    if (types.isList(of)) return report.drop("list-logic", "tamis cannot compare whole lists.", span);
    const type = types.typeOfAll([of]);
    const hasNull = right.items.some(isForeignNull);
    const items: Expression[] = [];
    for (const item of right.items) {
      if (isForeignNull(item)) continue;
      const operand = this.#operand(item, type);
      // One value has no translation. The list without it would keep fewer rows.
      if (operand === undefined) return undefined;
      if (operand.kind !== "literal")
        return report.drop("unsupported-value", "A list has values only.", item.span);
      items.push(operand);
    }
    const isNull = (): Expression => this.to.isNull(of, span);
    if (items.length === 0) return hasNull ? isNull() : this.to.boolean(false, span);
    const isString = (items[0] as Literal).type === "string";
    const test = this.to.call("in", [of, ...items], span, isString ? types.exactStrength([of]) : undefined);
    if (hasNull) return this.to.or([isNull(), test], span);
    return countsNull ? this.#countingNull("==", of, test, span) : test;
  }

  #call(node: Call): Expression | undefined {
    const { callee, args, span } = node;
    const { report, types } = this.to;
    if (callee === "has" && args.length === 1) return this.#presence(args[0]!, span);
    if (callee === "exists" && args.length === 3)
      return existsCondition(args, span, this.to, (operand, type) => this.#operand(operand, type));
    const isSearch = SEARCHES.has(callee) || callee === "matches";
    if (!isSearch || args.length !== 2)
      return report.drop("unsupported-function", `tamis has no condition ${show(callee)}(…).`, span);
    const of = this.#operand(args[0]!, "string");
    const search = of && this.#operand(args[1]!, "string");
    if (search === undefined) return undefined;
    const type = types.typeOf(of!);
    if (type !== undefined && type !== "string")
      return report.drop(
        "type-conversion",
        `CEL searches strings, and the member has the type ${type}.`,
        span,
      );
    if (callee !== "matches") {
      const strength = types.exactStrength([of!, search]);
      return this.to.call(callee, [of!, search], span, strength);
    }
    if (search.kind !== "literal")
      return report.drop("unsupported-value", "A pattern of tamis is a string.", args[1]!.span);
    const pattern = celMatch(String(search.value));
    if (pattern === undefined)
      return report.drop("unsupported-value", "The pattern is not valid.", search.span);
    return this.to.call("match", [of!, this.to.string(pattern, search.span)], span);
  }

  /** Translates `has(a.b)`. In CEL, it is true for a member that exists, even if it is null. */
  #presence(of: ForeignNode, span: Span): Expression | undefined {
    const member = of.kind === "name" && of.path.includes(".") ? this.to.name(of.path, of.span) : undefined;
    if (member === undefined)
      return this.to.report.drop("unsupported-function", "has(…) needs a member of an object.", span);
    const condition = this.to.not(() => this.to.isNull(member, span), span)!;
    this.to.report.note("null-logic", "fewer", "In CEL, a member that is null exists.", span, condition);
    return condition;
  }

  #operand(node: ForeignNode, type: ValueType["type"] | undefined): Expression | undefined {
    const { report } = this.to;
    const { span } = node;
    switch (node.kind) {
      case "name":
        return this.to.name(node.path, span);
      case "value":
        return this.#literal(node, type);
      case "call":
        return this.#valueOf(node, type);
      case "list":
        return report.drop("list-logic", "tamis cannot compare whole lists.", span);
      case "operator":
        return report.drop(
          "unsupported-operator",
          `tamis has no operator ${show(node.operator)} for values.`,
          span,
        );
    }
  }

  /** Reads a value. In CEL, values of different types are unequal, and cannot be ordered. */
  #literal(value: ForeignValue, type: ValueType["type"] | undefined): Literal | undefined {
    const literal = literalOf(value, type, this.to);
    // `literalOf` reports numbers that are compared with strings.
    if (literal !== undefined && literal.type !== value.type && literal.type !== "string") {
      const message = `CEL does not convert values, and the member has the type ${literal.type}.`;
      this.to.report.note("type-conversion", "other", message, value.span, literal);
    }
    return literal;
  }

  #valueOf({ callee, args, span }: Call, type: ValueType["type"] | undefined): Expression | undefined {
    const { report } = this.to;
    const [argument] = args;
    if (callee === "size" && argument !== undefined && args.length === 1) {
      const of = this.#operand(argument, undefined);
      return of && this.to.call("length", [of], span);
    }
    if (callee === "timestamp" && argument?.kind === "value" && argument.type === "string") {
      const isDay = type === "date" && /^\d{4}-\d\d-\d\dT00:00:00(?:\.0+)?Z$/.test(argument.text);
      const value: ForeignValue = isDay
        ? { ...argument, type: "date", text: argument.text.slice(0, 10), span }
        : { ...argument, type: "dateTime", span };
      return literalOf(value, type, this.to);
    }
    return report.drop("unsupported-function", `tamis has no function ${show(callee)}(…).`, span);
  }
}

function pathOf(node: ForeignNode): string | undefined {
  return node.kind === "name" ? node.path : undefined;
}

function isTextOrder(to: Expression): boolean {
  return to.kind !== "literal" || to.type === "string";
}
