import type { Rule } from "tamis/engine";
import type { AccessFunction } from "tamis/http";
import { isCaller } from "./caller.ts";
import { challengeFor, mayWrite } from "./require-caller.ts";

const READING: ReadonlySet<string> = new Set(["list", "read", "facets", "export", "changes"]);

export type RowRule = Rule;

/**
 * Each caller with a valid token can read the rows of a rule. A change needs a user, or a client with an authority: a client
 * without one, whose scope is `uaa.none`, is known by nobody who could answer for its changes.
 *
 * @param rule undefined for all rows
 */
export function restrictTo(rule: RowRule | undefined): AccessFunction {
  return ({ identity, operation }) => {
    if (!isCaller(identity)) return { kind: "unauthenticated", challenge: challengeFor(identity) };
    const isAllowed = READING.has(operation) || mayWrite(identity);
    return isAllowed ? { kind: "allowed", rule } : { kind: "forbidden" };
  };
}
