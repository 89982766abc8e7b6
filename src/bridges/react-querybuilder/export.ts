import { isComparisonName } from "../../functions/definition/comparisons.ts";
import type { Call, Expression, Literal } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { hasOwn } from "../../values/own-properties.ts";
import { JsonPiece, type JsonContent } from "../json/pieces.ts";
import { COMPARISON_OPERATORS, NEGATED } from "./operators.ts";
import { JsonExporter, type ComparedPair } from "../json/exporter.ts";
import { noteStrings } from "../syntax/strings.ts";
import { signsOf } from "../syntax/comparisons.ts";

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ...signsOf(COMPARISON_OPERATORS),
  ["contains", "contains"],
  ["startsWith", "beginsWith"],
  ["endsWith", "endsWith"],
]);

/** A rule or a group. */
class RulePiece extends JsonPiece {
  declare content: { readonly [key: string]: JsonContent };
}

/** Writes conditions as groups and rules. */
export class RulesExporter extends JsonExporter<RulePiece> {
  /** Writes the whole query. It has to be a group, so a single rule gets one around it. */
  query(filter: Expression): JsonPiece | undefined {
    const piece = this.condition(filter);
    return piece === undefined || hasOwn(piece.content, "rules") ? piece : group("and", [piece]);
  }

  condition(node: Expression): RulePiece | undefined {
    if (node.kind === "name") return this.#field(node, (field) => rule(field, "=", true));
    if (node.kind === "literal") {
      if (node.type !== "boolean")
        return this.drop("unsupported-value", "A value other than true and false is not a condition.", node);
      return node.value ? group("and", []) : negated(group("and", []));
    }
    const { callee, args } = node;
    if (callee === "and" || callee === "or") return this.logic(callee, args);
    if (callee === "not") return this.context.report.negated(() => this.#negated(args[0]!));
    if (callee === "isNull") return this.#isNull(node);
    if (callee === "in") return this.#in(node);
    if (isComparisonName(callee)) return this.pairs(node, (pair) => this.#compare(pair, node));
    if (OPERATORS.has(callee) && args.length === 2)
      return this.#compare({ callee, left: args[0]!, right: args[1]! }, node);
    return this.drop("unsupported-function", `Rules have no function ${show(callee)}(…).`, node);
  }

  #negated(inner: Expression): RulePiece | undefined {
    const of = this.condition(inner);
    if (of === undefined) return undefined;
    const { operator } = of.content;
    const opposite = typeof operator === "string" ? NEGATED.get(operator) : undefined;
    if (opposite === undefined) return negated(of);
    of.content = { ...of.content, operator: opposite };
    return of;
  }

  #isNull(node: Call): RulePiece | undefined {
    const [of] = node.args;
    if (of?.kind === "name") return rule(of.name, "null", null);
    return this.drop("unsupported-function", "Only a member can be tested for null.", node);
  }

  #in(node: Call): RulePiece | undefined {
    const [of, ...items] = node.args as [Expression, ...Expression[]];
    const literals = items.filter((item) => item.kind === "literal");
    // In a list, the library removes white space around strings, and writes booleans as strings.
    const isPlain = literals.every(({ value }) =>
      typeof value === "string" ? value === value.trim() : typeof value !== "boolean",
    );
    if (literals.length < items.length || !isPlain) {
      const parts = items.map((right) => this.#compare({ callee: "eq", left: of, right }, node));
      return parts.includes(undefined) ? undefined : this.joined("or", parts);
    }
    return this.#elements(of, node, (field) => {
      const piece = rule(field, "in", literals.map(jsonValue));
      this.#note(node, "in", node.args, piece);
      return piece;
    });
  }

  protected override join(operator: "and" | "or", pieces: readonly RulePiece[]): RulePiece {
    return group(operator, pieces);
  }

  #compare(comparison: ComparedPair, node: Call): RulePiece | undefined {
    const { callee, left, right } = comparison;
    const { types } = this.context;
    if (left.kind === "name" && types.isList(left) && callee === "ne") {
      const equal = () => this.#compare({ ...comparison, callee: "eq" }, node);
      const piece = this.context.report.negated(equal);
      return piece && negated(piece);
    }
    const isSearch = !isComparisonName(callee);
    const type = types.typeOfAll([left]);
    if (isSearch && !types.isList(left) && type !== undefined && type !== "string")
      return this.drop(
        "unsupported-value",
        `The search is in strings, and the member has the type ${type}.`,
        node,
      );
    return this.#elements(left, node, (field) => {
      // contains(…) of a list compares whole elements.
      const operator = callee === "contains" && types.isList(left) ? "=" : OPERATORS.get(callee)!;
      const piece = this.#rule(field, operator, right, node);
      if (piece !== undefined) this.#note(node, callee, [left, right], piece);
      return piece;
    });
  }

  #rule(field: string, operator: string, right: Expression, node: Call): RulePiece | undefined {
    if (right.kind === "literal") return rule(field, operator, jsonValue(right));
    if (right.kind === "call")
      return this.drop("unsupported-function", `Rules have no function ${show(right.callee)}(…).`, node);
    return this.#field(right, (name) => rule(field, operator, name, { valueSource: "field" }));
  }

  /** Writes a rule for a member. For a list, it is a rule for some element, which is false for null. */
  #elements(
    of: Expression,
    node: Call,
    write: (field: string) => RulePiece | undefined,
  ): RulePiece | undefined {
    if (of.kind === "literal")
      return this.drop("unsupported-value", "A rule compares a member, not two values.", node);
    if (of.kind === "call")
      return this.drop("unsupported-function", `Rules have no function ${show(of.callee)}(…).`, node);
    const { report, types } = this.context;
    if (!types.isList(of)) return write(of.name);
    const [list, element] = this.#listAndElement(of.name) ?? [];
    if (list === undefined)
      return this.drop("list-logic", "A match mode is for one list, not for lists in lists.", node);
    const inner = write(element!);
    if (inner === undefined) return undefined;
    const some = rule(list, "=", group("and", [inner]), { match: { mode: "some" } });
    return report.isNegated && types.isNullable(of) ? group("or", [rule(of.name, "null", null), some]) : some;
  }

  /** Returns the list that a path leads through, and the name of the member of its elements. Undefined if there are several lists. */
  #listAndElement(name: string): readonly [list: string, element: string] | undefined {
    const { path, lists } = this.context.types.find(name)!;
    if (lists.every((count) => count === 0)) return [name, ""];
    const at = lists.findIndex((count) => count > 0) + 1;
    if (lists.reduce((sum, count) => sum + count, 0) !== 1) return undefined;
    // Names can have dots, and differ from the properties in the path.
    for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
      const list = this.context.types.find(name.slice(0, dot))?.path;
      if (list?.length === at && list.every((property, i) => property === path[i]))
        return [name.slice(0, dot), name.slice(dot + 1)];
    }
    return undefined;
  }

  #field(node: Expression & { kind: "name" }, write: (field: string) => RulePiece): RulePiece | undefined {
    if (!this.context.types.isList(node)) return write(node.name);
    return this.drop("list-logic", "A list cannot be used here.", node);
  }

  #note(node: Call, callee: string, args: readonly Expression[], piece: JsonPiece): void {
    const { report, types } = this.context;
    noteStrings(this.context, node, callee, args, piece, {
      exact: "Each character is compared",
      order: "A database compares strings in the order of its collation, tamis in that of a language.",
      isOfCodePoints: true,
    });
    const type = types.typeOfAll(args.filter(({ kind }) => kind !== "literal"));
    const lost = args.find((argument) => argument.kind === "literal" && isTemporalOrText(argument, type)) as
      Literal | undefined;
    if (lost === undefined) return;
    const message = `Rules have no type ${lost.type}: the value is a string. With a catalog, it has the type of the member.`;
    report.note("type-conversion", "other", message, node.span, piece);
  }
}

/** Returns whether a literal has another type than the member, so that reading the written rule returns another literal. */
function isTemporalOrText({ type }: Literal, member: string | undefined): boolean {
  if (type === "string") return member !== undefined && member !== "string";
  const isTemporal = type === "date" || type === "time" || type === "dateTime";
  return isTemporal ? member !== type : member === "string";
}

/** Returns a value as JSON. A bigint becomes an object, as in the library. */
function jsonValue({ value }: Literal): JsonContent {
  return typeof value === "bigint" ? { $bigint: String(value) } : value;
}

function rule(
  field: string,
  operator: string,
  value: JsonContent,
  settings: { readonly [key: string]: JsonContent } = {},
): RulePiece {
  return new RulePiece({ field, operator, value, ...settings });
}

export function group(combinator: "and" | "or", rules: readonly JsonPiece[]): RulePiece {
  return new RulePiece({ combinator, rules });
}

function negated(of: RulePiece): RulePiece {
  const { content } = of;
  const rules = hasOwn(content, "not") ? undefined : content["rules"];
  // The library ignores the negation of a group without rules.
  if (!Array.isArray(rules) || rules.length === 0)
    return new RulePiece({ combinator: "and", not: true, rules: [of] });
  of.content = { combinator: content["combinator"]!, not: true, rules: rules as readonly JsonContent[] };
  return of;
}
