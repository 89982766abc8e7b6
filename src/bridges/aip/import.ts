import type { Expression } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { ValueType } from "../../values/types.ts";
import { Translator } from "../contract/importer.ts";
import { literalOf } from "../syntax/literals.ts";
import type { ForeignName, ForeignNode, ForeignOperator, ForeignValue } from "../../readers/nodes.ts";
import { completed } from "../syntax/null-equality.ts";
import { exactComparison } from "../syntax/strings.ts";
import { COMPARISONS_OF_AIP } from "./operators.ts";
import { isTimestamp, wildcardSearch } from "./values.ts";

type Name = Expression & { readonly kind: "name" };

/** Translates a filter of AIP-160. There, null is unequal to each value, and neither less nor greater than it. */
export class AipImporter extends Translator {
  /** Translates a condition. Recursion is safe: the parser limits the depth. */
  condition(node: ForeignNode): Expression | undefined {
    const { report } = this.to;
    const { span } = node;
    if (node.kind === "call")
      return report.drop("unsupported-function", `tamis has no condition ${show(node.callee)}(…).`, span);
    if (node.kind !== "operator")
      return report.drop("unsupported-operator", "tamis has no search in all members.", span);
    const { operator, args } = node;
    if (operator === "AND" || operator === "OR") return this.#logic(node);
    if (operator === "NOT" || operator === "-") return this.to.not(() => this.condition(args[0]!), span);
    return this.#compare(node, false);
  }

  #logic(node: ForeignOperator): Expression | undefined {
    const { operator, args, span } = node;
    if (this.#isGuarded(node)) {
      const parts = args.slice(1).map((comparison) => this.#compare(comparison as ForeignOperator, true));
      return operator === "AND" ? this.to.and(parts, span) : this.to.or(parts, span);
    }
    const parts = args.map((part) => this.condition(part));
    return operator === "AND" ? this.to.and(parts, span) : this.to.or(parts, span);
  }

  /**
   * Returns whether a chain begins with a null test that tamis does not need: `x != null AND x != 1` is `ne(x,1)`. Below a
   * negation, `x = null OR x = 1 OR x = 2` is `in(x,1,2)`.
   */
  #isGuarded({ operator, args }: ForeignOperator): boolean {
    const isAnd = operator === "AND";
    if (this.to.report.isNegated === isAnd) return false;
    const [test, ...otherTests] = args as [ForeignNode, ...ForeignNode[]];
    const path = comparedPath(test);
    if (path === undefined || !isNullTest(test, isAnd ? "!=" : "=")) return false;
    const isNullable = this.to.types.find(path)?.nullable ?? true;
    if (!isNullable || (isAnd && otherTests.length > 1)) return false;
    return otherTests.every(
      (other) =>
        comparedPath(other) === path &&
        ((other as ForeignOperator).operator === "!=") === isAnd &&
        !isNullTest(other, "=") &&
        !isNullTest(other, "!=") &&
        (other as ForeignOperator).args[1]!.kind !== "operator",
    );
  }

  /** @param isGuarded whether a null test next to the comparison decides the rows in which the member is null */
  #compare({ operator, args, span }: ForeignOperator, isGuarded: boolean): Expression | undefined {
    const [left, right] = args as [ForeignNode, ForeignNode];
    if (left.kind !== "name")
      return this.to.report.drop("unsupported-operator", "The left side of a comparison is no field.", span);
    const name = this.to.name(left.path, left.span);
    if (name === undefined) return undefined;
    return this.#argument(operator, name as Name, right, span, isGuarded);
  }

  /** Translates the right side of a comparison. `a = (1 OR 2)` is `a = 1 OR a = 2`. */
  #argument(
    operator: string,
    of: Name,
    right: ForeignNode,
    span: Span,
    isGuarded: boolean,
  ): Expression | undefined {
    const { report } = this.to;
    switch (right.kind) {
      case "name":
      case "value":
        return this.#test(operator, of, right, span, isGuarded);
      case "operator": {
        const { operator: inner, args } = right;
        const [first] = args as [ForeignNode];
        if (inner === "-" && first.kind === "name" && !first.isQuoted)
          return this.#argument(operator, of, { ...first, path: `-${first.path}` }, span, isGuarded);
        if (operator === "!=") return this.to.not(() => this.#argument("=", of, right, span, false), span);
        if (inner === "NOT" || inner === "-")
          return this.to.not(() => this.#argument(operator, of, first, first.span, false), right.span);
        if (inner !== "AND" && inner !== "OR") break;
        const parts = args.map((argument) => this.#argument(operator, of, argument, argument.span, false));
        return inner === "AND" ? this.to.and(parts, span) : this.to.or(parts, span);
      }
      case "call": {
        const [argument] = right.args;
        if (right.callee === "timestamp" && argument?.kind === "value" && isTimestamp(argument.text))
          return this.#test(operator, of, { ...argument, type: "dateTime" }, span, isGuarded);
        return report.drop(
          "unsupported-function",
          `tamis has no function ${show(right.callee)}(…).`,
          right.span,
        );
      }
    }
    return report.drop("unsupported-operator", "A field is compared with a condition.", right.span);
  }

  #test(
    operator: string,
    of: Name,
    right: ForeignName | ForeignValue,
    span: Span,
    isGuarded: boolean,
  ): Expression | undefined {
    const { report, types } = this.to;
    const text = right.kind === "name" ? right.path : right.text;
    const declared = types.typeOf(of);
    if (operator === ":") {
      if (text === "*") return this.#present(of, span);
      if (declared === "map" || declared === "object") {
        const key = this.to.name(`${of.name}.${text}`, span);
        return key && this.to.not(() => this.to.isNull(key, span), span);
      }
    } else if (declared === "list")
      return report.drop(
        "list-logic",
        "AIP-160 compares only the elements of a list, by the operator ':'.",
        span,
      );
    if (right.kind === "name" && !right.isQuoted && text === "null") return this.#null(operator, of, span);
    const type = types.typeOfAll([of]);
    const value = valueOf(right, type);
    const isOrdered =
      COMPARISONS_OF_AIP.get(operator)!.startsWith("l") || COMPARISONS_OF_AIP.get(operator)!.startsWith("g");
    const search = isOrdered || value.type !== "string" ? undefined : wildcardSearch(text);
    const isNot = operator === "!=";
    const condition =
      search !== undefined && (type === undefined || type === "string")
        ? this.#search(search, of, value.span, span, isNot)
        : this.#comparison(operator, of, value, type, span);
    if (condition === undefined) return undefined;
    if (operator === ":" && declared === undefined && !of.name.includes(".")) {
      const message = "The operator ':' searches the keys of a map, and the elements of a list.";
      report.note("list-logic", "other", message, span, condition);
    }
    if (isGuarded || !types.isNullable(of)) return condition;
    if (isNot && !report.isNegated && of.name.includes(".")) {
      const message = "Some services leave out resources in which a field on the path is not set.";
      report.note("null-logic", "more", message, span, condition);
    }
    return completed(condition, [of.name], isNot, span, this.to);
  }

  #comparison(
    operator: string,
    of: Name,
    value: ForeignValue,
    type: ValueType["type"] | undefined,
    span: Span,
  ): Expression | undefined {
    const { report } = this.to;
    const literal = literalOf(value, type, this.to);
    if (literal === undefined) return undefined;
    const callee = COMPARISONS_OF_AIP.get(operator)!;
    if (literal.type === "boolean" && /^[lg]/.test(callee))
      return report.drop("unsupported-operator", "AIP-160 does not order booleans.", span);
    return exactComparison(callee, [of, literal], span, this.to);
  }

  #search(
    { callee, text }: { readonly callee: string; readonly text: string },
    of: Name,
    place: Span,
    span: Span,
    isNot: boolean,
  ): Expression | undefined {
    const strength = this.to.types.exactStrength([of]);
    const make = () => this.to.call(callee, [of, this.to.string(text, place)], span, strength);
    return isNot ? this.to.not(make, span) : make();
  }

  #null(operator: string, of: Name, span: Span): Expression | undefined {
    if (operator === "=" || operator === ":") return this.to.isNull(of, span);
    if (operator === "!=") return this.to.not(() => this.to.isNull(of, span), span);
    return this.to.report.drop("unsupported-value", "Null is compared by = and != only.", span);
  }

  /**
   * Translates `name:*`. In AIP-160, a field is present if it has a value other than its default, and a key of a map if the map
   * has it.
   */
  #present(of: Name, span: Span): Expression | undefined {
    const { report, types } = this.to;
    const declared = types.find(of.name);
    if (declared?.type.type === "list") {
      const length = this.to.call("length", [of], span);
      const filled = this.to.call("gt", [length, this.to.number(0, span)], span);
      return completed(filled, types.isNullable(of) ? [of.name] : [], false, span, this.to);
    }
    const test = this.to.not(() => this.to.isNull(of, span), span);
    if (test === undefined || declared?.throughMap === true || declared?.type.type === "object") return test;
    const message = "A field with its default value, such as 0 or an empty string, is not present.";
    report.note("null-logic", "more", message, span, test);
    return test;
  }
}

/** Returns the value of text without quotes. It has the type of the field; without a catalog, the type of its notation. */
function valueOf(right: ForeignName | ForeignValue, type: ValueType["type"] | undefined): ForeignValue {
  const { span } = right;
  const text = right.kind === "name" ? right.path : right.text;
  const value = (of: ForeignValue["type"]): ForeignValue => ({ kind: "value", type: of, text, span });
  if (right.kind === "value" && right.type !== "string") return right;
  if (type !== undefined) return value("string");
  if (isTimestamp(text)) return value("dateTime");
  if (right.kind === "value" || right.isQuoted) return value("string");
  if (text === "true" || text === "false") return value("boolean");
  if (/^-?\d+(?:\.\d+)?s$/.test(text)) return value("other");
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return value("number");
  return value("string");
}

function isNullTest(node: ForeignNode, operator: string): boolean {
  if (node.kind !== "operator" || node.operator !== operator) return false;
  const right = node.args[1];
  return right?.kind === "name" && right.path === "null" && !right.isQuoted;
}

/** Returns the path of the field that a comparison tests. */
function comparedPath(node: ForeignNode): string | undefined {
  if (node.kind !== "operator" || !COMPARISONS_OF_AIP.has(node.operator)) return undefined;
  const [left] = node.args;
  return left?.kind === "name" ? left.path : undefined;
}
