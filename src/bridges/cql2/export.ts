import { strengthOf, type Call, type Expression, type Literal, type Name } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { formatInstant, parseTemporal } from "../../values/instant.ts";
import type { ExportContext } from "../contract/define-bridge.ts";
import { isValueFunction } from "../contract/members.ts";
import { strengthEffect } from "../contract/strength-effect.ts";
import type { ForeignNode, ForeignOperator, ForeignValue } from "../../readers/nodes.ts";
import { wildcardParts } from "../syntax/searches.ts";
import { CQL2_COMPARISONS } from "./operators.ts";
import { ConditionExporter } from "../contract/exporter.ts";
import { signsOf } from "../syntax/comparisons.ts";

const OPERATORS = /* @__PURE__ */ signsOf(CQL2_COMPARISONS);

/** The names, strings and numbers that the text form or the JSON form of CQL2 can write. */
export interface Cql2Form {
  isName(name: string): boolean;
  isString(text: string): boolean;
  /** Whether integers above 2^53 can be written. False for JSON: most programs read its numbers as doubles. */
  readonly hasBigIntegers: boolean;
}

/** Writes conditions as trees of CQL2, which both of its forms share. */
export class Cql2Exporter extends ConditionExporter<ForeignNode> {
  readonly #form: Cql2Form;

  constructor(context: ExportContext<ForeignNode>, form: Cql2Form) {
    super(context);
    this.#form = form;
  }

  condition(node: Expression): ForeignNode | undefined {
    if (node.kind === "name") {
      const of = this.#name(node);
      return of && operator("=", of, value("boolean", "true"));
    }
    if (node.kind === "literal") {
      if (node.type === "boolean") return value("boolean", String(node.value));
      return this.drop("unsupported-value", "A value that is not true or false is not a condition.", node);
    }
    const { callee, args } = node;
    switch (callee) {
      case "and":
      case "or":
        return this.logic(callee, args);
      case "not":
        return this.context.report.negated(() => {
          const of = this.condition(args[0]!);
          return of && operator("not", of);
        });
      case "isNull":
        return this.#isNull(args[0]!);
      case "contains":
      case "startsWith":
      case "endsWith":
      case "match":
        return this.#search(node);
      default:
        if (OPERATORS.has(callee) || callee === "in") return this.#compare(node);
        return this.drop("unsupported-function", `CQL2 has no function ${show(callee)}(…).`, node);
    }
  }

  protected override join(callee: "and" | "or", parts: readonly ForeignNode[]): ForeignNode {
    return operator(callee, ...parts);
  }

  #isNull(of: Expression): ForeignNode | undefined {
    const { types } = this.context;
    if (of.kind === "name" && types.isList(of)) {
      const name = this.#name(of);
      return name && operator("isNull", name);
    }
    const operand = this.#value(of);
    return operand && operator("isNull", operand);
  }

  /** Writes a comparison. `lt(a,b,c)` compares each argument with the next one. */
  #compare(node: Call): ForeignNode | undefined {
    const { callee, args } = node;
    const { types } = this.context;
    const [first] = args as [Expression];
    if (first.kind === "name" && types.isList(first)) return this.#array(node, first);
    const values = args.map((argument) => this.#value(argument));
    if (values.includes(undefined)) return undefined;
    const folded = (values as ForeignNode[]).map((item) => this.#fold(item, node));
    const comparison =
      callee === "in"
        ? operator("in", folded[0]!, listOf(folded.slice(1)))
        : chain(OPERATORS.get(callee)!, folded);
    this.#noteStrings(node, comparison);
    const kinds = new Set(args.map((argument) => types.typeOf(argument)));
    if (kinds.has("date") && kinds.has("dateTime")) {
      const message =
        "CQL2 compares no date with an instant. tamis reads a date as its first instant in UTC.";
      this.context.report.note("type-conversion", "other", message, node.span, comparison);
    }
    return comparison;
  }

  /** Writes a condition that an element of a list equals a value, as `a_contains` or `a_overlaps`. */
  #array(node: Call, list: Name): ForeignNode | undefined {
    const { callee, args, span } = node;
    const literals = args.slice(1);
    const isEquality = /^(?:eq|ne|in|contains)$/.test(callee);
    if (
      !isEquality ||
      (callee !== "in" && args.length !== 2) ||
      literals.some(({ kind }) => kind !== "literal")
    )
      return this.drop("list-logic", `CQL2 has no ${callee}(…) for the elements of an array.`, node);
    const of = this.#name(list);
    const items = literals.map((literal) => this.#value(literal));
    if (of === undefined || items.includes(undefined)) return undefined;
    const isOverlap = callee === "in";
    const test: ForeignNode = {
      kind: "call",
      callee: isOverlap ? "a_overlaps" : "a_contains",
      args: [of, listOf(items as ForeignNode[])],
      span: NOWHERE,
    };
    const condition = callee === "ne" ? operator("not", test) : test;
    if (this.#weakStrength(node) !== undefined) {
      const message = "CQL2 compares each character of the elements of an array.";
      this.context.report.note(
        "case-sensitivity",
        strengthEffect(callee === "contains" ? "eq" : callee),
        message,
        span,
        condition,
      );
    }
    return condition;
  }

  #search(node: Call): ForeignNode | undefined {
    const { callee, args } = node;
    const [member, search] = args as [Expression, Expression];
    const type = this.context.types.typeOf(member);
    if (callee === "contains" && member.kind === "name" && type === "list") return this.#array(node, member);
    if (type !== undefined && type !== "string")
      return this.drop(
        "unsupported-value",
        `LIKE searches strings, and the member has the type ${type}.`,
        node,
      );
    const of = this.#value(member);
    if (of === undefined) return undefined;
    if (args.length !== 2 || search.kind !== "literal" || search.type !== "string")
      return this.drop("unsupported-function", `CQL2 has no ${callee}(…) with these arguments.`, node);
    const parts = wildcardParts(callee, search.value);
    if (parts === undefined)
      return this.drop("unsupported-function", "CQL2 has no regular expressions.", node);
    const pattern = parts.map((part) =>
      part === "many" ? "%" : part === "one" ? "_" : part.text.replaceAll(/[%_\\]/g, String.raw`\$&`),
    );
    const text = this.#string(pattern.join(""), node);
    if (text === undefined) return undefined;
    if (callee === "match") return operator("like", of, text);
    const condition = operator("like", this.#fold(of, node), this.#fold(text, node));
    this.#noteStrings(node, condition);
    return condition;
  }

  /** Returns the strength of a comparison of strings if it is weaker than CQL2's, which compares all characters. */
  #weakStrength(node: Call): string | undefined {
    const { types } = this.context;
    if (!types.areStrings(node.args)) return undefined;
    const strength = strengthOf(node) ?? types.strengthOf(node.args);
    return strength === "identical" || strength === "codePoint" ? undefined : strength;
  }

  #fold(of: ForeignNode, node: Call): ForeignNode {
    const strength = this.#weakStrength(node);
    if (strength !== "primary" && strength !== "secondary") return of;
    const inner = strength === "primary" ? call("accenti", of) : of;
    return call("casei", inner);
  }

  #noteStrings(node: Call, condition: ForeignNode): void {
    const { report, types } = this.context;
    const { callee, args, span } = node;
    if (!types.areStrings(args)) return;
    const strength = this.#weakStrength(node);
    if (strength === "primary" || strength === "secondary") {
      const message = `CASEI and ACCENTI use the case folding of Unicode, and the strength ${strength} the collation of a language.`;
      report.note("case-sensitivity", "other", message, span, condition);
    } else if (strength !== undefined) {
      const message = `CQL2 compares each character, and not at the strength ${strength}.`;
      report.note("case-sensitivity", strengthEffect(callee), message, span, condition);
    }
    const isOrdered = /^[lg][te]$/.test(callee);
    if (isOrdered && (strengthOf(node) ?? types.strengthOf(args)) !== "codePoint") {
      const message = "CQL2 leaves the order of strings to the server. tamis has that of a language.";
      report.note("string-order", "other", message, span, condition);
    }
  }

  #value(node: Expression): ForeignNode | undefined {
    const { report, types } = this.context;
    if (node.kind === "literal") return this.#literal(node);
    if (node.kind === "name") {
      if (!types.isList(node)) return this.#name(node);
      return this.drop("list-logic", "CQL2 compares whole arrays, and not their elements.", node);
    }
    const { callee } = node;
    if (isValueFunction(callee))
      return this.drop("unsupported-function", `CQL2 has no function ${show(callee)}(…).`, node);
    const condition = report.exactly(() => this.condition(node));
    if (condition !== undefined) return condition;
    return this.drop("unsupported-value", "The value of this condition has no exact translation.", node);
  }

  #name({ name, span }: Name): ForeignNode | undefined {
    if (this.#form.isName(name)) return { kind: "name", path: name, isQuoted: false, span: NOWHERE };
    const message = `A name of CQL2 has letters, digits, ":", "_" and "." only, so ${show(name)} cannot be written.`;
    return this.context.report.drop("unwritable-name", message, span);
  }

  #string(text: string, node: Expression): ForeignNode | undefined {
    if (this.#form.isString(text)) return value("string", text);
    const message = "A string of CQL2 text holds no control character, and no backslash at its end.";
    return this.drop("unsupported-value", message, node);
  }

  #literal(node: Literal): ForeignNode | undefined {
    const { report } = this.context;
    switch (node.type) {
      case "boolean":
        return value("boolean", String(node.value));
      case "string":
        return this.#string(node.value, node);
      case "number": {
        const literal = value("number", String(node.value));
        // JSON.stringify rounds the digits of a double too: 2^63 becomes 9223372036854776000.
        const isExact = String(Number(node.value)) === String(node.value);
        if (!isExact && !this.#form.hasBigIntegers) {
          const message = "Most programs read a number of JSON as a double, which has about 17 digits.";
          report.note("number-precision", "other", message, node.span, literal);
        }
        return literal;
      }
      case "date":
        return value("date", node.value);
      case "time":
        return this.drop("unsupported-value", "CQL2 has no times of day.", node);
      case "dateTime":
        return this.#timestamp(node.value, node);
    }
  }

  /** Writes a date-time as a timestamp of CQL2, which has seconds and is in UTC. */
  #timestamp(text: string, node: Literal): ForeignNode | undefined {
    const full = text.replace(/(T\d\d:\d\d)(?!:)/, "$1:00");
    const isUtc = /Z$/.test(full) && !/T24/.test(full);
    const instant = parseTemporal("dateTime", text)!;
    const timestamp = isUtc ? full : formatInstant(instant, "dateTime");
    if (timestamp.endsWith("Z") && !timestamp.includes("T24")) return value("dateTime", timestamp);
    return this.drop("unsupported-value", `${text} is outside the years of CQL2 in UTC.`, node);
  }
}

function chain(sign: string, values: readonly ForeignNode[]): ForeignNode {
  const pairs = values.slice(1).map((right, i) => operator(sign, values[i]!, right));
  return pairs.length === 1 ? pairs[0]! : operator("and", ...pairs);
}

function operator(name: string, ...args: readonly ForeignNode[]): ForeignOperator {
  return { kind: "operator", operator: name, args, span: NOWHERE };
}

function call(callee: string, ...args: readonly ForeignNode[]): ForeignNode {
  return { kind: "call", callee, args, span: NOWHERE };
}

function listOf(items: readonly ForeignNode[]): ForeignNode {
  return { kind: "list", items, span: NOWHERE };
}

function value(type: ForeignValue["type"], text: string): ForeignValue {
  return { kind: "value", type, text, span: NOWHERE };
}
