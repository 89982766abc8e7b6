import { INVERSE } from "../../functions/definition/comparisons.ts";
import { makeCall, makeLiteral } from "../../ast/make-node.ts";
import type { Call, Expression, Literal, Name } from "../../ast/nodes.ts";
import { textPiece, type TextPiece, joinConditions } from "../contract/pieces.ts";
import { ignoresCase, memberTests, noteWrittenStrings, type WrittenTest } from "../parameters/export.ts";
import { looksTyped } from "../parameters/import.ts";
import { wildcardParts, type WildcardPart } from "../syntax/searches.ts";
import { NO_GUARDS, withGuards, type Guards } from "./guards.ts";
import { EMPTY_IS_NULL } from "./import.ts";
import { DURATION } from "./operators.ts";
import { BridgeExporter } from "../contract/exporter.ts";

/** How tightly the operators of RSQL bind. */
const OR = 1;
const AND = 2;
const TEST = 3;

const SIGNS: Readonly<Record<string, string>> = { eq: "==", ne: "!=" };
const OPPOSITES: Readonly<Record<string, string>> = { ...INVERSE, in: "out" };
/**
 * Writes filters of RSQL. The language has no negation: below `not`, each condition is written as its opposite, which is true for
 * the same rows in three-valued logic.
 */
export class RsqlExporter extends BridgeExporter<TextPiece> {
  filter(node: Expression): TextPiece | undefined {
    const plain = withoutConstants(node);
    return plain.kind === "literal" && plain.value === true ? textPiece(TEST, "") : this.#condition(plain);
  }

  /**
   * Writes a condition. Recursion is safe: the depth of trees is limited.
   *
   * @param isGuarded whether a null test around the condition decides the rows in which a member is null
   */
  #condition(node: Expression, isGuarded = NO_GUARDS): TextPiece | undefined {
    const { report } = this.context;
    if (node.kind === "name") return this.#test({ callee: "eq", member: node, values: [], node }, isGuarded);
    if (node.kind === "literal")
      return this.drop("unsupported-value", "RSQL has no condition without a name.", node);
    const { callee, args } = node;
    switch (callee) {
      case "and":
      case "or": {
        const isOr = (callee === "or") !== report.isNegated;
        const inner = withGuards(
          isGuarded,
          args.flatMap((argument) => nullTestOf(argument, isOr, report.isNegated)),
        );
        return this.#join(
          callee,
          args.map((argument) => this.#condition(argument, inner)),
        );
      }
      case "not":
        return report.negated(() => this.#condition(args[0]!, isGuarded));
      case "isNull":
        return this.#isNull(args[0]!);
      case "match":
        return this.#pattern(node, isGuarded);
      default: {
        const tests = this.#elementTest(node) ?? memberTests(node, this.context, "RSQL");
        return (
          tests &&
          this.#join(
            "and",
            tests.map((test) => this.#test(test, isGuarded)),
          )
        );
      }
    }
  }

  /** Joins conditions. Below a negation, `and` is written as `or`, because each part is written as its opposite. */
  #join(operator: "and" | "or", parts: readonly (TextPiece | undefined)[]): TextPiece | undefined {
    const { report } = this.context;
    const level = (operator === "and") === report.isNegated ? OR : AND;
    return report.join(operator, parts, (pieces) => joinConditions(level, pieces, level === OR ? "," : ";"));
  }

  #isNull(of: Expression): TextPiece | undefined {
    const { report, types } = this.context;
    if (of.kind !== "name") return this.drop("unsupported-function", "RSQL tests only members for null.", of);
    const piece = textPiece(TEST, of.name, report.isNegated ? "=notnull=true" : "=isnull=true");
    // "more" is the effect without negations: below `not`, `report.note` turns it into "fewer".
    if (types.isList(of)) report.note("list-logic", "more", EMPTY_IS_NULL, of.span, piece);
    return piece;
  }

  /** Returns tests for `contains` of a list, which means that an element equals the value. */
  #elementTest(node: Call): readonly WrittenTest[] | undefined {
    const [member, value, ...otherArgs] = node.args;
    const isElement =
      node.callee === "contains" &&
      member?.kind === "name" &&
      this.context.types.isList(member) &&
      value?.kind === "literal" &&
      otherArgs.length === 0;
    return isElement ? [{ callee: "eq", member, values: [value], node }] : undefined;
  }

  #pattern(node: Call, isGuarded: Guards): TextPiece | undefined {
    const [member, search] = node.args as [Expression, Expression];
    const isPlain = node.args.length === 2 && member.kind === "name" && search.kind === "literal";
    const parts = isPlain ? wildcardParts("match", String(search.value)) : undefined;
    if (parts === undefined || parts.includes("one"))
      return this.drop("unsupported-function", "RSQL has no patterns other than those with *.", node);
    return this.#search(member as Name, parts, node, isGuarded);
  }

  /** Writes a search as an equality with wildcards. `parts` are those of its value, none of which is one character. */
  #search(
    member: Name,
    parts: readonly WildcardPart[],
    node: Expression,
    isGuarded: Guards,
  ): TextPiece | undefined {
    const { report, types } = this.context;
    if (types.isList(member))
      return this.drop("list-logic", "Searches in the elements of a list differ between servers.", node);
    if (parts.some((part) => typeof part === "object" && /[*^]/.test(part.text)))
      return this.drop("unsupported-value", "A search of RSQL cannot find * and ^.", node);
    const text = parts.map((part) => (typeof part === "object" ? part.text : "*")).join("");
    const piece = textPiece(TEST, member.name, report.isNegated ? "!=" : "==", stringText(text));
    if (/[%_\\]/.test(text)) {
      const message = "Next to a *, databases can read %, _ and \\ as parts of a pattern.";
      report.note("pattern", "other", message, node.span, piece);
    }
    if (report.isNegated) this.#noteNull(member, node, piece, isGuarded);
    return piece;
  }

  #test(test: WrittenTest, isGuarded: Guards): TextPiece | undefined {
    const { callee, member, values, node } = test;
    const { report, types } = this.context;
    const isList = types.isList(member);
    if (isList && report.isNegated && /^[lg][te]$/.test(callee))
      return this.drop("list-logic", "RSQL has no test of all elements of a list.", node);
    const [value] = values;
    const isSearch = /^(?:contains|startsWith|endsWith)$/.test(callee);
    if (!isList && ignoresCase(test, this.context)) {
      const folded = this.#folded(test);
      if (folded !== undefined) {
        noteWrittenStrings(test, true, folded, this.context);
        return folded;
      }
    }
    if (isSearch) {
      const text = String(value!.value);
      const parts = text === "" ? (["many"] as const) : wildcardParts(callee, text)!;
      const condition = this.#search(member, parts, node, isGuarded);
      if (condition !== undefined) noteWrittenStrings(test, false, condition, this.context);
      return condition;
    }
    const applied = report.isNegated ? OPPOSITES[callee]! : callee;
    const piece =
      value === undefined || (value.type === "boolean" && /^(?:eq|ne)$/.test(callee) && !isList)
        ? textPiece(TEST, member.name, "==", String((value?.value ?? true) === (applied === "eq")))
        : textPiece(TEST, member.name, ...signAndValues(applied, values));
    noteWrittenStrings(test, false, piece, this.context);
    const excludes = (applied === "ne" && value?.type !== "boolean") || applied === "out";
    if (excludes) this.#noteNull(member, node, piece, isGuarded);
    if (isList && (applied === "ne" || applied === "out")) {
      const message = "On some servers, some element differs. In tamis, no element of the list is equal.";
      report.note("list-logic", "other", message, node.span, piece);
    }
    return piece;
  }

  /**
   * Writes a test with an operator that ignores case. Undefined for tests without one: RSQL has no such `!=`, and servers read
   * wildcards in such operators differently.
   */
  #folded({ callee, member, values }: WrittenTest): TextPiece | undefined {
    const { isNegated } = this.context.report;
    const text = String(values[0]!.value);
    if (callee === "contains" && text !== "" && !/[*%_\\^]/.test(text))
      return textPiece(TEST, member.name, isNegated ? "=inotlike=" : "=ilike=", stringText(text));
    const isEqual = (callee === "eq") !== isNegated && /^(?:eq|ne)$/.test(callee);
    return isEqual ? textPiece(TEST, member.name, "=icase=", stringText(text)) : undefined;
  }

  /**
   * Adds a note that some servers keep rows with null. Below `not`, the opposite test is written, which keeps more rows too:
   * `report.note` turns "fewer" into "more" there.
   */
  #noteNull(member: Name, node: Expression, piece: TextPiece, isGuarded: Guards): void {
    const { report, types } = this.context;
    if (!types.isNullable(member) || isGuarded(member.name)) return;
    const message = "Servers without a database keep rows without a value, and tamis does not.";
    report.note("null-logic", report.isNegated ? "fewer" : "more", message, node.span, piece);
  }
}

/** Returns the operator and the value of a test. Equality with a string that contains `*` or `^` is written as `=in=`. */
function signAndValues(applied: string, values: readonly Literal[]): readonly [sign: string, value: string] {
  const isEquality = applied === "eq" || applied === "ne";
  const isSpecial = isEquality && values[0]!.type === "string" && /[*^]/.test(values[0]!.value);
  const name = isSpecial ? (applied === "eq" ? "in" : "out") : applied;
  const texts = values.map(valueText);
  return [SIGNS[name] ?? `=${name}=`, name === "in" || name === "out" ? `(${texts.join(",")})` : texts[0]!];
}

/** Writes a value. Quotes distinguish the string `"5"` from the number. */
function valueText({ type, value }: Literal): string {
  if (type === "string") return stringText(value);
  const isClock = type === "time" || type === "dateTime";
  return isClock ? value.replace(/((?:^|T)\d\d:\d\d)(?!:)/, "$1:00") : String(value);
}

function stringText(text: string): string {
  const isPlain =
    /^[^"'();,=!~<>\s\p{Cc}]+$/u.test(text) &&
    !/^(?:and|or|null)$/i.test(text) &&
    !/%[0-9A-Fa-f]{2}/.test(text) &&
    !DURATION.test(text) &&
    looksTyped(text) === undefined;
  if (isPlain) return text;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return `${quote}${text.replaceAll(/["'\\]/g, (character) => (character === quote || character === "\\" ? `\\${character}` : character))}${quote}`;
}

/** Returns the members that a part of a conjunction or disjunction tests for null, so that the test decides the rows with null. */
function nullTestOf(part: Expression, isOr: boolean, isNegated: boolean): readonly string[] {
  let inner = part;
  let isNull = !isNegated;
  while (inner.kind === "call" && inner.callee === "not") {
    inner = inner.args[0]!;
    isNull = !isNull;
  }
  if (inner.kind !== "call" || inner.callee !== "isNull" || isNull !== isOr) return [];
  const [of] = inner.args;
  return of?.kind === "name" ? [of.name] : [];
}

/** Removes `true` and `false` from conditions: RSQL has no constants. The rows stay the same, also in three-valued logic. */
function withoutConstants(node: Expression): Expression {
  if (node.kind !== "call" || !/^(?:and|or|not)$/.test(node.callee)) return node;
  const args = node.args.map(withoutConstants);
  const isConstant = (argument: Expression): argument is Literal & { readonly type: "boolean" } =>
    argument.kind === "literal" && argument.type === "boolean";
  if (node.callee === "not") {
    const [inner] = args as [Expression];
    return isConstant(inner)
      ? makeLiteral("boolean", !inner.value, node.span)
      : makeCall("not", undefined, args, node.span);
  }
  const decisive = node.callee === "or";
  if (args.some((argument) => isConstant(argument) && argument.value === decisive))
    return makeLiteral("boolean", decisive, node.span);
  const remaining = args.filter((argument) => !isConstant(argument));
  if (remaining.length === 0) return makeLiteral("boolean", !decisive, node.span);
  return remaining.length === 1 ? remaining[0]! : makeCall(node.callee, undefined, remaining, node.span);
}
