import type { Call, Expression, Literal, Name } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { joinPieces, textPiece, type TextPiece } from "../contract/pieces.ts";
import { ignoresCase, memberTests, noteWrittenStrings, type WrittenTest } from "../parameters/export.ts";
import { encodeParameter } from "../parameters/query-string.ts";
import { wildcardParts } from "../syntax/searches.ts";
import { isPostgrestOperator, isReservedInPostgrest, POSTGREST_COMPARISONS } from "./parse.ts";
import { BridgeExporter } from "../contract/exporter.ts";
import { signsOf } from "../syntax/comparisons.ts";

const OPERATORS = /* @__PURE__ */ signsOf(POSTGREST_COMPARISONS);

/** Returns whether a member can be written as a name. A segment that is an operator would end the name. */
export function isNameInPostgrest(name: string): boolean {
  const segments = name.split(".");
  return (
    segments.every(
      (segment, i) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(segment) && (i === 0 || !isPostgrestOperator(segment)),
    ) &&
    !isReservedInPostgrest(name) &&
    !isReservedInPostgrest(segments[0]!)
  );
}

/** Writes filters of PostgREST. A condition is a parameter, or a part of the value of a parameter `and` or `or`. */
export class PostgrestExporter extends BridgeExporter<TextPiece> {
  /**
   * Writes a condition. Recursion is safe: the depth of trees is limited.
   *
   * @param isInner whether the condition is a part of the value of `and` or `or`
   * @param isRoot whether the condition is the whole filter
   */
  condition(node: Expression, isInner = false, not = "", isRoot = false): TextPiece | undefined {
    const { report } = this.context;
    if (node.kind === "name")
      return this.#test({ callee: "eq", member: node, values: [], node }, isInner, not);
    if (node.kind === "literal")
      return this.drop("unsupported-value", "There is no condition without a member.", node);
    const { callee, args } = node;
    if (callee === "and" && isRoot)
      return report.join(
        "and",
        args.map((argument) => this.condition(argument)),
        (pieces) => joinPieces(1, pieces, "&"),
      );
    if (callee === "and" || callee === "or") {
      const parts = args.map((argument) => this.condition(argument, true));
      return this.#group(callee, parts, isInner, not);
    }
    if (callee === "not") {
      const [inner] = args as [Expression];
      if (inner.kind === "call" && inner.callee === "not" && not === "")
        return this.condition(inner.args[0]!, isInner, "", isRoot);
      if (not === "") return report.negated(() => this.condition(inner, isInner, "not."));
      return this.drop("unsupported-operator", "PostgREST has no such negation.", node);
    }
    if (callee === "isNull") return this.#isNull(args[0]!, isInner, not, node);
    if (callee === "match") return this.#pattern(node, isInner, not);
    const tests = memberTests(node, this.context, "PostgREST");
    if (tests === undefined) return undefined;
    if (tests.length === 1) return this.#test(tests[0]!, isInner, not);
    const parts = tests.map((test) => this.#test(test, !isRoot, ""));
    return isRoot
      ? report.join("and", parts, (pieces) => joinPieces(1, pieces, "&"))
      : this.#group("and", parts, isInner, not);
  }

  /** Joins conditions. If a single one is left, it still needs `and` or `or` around it as a parameter or below `not`. */
  #group(
    operator: "and" | "or",
    parts: readonly (TextPiece | undefined)[],
    isInner: boolean,
    not: string,
  ): TextPiece | undefined {
    let isGroup = isInner && not === "";
    const joined = this.context.report.join(operator, parts, (pieces) => {
      isGroup = true;
      return logic(operator, pieces, isInner, not);
    });
    return joined === undefined || isGroup ? joined : logic(operator, [joined], isInner, not);
  }

  #isNull(of: Expression, isInner: boolean, not: string, node: Expression): TextPiece | undefined {
    if (of.kind !== "name")
      return this.drop("unsupported-function", "Only members are tested for null.", node);
    return this.#canWrite(of) ? rawPiece(of.name, `${not}is.null`, isInner) : undefined;
  }

  #pattern(node: Call, isInner: boolean, not: string): TextPiece | undefined {
    const [member, search] = node.args as [Expression, Expression];
    const parts =
      node.args.length === 2 &&
      member.kind === "name" &&
      search.kind === "literal" &&
      search.type === "string"
        ? wildcardParts("match", search.value)
        : undefined;
    if (parts === undefined)
      return this.drop("unsupported-function", "Patterns of PostgreSQL differ from RE2.", node);
    if (!this.#canWrite(member as Name)) return undefined;
    const pattern = parts.map((part) => (part === "many" ? "*" : part === "one" ? "_" : escaped(part.text)));
    if (pattern.includes(undefined))
      return this.drop("unsupported-value", "A pattern cannot hold a *.", node);
    return piece((member as Name).name, `${not}like.`, pattern.join(""), isInner);
  }

  #test(test: WrittenTest, isInner: boolean, not: string): TextPiece | undefined {
    const { callee, member, values, node } = test;
    if (!this.#canWrite(member)) return undefined;
    const { types } = this.context;
    if (types.isList(member)) return this.#array(test, isInner, not);
    const texts = values.length === 0 ? ["true"] : values.map(textOf);
    const isFolded = ignoresCase(test, this.context) && /^(?:eq|contains|startsWith|endsWith)$/.test(callee);
    const spelling = this.#written(callee, texts, isFolded);
    if (spelling === undefined) return this.drop("unsupported-value", "A pattern cannot hold a *.", node);
    const [operator, text, isRaw] = spelling;
    const parameter = isRaw
      ? rawPiece(member.name, `${not}${operator}.${text}`, isInner)
      : piece(member.name, `${not}${operator}.`, text, isInner);
    noteWrittenStrings(test, isFolded, parameter, this.context);
    return parameter;
  }

  #written(
    callee: string,
    texts: readonly string[],
    isFolded: boolean,
  ): readonly [operator: string, text: string, isRaw: boolean] | undefined {
    if (callee === "in") return ["in", `(${texts.map(quotedIfNeeded).join(",")})`, true];
    const operator = OPERATORS.get(callee);
    if (operator !== undefined && !isFolded) return [operator, texts[0]!, false];
    const text = escaped(texts[0]!);
    if (text === undefined) return undefined;
    const before = callee === "contains" || callee === "endsWith" ? "*" : "";
    const after = callee === "contains" || callee === "startsWith" ? "*" : "";
    return [isFolded ? "ilike" : "like", `${before}${text}${after}`, false];
  }

  /** Writes a condition on the elements of an array. `cs` needs all values, `ov` one of them. */
  #array(test: WrittenTest, isInner: boolean, not: string): TextPiece | undefined {
    const { callee, member, values, node } = test;
    if (!/^(?:eq|ne|in)$/.test(callee))
      return this.drop("list-logic", `PostgREST has no ${callee}(…) for the elements of an array.`, node);
    const list = `{${values.map((value) => quoted(textOf(value))).join(",")}}`;
    const isNegated = (callee === "ne") !== (not !== "");
    const operator = callee === "in" ? "ov" : "cs";
    const parameter = rawPiece(member.name, `${isNegated ? "not." : ""}${operator}.${list}`, isInner);
    noteWrittenStrings(test, false, parameter, this.context);
    return parameter;
  }

  #canWrite({ name, span }: Name): boolean {
    if (isNameInPostgrest(name)) return true;
    const message = `PostgREST cannot write the name ${show(name)} in a condition.`;
    this.context.report.drop("unwritable-name", message, span);
    return false;
  }
}

function logic(operator: string, pieces: readonly TextPiece[], isInner: boolean, not: string): TextPiece {
  return textPiece(1, `${not}${operator}${isInner ? "" : "="}(`, joinPieces(1, pieces, ","), ")");
}

function piece(name: string, operator: string, value: string, isInner: boolean): TextPiece {
  return rawPiece(name, `${operator}${isInner ? quotedIfNeeded(value) : value}`, isInner);
}

function rawPiece(name: string, value: string, isInner: boolean): TextPiece {
  return textPiece(1, `${encodeParameter(name)}${isInner ? "." : "="}${encodeParameter(value)}`);
}

function textOf({ value }: Literal): string {
  return String(value);
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function quotedIfNeeded(text: string): string {
  return text === "" || /[,.:(){}"\\\s]|^null$/i.test(text) ? quoted(text) : text;
}

/** Escapes a string for a pattern. Undefined for a string with `*`, which always is a wildcard. */
function escaped(text: string): string | undefined {
  return text.includes("*") ? undefined : text.replaceAll(/[%_\\]/g, String.raw`\$&`);
}
