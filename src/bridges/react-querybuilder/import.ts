import type { Expression } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { Translator } from "../contract/importer.ts";
import { jsonLiteral } from "../json/literals.ts";
import type { JsonSource } from "../json/source.ts";
import { patternOfPart } from "../syntax/searches.ts";
import { RuleElements } from "./import-elements.ts";
import { COMPARISON_OPERATORS, NEGATIVE_OPERATORS, SEARCH_OPERATORS } from "./operators.ts";
import { isGroup, isMuted, listedValues, plainValue, rangeOf, type RuleValue } from "./values.ts";
import { COLLATION_ORDER, exactComparison } from "../syntax/strings.ts";

/** A rule or group that the library leaves out of each export, such as a muted one. */
const ABSENT = Symbol("absent");

/** A translated rule or group. Undefined if tamis lacks it, `ABSENT` if the library leaves it out. */
type Read = Expression | undefined | typeof ABSENT;

/** Combinators from the loosest to the tightest. */
const COMBINATORS = ["or", "xor", "and"] as const;

/** Translates groups and rules, with the meaning of the SQL that the library writes. */
export class RulesImporter extends Translator {
  readonly #elements = new RuleElements(this.to, (of, operator, source) =>
    this.#orTrue(this.#positive(of, operator, source)),
  );

  /** Translates the whole query. */
  query(source: JsonSource): Expression | undefined {
    if (!isGroup(source)) source.fail('A query is a group: an object with "combinator" and "rules".');
    return this.#orTrue(this.#group(source));
  }

  #orTrue(result: Read): Expression | undefined {
    return result === ABSENT ? this.to.boolean(true, NOWHERE) : result;
  }

  /** Translates a condition. Recursion is safe: the depth of the source is limited. */
  #group(source: JsonSource): Read {
    return source.nested(() => {
      if (isMuted(source)) return ABSENT;
      const { report } = this.to;
      const readRules = () => this.#rules(source);
      const isNegated = Boolean(source.property("not")?.value);
      const node = isNegated ? report.negated(readRules) : readRules();
      // The library writes `(1 = 1)` for a group without rules, also if it is negated.
      if (node === ABSENT) return this.to.boolean(true, NOWHERE);
      if (!isNegated || node === undefined) return node;
      if (node.kind === "literal" && node.type === "boolean") return this.to.boolean(!node.value, NOWHERE);
      return this.to.call("not", [node], NOWHERE);
    });
  }

  /** Translates the rules of a group. `ABSENT` if the library leaves out all of them. */
  #rules(source: JsonSource): Read {
    const rules = source.property("rules")!.items();
    const combinator = source.property("combinator");
    if (combinator === undefined) return this.#independent(rules);
    const operator = combinatorOf(combinator);
    const parts: (Expression | undefined)[] = [];
    const isPair = operator === "or" ? this.to.report.isNegated : !this.to.report.isNegated;
    for (let i = 0; i < rules.length; i++) {
      const pair = isPair && operator !== "xor" && this.#elements.pair(rules[i]!, rules[i + 1], operator);
      if (pair !== undefined && pair !== false) {
        parts.push(pair.condition);
        i++;
        continue;
      }
      const part = this.#item(rules[i]!, rules.length === 1);
      if (part !== ABSENT) parts.push(part);
    }
    return parts.length === 0 ? ABSENT : this.#join(operator, parts, combinator);
  }

  /**
   * Translates rules with combinators between them: `[rule, "and", rule, "or", rule]`. If the library leaves out a rule, it also
   * leaves out its combinator.
   */
  #independent(rules: readonly JsonSource[]): Read {
    const parts: (Expression | undefined)[] = [];
    const operators: { readonly name: (typeof COMBINATORS)[number]; readonly source: JsonSource }[] = [];
    let preceding: JsonSource | undefined;
    for (const rule of rules) {
      if (typeof rule.value === "string") {
        preceding = rule;
        continue;
      }
      const part = this.#item(rule, rules.length === 1);
      if (part === ABSENT) continue;
      if (parts.length > 0) {
        if (preceding === undefined) rule.fail("A combinator is missing before this rule.");
        operators.push({ name: combinatorOf(preceding), source: preceding });
      }
      parts.push(part);
      preceding = undefined;
    }
    if (parts.length === 0) return ABSENT;
    const joined = (level: number, from: number, to: number): Expression | undefined => {
      const operator = COMBINATORS[level];
      if (operator === undefined || to - from === 1) return parts[from];
      const groups: (Expression | undefined)[] = [];
      let start = from;
      let first: JsonSource | undefined;
      for (let i = from; i < to; i++) {
        const next = i + 1 < to ? operators[i]! : undefined;
        if (next !== undefined && next.name !== operator) continue;
        first ??= next?.source;
        groups.push(joined(level + 1, start, i + 1));
        start = i + 1;
      }
      return groups.length === 1 ? groups[0] : this.#join(operator, groups, first!);
    };
    return joined(0, 0, parts.length);
  }

  #join(
    operator: (typeof COMBINATORS)[number],
    parts: readonly (Expression | undefined)[],
    place: JsonSource,
  ): Expression | undefined {
    if (operator === "or") return this.to.or(parts, NOWHERE);
    if (operator === "and" || parts.length === 1) return this.to.and(parts, NOWHERE);
    return this.to.report.drop("unsupported-operator", "tamis has no xor.", place.place);
  }

  #item(source: JsonSource, isAlone: boolean): Read {
    if (!isGroup(source)) return this.#rule(source);
    const result = this.#group(source);
    return isAlone ? this.#orTrue(result) : result;
  }

  #rule(source: JsonSource): Read {
    const { report } = this.to;
    const field = source.stringOf("field");
    const operator = source.stringOf("operator");
    if (field === undefined) source.fail('A rule is an object with "field", "operator" and "value".');
    if (isMuted(source) || field === "~" || operator === "~") return ABSENT;
    const match = source.property("match");
    if (match?.stringOf("mode") !== undefined) {
      const condition = this.#elements.match(source, field, match);
      return condition === null ? ABSENT : condition;
    }
    if (operator === undefined) source.fail('A rule is an object with "field", "operator" and "value".');
    if (source.property("lhs") !== undefined)
      return report.drop(
        "unsupported-function",
        "The left side of this rule is an expression.",
        source.place,
      );
    const of = this.to.name(field, NOWHERE, source.property("field")!.place);
    if (of === undefined) return undefined;
    const result = this.#condition(of, operator, source);
    if (result === ABSENT || result === undefined || !this.to.types.isList(of)) return result;
    if (operator.toLowerCase() !== "null" && operator.toLowerCase() !== "notnull") {
      const message =
        'A rule for the elements of a list has a match mode, such as { "mode": "some" }. In tamis, some element has to match.';
      report.note("list-logic", "other", message, source.place, result);
    }
    return result;
  }

  #condition(of: Expression, operator: string, source: JsonSource): Read {
    const lower = operator.toLowerCase();
    const positive = NEGATIVE_OPERATORS.get(lower);
    if (positive === undefined) return this.#positive(of, lower, source);
    const result = this.to.report.negated(() => this.#positive(of, positive, source));
    return result === undefined || result === ABSENT ? result : this.to.call("not", [result], NOWHERE);
  }

  #positive(of: Expression, operator: string, source: JsonSource): Read {
    const { report } = this.to;
    const value = source.property("value");
    const from = source.stringOf("valueSource") ?? "value";
    if (operator === "null") return this.to.isNull(of, NOWHERE);
    if (from !== "value" && from !== "field")
      return report.drop(
        "unsupported-value",
        `tamis has no value of the source ${show(from)}.`,
        source.place,
      );
    const readOperand = (operand: RuleValue) => this.#value(operand, of, from === "field");
    if (operator === "in") {
      const values = listedValues(value, false);
      if (values.length === 0) return ABSENT;
      const items = values.map(readOperand);
      // One value has no translation. The list without it would keep fewer rows.
      if (items.includes(undefined)) return undefined;
      return this.#comparison("in", [of, ...(items as Expression[])], source);
    }
    if (operator === "between") {
      const type = this.to.types.typeOfAll([of]);
      const range = rangeOf(value, from === "value" && (type === "integer" || type === "number"));
      if (range === undefined) return ABSENT;
      const [low, high] = range.map(readOperand);
      const at = (callee: string, bound: Expression | undefined) =>
        bound && this.#comparison(callee, [of, bound], source);
      return this.to.and([at("ge", low), at("le", high)], NOWHERE);
    }
    const single = value === undefined ? { value: null, place: source.place } : plainValue(value);
    const comparison = COMPARISON_OPERATORS.get(operator);
    if (comparison !== undefined) {
      const to = readOperand(single);
      return to && this.#comparison(comparison, [of, to], source);
    }
    const search = SEARCH_OPERATORS.get(operator);
    if (search !== undefined) return this.#search(search, of, single, from === "field", source);
    return report.drop("unsupported-operator", `tamis has no operator ${show(operator)}.`, source.place);
  }

  #value(source: RuleValue, of: Expression, isField: boolean): Expression | undefined {
    if (!isField) return jsonLiteral(source, this.to.types.typeOfAll([of]), this.to);
    return this.to.name(String(source.value), NOWHERE, source.place);
  }

  #comparison(callee: string, args: readonly Expression[], source: JsonSource): Expression {
    return exactComparison(callee, args, NOWHERE, this.to, COLLATION_ORDER, source.place);
  }

  #search(
    callee: string,
    of: Expression,
    value: RuleValue,
    isField: boolean,
    source: JsonSource,
  ): Expression | undefined {
    const { report, types } = this.to;
    const type = types.typeOfAll([of]);
    if (type !== undefined && type !== "string") {
      const message = `The operator searches strings, and the member has the type ${type}.`;
      return report.drop("type-conversion", message, source.place);
    }
    const part = isField
      ? this.to.name(String(value.value), NOWHERE, value.place)
      : jsonLiteral(value, "string", this.to);
    if (part === undefined) return undefined;
    // For a list, contains(…) compares whole elements.
    if (callee === "contains" && types.isList(of) && part.kind === "literal")
      return this.to.call("match", [of, this.to.string(patternOfPart(String(part.value)), NOWHERE)], NOWHERE);
    return this.to.call(callee, [of, part], NOWHERE, types.exactStrength([of, part]));
  }
}

function combinatorOf(source: JsonSource): (typeof COMBINATORS)[number] {
  const { value } = source;
  const match = typeof value === "string" && COMBINATORS.find((word) => word === value.toLowerCase());
  return match === false || match === undefined ? source.fail("A combinator is and, or, or xor.") : match;
}
