import type { Expression } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { Translator, type BridgeImporter } from "../contract/importer.ts";
import type { JsonSource } from "../json/source.ts";
import { completedTest } from "../syntax/null-equality.ts";
import { NEGATIVE_OPERATORS } from "./operators.ts";
import { isGroup, isMuted } from "./values.ts";

/** Translates a rule about a list or about a member of its elements. Undefined for a rule that is left out. */
export type ReadElementRule = (
  of: Expression,
  operator: string,
  source: JsonSource,
) => Expression | undefined;

/** For each operator, the one that is true for exactly those elements for which it is false. In lower case. */
const COMPLEMENTS: ReadonlyMap<string, string> = new Map([
  ["!=", "="],
  ["<", ">="],
  ["<=", ">"],
  [">", "<="],
  [">=", "<"],
]);

/** Translates rules with a match mode, such as "at least 1", which count the elements of a list. They are false for null. */
export class RuleElements extends Translator {
  readonly #readRule: ReadElementRule;

  constructor(importer: BridgeImporter, readRule: ReadElementRule) {
    super(importer);
    this.#readRule = readRule;
  }

  /** Translates a rule with a match mode. Undefined if tamis lacks the condition, null if the library leaves out the rule. */
  match(source: JsonSource, field: string, match: JsonSource): Expression | undefined | null {
    const { report, types } = this.to;
    const group = source.property("value");
    const modeName = match.stringOf("mode")!.toLowerCase();
    const threshold = match.property("threshold")?.value;
    const isCount = modeName === "atleast" || modeName === "atmost" || modeName === "exactly";
    if (group === undefined || !isGroup(group)) return null;
    if (isCount && (typeof threshold !== "number" || !(threshold >= 0))) return null;
    const list = this.to.name(field, NOWHERE, source.place);
    if (list === undefined) return undefined;
    const type = types.typeOf(list);
    if (type !== undefined && type !== "list")
      return report.drop(
        "list-logic",
        `A match mode is for lists, and the member has the type ${type}.`,
        source.place,
      );
    const mode = isCount ? (COUNTS.get(`${modeName} ${String(threshold)}`) ?? modeName) : modeName;
    if (mode === "some") return this.#some(field, group, false);
    if (mode === "none") return this.to.not(() => this.#some(field, group, false), NOWHERE);
    if (mode === "all") return this.#all(list, group);
    const message = `tamis cannot count elements: it has no match mode ${show(modeName)} ${show(String(threshold))}.`;
    return report.drop("unsupported-operator", message, match.place);
  }

  /**
   * Translates two rules that are one condition in tamis: "is null, or some element …" below a negation, "is not null, and no
   * element …" elsewhere. Undefined for other pairs.
   */
  pair(
    first: JsonSource,
    second: JsonSource | undefined,
    combinator: "and" | "or",
  ): { readonly condition: Expression | undefined } | undefined {
    const [nullOperator, expectedMode] = combinator === "or" ? ["null", "some"] : ["notnull", "none"];
    if (first.stringOf("operator")?.toLowerCase() !== nullOperator || isMuted(first)) return undefined;
    const mode = second?.property("match")?.stringOf("mode");
    const group = second?.property("value");
    if (
      mode !== expectedMode ||
      group === undefined ||
      !isGroup(group) ||
      isMuted(second!) ||
      isNegatedGroup(group)
    )
      return undefined;
    const rules = group.property("rules")!.items();
    const sub = rules[0]?.stringOf("field");
    const field = second!.stringOf("field");
    if (rules.length !== 1 || sub === undefined || field === undefined) return undefined;
    if (first.stringOf("field") !== elementPath(field, sub)) return undefined;
    const of = this.to.types.find(elementPath(field, sub));
    if (of !== undefined && !of.nullable) return undefined;
    const readSome = () => this.#some(field, group, true);
    return { condition: combinator === "or" ? readSome() : this.to.not(readSome, NOWHERE) };
  }

  /** @param includesUnknown whether the condition may be unknown for a null list, because a null test decides those rows */
  #some(field: string, group: JsonSource, includesUnknown: boolean): Expression | undefined {
    return group.nested(() => {
      const { report } = this.to;
      const rules = group.property("rules")!.items();
      const combinator = group.stringOf("combinator")?.toLowerCase();
      const isJoined = rules.length === 1 || combinator === "and" || combinator === "or";
      if (isMuted(group) || isNegatedGroup(group) || !isJoined || rules.length === 0)
        return report.drop(
          "list-logic",
          "tamis has no such condition on one element of a list.",
          group.place,
        );
      const parts = rules.map((rule) =>
        isGroup(rule) ? this.#some(field, rule, false) : this.#element(field, rule, includesUnknown),
      );
      if (rules.length === 1 || combinator === "or") return this.to.or(parts, NOWHERE);
      const condition = this.to.and(parts, NOWHERE);
      const message = "In tamis, each of these rules can hold for another element.";
      if (condition !== undefined) report.note("list-logic", "more", message, group.place, condition);
      return condition;
    });
  }

  #element(field: string, rule: JsonSource, includesUnknown: boolean): Expression | undefined {
    const { report } = this.to;
    const sub = rule.stringOf("field");
    const operator = rule.stringOf("operator")?.toLowerCase() ?? "";
    if (sub === undefined) rule.fail('A rule is an object with "field", "operator" and "value".');
    const isNegative = operator === "!=" || operator === "null" || NEGATIVE_OPERATORS.has(operator);
    if (isMuted(rule) || isNegative || rule.property("match") !== undefined)
      return report.drop("list-logic", "tamis has no such condition on one element of a list.", rule.place);
    const of = this.to.name(elementPath(field, sub), NOWHERE, rule.place);
    const condition = of && this.#readRule(of, operator, rule);
    if (of === undefined || includesUnknown) return condition;
    return completedTest(condition, of, false, NOWHERE, this.to);
  }

  /** Translates "all elements satisfy a rule": no element satisfies the opposite rule, and the list is not empty. */
  #all(list: Expression, group: JsonSource): Expression | undefined {
    const { report, types } = this.to;
    const rules = group.property("rules")!.items();
    const [rule] = rules;
    const operator = rule?.stringOf("operator")?.toLowerCase() ?? "";
    const opposite =
      COMPLEMENTS.get(operator) ?? (operator === "notnull" ? undefined : NEGATIVE_OPERATORS.get(operator));
    const isSingle = rules.length === 1 && rule!.stringOf("field") === "" && opposite !== undefined;
    if (!isSingle || isMuted(group) || isMuted(rule!) || isNegatedGroup(group))
      return report.drop("list-logic", "tamis has no such condition on all elements of a list.", group.place);
    const none = this.to.not(() => this.#readRule(list, opposite, rule!), NOWHERE);
    if (none === undefined) return undefined;
    const isFilled = this.to.call(
      "gt",
      [this.to.call("length", [list], NOWHERE), this.to.number(0, NOWHERE)],
      NOWHERE,
    );
    const isPresent = this.to.call("not", [this.to.isNull(list, NOWHERE)], NOWHERE);
    const isExplicit = report.isNegated && types.isNullable(list);
    return this.to.and([...(isExplicit ? [isPresent] : []), isFilled, none], NOWHERE);
  }
}

/** Match modes with a count that mean "some element" or "no element". */
const COUNTS: ReadonlyMap<string, string> = new Map([
  ["atleast 1", "some"],
  ["atmost 0", "none"],
  ["exactly 0", "none"],
]);

/** Returns the path of a member of a list's elements. In rules, the name "" is the element itself. */
function elementPath(field: string, sub: string): string {
  return sub === "" ? field : `${field}.${sub}`;
}

function isNegatedGroup(group: JsonSource): boolean {
  return Boolean(group.property("not")?.value);
}
