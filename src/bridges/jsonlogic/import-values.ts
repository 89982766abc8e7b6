import type { Expression } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { Translator } from "../contract/importer.ts";
import { mirroredCallee } from "../../functions/definition/comparisons.ts";
import { jsonLiteral } from "../json/literals.ts";
import { fromTwoValued, negatedTest, type NullableTest } from "../json/null-logic.ts";
import type { JsonSource } from "../json/source.ts";
import { elementSearch } from "./elements.ts";
import { compareInLogic, substringInLogic } from "./operators.ts";
import { isExpression, logicOperation } from "./rules.ts";

/** The left side of a comparison. */
interface Operand {
  readonly node: Expression;
  /** The member that can be null. */
  readonly of: Expression;
  /** The value that the operand has for null. */
  readonly onNull: unknown;
  readonly substring?: { readonly start: number; readonly length: number | undefined };
}

/** Translates members, values and their comparisons. */
export abstract class LogicValues extends Translator {
  /** The list whose elements the current rule is about. */
  protected list: string | undefined;

  protected name(path: string, source: JsonSource): Expression | undefined {
    if (this.list === undefined) return this.to.name(path, NOWHERE, source.place);
    return this.to.name(path === "" ? this.list : `${this.list}.${path}`, NOWHERE, source.place);
  }

  protected operand(source: JsonSource): Operand | undefined {
    const { report, types } = this.to;
    const [operator, args] = logicOperation(source);
    if (operator === "substr") return this.#substring(args, source);
    if (operator !== "var")
      return report.drop(
        "unsupported-function",
        `tamis has no function ${show(operator)} for values.`,
        source.place,
      );
    const [path, otherwise] = args;
    if (typeof path?.value !== "string")
      return report.drop("unwritable-name", "A member has a name, not a number.", source.place);
    const of = this.name(path.value, source);
    if (of === undefined) return undefined;
    const { value } = otherwise ?? { value: null };
    if (otherwise?.isObject || otherwise?.isArray)
      return report.drop("unsupported-value", "The default of a member is a plain value.", otherwise.place);
    if (value !== null && types.isNullable(of))
      report.note(
        "null-logic",
        "other",
        "In JsonLogic, null is not replaced by a default. In tamis, it is like a missing member.",
        source.place,
        of,
      );
    return { node: of, of, onNull: value };
  }

  #substring(args: readonly JsonSource[], source: JsonSource): Operand | undefined {
    const { report } = this.to;
    const [text, start, length] = args;
    const of = text?.isObject ? this.operand(text) : undefined;
    if (of === undefined) return undefined;
    const counts = [start?.value, length?.value ?? 0];
    if (!counts.every(Number.isSafeInteger) || of.substring !== undefined || Number(length?.value ?? 0) < 0)
      return report.drop(
        "unsupported-value",
        "substr needs constant positions, and a length from 0.",
        source.place,
      );
    const [from, count] = [Number(start!.value), length === undefined ? undefined : Number(length.value)];
    const positions = [from, ...(count === undefined ? [] : [count])].map((position) =>
      this.to.number(position, NOWHERE),
    );
    return {
      node: this.to.call("substr", [of.node, ...positions], NOWHERE),
      of: of.of,
      onNull: substringInLogic(String(of.onNull), from, count),
      substring: { start: from, length: count },
    };
  }

  protected comparison(
    operator: string,
    callee: string,
    args: readonly JsonSource[],
    source: JsonSource,
  ): NullableTest | Expression | undefined {
    const [first, second, third] = args;
    if (first === undefined || second === undefined)
      return this.to.report.drop("unsupported-value", "A comparison needs two values.", source.place);
    if (third === undefined || (callee !== "lt" && callee !== "le"))
      return this.#pair(operator, callee, first, second, source);
    // Two comparisons in one: `{"<": [1, x, 3]}`.
    const parts = [
      this.#pair(operator, callee, first, second, source),
      this.#pair(operator, callee, second, third, source),
    ];
    const [low, high] = parts;
    if (low !== undefined && high !== undefined && !isExpression(low) && !isExpression(high)) {
      const node = this.to.call("and", [low.node, high.node], NOWHERE);
      return { node, of: low.of, onNull: low.onNull && high.onNull };
    }
    return this.to.and(
      parts.map((part) => (part === undefined || isExpression(part) ? part : fromTwoValued(part, this.to))),
      NOWHERE,
    );
  }

  #pair(
    operator: string,
    callee: string,
    first: JsonSource,
    second: JsonSource,
    source: JsonSource,
  ): NullableTest | Expression | undefined {
    const { report, types } = this.to;
    if (!first.isObject && second.isObject)
      return this.#pair(operator, mirroredCallee(callee), second, first, source);
    if (!first.isObject || second.isObject || second.isArray)
      return report.drop(
        "unsupported-value",
        "A comparison is of a member with a plain value.",
        source.place,
      );
    const left = this.operand(first);
    if (left === undefined) return undefined;
    const { value } = second;
    const isEquality = callee === "eq" || callee === "ne";
    if (value === null && isEquality && left.onNull === null) {
      const test = this.to.isNull(left.of, NOWHERE);
      return callee === "eq" ? test : this.to.call("not", [test], NOWHERE);
    }
    if (value === null)
      return report.drop("unsupported-value", "Only a member can be compared with null.", source.place);
    const type = types.typeOfAll([left.node]);
    const literal = jsonLiteral(second, type, this.to);
    if (literal === undefined) return undefined;
    const isDateTime =
      literal.type === "dateTime" ||
      literal.type === "time" ||
      (literal.type === "date" && type === "dateTime");
    const isOtherType =
      literal.type !== typeof value && typeof value !== "bigint" && literal.type !== "date" && !isDateTime;
    const test = this.#compared(callee, left, literal, value);
    const { node } = test;
    // `true == "true"` is false in JavaScript, which converts both to numbers.
    if (isOtherType && (operator.length > 2 || (literal.type === "boolean" && typeof value === "string")))
      report.note(
        "type-conversion",
        "other",
        "Values of different types are never the same.",
        source.place,
        node,
      );
    if (isDateTime)
      report.note(
        "time-zone",
        "other",
        "JsonLogic compares the text of times, tamis compares instants.",
        source.place,
        node,
      );
    if (types.isList(left.of) && this.list === undefined)
      report.note(
        "list-logic",
        "other",
        "In JsonLogic, a list is compared as text. In tamis, some element has to match.",
        source.place,
        node,
      );
    if (literal.type === "string" && !isEquality) {
      const message =
        "tamis compares strings in the order of a language, JsonLogic in that of their UTF-16 code units.";
      report.note("string-order", "other", message, source.place, node);
    }
    const isSearch =
      node.kind === "call" &&
      /^(?:not|startsWith|endsWith)$/.test(node.callee) &&
      left.substring !== undefined;
    if (left.substring !== undefined && !isSearch)
      report.note(
        "string-length",
        "other",
        "substr counts UTF-16 code units in JsonLogic, and characters in tamis.",
        source.place,
        node,
      );
    return test;
  }

  #compared(
    callee: string,
    left: Operand,
    right: Expression & { kind: "literal" },
    value: unknown,
  ): NullableTest {
    const onNull = compareInLogic(callee, left.onNull, value);
    const { substring, of } = left;
    const text = right.value;
    if (substring !== undefined && typeof text === "string" && (callee === "eq" || callee === "ne")) {
      const { start, length } = substring;
      const isPrefix = start === 0 && length === text.length;
      const isSuffix = start < 0 && -start === text.length && length === undefined;
      const args = left.node.kind === "call" ? [left.node.args[0]!, right] : [of, right];
      if (isPrefix || isSuffix) {
        const search = this.to.call(
          isPrefix ? "startsWith" : "endsWith",
          args,
          NOWHERE,
          this.to.types.exactStrength([of]),
        );
        const test = { node: search, of, onNull: callee === "eq" ? onNull : !onNull };
        return callee === "eq" ? test : negatedTest(test, this.to);
      }
    }
    const isEquality = callee === "eq" || callee === "ne";
    const strength =
      isEquality && right.type === "string" ? this.to.types.exactStrength([left.node]) : undefined;
    return { node: this.to.call(callee, [left.node, right], NOWHERE, strength), of, onNull };
  }

  protected membership(
    args: readonly JsonSource[],
    source: JsonSource,
  ): NullableTest | Expression | undefined {
    const { report, types } = this.to;
    const [part, within] = args;
    if (part === undefined || within === undefined) return this.to.boolean(false, NOWHERE);
    if (within.isArray && part.isObject) {
      const left = this.operand(part);
      const items = within.items();
      if (left === undefined) return undefined;
      if (
        items.some(({ value }) => value === null) ||
        left.substring !== undefined ||
        (types.isList(left.of) && this.list === undefined)
      )
        return report.drop(
          "unsupported-value",
          "A list of values has no null, and is compared with a plain member.",
          within.place,
        );
      const values = items.map((item) => {
        const literal = jsonLiteral(item, types.typeOfAll([left.node]), this.to);
        if (literal === undefined) return undefined;
        const { value } = item;
        if (literal.type !== "date" && literal.type !== typeof value && typeof value !== "bigint")
          report.note(
            "type-conversion",
            "other",
            "Values of different types are never the same.",
            item.place,
            literal,
          );
        return literal;
      });
      if (values.includes(undefined)) return undefined;
      if (values.length === 0) return this.to.boolean(false, NOWHERE);
      const operands = values as Expression[];
      const isText = operands.some((operand) => operand.kind === "literal" && operand.type === "string");
      const node = this.to.call(
        "in",
        [left.node, ...operands],
        NOWHERE,
        isText ? types.exactStrength([left.node]) : undefined,
      );
      const onNull = items.some(({ value }) => value === left.onNull);
      return { node, of: left.of, onNull };
    }
    if (!within.isObject || part.isArray)
      return report.drop("unsupported-value", "in searches a member, or a list of values.", source.place);
    const left = this.operand(within);
    const search = part.isObject
      ? this.operand(part)?.node
      : jsonLiteral(part, types.typeOfAll(left === undefined ? [] : [left.of]), this.to);
    if (left === undefined || search === undefined) return undefined;
    const type = types.typeOf(left.of);
    if (
      (type !== undefined && type !== "string" && type !== "list") ||
      left.onNull !== null ||
      left.substring !== undefined ||
      part.isObject
    )
      return report.drop(
        "unsupported-value",
        "in searches for a value in a member with strings or a list.",
        source.place,
      );
    if (this.list !== undefined) return elementSearch(left.node, search, within, this.to);
    if (part.value === "" && type !== "list")
      return {
        node: this.to.call("ne", [left.node, search], NOWHERE, types.exactStrength([left.node])),
        of: left.of,
        onNull: false,
      };
    const node = this.to.call("contains", [left.node, search], NOWHERE, types.exactStrength([left.node]));
    return { node, of: left.of, onNull: false };
  }
}
