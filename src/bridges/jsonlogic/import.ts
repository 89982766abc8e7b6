import type { Expression } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { fromTwoValued, type NullableTest } from "../json/null-logic.ts";
import type { JsonSource } from "../json/source.ts";
import { LogicValues } from "./import-values.ts";
import { LOGIC_COMPARISONS } from "./operators.ts";
import {
  hasNegation,
  isExpression,
  mentions,
  nullTestOf,
  logicOperation,
  someOf,
  variableOf,
} from "./rules.ts";

/** Translates rules. Their logic is two-valued, and null is converted as in JavaScript: it is 0 in an order. */
export class LogicImporter extends LogicValues {
  /** Whether the condition on elements may be unknown for a null list, because a null test next to it decides those rows. */
  #includesUnknown = false;

  /** Translates a condition. Recursion is safe: the depth of the source is limited. */
  rule(source: JsonSource): Expression | undefined {
    if (!source.isObject) return this.#constant(source);
    return source.nested(() => {
      const test = this.#operation(source);
      if (test === undefined || isExpression(test)) return test;
      if (this.list === undefined) return fromTwoValued(test, this.to);
      if (this.#includesUnknown && !test.onNull) return test.node;
      if (test.onNull) {
        const message = "In JsonLogic, this condition is true for null elements. tamis skips them.";
        this.to.report.note("null-logic", "fewer", message, source.place, test.node);
      }
      return fromTwoValued({ ...test, onNull: false }, this.to);
    });
  }

  /** Translates a value that is used as a condition: whether JsonLogic counts it as true. */
  #constant(source: JsonSource): Expression {
    const { value } = source;
    return this.to.boolean(Array.isArray(value) ? value.length > 0 : Boolean(value), NOWHERE);
  }

  #operation(source: JsonSource): NullableTest | Expression | undefined {
    const { report } = this.to;
    const [operator, args] = logicOperation(source);
    const callee = LOGIC_COMPARISONS.get(operator);
    if (callee !== undefined) return this.comparison(operator, callee, args, source);
    switch (operator) {
      case "and":
      case "or":
        if (args.length === 0) return this.to.boolean(false, NOWHERE);
        return operator === "and"
          ? this.to.and(this.#parts(args, operator), NOWHERE)
          : this.to.or(this.#parts(args, operator), NOWHERE);
      case "!":
        return this.#negation(args[0]);
      case "!!":
        return args[0] === undefined ? this.to.boolean(false, NOWHERE) : this.rule(args[0]);
      case "var":
        return this.#truth(source);
      case "in":
        return this.membership(args, source);
      case "some":
        return this.#some(args, source);
      case "none":
        return this.to.not(() => this.#some(args, source), NOWHERE);
      case "all":
        return report.drop("list-logic", "tamis has no condition on all elements of a list.", source.place);
      case "missing":
        return this.#missing(args);
      default:
        return report.drop("unsupported-operator", `tamis has no operator ${show(operator)}.`, source.place);
    }
  }

  #negation(of: JsonSource | undefined): NullableTest | Expression | undefined {
    if (of === undefined) return this.to.boolean(true, NOWHERE);
    return this.to.not(() => this.rule(of), NOWHERE);
  }

  /**
   * Translates the arguments of `and` or `or`. A null test next to a condition on the same member is left out if the condition
   * excludes null in tamis anyway: "not null, and …" without a negation around it, "null, or …" below a negation.
   */
  #parts(args: readonly JsonSource[], operator: "and" | "or"): readonly (Expression | undefined)[] {
    const parts: (Expression | undefined)[] = [];
    const { report, types } = this.to;
    const isJoined = args.length > 1 && (operator === "and") !== report.isNegated;
    for (let i = 0; i < args.length; i++) {
      const member = isJoined ? nullTestOf(args[i]!, operator === "and" ? "!=" : "==") : undefined;
      const next = args[i + 1];
      const someArgs =
        next === undefined || operator === "and" || member === undefined ? undefined : someOf(next, member);
      if (someArgs !== undefined && this.list === undefined) {
        this.#includesUnknown = types.isNullable(this.name(member!, args[i]!)!);
        parts.push(this.#some(someArgs, next!));
        this.#includesUnknown = false;
        i++;
        continue;
      }
      const of =
        member === undefined || next === undefined || !mentions(next, member)
          ? undefined
          : this.name(member, args[i]!);
      const test =
        of !== undefined && types.isNullable(of) ? next!.nested(() => this.#operation(next!)) : undefined;
      const isSame = test !== undefined && !isExpression(test) && test.onNull === (operator === "and");
      if (isSame) {
        parts.push(test.node);
        i++;
      } else parts.push(this.rule(args[i]!));
    }
    return parts;
  }

  /** Runs a rule for the elements of a list. Null and missing lists have none. */
  #some(args: readonly JsonSource[], source: JsonSource): Expression | undefined {
    const [list, rule] = args;
    const path = list === undefined || rule === undefined ? undefined : variableOf(list);
    if (path === undefined || this.list !== undefined || !rule!.isObject || hasNegation(rule!))
      return this.to.report.drop(
        "list-logic",
        "tamis has no such condition on the elements of a list.",
        source.place,
      );
    if (this.to.name(path, NOWHERE, list!.place) === undefined) return undefined;
    this.list = path;
    const [operator, conditions] = logicOperation(rule!);
    const condition = this.rule(rule!);
    this.list = undefined;
    if (condition !== undefined && operator === "and" && conditions.length > 1) {
      const message = "In tamis, each of these conditions can hold for another element.";
      this.to.report.note("list-logic", "more", message, rule!.place, condition);
    }
    return condition;
  }

  /** Translates `missing`: whether one of the members is null or an empty string. */
  #missing(args: readonly JsonSource[]): Expression | undefined {
    const keys = args[0]?.isArray ? args[0].items() : args;
    const parts = keys.flatMap((key): (Expression | undefined)[] => {
      const of =
        typeof key.value === "string"
          ? this.name(key.value, key)
          : this.to.report.drop("unsupported-value", "missing needs names.", key.place);
      if (of === undefined) return [undefined];
      const { types } = this.to;
      const type = types.typeOf(of);
      const isText = type === undefined || type === "string";
      const empty = this.to.call("eq", [of, this.to.string("", NOWHERE)], NOWHERE, types.exactStrength([of]));
      return [this.to.isNull(of, NOWHERE), ...(isText ? [empty] : [])];
    });
    return parts.length === 0 ? this.to.boolean(false, NOWHERE) : this.to.or(parts, NOWHERE);
  }

  /** Translates a member that is used as a condition: whether JsonLogic counts its value as true. */
  #truth(source: JsonSource): NullableTest | Expression | undefined {
    const left = this.operand(source);
    if (left === undefined) return undefined;
    const type = this.to.types.typeOf(left.of);
    const zero = this.to.number(0, NOWHERE);
    const test = (node: Expression): NullableTest => ({ node, of: left.of, onNull: Boolean(left.onNull) });
    switch (type) {
      case undefined:
      case "boolean":
        return test(left.node);
      case "integer":
      case "number":
        return test(this.to.call("ne", [left.node, zero], NOWHERE));
      case "string":
        return test(
          this.to.call(
            "ne",
            [left.node, this.to.string("", NOWHERE)],
            NOWHERE,
            this.to.types.exactStrength([left.node]),
          ),
        );
      case "list":
        return test(this.to.call("gt", [this.to.call("length", [left.node], NOWHERE), zero], NOWHERE));
      default:
        return this.to.call("not", [this.to.isNull(left.of, NOWHERE)], NOWHERE);
    }
  }
}
