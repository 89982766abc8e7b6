import type { Call, Expression, Literal } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { formatInstant, parseTemporal } from "../../values/instant.ts";
import { isValueFunction } from "../contract/members.ts";
import { atLevel, joinPieces, textPiece, type TextPiece, joinConditions } from "../contract/pieces.ts";
import { wholeMatch } from "./patterns.ts";
import { escapedLiteral } from "../texts/escaped-strings.ts";
import { ConditionExporter } from "../contract/exporter.ts";
import { noteStrings } from "../syntax/strings.ts";
import { CEL_SIGNS } from "./elements.ts";
import { RESERVED_IN_CEL } from "./parse.ts";

/** How tightly the operators of CEL bind. */
const OR = 1;
const AND = 2;
const RELATION = 3;
const UNARY = 4;
const VALUE = 5;

const WORD = /^[_a-zA-Z]\w*$/;
const RESERVED: ReadonlySet<string> = new Set([...RESERVED_IN_CEL, "true", "false", "null", "in"]);

/** Writes conditions of CEL. */
export class CelExporter extends ConditionExporter<TextPiece> {
  condition(node: Expression): TextPiece | undefined {
    if (node.kind === "name") return this.#name(node);
    if (node.kind === "literal") {
      if (node.type === "boolean") return textPiece(VALUE, String(node.value));
      return this.drop("unsupported-value", "A value that is not true or false is no condition.", node);
    }
    const { callee, args } = node;
    switch (callee) {
      case "and":
      case "or":
        return this.logic(callee, args);
      case "not":
        return this.#not(args[0]!);
      case "isNull":
        return this.#null(args[0]!, " == ");
      case "in":
        return this.#in(node);
      case "contains":
      case "startsWith":
      case "endsWith":
      case "match":
        return this.#search(node);
      default:
        if (CEL_SIGNS.has(callee)) return this.chain(node, (left, right) => this.#pair(node, left, right));
        return this.drop("unsupported-function", `CEL has no function ${show(callee)}(…).`, node);
    }
  }

  protected override join(operator: "and" | "or", pieces: readonly TextPiece[]): TextPiece {
    return operator === "and" ? joinConditions(AND, pieces, " && ") : joinConditions(OR, pieces, " || ");
  }

  #not(inner: Expression): TextPiece | undefined {
    if (inner.kind === "call" && inner.callee === "isNull")
      return this.context.report.negated(() => this.#null(inner.args[0]!, " != "));
    return this.context.report.negated(() => {
      const of = this.condition(inner);
      return of && textPiece(UNARY, "!", atLevel(of, UNARY));
    });
  }

  #null(of: Expression, sign: string): TextPiece | undefined {
    if (of.kind === "call" && !isValueFunction(of.callee))
      return this.drop("unsupported-value", "The value of this condition has no exact translation.", of);
    // `length(x)` is null exactly if `x` is. In CEL, the size of null is an error, so `x` itself is tested.
    if (of.kind === "call" && of.args.slice(1).some(({ kind }) => kind !== "literal"))
      return this.drop("unsupported-function", "CEL has no null test of several values.", of);
    if (of.kind === "call") return this.#null(of.args[0]!, sign);
    const value = this.#value(of);
    const test = value && textPiece(RELATION, value, sign, "null");
    const { report, types } = this.context;
    if (test !== undefined && types.isOfNullableObject(of) && report.isNegated === (sign === " != ")) {
      const message = "In CEL, a member of an object that is null is an error. In tamis, it is null.";
      report.note("null-logic", report.isNegated ? "more" : "fewer", message, of.span, test);
    }
    return test;
  }

  #pair(node: Call, left: Expression, right: Expression): TextPiece | undefined {
    const { types } = this.context;
    const { callee } = node;
    const [list, value] = types.isList(right) ? [right, left] : [left, right];
    if (types.isList(list)) return this.#element(node, list, value);
    const [a, b] = [this.#value(left), this.#value(right)];
    if (a === undefined || b === undefined) return undefined;
    const sign = CEL_SIGNS.get(callee)!;
    const plain = textPiece(RELATION, a, ` ${sign} `, b);
    const isEquality = callee === "eq" || callee === "ne";
    const isConstant = left.kind === "literal" || right.kind === "literal";
    const piece =
      isEquality && isConstant
        ? this.#withNull(callee, left.kind === "literal" ? right : left, plain)
        : plain;
    if (isEquality && !isConstant) this.#noteNulls(node, [left, right], piece);
    this.#noteStrings(node, [left, right], piece);
    return piece;
  }

  /**
   * Adds a null test to `==` or `!=` if the result for null matters. In CEL, null is unequal to a value. In tamis, the
   * comparison is unknown.
   */
  #withNull(callee: string, of: Expression, plain: TextPiece): TextPiece {
    const { report, types } = this.context;
    // A function of null is an error in CEL, which excludes the same rows as unknown in tamis.
    if (of.kind !== "name" || !types.isNullable(of)) return plain;
    const isNegated = report.isNegated;
    if (isNegated === (callee === "ne")) return plain;
    const test = this.#null(of, callee === "ne" ? " != " : " == ");
    if (test === undefined) return plain;
    return textPiece(callee === "ne" ? AND : OR, test, callee === "ne" ? " && " : " || ", plain);
  }

  #noteNulls(node: Call, args: readonly Expression[], piece: TextPiece): void {
    const { report, types } = this.context;
    if (!args.some((argument) => types.isNullable(argument))) return;
    const message = "In CEL, null is equal to null, and unequal to other values.";
    report.note("null-logic", report.isNegated ? "fewer" : "more", message, node.span, piece);
  }

  #noteStrings(node: Call, args: readonly Expression[], piece: TextPiece): void {
    noteStrings(this.context, node, node.callee, args, piece, {
      exact: "CEL compares each character",
      order: "CEL compares strings by their code points, tamis in the order of a language.",
      isOfCodePoints: true,
    });
  }

  #element(node: Call, list: Expression, value: Expression): TextPiece | undefined {
    const { callee } = node;
    const isEquality = callee === "eq" || callee === "ne" || callee === "contains";
    if (!isEquality || value.kind !== "literal")
      return this.drop("list-logic", "CEL only finds equal elements of a list.", node);
    const [item, of] = [this.#value(value), this.#value(list)];
    if (item === undefined || of === undefined) return undefined;
    const membership = textPiece(RELATION, item, " in ", of);
    const piece = callee === "ne" ? textPiece(UNARY, "!", atLevel(membership, UNARY)) : membership;
    this.#noteStrings(node, [list], piece);
    return piece;
  }

  #in(node: Call): TextPiece | undefined {
    const { types } = this.context;
    const [of, ...items] = node.args as [Expression, ...Expression[]];
    if (!items.every((item) => item.kind === "literal"))
      return this.drop("unsupported-value", "A list of CEL has values only here.", node);
    const value = this.#value(of);
    // A list has elements of one type: an integer becomes a double if another number has a fraction.
    const isDouble = items.some(
      (item) => typeof item.value === "number" && !Number.isSafeInteger(item.value),
    );
    const pieces = items.map((item) =>
      isDouble && item.type === "number" ? double(item) : this.#value(item),
    );
    if (
      isDouble &&
      items.some(({ value }) => typeof value === "bigint" && String(Number(value)) !== String(value))
    )
      return this.drop("unsupported-value", "A list of CEL has no large integers next to fractions.", node);
    if (value === undefined || pieces.includes(undefined)) return undefined;
    if (types.isList(of)) {
      const memberships = (pieces as TextPiece[]).map((piece) => textPiece(RELATION, piece, " in ", value));
      const test = memberships.length === 1 ? memberships[0]! : joinPieces(OR, memberships, " || ");
      this.#noteStrings(node, [of], test);
      return test;
    }
    const plain = textPiece(RELATION, value, " in [", joinPieces(VALUE, pieces as TextPiece[], ", "), "]");
    const equality = this.#withNull("eq", of, plain);
    this.#noteStrings(node, node.args, equality);
    return equality;
  }

  #search(node: Call): TextPiece | undefined {
    const { callee, args } = node;
    const [of, search] = args as [Expression, Expression];
    const { types } = this.context;
    if (types.isList(of) && callee === "contains") return this.#element(node, of, search);
    const type = types.typeOf(of);
    if (args.length !== 2 || (type !== undefined && type !== "string") || types.isList(search))
      return this.drop("unsupported-function", `CEL has no ${callee}(…) with these arguments.`, node);
    const value = this.#value(of);
    const isPattern = callee === "match";
    const text =
      isPattern && search.kind === "literal"
        ? textPiece(VALUE, escapedLiteral(wholeMatch(String(search.value))))
        : this.#value(search);
    if (value === undefined || text === undefined) return undefined;
    const piece = textPiece(VALUE, atLevel(value, VALUE), isPattern ? ".matches(" : `.${callee}(`, text, ")");
    if (!isPattern) this.#noteStrings(node, args, piece);
    return piece;
  }

  #value(node: Expression): TextPiece | undefined {
    if (node.kind === "name") return this.#name(node);
    if (node.kind === "literal") return this.#literal(node);
    if (node.callee !== "length")
      return this.drop(
        "unsupported-function",
        `CEL has no function ${show(node.callee)}(…) for values.`,
        node,
      );
    const of = this.#value(node.args[0]!);
    return of && textPiece(VALUE, "size(", of, ")");
  }

  #name(node: Expression & { readonly kind: "name" }): TextPiece | undefined {
    if (this.context.types.isCollected(node))
      return this.drop("list-logic", "CEL reads no member of the elements of a list.", node);
    const segments = node.name.split(".");
    const [first, ...others] = segments as [string, ...string[]];
    if (!WORD.test(first) || RESERVED.has(first))
      return this.drop("unwritable-name", `CEL cannot write the name ${show(node.name)}.`, node);
    const parts = others.map((segment) =>
      WORD.test(segment) && !RESERVED.has(segment) ? `.${segment}` : `[${escapedLiteral(segment)}]`,
    );
    return textPiece(VALUE, first, ...parts);
  }

  #literal(node: Literal): TextPiece | undefined {
    const { type, value } = node;
    if (type === "boolean") return textPiece(VALUE, String(value));
    if (type === "string") return textPiece(VALUE, escapedLiteral(value));
    if (type === "number") {
      const isInteger = typeof value === "bigint" || Number.isSafeInteger(value);
      if (!isInteger) return double(node);
      if (BigInt(value) < -(2n ** 63n) || BigInt(value) >= 2n ** 63n)
        return this.drop("unsupported-value", "An integer of CEL has 64 bits.", node);
      return textPiece(value < 0 ? UNARY : VALUE, String(value));
    }
    const instant = type === "time" ? undefined : parseTemporal(type, value);
    if (instant === undefined) return this.drop("unsupported-value", "CEL has no times of day.", node);
    const plain =
      type === "dateTime" && /:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value) && !value.includes("T24:");
    const text = plain && /:\d\d:/.test(value) ? value : formatInstant(instant, "dateTime");
    return textPiece(VALUE, "timestamp(", escapedLiteral(text), ")");
  }
}

/** Writes a number as a double of CEL: with a fraction or an exponent. */
function double({ value }: Literal): TextPiece {
  const text = String(value);
  return textPiece(
    text.startsWith("-") ? UNARY : VALUE,
    /[.e]/.test(text) ? text.replace("e+", "e") : `${text}.0`,
  );
}
