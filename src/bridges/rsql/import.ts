import type { Expression } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { likeSearch, rsqlSearch, type Search } from "../../readers/patterns.ts";
import type { ValueType } from "../../values/types.ts";
import type { BridgeCode } from "../contract/codes.ts";
import { Translator } from "../contract/importer.ts";
import { looksTyped, parameterValue } from "../parameters/import.ts";
import { exactComparison } from "../syntax/strings.ts";
import { NO_GUARDS, withGuards, type Guards } from "./guards.ts";
import { DURATION, OPERATORS_OF_RSQL } from "./operators.ts";
import type { RsqlLogic, RsqlNode, RsqlTest, RsqlValue } from "./parse.ts";
import { importRegex, searchCall } from "../syntax/searches.ts";

/**
 * Translates filters of RSQL. A server with a database evaluates them with three-valued logic as in tamis. Other servers keep rows
 * without a value for an operator that negates.
 */
export class RsqlImporter extends Translator {
  /**
   * Translates a condition. Recursion is safe: the parser limits the depth.
   *
   * @param isGuarded whether a null test around the condition decides the rows in which a member is null
   */
  condition(node: RsqlNode, isGuarded = NO_GUARDS): Expression | undefined {
    if (node.kind === "test") return this.#test(node, isGuarded);
    const inner = withGuards(isGuarded, nullTestsOf(node));
    const parts = node.parts.map((part) => this.condition(part, inner));
    return node.operator === "and" ? this.to.and(parts, node.span) : this.to.or(parts, node.span);
  }

  #drop(code: BridgeCode, message: string, { span }: RsqlTest): undefined {
    return this.to.report.drop(code, message, span);
  }

  #test(node: RsqlTest, isGuarded: Guards): Expression | undefined {
    const { path, operator, span } = node;
    const { report, types } = this.to;
    const name = this.to.name(path, span);
    if (name === undefined) return undefined;
    if (operator === "") return this.to.call("not", [this.to.isNull(name, span)], span);
    const [meaning, isNegated] = OPERATORS_OF_RSQL.get(operator) ?? [];
    if (meaning === undefined)
      return this.#drop("unsupported-operator", `tamis has no operator ${show(operator)}.`, node);
    if (meaning === "null" || meaning === "present")
      return this.#null(name, meaning === "present", isNegated!, node);
    const condition = this.#comparison(name, isNegated!, node);
    if (condition === undefined || !isNegated) return condition;
    if (types.isNullable(name) && !isGuarded(path)) {
      const message = "Servers without a database keep rows without a value, and tamis does not.";
      report.note("null-logic", "fewer", message, span, condition);
    }
    if (types.isList(name)) {
      const message = "On some servers, some element differs. In tamis, no element of the list is equal.";
      report.note("list-logic", "other", message, span, condition);
    }
    return condition;
  }

  #comparison(name: Expression, isNegated: boolean, node: RsqlTest): Expression | undefined {
    const { operator, values, span } = node;
    const { types } = this.to;
    const [meaning] = OPERATORS_OF_RSQL.get(operator)!;
    const count = meaning === "in" ? values.length : meaning === "between" ? 2 : 1;
    if (values.length !== count) {
      const message = `${operator} has ${count === 1 ? "one value" : `${count} values`}, and not ${values.length}.`;
      return this.#drop("unsupported-value", message, node);
    }
    const negatedIf = (of: () => Expression | undefined): Expression | undefined =>
      isNegated ? this.to.not(of, span) : of();
    const type = types.typeOfAll([name]);
    switch (meaning) {
      case "lt":
      case "le":
      case "gt":
      case "ge":
        return this.#compare(meaning, name, values, type, node);
      case "in":
        return negatedIf(() => this.#compare("in", name, values, type, node));
      case "between":
        return negatedIf(() => {
          const ends = values.map((end, i) => this.#compare(i === 0 ? "ge" : "le", name, [end], type, node));
          return this.to.and(ends, span);
        });
      case "wild":
        return this.#equality(name, isNegated, type, node);
      default:
        return negatedIf(() => this.#textTest(name, type, node));
    }
  }

  #compare(
    callee: string,
    name: Expression,
    values: readonly RsqlValue[],
    type: ValueType["type"] | undefined,
    { span }: RsqlTest,
  ): Expression | undefined {
    const literals = values.map((value) => this.#value(value, callee, type));
    // One value has no translation. The list without it would keep other rows.
    if (literals.includes(undefined)) return undefined;
    return exactComparison(callee, [name, ...(literals as Expression[])], span, this.to);
  }

  /** Translates `==` and `!=`. In a value, `*` is any text, `^` in front ignores case, and some servers read `null` as null. */
  #equality(
    name: Expression,
    isNegated: boolean,
    type: ValueType["type"] | undefined,
    node: RsqlTest,
  ): Expression | undefined {
    const { report } = this.to;
    const { span } = node;
    const [value] = node.values as [RsqlValue];
    const { text, isQuoted } = value;
    const isNull = !isQuoted && text === "null";
    if (isNull && type !== "string") {
      const test = this.to.isNull(name, span);
      const condition = isNegated ? this.to.call("not", [test], span) : test;
      if (type === undefined)
        report.note("type-conversion", "other", "Servers read null as null or as a string.", span, condition);
      return condition;
    }
    const isText = type === undefined || type === "string";
    if (isText && /\*|^\^/.test(text)) {
      const folds = text.startsWith("^");
      const plain = folds ? text.replaceAll("^", "") : text;
      const search = (): Expression | undefined =>
        plain.includes("*")
          ? this.#wildcards(name, plain, folds, node)
          : this.#foldedEquality(name, plain, node);
      return isNegated ? this.to.not(search, span) : search();
    }
    const comparison = this.#compare(isNegated ? "ne" : "eq", name, [value], type, node);
    if (isNull && comparison !== undefined)
      report.note("null-logic", "other", "Some servers read null without quotes as null.", span, comparison);
    return comparison;
  }

  #wildcards(name: Expression, text: string, folds: boolean, node: RsqlTest): Expression | undefined {
    const pattern = text.replaceAll(/[%_\\]/g, String.raw`\$&`).replaceAll("*", "%");
    const condition = this.#search(name, likeSearch(pattern, folds), folds, node);
    if (condition !== undefined && /[%_\\]/.test(text)) {
      const message = "Next to a *, databases can read %, _ and \\ as parts of a pattern.";
      this.to.report.note("pattern", "other", message, node.span, condition);
    }
    return condition;
  }

  /** Translates an operator whose value is always a string, such as `=like=`. */
  #textTest(name: Expression, type: ValueType["type"] | undefined, node: RsqlTest): Expression | undefined {
    const { report } = this.to;
    const { operator, span } = node;
    const [meaning] = OPERATORS_OF_RSQL.get(operator)!;
    const [{ text }] = node.values as [RsqlValue];
    if (type !== undefined && type !== "string") {
      const message = `${operator} tests strings, and the member has the type ${type}.`;
      return this.#drop("type-conversion", message, node);
    }
    switch (meaning) {
      case "folded":
        return this.#foldedEquality(name, text, node);
      case "like":
      case "foldedLike": {
        const folds = meaning === "foldedLike";
        const isPattern = /[*%]/.test(text);
        const condition = this.#search(name, rsqlSearch(text, folds), folds, node);
        const message = `Servers search for the value of ${operator} within strings, or compare it as a pattern with the whole string.`;
        const effect = /[*_\\]/.test(text) ? "other" : isPattern ? "fewer" : "more";
        if (condition !== undefined) report.note("pattern", effect, message, span, condition);
        return condition;
      }
      case "regex": {
        const search = importRegex(text, "");
        if (search === undefined) return this.#drop("unsupported-value", "tamis has no such pattern.", node);
        const condition = this.#search(name, search, false, node);
        const message =
          "Patterns of the server can have another notation than RE2, or match the whole string.";
        if (condition !== undefined) report.note("pattern", "other", message, span, condition);
        return condition;
      }
      default:
        return this.#search(
          name,
          { callee: meaning as "contains", value: text, ignoresCase: false },
          false,
          node,
        );
    }
  }

  #foldedEquality(name: Expression, text: string, node: RsqlTest): Expression | undefined {
    return this.#search(name, { callee: "eq", value: text, ignoresCase: true }, true, node);
  }

  #search(name: Expression, search: Search, folds: boolean, node: RsqlTest): Expression | undefined {
    const { report, types } = this.to;
    const { span, values } = node;
    if (types.isList(name) && search.callee !== "eq")
      return this.#drop("list-logic", "tamis has no search in the elements of a list.", node);
    const strength = folds ? "secondary" : types.exactStrength([name]);
    const condition = searchCall(name, search, strength, span, this.to, values[0]!.span);
    if (folds) {
      const message = "The server ignores case by rules of its own, tamis by the collation of a language.";
      report.note("case-sensitivity", "other", message, span, condition);
    }
    return condition;
  }

  /** Translates a null test. The value `false` negates it: `=isnull=false`, `=exists=false`. */
  #null(name: Expression, isPresence: boolean, isNegated: boolean, node: RsqlTest): Expression | undefined {
    const { report, types } = this.to;
    const { values, span, operator } = node;
    const word = values[0]?.text.toLowerCase() ?? "";
    if (values.length > 1 || !/^(?:|true|false|0|1|yes|no)$/.test(word))
      return this.#drop("unsupported-value", `${operator} has the value true or false.`, node);
    const isFalse = /^(?:false|0|no)$/.test(word);
    const isNull = (isPresence || isNegated) === isFalse;
    const test = this.to.isNull(name, span);
    const result = isNull ? test : this.to.call("not", [test], span);
    if (isPresence)
      report.note("null-logic", "other", "Some servers tell a missing member from null.", span, result);
    else if (isFalse)
      report.note("null-logic", "other", `Some servers ignore the value of ${operator}.`, span, result);
    if (types.isList(name)) report.note("list-logic", isNull ? "fewer" : "more", EMPTY_IS_NULL, span, result);
    return result;
  }

  /** Translates a value. It has the type of the member. If that is unknown, a value in quotes is a string. */
  #value(value: RsqlValue, callee: string, type: ValueType["type"] | undefined): Expression | undefined {
    const { report } = this.to;
    const { text, isQuoted, span } = value;
    const isInstant =
      type === "date" ||
      type === "dateTime" ||
      (type === undefined && !isQuoted && /^[lg][te]$/.test(callee));
    if (isInstant && DURATION.test(text)) {
      const message = `${show(text)} is relative to the current time, and tamis has no such value.`;
      return report.drop("unsupported-value", message, span);
    }
    if (type !== undefined || !isQuoted) return parameterValue(text, type, span, this.to);
    const literal = this.to.string(text, span);
    if (looksTyped(text) !== undefined) {
      const message = `${show(text)} is read as a string, because it has quotes and no catalog declares the member.`;
      report.note("type-conversion", "other", message, span, literal);
    }
    return literal;
  }
}

/** The message of notes about null tests of lists. */
export const EMPTY_IS_NULL = "On servers that join tables, an empty list is null.";

/** Returns the members that a conjunction or disjunction tests for null, so that the test decides the rows with null. */
function nullTestsOf({ operator, parts }: RsqlLogic): readonly string[] {
  return parts.flatMap((part) => {
    if (part.kind !== "test") return [];
    const [meaning, isNegated = false] = OPERATORS_OF_RSQL.get(part.operator) ?? [];
    const isFalse = /^(?:false|0|no)$/i.test(part.values[0]?.text ?? "");
    const isPresence = part.operator === "";
    if (meaning !== "null" && !isPresence) return [];
    const isNull = !isPresence && isNegated === isFalse;
    return isNull === (operator === "or") ? [part.path] : [];
  });
}
