import { isComparisonName, mirroredCallee } from "../../functions/definition/comparisons.ts";
import { strengthOf, type Call, type Expression, type Literal, type Name } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { joinPieces, textPiece, type TextPiece, joinConditions } from "../contract/pieces.ts";
import type { ValueType } from "../../values/types.ts";
import { instantOfDate } from "../syntax/literals.ts";
import { strengthEffect } from "../contract/strength-effect.ts";
import { COMPARISONS_OF_SCIM, isCaseExact } from "./operators.ts";
import { ConditionExporter } from "../contract/exporter.ts";
import { signsOf } from "../syntax/comparisons.ts";

/** How tightly the operators of SCIM bind. */
const OR = 1;
const AND = 2;
const TEST = 3;

const OPERATORS = /* @__PURE__ */ signsOf(COMPARISONS_OF_SCIM);
const ATTRIBUTE = /^[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)?$/;

/** Returns the attribute of a member. Undefined if SCIM cannot write its name. */
export function scimAttribute(name: string): string | undefined {
  return ATTRIBUTE.test(name) ? name : undefined;
}

/** Writes filters of SCIM, which have two truth values. */
export class ScimExporter extends ConditionExporter<TextPiece> {
  condition(node: Expression): TextPiece | undefined {
    if (node.kind === "name") return this.#comparison(node, "eq", node, "true", node);
    if (node.kind === "literal") {
      // Each resource has an id.
      if (node.type === "boolean") return textPiece(TEST, node.value ? "id pr" : "not (id pr)");
      return this.drop("unsupported-value", "A value that is not true or false is not a condition.", node);
    }
    const { callee, args } = node;
    switch (callee) {
      case "and":
      case "or":
        return this.logic(callee, args);
      case "not":
        return this.#not(args[0]!);
      case "isNull":
        return this.#isNull(args[0]!, true);
      case "in":
        return this.#in(node);
      default:
        if (OPERATORS.has(callee))
          return this.chain(node, (left, right) => this.#pair(callee, left, right, node));
        return this.drop("unsupported-function", `SCIM has no function ${show(callee)}(…).`, node);
    }
  }

  protected override join(operator: "and" | "or", pieces: readonly TextPiece[]): TextPiece {
    return joinConditions(operator === "and" ? AND : OR, pieces, ` ${operator} `);
  }

  #not(inner: Expression): TextPiece | undefined {
    return this.context.report.negated(() => {
      if (inner.kind === "call" && inner.callee === "isNull") return this.#isNull(inner.args[0]!, false);
      const of = this.condition(inner);
      return of && textPiece(TEST, "not (", of, ")");
    });
  }

  /** Writes a null test. `pr` ("present") is false for an empty string too, so it is written for other types only. */
  #isNull(of: Expression, isNull: boolean): TextPiece | undefined {
    const { report, types } = this.context;
    if (of.kind !== "name")
      return this.drop("unsupported-function", "SCIM tests only attributes for null.", of);
    const attribute = this.#attribute(of);
    if (attribute === undefined) return undefined;
    const type = types.typeOf(of);
    const hasNoEmpty = type !== undefined && type !== "string" && type !== "list" && attribute !== "id";
    const present = `${attribute} pr`;
    if (hasNoEmpty) return textPiece(TEST, isNull ? `not (${present})` : present);
    const piece = textPiece(TEST, isNull ? `${attribute} eq null` : `not (${attribute} eq null)`);
    // "more" is the effect without negations: below `not`, `report.note` turns it into "fewer".
    if (type === "list") report.note("list-logic", "more", "In SCIM, an empty list is null.", of.span, piece);
    return piece;
  }

  #pair(callee: string, left: Expression, right: Expression, node: Call): TextPiece | undefined {
    if (left.kind === "literal" && right.kind !== "literal" && isComparisonName(callee))
      return this.#pair(mirroredCallee(callee), right, left, node);
    if (left.kind !== "name" || right.kind !== "literal")
      return this.drop("unsupported-operator", "SCIM compares an attribute with a value only.", node);
    const { report, types } = this.context;
    const type = types.typeOfAll([left]);
    const isOrdered = /^[lg][te]$/.test(callee);
    const isSearch = /^(?:contains|startsWith|endsWith)$/.test(callee);
    const isWrongType = isSearch
      ? right.type !== "string" || (type !== undefined && type !== "string")
      : isOrdered && right.type === "boolean";
    if (isWrongType) {
      const message = `SCIM has no ${OPERATORS.get(callee)!} for members of the type ${type ?? right.type}.`;
      return this.drop("unsupported-value", message, node);
    }
    if (types.isList(left) && isSearch) {
      const message = "A search in a list finds elements in tamis, and parts of elements in SCIM.";
      if (callee === "contains") return this.drop("list-logic", message, node);
    }
    const value = this.#value(right, type);
    if (types.isList(left) && callee === "ne")
      return report.negated(() => {
        const equal = this.#comparison(left, "eq", node, value, right);
        return equal && textPiece(TEST, "not (", equal, ")");
      });
    return this.#comparison(left, OPERATORS.get(callee)!, node, value, right);
  }

  #in(node: Call): TextPiece | undefined {
    const [of, ...items] = node.args as [Expression, ...Expression[]];
    if (of.kind !== "name" || items.some(({ kind }) => kind !== "literal"))
      return this.drop("unsupported-operator", "SCIM compares an attribute with a value only.", node);
    const type = this.context.types.typeOfAll([of]);
    const values = (items as Literal[]).map((item) => this.#value(item, type));
    return this.#comparison(of, "eq", node, values, items[0]!);
  }

  /**
   * Writes a comparison with several values as one test for each. In SCIM, the negation of a comparison is true for null. tamis
   * excludes null there too, so a null test is added.
   *
   * @param node the comparison or the member, for notes
   */
  #comparison(
    of: Name,
    operator: string,
    node: Call | Name,
    values: string | readonly string[],
    value: Expression,
  ): TextPiece | undefined {
    const { report, types } = this.context;
    const attribute = this.#attribute(of);
    if (attribute === undefined) return undefined;
    const texts = typeof values === "string" ? [values] : values;
    const tests = texts.map((text) => textPiece(TEST, `${attribute} ${operator} ${text}`));
    const isOpen = types.isNullable(of) && report.isNegated;
    if (isOpen && !types.isList(of)) tests.push(textPiece(TEST, `${attribute} eq null`));
    const piece = tests.length === 1 ? tests[0]! : joinPieces(OR, tests, " or ");
    if (isOpen && types.isList(of)) {
      const message = "In SCIM, an empty list is null, and a negation keeps both.";
      report.note("list-logic", "fewer", message, node.span, piece);
    }
    if (operator === "ne" && types.isNullable(of)) {
      const message = "Some servers keep resources without the attribute.";
      report.note("null-logic", "more", message, node.span, piece);
    }
    if (node.kind === "call" && value.kind === "literal" && value.type === "string")
      this.#noteStrings(node, operator === "eq" ? "eq" : node.callee, of, piece);
    return piece;
  }

  #noteStrings(node: Call, callee: string, of: Name, piece: TextPiece): void {
    const { report, types } = this.context;
    const { span } = node;
    const declared = types.strengthOf([of]);
    const strength = strengthOf(node) ?? declared ?? "identical";
    const isOrdered = /^[lg][te]$/.test(callee);
    if (!isCaseExact(declared)) {
      const isWeak = !isCaseExact(strength) || isOrdered;
      const effect = isWeak ? "other" : callee === "ne" ? "fewer" : "more";
      const message = "SCIM ignores upper and lower case, unless the attribute has caseExact.";
      report.note("case-sensitivity", effect, message, span, piece);
    } else if (!isCaseExact(strength)) {
      const message = `SCIM compares each character, and not at the strength ${strength}.`;
      report.note("case-sensitivity", strengthEffect(callee), message, span, piece);
    }
    if (isOrdered && strength !== "codePoint") {
      const message = "SCIM compares strings by their characters, tamis in the order of a language.";
      report.note("string-order", "other", message, span, piece);
    }
  }

  #attribute({ name, span }: Name): string | undefined {
    const attribute = scimAttribute(name);
    if (attribute !== undefined) return attribute;
    const message = `An attribute of SCIM has letters, digits, "_" and "-", and one dot, so ${show(name)} cannot be written.`;
    return this.context.report.drop("unwritable-name", message, span);
  }

  /** Writes a value as JSON. Dates are strings. */
  #value(literal: Literal, memberType: ValueType["type"] | undefined): string {
    const { type, value } = instantOfDate(literal, memberType);
    if (type === "boolean" || type === "number") return String(value);
    const isClock = type === "time" || type === "dateTime";
    return JSON.stringify(isClock ? value.replace(/((?:^|T)\d\d:\d\d)(?!:)/, "$1:00") : value);
  }
}
