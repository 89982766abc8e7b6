import { mirroredCallee } from "../../functions/definition/comparisons.ts";
import type { Expression } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import type { Span } from "../../diagnostics/span.ts";
import { literalOf } from "../syntax/literals.ts";
import { isForeignNull, type ForeignNode } from "../../readers/nodes.ts";
import { constantComparison } from "../syntax/constants.ts";
import { completedTest } from "../syntax/null-equality.ts";
import { searchCall } from "../syntax/searches.ts";
import { SQL_COMPARISONS } from "./spelling.ts";
import { SqlValues } from "./import-values.ts";
import { COLLATION_ORDER, exactComparison } from "../syntax/strings.ts";
import { likeSearch } from "../../readers/patterns.ts";

/** Translates a condition of SQL. Both languages have the same three-valued logic. */
export class SqlImporter extends SqlValues {
  /** Translates a condition. Recursion is safe: the parser limits the depth. */
  condition(node: ForeignNode): Expression | undefined {
    const { span } = node;
    const { report } = this.to;
    if (node.kind === "name") return this.name(node);
    if (node.kind === "value") {
      if (node.type === "null") return this.to.unknown(span);
      return literalOf(node, "boolean", this.to);
    }
    if (node.kind === "call")
      return report.drop("unsupported-function", `tamis has no condition ${show(node.callee)}(…).`, span);
    if (node.kind === "list") return report.drop("unsupported-value", "A list is not a condition.", span);
    const { operator, args } = node;
    if (operator === "and" || operator === "or") {
      const parts = args.map((argument) => this.condition(argument));
      return this.to.logic(operator, parts, span);
    }
    if (operator === "not") return this.to.not(() => this.condition(args[0]!), span);
    const [left, first, second] = args as [ForeignNode, ForeignNode, ForeignNode];
    const callee = SQL_COMPARISONS.get(operator);
    if (callee !== undefined) return this.#compare(callee, left, first, span);
    switch (operator) {
      case "between":
        return this.to.and(
          [this.#compare("ge", left, first, span), this.#compare("le", left, second, span)],
          span,
        );
      case "in":
        return this.#in(left, args.slice(1), span);
      case "like":
      case "ilike":
        return this.#like(left, first, args.length > 2 ? second : undefined, operator === "ilike", span);
      default:
        if (operator.startsWith("is "))
          return this.#is(operator.slice(3), left, args.length > 1 ? first : undefined, span);
        return report.drop("unsupported-operator", `tamis has no operator ${show(operator)}.`, span);
    }
  }

  #compare(callee: string, left: ForeignNode, right: ForeignNode, span: Span): Expression | undefined {
    if (isForeignNull(left) || isForeignNull(right)) return this.to.unknown(span);
    if (left.kind === "value" && right.kind !== "value")
      return this.#compare(mirroredCallee(callee), right, left, span);
    if (left.kind === "value" && right.kind === "value")
      return constantComparison(callee, left, right, span, this.to);
    if (left.kind === "call" && left.callee === "position")
      return this.#position(callee, left.args, right, span);
    const of = this.operand(left, undefined);
    if (of === undefined) return undefined;
    const to = this.operand(right, this.typeOf(of));
    return to && this.#comparison(callee, [of, to], span);
  }

  #comparison(callee: string, args: readonly Expression[], span: Span): Expression {
    const node = exactComparison(callee, args, span, this.to, COLLATION_ORDER);
    this.#noteList(args, span, node);
    return node;
  }

  #noteList(args: readonly Expression[], span: Span, node: Expression): void {
    const { report, types } = this.to;
    if (!args.some((argument) => types.isList(argument))) return;
    report.note(
      "list-logic",
      "other",
      "A column has no list. In tamis, some element of the list has to match.",
      span,
      node,
    );
  }

  /** Translates `POSITION(y IN x) > 0`, which is how standard SQL searches for a string that is not a literal. */
  #position(
    callee: string,
    args: readonly ForeignNode[],
    right: ForeignNode,
    span: Span,
  ): Expression | undefined {
    const [search, within] = args;
    const isFound = callee === "gt" && right.kind === "value" && right.text === "0";
    if (!isFound || args.length !== 2)
      return this.to.report.drop("unsupported-function", "tamis has no positions in strings.", span);
    const of = this.operand(within!, "string");
    const part = of && this.operand(search!, "string");
    return part && this.to.call("contains", [of, part], span, this.to.types.exactStrength([of, part]));
  }

  #in(left: ForeignNode, items: readonly ForeignNode[], span: Span): Expression | undefined {
    const isUnknown = items.some(isForeignNull);
    if (left.kind === "value") {
      const parts = items.map((item) => this.#compare("eq", left, item, span));
      return this.to.or(parts, span);
    }
    const of = this.operand(left, undefined);
    if (of === undefined) return undefined;
    const { report } = this.to;
    const literals: Expression[] = [];
    for (const item of items) {
      if (isForeignNull(item)) continue;
      const node = this.operand(item, this.typeOf(of));
      // One value has no translation. The list without it would keep fewer rows.
      if (node === undefined) return undefined;
      literals.push(node);
    }
    // With null in the list, `IN` is true or unknown, and never false. So its negation never keeps a row.
    if (isUnknown && (literals.length === 0 || report.isNegated)) return this.to.unknown(span);
    return this.#comparison("in", [of, ...literals], span);
  }

  #like(
    left: ForeignNode,
    pattern: ForeignNode,
    escape: ForeignNode | undefined,
    ignoresCase: boolean,
    span: Span,
  ): Expression | undefined {
    const { report, types } = this.to;
    if (isForeignNull(pattern)) return this.to.unknown(span);
    if (pattern.kind !== "value" || pattern.type !== "string")
      return report.drop("unsupported-value", "A pattern of LIKE is a string, such as 'a%'.", pattern.span);
    if (escape !== undefined && (escape.kind !== "value" || escape.text.length > 1))
      return report.drop("unsupported-value", "ESCAPE is followed by one character.", escape.span);
    const of = this.operand(left, "string");
    if (of === undefined) return undefined;
    const type = types.typeOf(of);
    if (type !== undefined && type !== "string")
      return report.drop(
        "type-conversion",
        `LIKE searches strings, and the member has the type ${type}.`,
        span,
      );
    const character = escape?.kind === "value" ? escape.text : "";
    const search = likeSearch(pattern.text, false, character);
    const strength = ignoresCase ? "secondary" : types.exactStrength([of]);
    const node = searchCall(of, search, strength, span, this.to, pattern.span);
    if (ignoresCase) {
      const message =
        "tamis ignores case by the collation of a language, ILIKE by the rules of the database.";
      report.note("case-sensitivity", "other", message, span, node);
    }
    if (escape === undefined && pattern.text.includes("\\")) {
      const message = "In some databases, a backslash escapes the next character. Write an ESCAPE clause.";
      report.note("escape", "other", message, pattern.span, node);
    }
    return node;
  }

  #is(test: string, left: ForeignNode, right: ForeignNode | undefined, span: Span): Expression | undefined {
    const isNegated = test.startsWith("not ");
    const word = isNegated ? test.slice(4) : test;
    if (word === "null" || word === "unknown") {
      const isNullTest = () => this.#isNull(left, span);
      return isNegated ? this.to.not(isNullTest, span) : isNullTest();
    }
    if (word === "distinct from") return this.#distinct(!isNegated, left, right!, span);
    return this.#isBoolean(word === "true", isNegated, left, span);
  }

  #isNull(node: ForeignNode, span: Span): Expression | undefined {
    if (node.kind === "value") return this.to.boolean(node.type === "null", span);
    const of = this.exactly(node);
    return of && this.to.isNull(of, span);
  }

  /** Translates `x IS TRUE`. For null, it is false and `x` is unknown: the same rows, unless they are negated. */
  #isBoolean(value: boolean, isNegated: boolean, left: ForeignNode, span: Span): Expression | undefined {
    const test = (): Expression | undefined => {
      const { report } = this.to;
      const readTest = () => (value ? this.condition(left) : this.to.not(() => this.condition(left), span));
      if (!report.isNegated) return readTest();
      if (left.kind !== "name")
        return report.drop(
          "null-logic",
          "Such a test of a condition can only be negated for a member.",
          span,
        );
      const of = this.name(left);
      return of && completedTest(readTest(), of, false, span, this.to);
    };
    return isNegated ? this.to.not(test, span) : test();
  }

  /** Translates `a IS DISTINCT FROM 1`, which compares null as a value. */
  #distinct(isDistinct: boolean, left: ForeignNode, right: ForeignNode, span: Span): Expression | undefined {
    if (left.kind === "value" && right.kind !== "value") return this.#distinct(isDistinct, right, left, span);
    if (isForeignNull(right)) {
      const test = () => this.#isNull(left, span);
      return isDistinct ? this.to.not(test, span) : test();
    }
    if (right.kind !== "value")
      return this.to.report.drop("unsupported-operator", "DISTINCT FROM is followed by a value.", span);
    const readEquality = (): Expression | undefined => {
      const equal = this.#compare("eq", left, right, span);
      const of = this.exactly(left);
      return of && completedTest(equal, of, false, span, this.to);
    };
    return isDistinct ? this.to.not(readEquality, span) : readEquality();
  }
}
