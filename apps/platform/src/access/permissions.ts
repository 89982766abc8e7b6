import type { Expression } from "tamis";
import { call } from "tamis/builder";
import type { Catalog } from "tamis/catalog";
import type { Rule } from "tamis/engine";
import type { AccessFunction } from "tamis/http";
import { isCaller } from "./caller.ts";
import { challengeFor } from "./require-caller.ts";

export type RowRule = Rule;

/**
 * Each caller with a valid token may do what the authorization rules grant, with the rows of a family's own rule.
 *
 * @param rule undefined for all rows
 * @param catalog members of the rows. Required for resources that the family does not register, such as those of a lookup
 */
export function restrictTo(rule: RowRule | undefined, catalog?: Catalog): AccessFunction {
  return ({ identity, operation, path }) => {
    if (!isCaller(identity)) return { kind: "unauthenticated", challenge: challengeFor(identity) };
    const access = identity.rights.onCollection({ path, operation, catalog });
    return access.kind === "forbidden" ? access : { kind: "allowed", rule: bothRules(rule, access.rule) };
  };
}

/** Returns the rule of the rows that fulfill two rules. */
export function bothRules(a: Rule | undefined, b: Rule | undefined): Rule | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return call("and", [expressionOf(a), expressionOf(b)]);
}

export function expressionOf(rule: Rule): Expression {
  return rule.kind === "checkedFilter" ? rule.expression : rule;
}
