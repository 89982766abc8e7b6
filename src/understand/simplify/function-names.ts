import { NOWHERE } from "../../diagnostics/span.ts";
import { makeCall } from "../../ast/make-node.ts";
import { strengthOf, type Call, type Expression } from "../../ast/nodes.ts";
import type { Strength } from "../../collation/order/strength.ts";
import { comparisonName, type FunctionTable } from "../../functions/definition/function-table.ts";
import type { ComparisonRole, LogicRole } from "../../functions/definition/role.ts";
import type { FunctionDefinition } from "../../functions/definition/types.ts";

const COMPLEMENTS = { eq: "ne", ne: "eq", lt: "ge", ge: "lt", gt: "le", le: "gt" } as const;

/** Builds calls of functions by their roles. */
export class FunctionNames {
  readonly #functions: FunctionTable;

  constructor(functions: FunctionTable) {
    this.#functions = functions;
  }

  definitionOf({ callee }: Call): FunctionDefinition | undefined {
    return this.#functions.get(callee);
  }

  logic(operation: LogicRole["operation"], args: readonly Expression[]): Call {
    for (const { name, role } of this.#functions.values())
      if (role?.kind === "logic" && role.operation === operation)
        return makeCall(name, undefined, args, NOWHERE);
    throw new TypeError(`internal: no function for ${operation}`);
  }

  not(node: Expression): Call {
    return this.logic("not", [node]);
  }

  comparison(
    relation: ComparisonRole["relation"],
    args: readonly Expression[],
    strength: Strength | undefined,
  ): Call {
    return makeCall(comparisonName(this.#functions, relation), strength, args, NOWHERE);
  }

  relationOf(node: Expression): ComparisonRole["relation"] | undefined {
    const role = node.kind === "call" ? this.definitionOf(node)?.role : undefined;
    return role?.kind === "comparison" ? role.relation : undefined;
  }

  /**
   * Returns the comparison that is true where the given one is false, and the other way around. Undefined if there is none, as
   * for lists: one element can be less than 3 while another one is not.
   */
  complement(call: Call, relation: ComparisonRole["relation"], isSingle: boolean): Call | undefined {
    if (relation === "in" || (!isSingle && relation !== "eq" && relation !== "ne")) return undefined;
    return this.comparison(COMPLEMENTS[relation], call.args, strengthOf(call));
  }

  /** Returns `in` with the values, or `eq` with a single one. */
  membership(
    subject: Expression,
    values: readonly Expression[],
    strength: Strength | undefined,
  ): Call | undefined {
    if (values.length === 0) return undefined;
    return this.comparison(values.length === 1 ? "eq" : "in", [subject, ...values], strength);
  }

  /** Returns the literals of an `in`. */
  valuesOf(node: Expression): readonly Expression[] | undefined {
    if (node.kind !== "call" || this.relationOf(node) !== "in") return undefined;
    const values = node.args.slice(1);
    return values.every(({ kind }) => kind === "literal") ? values : undefined;
  }
}
