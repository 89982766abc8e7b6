import type { Call, Expression, Literal, Name } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { formatInstant, parseTemporal } from "../../values/instant.ts";
import { atLevel, joinPieces, textPiece, type TextPiece } from "../contract/pieces.ts";
import { instantOfDate } from "../syntax/literals.ts";
import { escapedLiteral } from "../texts/escaped-strings.ts";
import { mirroredCallee } from "../../functions/definition/comparisons.ts";
import { noteStringDifferences } from "../syntax/strings.ts";
import { aipName } from "./names.ts";
import { COMPARISONS_OF_AIP } from "./operators.ts";
import { isTimestamp, wildcardSearch } from "./values.ts";
import { ConditionExporter } from "../contract/exporter.ts";
import { signsOf } from "../syntax/comparisons.ts";

/** How tightly the operators of AIP-160 bind: `OR` binds tighter than `AND`. */
const AND = 1;
const OR = 2;
const TERM = 3;
const SIMPLE = 4;

const OPERATORS = /* @__PURE__ */ signsOf(COMPARISONS_OF_AIP);
const SEARCHES: Readonly<Record<string, readonly [before: string, after: string]>> = {
  contains: ["*", "*"],
  startsWith: ["", "*"],
  endsWith: ["*", ""],
};

/** Writes filters of AIP-160, which have two truth values. */
export class AipExporter extends ConditionExporter<TextPiece> {
  filter(node: Expression): TextPiece | undefined {
    const isTrue = node.kind === "literal" && node.value === true;
    return isTrue ? undefined : this.condition(node);
  }

  condition(node: Expression): TextPiece | undefined {
    if (node.kind === "name") return this.#comparison("eq", node, "true", node);
    if (node.kind === "literal")
      return this.drop("unsupported-value", "AIP-160 has no condition that is a constant.", node);
    const { callee, args } = node;
    if (callee === "and" || callee === "or") return this.logic(callee, args);
    if (callee === "not") return this.#not(args[0]!);
    if (callee === "isNull") return this.#isNull(args[0]!, "=");
    if (callee === "in") return this.#in(node);
    if (Object.hasOwn(SEARCHES, callee)) return this.#search(node);
    if (OPERATORS.has(callee))
      return this.chain(node, (left, right) => this.#pair(callee, left, right, node));
    return this.drop("unsupported-function", `AIP-160 has no function ${show(callee)}(…).`, node);
  }

  protected override join(operator: "and" | "or", pieces: readonly TextPiece[]): TextPiece {
    // AIP-160 recommends parentheses around OR. An inner AND keeps its own, so that reading the text returns the same tree.
    const inner = pieces.map((piece) => atLevel(piece, TERM));
    return joinPieces(operator === "and" ? AND : OR, inner, ` ${operator.toUpperCase()} `);
  }

  #not(inner: Expression): TextPiece | undefined {
    return this.context.report.negated(() => {
      if (inner.kind === "call" && inner.callee === "isNull") return this.#isNull(inner.args[0]!, "!=");
      const of = this.condition(inner);
      return of && negation(of);
    });
  }

  #isNull(of: Expression, operator: "=" | "!="): TextPiece | undefined {
    const { report, types } = this.context;
    if (of.kind !== "name")
      return this.drop("unsupported-function", "AIP-160 tests only fields for null.", of);
    if (types.isList(of)) return this.drop("list-logic", "AIP-160 has no test of a list for null.", of);
    const piece = textPiece(SIMPLE, `${aipName(of.name)} ${operator} null`);
    if (of.name.includes(".")) {
      const message = "Some services leave out resources in which a field on the path is not set.";
      report.note("null-logic", "fewer", message, of.span, piece);
    }
    return piece;
  }

  #pair(callee: string, left: Expression, right: Expression, node: Call): TextPiece | undefined {
    if (left.kind === "literal" && right.kind !== "literal")
      return this.#pair(mirroredCallee(callee), right, left, node);
    if (left.kind !== "name" || right.kind !== "literal")
      return this.drop("unsupported-operator", "AIP-160 compares a field with a value only.", node);
    const isOrdered = /^[lg]/.test(callee);
    if (isOrdered && right.type === "boolean")
      return this.drop("unsupported-operator", "AIP-160 does not order booleans.", node);
    const { report, types } = this.context;
    const isList = types.isList(left);
    if (isList && isOrdered)
      return this.drop("list-logic", "AIP-160 only finds equal elements of a list.", node);
    if (isList && callee === "ne")
      return report.negated(() => {
        const equality = this.#comparison("eq", left, this.#value(right, left, false), node);
        return equality && negation(equality);
      });
    return this.#comparison(callee, left, this.#value(right, left, isOrdered), node);
  }

  #in(node: Call): TextPiece | undefined {
    const [of, ...items] = node.args as [Expression, ...Expression[]];
    if (of.kind !== "name" || !items.every((item) => item.kind === "literal"))
      return this.drop("unsupported-operator", "AIP-160 compares a field with a value only.", node);
    const values = items.map((item) => this.#value(item, of, false));
    return values.includes(undefined) ? undefined : this.#comparison("eq", of, values as string[], node);
  }

  #search(node: Call): TextPiece | undefined {
    const { callee, args } = node;
    const [of, search] = args as [Expression, Expression];
    const { types } = this.context;
    if (types.isList(of) && callee === "contains") return this.#pair("eq", of, search, node);
    const type = types.typeOf(of);
    const isText = of.kind === "name" && search.kind === "literal" && search.type === "string";
    if (!isText || (type !== undefined && type !== "string"))
      return this.drop("unsupported-function", `AIP-160 has no ${callee} with these arguments.`, node);
    const [before, after] = search.value === "" ? ["*", ""] : SEARCHES[callee]!;
    if (/^\*|\*$/.test(search.value))
      return this.drop("unsupported-value", "AIP-160 cannot search for * at the end of a string.", search);
    return this.#comparison("eq", of, escapedLiteral(`${before}${search.value}${after}`), node);
  }

  /**
   * Writes a comparison with several values as one test for each. In AIP-160, `!=` is true for null, and so is the negation of
   * another comparison. tamis excludes null from both, so a null test is added.
   *
   * @param values undefined if one of them has no translation
   */
  #comparison(
    callee: string,
    of: Name,
    values: string | readonly string[] | undefined,
    node: Call | Name,
  ): TextPiece | undefined {
    if (values === undefined) return undefined;
    const { report, types } = this.context;
    const isList = types.isList(of);
    const operator = isList ? ":" : ` ${OPERATORS.get(callee)!} `;
    const name = aipName(of.name);
    const texts = typeof values === "string" ? [values] : values;
    const tests = texts.map((text) => textPiece(SIMPLE, `${name}${operator}${text}`));
    const isNegated = report.isNegated;
    const isNe = callee === "ne";
    const isGuarded = types.isNullable(of) && isNegated !== isNe;
    if (isGuarded && !isList) tests.unshift(textPiece(SIMPLE, `${name} ${isNe ? "!=" : "="} null`));
    const piece =
      tests.length === 1 ? tests[0]! : joinPieces(isNe ? AND : OR, tests, isNe ? " AND " : " OR ");
    if (isGuarded && isList) {
      const message = "In AIP-160, a list that is null is empty, and a negation keeps it.";
      report.note("list-logic", "fewer", message, node.span, piece);
    }
    if (node.kind === "call") noteStringDifferences(node, node.args, piece, this.context);
    return piece;
  }

  /** Writes a value. Undefined, with a note, for a string with `*` at an end, which AIP-160 would read as a wildcard. */
  #value(node: Literal, of: Name, isOrdered: boolean): string | undefined {
    const { report, types } = this.context;
    const memberType = types.typeOfAll([of]);
    const { type, value } = instantOfDate(node, memberType);
    if (type === "boolean") return String(value);
    if (type === "number") return String(value).replace("e+", "e");
    const isTyped = memberType !== undefined;
    if (type === "string") {
      if (!isOrdered && wildcardSearch(value) !== undefined)
        return this.drop("unsupported-value", "In AIP-160, * at the end of a string is any text.", node);
      if (!isTyped && isTimestamp(value))
        report.note("type-conversion", "other", "AIP-160 reads this string as a timestamp.", node.span);
      return escapedLiteral(value);
    }
    if (type === "dateTime") {
      const instant = parseTemporal(type, value);
      const text = isTimestamp(value) || instant === undefined ? value : formatInstant(instant, "dateTime");
      return escapedLiteral(text);
    }
    if (!isTyped) {
      const message = "AIP-160 has no days and no times of day, so the value is a string.";
      report.note("type-conversion", "other", message, node.span);
    }
    return escapedLiteral(value);
  }
}

const negation = (of: TextPiece): TextPiece => textPiece(TERM, "NOT ", atLevel(of, SIMPLE));
