import { NOWHERE } from "../../diagnostics/span.ts";
import { makeCall, makeLiteral } from "../../ast/make-node.ts";
import { strengthOf, type Call, type Expression } from "../../ast/nodes.ts";
import { printNode } from "../../ast/print.ts";
import { walk } from "../../ast/walk.ts";
import type { CheckedFilter } from "../../checker/checked.ts";
import { compileOperand } from "../../evaluator/operand.ts";
import { isScalarType, type ValueType } from "../../values/types.ts";
import { alwaysMatches, implies, neverMatches, type DecideOptions } from "../decide/decide.ts";
import { FunctionNames } from "./function-names.ts";
import { joinedTests } from "./join-tests.ts";

/**
 * The rows whose result must stay the same when a condition is simplified: those for which it is true, those for which it is
 * false, or both. `not` swaps the first two. For a whole filter, only the rows for which it is true matter.
 */
export type Keeps = "true" | "false" | "both";

const flipped = { true: "false", false: "true", both: "both" } as const;

/** Maximum number of decisions for one expression, and of steps for each of them. */
const maxDecisions = 120;
const maxSteps = 20_000;
/** Maximum number of conditions of one call that are compared with each other. */
const maxCompared = 24;

export class Simplifier {
  readonly #filter: CheckedFilter;
  readonly #options: DecideOptions;
  readonly #names: FunctionNames;
  #decisions = 0;

  constructor(filter: CheckedFilter, options: DecideOptions) {
    this.#filter = filter;
    this.#options = { ...options, maximumSteps: Math.min(options.maximumSteps ?? maxSteps, maxSteps) };
    this.#names = new FunctionNames(filter.functions);
  }

  simplify(keeps: Keeps): Expression {
    const simplified = this.#condition(this.#filter.expression, keeps);
    if (simplified.kind !== "call" || keeps !== "true") return simplified;
    if (this.#decide(() => neverMatches(simplified, this.#options))) return constant(false);
    if (this.#decide(() => alwaysMatches(simplified, this.#options))) return constant(true);
    return simplified;
  }

  /** Simplifies a condition. Recursion is safe: the checker limits the depth. */
  #condition(node: Expression, keeps: Keeps): Expression {
    if (node.kind !== "call") return node;
    const constantValue = this.#constantOf(node, keeps);
    if (constantValue !== undefined) return constant(constantValue);
    const { role } = this.#names.definitionOf(node)!;
    if (role?.kind === "nullTest") return this.#nullTest(node);
    if (role?.kind === "comparison" && role.relation === "in") return this.#membership(node);
    if (role?.kind !== "logic") return node;
    if (role.operation === "not") return this.#negation(node, keeps);
    return this.#connective(node, role.operation, keeps);
  }

  /** Returns the value of a condition without members. One that is unknown is neither true nor false. */
  #constantOf(node: Call, keeps: Keeps): boolean | undefined {
    const definition = this.#names.definitionOf(node)!;
    if (definition.result !== "boolean" || definition.group === "service" || hasName(node)) return undefined;
    const value = compileOperand(node, { checked: this.#filter, locale: this.#options.locale }).read()({});
    if (typeof value === "boolean") return value;
    return keeps === "both" ? undefined : keeps === "false";
  }

  /** Simplifies a condition inside of `isNull`, which is true if the condition is unknown. So unknown must not become false. */
  #nullTest(node: Call): Expression {
    const [value] = node.args as [Expression];
    const isLogic = value.kind === "call" && this.#names.definitionOf(value)?.role?.kind === "logic";
    if (!isLogic) return node;
    const simplified = this.#condition(value, "both");
    // A result that is a member is not used: as a condition, a member that is not a boolean is unknown, but `isNull` of it is false.
    return simplified === value || simplified.kind !== "call"
      ? node
      : makeCall(node.callee, undefined, [simplified], node.span);
  }

  #membership(node: Call): Expression {
    const [subject, ...values] = node.args as [Expression, ...Expression[]];
    const distinct = [...new Map(values.map((value) => [printNode(value), value])).values()];
    if (distinct.length === values.length && distinct.length > 1) return node;
    return this.#names.membership(subject, distinct, strengthOf(node)) ?? node;
  }

  #negation(node: Call, keeps: Keeps): Expression {
    const inner = this.#condition(node.args[0]!, flipped[keeps]);
    if (inner.kind === "literal" && inner.type === "boolean") return constant(!inner.value);
    return this.#negate(inner);
  }

  #negate(inner: Expression): Expression {
    const plain = this.#names.not(inner);
    if (inner.kind !== "call") return plain;
    const { role } = this.#names.definitionOf(inner)!;
    if (role?.kind === "logic" && role.operation === "not") return inner.args[0]!;
    if (role?.kind === "logic") {
      const dual = this.#names.logic(
        role.operation === "and" ? "or" : "and",
        inner.args.map((argument) => this.#negate(argument)),
      );
      return shorter(dual, plain);
    }
    if (role?.kind !== "comparison" || inner.args.length !== 2) return plain;
    const isSingle = inner.args.every((argument) => isSingleValue(this.#typeOf(argument)));
    return this.#names.complement(inner, role.relation, isSingle) ?? plain;
  }

  #typeOf(node: Expression): ValueType | undefined {
    if (node.kind === "literal") return { type: node.type };
    if (node.kind === "name") return this.#filter.members.get(node)?.type;
    return { type: this.#names.definitionOf(node)!.result };
  }

  #connective(node: Call, operation: "and" | "or", keeps: Keeps): Expression {
    const absorbing = operation === "or";
    const parts: Expression[] = [];
    const texts = new Set<string>();
    for (const part of node.args.flatMap((argument) =>
      this.#flatten(this.#condition(argument, keeps), operation),
    )) {
      if (part.kind === "literal" && part.type === "boolean") {
        if (part.value === absorbing) return constant(absorbing);
        continue;
      }
      const text = printNode(part);
      if (!texts.has(text)) parts.push(part);
      texts.add(text);
    }
    const remaining = this.#withoutAbsorbed(parts, operation);
    const narrowed = keeps === "true" && operation === "and" ? this.#narrow(remaining) : remaining;
    const required = keeps === "both" ? narrowed : this.#withoutImplied(narrowed, operation, keeps);
    const joined = joinedTests(required, operation, this.#names);
    const [first] = joined;
    if (first === undefined) return constant(!absorbing);
    return joined.length === 1 ? first : this.#names.logic(operation, joined);
  }

  #flatten(node: Expression, operation: "and" | "or"): readonly Expression[] {
    const role = node.kind === "call" ? this.#names.definitionOf(node)?.role : undefined;
    return node.kind === "call" && role?.kind === "logic" && role.operation === operation
      ? node.args
      : [node];
  }

  /** Removes conditions that others absorb: `or(x,and(x,y))` is `x`, for each truth value of both. */
  #withoutAbsorbed(parts: readonly Expression[], operation: "and" | "or"): readonly Expression[] {
    const dual = operation === "and" ? "or" : "and";
    const texts = new Set(parts.map((part) => printNode(part)));
    return parts.filter((part) => {
      const inner = this.#flatten(part, dual);
      return inner.length < 2 || !inner.some((argument) => texts.has(printNode(argument)));
    });
  }

  /** Removes conditions that the others of an `and` imply, and branches of an `or` that imply another one. */
  #withoutImplied(
    parts: readonly Expression[],
    operation: "and" | "or",
    keeps: "true" | "false",
  ): readonly Expression[] {
    if (parts.length < 2 || parts.length > maxCompared) return parts;
    // An `and` is false for the rows for which the `or` of the negated parts is true.
    const isAnd = (operation === "and") === (keeps === "true");
    const conditionOf = (part: Expression) => (keeps === "true" ? part : this.#names.not(part));
    let needed = [...parts];
    for (const part of parts.toReversed()) {
      const further = needed.filter((other) => other !== part).map(conditionOf);
      const joined = further.length > 1 ? this.#names.logic(isAnd ? "and" : "or", further) : further[0];
      if (joined === undefined) break;
      const [a, b] = isAnd ? [joined, conditionOf(part)] : [conditionOf(part), joined];
      if (this.#decide(() => implies(a, b, this.#options))) needed = needed.filter((other) => other !== part);
    }
    return needed;
  }

  /** Removes values of an `in` that the other conditions of an `and` exclude. */
  #narrow(parts: readonly Expression[]): readonly Expression[] {
    if (parts.length < 2 || parts.length > maxCompared) return parts;
    return parts.map((part) => {
      const values = this.#names.valuesOf(part);
      if (part.kind !== "call" || values === undefined || values.length < 2 || values.length > maxCompared)
        return part;
      const subject = part.args[0]!;
      const otherParts = parts.filter((candidate) => candidate !== part);
      const possibleValues = values.filter((value) => {
        const equality = this.#names.membership(subject, [value], strengthOf(part));
        if (equality === undefined) return true;
        const joined = this.#names.logic("and", [equality, ...otherParts]);
        return !this.#decide(() => neverMatches(joined, this.#options));
      });
      if (possibleValues.length === values.length || possibleValues.length === 0) return part;
      return this.#names.membership(subject, possibleValues, strengthOf(part)) ?? part;
    });
  }

  #decide(ask: () => { readonly answer: "yes" | "no" | "unknown" }): boolean {
    if (++this.#decisions > maxDecisions) return false;
    return ask().answer === "yes";
  }
}

function isSingleValue(type: ValueType | undefined): boolean {
  return type !== undefined && isScalarType(type.type);
}

function shorter(a: Expression, b: Expression): Expression {
  return printNode(a).length < printNode(b).length ? a : b;
}

function constant(value: boolean): Expression {
  return makeLiteral("boolean", value, NOWHERE);
}

function hasName(node: Expression): boolean {
  let isFound = false;
  walk(node, (child) => {
    if (child.kind === "name") isFound = true;
    return !isFound;
  });
  return isFound;
}
