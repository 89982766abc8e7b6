import { isComparisonName } from "../../functions/definition/comparisons.ts";
import type { Call, Expression, Literal } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { JsonPiece, type JsonContent } from "../json/pieces.ts";
import { compareInLogic, LOGIC_COMPARISONS, substringInLogic } from "./operators.ts";
import { JsonExporter, type ComparedPair } from "../json/exporter.ts";
import { noteStrings } from "../syntax/strings.ts";
import { signsOf } from "../syntax/comparisons.ts";

const OPERATORS = /* @__PURE__ */ signsOf(LOGIC_COMPARISONS);

/** A member, or a function of it, as JsonLogic writes it, and its value in JsonLogic if the member is null. */
interface Operand {
  readonly of: Expression & { readonly kind: "name" };
  readonly content: JsonContent;
  readonly onNull: string | null;
}

/**
 * Writes conditions as rules, which are true or false. If a condition is unknown, its rule is false, or true below an odd number of
 * negations: both exclude the row.
 */
export class LogicExporter extends JsonExporter {
  condition(node: Expression): JsonPiece | undefined {
    if (node.kind === "name") {
      if (this.context.types.isList(node)) return this.drop("list-logic", "A list is not a condition.", node);
      return this.#nullable(node, new JsonPiece(variable(node.name)), false);
    }
    if (node.kind === "literal") {
      if (node.type === "boolean") return new JsonPiece(node.value);
      return this.drop("unsupported-value", "A value other than true and false is not a condition.", node);
    }
    const { callee, args } = node;
    switch (callee) {
      case "and":
      case "or":
        return this.logic(callee, args);
      case "not": {
        const piece = this.context.report.negated(() => this.condition(args[0]!));
        return piece && new JsonPiece({ "!": [piece] });
      }
      case "isNull": {
        const [of] = args;
        if (of?.kind !== "name")
          return this.drop("unsupported-function", "Only a member can be tested for null.", node);
        if (this.context.types.isCollected(of))
          return this.drop("list-logic", "JsonLogic reads no member of the elements of a list.", node);
        return new JsonPiece({ "==": [variable(of.name), null] });
      }
      case "in":
        return this.#in(node);
      case "contains":
      case "startsWith":
      case "endsWith":
        return this.#search(node);
      default:
        if (isComparisonName(callee)) return this.pairs(node, (pair) => this.#compare(pair, node));
        return this.drop("unsupported-function", `JsonLogic has no operator for ${show(callee)}(…).`, node);
    }
  }

  /** Adds a null test if the rule would keep rows with null. `onNull` is the rule's own result for null. */
  #nullable(of: Expression & { readonly kind: "name" }, piece: JsonPiece, onNull: boolean): JsonPiece {
    const { report, types } = this.context;
    if (!types.isNullable(of) || report.isNegated === onNull) return piece;
    const test = { [onNull ? "!=" : "=="]: [variable(of.name), null] };
    return new JsonPiece({ [onNull ? "and" : "or"]: [test, piece] });
  }

  protected override join(operator: "and" | "or", pieces: readonly JsonPiece[]): JsonPiece {
    return new JsonPiece({ [operator]: pieces });
  }

  #compare({ callee, left, right }: ComparedPair, node: Call): JsonPiece | undefined {
    const { report, types } = this.context;
    if (left.kind === "name" && types.isList(left)) {
      if (callee !== "ne") return this.#some(left, OPERATORS.get(callee)!, right, node, callee);
      const piece = report.negated(() => this.#some(left, "===", right, node, "eq"));
      return piece && new JsonPiece({ "!": [piece] });
    }
    const operand = this.#operand(left, node);
    const value = this.#value(right, left, node);
    if (operand === undefined || value === undefined) return undefined;
    const comparison = new JsonPiece({ [OPERATORS.get(callee)!]: [operand.content, value] });
    this.#noteStrings(node, callee, [left, right], comparison);
    if (left.kind === "call")
      report.note(
        "string-length",
        "other",
        "substr counts UTF-16 code units in JsonLogic, and characters in tamis.",
        node.span,
        comparison,
      );
    return this.#nullable(operand.of, comparison, compareInLogic(callee, operand.onNull, value));
  }

  /** Writes a condition that some element of a list meets. It is false for null. */
  #some(
    of: Expression & { readonly kind: "name" },
    operator: string,
    right: Expression | readonly JsonContent[],
    node: Call,
    callee: string,
  ): JsonPiece | undefined {
    if (this.context.types.isCollected(of))
      return this.drop("list-logic", "Only a list of plain values is searched.", node);
    const value = Array.isArray(right)
      ? (right as readonly JsonContent[])
      : this.#value(right as Expression, of, node);
    if (value === undefined) return undefined;
    if (typeof value === "number" && compareInLogic(callee, null, value))
      return this.drop("null-logic", "In JsonLogic, this condition is true for null elements.", node);
    const piece = new JsonPiece({ some: [variable(of.name), { [operator]: [variable(""), value] }] });
    this.#noteStrings(node, callee, [of], piece);
    return this.#nullable(of, piece, false);
  }

  #in(node: Call): JsonPiece | undefined {
    const [of, ...items] = node.args as [Expression, ...Expression[]];
    const values = items.map((item) => this.#value(item, of, node));
    if (values.includes(undefined)) return undefined;
    const parts = values as JsonContent[];
    if (of.kind === "name" && this.context.types.isList(of)) return this.#some(of, "in", parts, node, "in");
    if (of.kind !== "name")
      return this.drop("unsupported-function", "Only a member is compared with a list of values.", node);
    const piece = new JsonPiece({ in: [variable(of.name), parts] });
    this.#noteStrings(node, "in", node.args, piece);
    return this.#nullable(of, piece, false);
  }

  #search(node: Call): JsonPiece | undefined {
    const { types } = this.context;
    const { callee, args } = node;
    const [of, search] = args;
    const type = of && types.typeOf(of);
    if (
      args.length !== 2 ||
      of?.kind !== "name" ||
      (type !== undefined && type !== "string" && type !== "list")
    )
      return this.drop("unsupported-value", "A search is for a string in a member with strings.", node);
    const value = search && this.#value(search, of, node);
    if (value === undefined) return undefined;
    if (type === "list" && (callee !== "contains" || types.isCollected(of)))
      return this.drop("list-logic", "Only whole elements are searched in a list.", node);
    if (type !== "list" && typeof value !== "string")
      return this.drop("unsupported-value", "A search is for a string.", node);
    // JsonLogic's `in` is false for each search in an empty string, also for that of "".
    if (typeof value !== "string" || (callee === "contains" && (value !== "" || type === "list"))) {
      const piece = new JsonPiece({ in: [value, variable(of.name)] });
      this.#noteStrings(node, type === "list" ? "eq" : callee, [of], piece);
      return this.#nullable(of, piece, false);
    }
    const text = value;
    const isSuffix = callee === "endsWith" && text !== "";
    const positions = isSuffix ? [-text.length] : [0, text.length];
    const comparison = new JsonPiece({ "===": [{ substr: [variable(of.name), ...positions] }, text] });
    this.#noteStrings(node, callee, [of], comparison);
    return this.#nullable(of, comparison, substringInLogic("null", positions[0]!, positions[1]) === text);
  }

  #operand(node: Expression, comparison: Call): Operand | undefined {
    if (node.kind === "name") return { of: node, content: variable(node.name), onNull: null };
    if (node.kind === "literal")
      return this.drop("unsupported-value", "A condition compares a member, not two values.", comparison);
    const [of, start, length] = node.args;
    const isCount = (argument: Expression | undefined): argument is Literal & { readonly value: number } =>
      argument?.kind === "literal" && Number.isSafeInteger(argument.value);
    if (
      node.callee !== "substr" ||
      of?.kind !== "name" ||
      !isCount(start) ||
      (length !== undefined && !isCount(length))
    )
      return this.drop(
        "unsupported-function",
        `JsonLogic has no operator for ${show(node.callee)}(…).`,
        comparison,
      );
    const type = this.context.types.typeOf(of);
    if ((type !== undefined && type !== "string") || (length !== undefined && length.value < 0))
      return this.drop("unsupported-value", "substr is for strings, with a length from 0.", comparison);
    const positions = length === undefined ? [start.value] : [start.value, length.value];
    return {
      of,
      content: { substr: [variable(of.name), ...positions] },
      onNull: substringInLogic("null", start.value, length?.value),
    };
  }

  #value(right: Expression, of: Expression, node: Call): string | number | boolean | undefined {
    if (right.kind !== "literal")
      return this.drop(
        "unsupported-operator",
        "A member is compared with a value, not with another member.",
        node,
      );
    const { type, value } = right;
    const member = this.context.types.typeOfAll([of]);
    if (typeof value === "bigint")
      return this.drop("number-precision", "JsonLogic has no integers beyond ±(2^53 - 1).", node);
    if (type === "dateTime" || type === "time")
      return this.drop("time-zone", "JsonLogic compares the text of times, tamis compares instants.", node);
    const isKept =
      type === "date"
        ? member === "date"
        : type === "number"
          ? member !== "string"
          : member === undefined || member === type;
    if (isKept) return value;
    return this.drop("type-conversion", `JsonLogic has no value of the type ${type} for this member.`, node);
  }

  #noteStrings(node: Call, callee: string, args: readonly Expression[], piece: JsonPiece): void {
    noteStrings(this.context, node, callee, args, piece, {
      exact: "Each character is compared",
      order: "JsonLogic compares strings by their UTF-16 code units, tamis in the order of a language.",
      isOfCodePoints: false,
    });
  }
}

function variable(name: string): JsonContent {
  return { var: name };
}
