import { isComparisonName } from "../../functions/definition/comparisons.ts";
import type { Expression, SortKey } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import type { Span } from "../../diagnostics/span.ts";
import { literalOf } from "../syntax/literals.ts";
import { isForeignNull, type ForeignNode } from "../../readers/nodes.ts";
import { OWN_ORDER } from "../syntax/strings.ts";
import { NEVER_NULL, NO_SUCH_ELEMENTS } from "./messages.ts";
import { guardNames, nullableNames } from "../syntax/null-equality.ts";
import { orderBy } from "../syntax/sort-keys.ts";
import { ODataLambdas } from "./import-lambdas.ts";
import type { ODataSortKey } from "./parse.ts";
import { importPattern, PATTERNS_DIFFER } from "../syntax/ecmascript-patterns.ts";
import { searchCall } from "../syntax/searches.ts";

const SEARCHES: ReadonlyMap<string, string> = new Map([
  ["contains", "contains"],
  ["startswith", "startsWith"],
  ["endswith", "endsWith"],
]);

type ForeignCall = ForeignNode & { readonly kind: "call" };

/** Translates a filter of OData. There, comparisons with null are false, and functions of null are null. */
export class ODataImporter extends ODataLambdas {
  /** Translates a condition. Recursion is safe: the parser limits the depth. */
  condition(node: ForeignNode): Expression | undefined {
    const { report } = this.to;
    const { span } = node;
    switch (node.kind) {
      case "name": {
        const name = this.to.name(this.pathOf(node), span);
        // The variable of a lambda expression is a boolean element. tamis has no name for it, so the list is compared with true.
        return name && this.isOfElement(node)
          ? this.to.call("eq", [name, this.to.boolean(true, span)], span)
          : name;
      }
      case "value":
        return node.type === "null" ? this.to.unknown(span) : literalOf(node, "boolean", this.to);
      case "list":
        return report.drop("unsupported-value", "A list is no condition.", span);
      case "call":
        return this.#function(node);
      case "operator":
        break;
    }
    const { operator, args } = node;
    const [left, right] = args as [ForeignNode, ForeignNode];
    switch (operator) {
      case "and":
      case "or":
        return this.to[operator](this.#parts(operator, args), span);
      case "not":
        return this.to.not(() => this.condition(left), span);
      case "in":
        return this.#in(left, right, span);
      case "has":
        return report.drop("unsupported-operator", "tamis has no flags.", span);
      default:
        if (isComparisonName(operator)) return this.compare(operator, left, right, span);
        return report.drop("unsupported-operator", "tamis has no arithmetic.", span);
    }
  }

  sortKey(key: ODataSortKey): readonly SortKey[] {
    const { of, span } = key;
    if (of.kind === "value") {
      this.to.report.drop("unsupported-order", "A sort key is a member.", span);
      return [];
    }
    const value = this.value(of);
    const isCount = of.kind === "call" && of.callee === "$count";
    const nulls = isCount ? { nulls: NEVER_NULL } : {};
    return value === undefined ? [] : orderBy(value, key, this.to, { strings: OWN_ORDER, ...nulls });
  }

  /**
   * Translates the parts of a chain. A comparison and the null tests after it become one condition: `a ne 1 and a ne null` is
   * `ne(a,1)`. Below a negation, `a eq 1 or a eq null` is `eq(a,1)`.
   */
  #parts(operator: "and" | "or", args: readonly ForeignNode[]): readonly (Expression | undefined)[] {
    const conditions: (Expression | undefined)[] = [];
    for (let at = 0; at < args.length; at++) {
      const guarded = this.#guarded(operator, args, at);
      conditions.push(guarded?.made ?? this.condition(args[at]!));
      at += guarded?.guards ?? 0;
    }
    return conditions;
  }

  #guarded(
    operator: "and" | "or",
    args: readonly ForeignNode[],
    at: number,
  ): { readonly made: Expression; readonly guards: number } | undefined {
    const { report, types } = this.to;
    const node = args[at]!;
    const test = operator === "and" ? "ne" : "eq";
    // Reading the polarity marks a condition as inexact, so it is read only if a null test follows.
    const isPossible = node.kind === "operator" && nullTestOf(args[at + 1], test) !== undefined;
    if (!isPossible || this.isOfElement(node) || report.isNegated !== (operator === "or")) return undefined;
    return report.attempt(() => {
      this.isComplete = true;
      const condition = this.condition(node);
      this.isComplete = false;
      if (condition?.kind !== "call") return undefined;
      const callee = condition.callee === "blank" ? "eq" : condition.callee;
      if (callee !== "in" && !isComparisonName(callee)) return undefined;
      const [of, ...values] = condition.args.map((argument) => nullableNames([argument], types));
      const guards = guardNames(callee, report.isNegated, of!, values.flat());
      const areThere = guards.every((name, i) => nullTestOf(args[at + 1 + i], test) === name);
      return guards.length > 0 && areThere ? { made: condition, guards: guards.length } : undefined;
    });
  }

  #in(left: ForeignNode, right: ForeignNode, span: Span): Expression | undefined {
    if (right.kind !== "list") return this.#inCollection(left, right, span);
    if (left.kind === "list") return this.value(left) && undefined;
    const items = right.items.filter((item) => !isForeignNull(item));
    const hasNull = items.length < right.items.length;
    if (left.kind === "value" || items.some((item) => item.kind !== "value")) {
      const parts = right.items.map((item) => this.compare("eq", left, item, span));
      return parts.length === 0 ? this.to.boolean(false, span) : this.to.or(parts, span);
    }
    const of = this.value(left);
    if (of === undefined) return undefined;
    const values = items.map((item) => this.value(item, this.typeOf(of)));
    // One value has no translation. The list without it would keep fewer rows.
    if (values.includes(undefined)) return undefined;
    const names = this.nullable(of);
    const membership =
      values.length === 0
        ? undefined
        : this.completed(this.made("in", [of, ...(values as Expression[])], span), names, false, span);
    if (!hasNull) return membership ?? this.to.boolean(false, span);
    if (this.isOfElement(left)) return this.to.report.drop("list-logic", NO_SUCH_ELEMENTS, span);
    const test = this.to.isNull(of, span);
    return membership === undefined ? test : this.to.or([membership, test], span);
  }

  /** Translates `'x' in Tags`: some element of the collection equals the value. */
  #inCollection(left: ForeignNode, right: ForeignNode, span: Span): Expression | undefined {
    if (right.kind !== "name" || left.kind !== "value" || left.type === "null") {
      const message = "in needs a list, or a value and a collection.";
      return this.to.report.drop("list-logic", message, span);
    }
    const of = this.value(right);
    const value = of && this.value(left, this.typeOf(of));
    return (
      of && value && this.completed(this.to.call("eq", [of, value], span), this.nullable(of), false, span)
    );
  }

  #function(node: ForeignCall): Expression | undefined {
    const { callee, args, span } = node;
    const { report } = this.to;
    const search = SEARCHES.get(callee);
    if (search !== undefined && args.length === 2) return this.#searchOf(search, args, span);
    if (callee === "substringof" && args.length === 2)
      return this.search("contains", [args[1]!, args[0]!], span);
    if (callee === "matchespattern" && args.length === 2) return this.#pattern(args, span);
    if ((callee === "any" || callee === "all") && args.length > 0) return this.lambda(node);
    if (callee === "hassubset" && args.length === 2) return this.#subset(args, span);
    return report.drop(
      "unsupported-function",
      `tamis has no function ${show(callee)}(…) for these arguments.`,
      span,
    );
  }

  #searchOf(callee: string, args: readonly ForeignNode[], span: Span): Expression | undefined {
    if (args.some(isForeignNull)) return this.to.unknown(span);
    if (args.every(({ kind }) => kind === "value"))
      return this.to.report.drop("unsupported-value", "A constant is searched.", span);
    return this.search(callee, args, span);
  }

  #pattern(args: readonly ForeignNode[], span: Span): Expression | undefined {
    const { report, types } = this.to;
    const [of, pattern] = args as [ForeignNode, ForeignNode];
    if (pattern.kind !== "value" || pattern.type !== "string")
      return report.drop("unsupported-value", "A pattern is a string, such as '^a'.", pattern.span);
    const value = this.value(of, "string");
    if (value === undefined) return undefined;
    const search = importPattern(pattern.text);
    if (search === undefined) {
      const message = "The pattern is invalid, or has look-around or back-references.";
      return report.drop("unsupported-value", message, pattern.span);
    }
    if (this.isOfElement(of) && (search.callee === "present" || search.callee === "contains"))
      return this.search("contains", [of, { ...pattern, text: search.value }], span);
    const condition = searchCall(value, search, types.exactStrength([value]), span, this.to, pattern.span);
    if (!search.isExact) {
      report.note("pattern", "other", PATTERNS_DIFFER, pattern.span, condition);
    }
    return condition;
  }

  /** Translates `hassubset(Tags,['a','b'])`: each value is an element. */
  #subset([of, items]: readonly ForeignNode[], span: Span): Expression | undefined {
    if (of!.kind !== "name" || items!.kind !== "list" || items!.items.some(({ kind }) => kind !== "value")) {
      const message = "hassubset needs a collection and constants.";
      return this.to.report.drop("unsupported-function", message, span);
    }
    const texts = items!.items.map((item) => (item.kind === "value" ? `${item.type} ${item.text}` : ""));
    if (new Set(texts).size < texts.length) {
      return this.to.report.drop("list-logic", NO_SUCH_ELEMENTS, span);
    }
    const parts = items!.items.map((item) => this.#inCollection(item, of!, span));
    return parts.length === 0 ? this.to.boolean(true, span) : this.to.and(parts, span);
  }
}

function nullTestOf(node: ForeignNode | undefined, operator: string): string | undefined {
  if (node?.kind !== "operator" || node.operator !== operator) return undefined;
  const [of, value] = node.args;
  return of?.kind === "name" && isForeignNull(value!) ? of.path : undefined;
}
