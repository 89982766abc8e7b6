import { ADMINISTRATORS } from "../../access/caller.ts";
import { PERMISSIONS } from "../../access/rights.ts";
import { newItem } from "../../storage/stamps.ts";
import type { Row } from "../../storage/storage.ts";
import { RULES, type RuleRow } from "./rule-record.ts";

const OUTSIDE = "not(startsWith(request.uri,'/authorization/'))";

const everyCaller = { type: "grant", principalType: "authenticatedUsers" } as const;

/** The rules of a deployment that has none. */
const DEFAULTS: readonly Partial<RuleRow>[] = [
  {
    type: "grant",
    principalType: "group",
    principal: ADMINISTRATORS,
    objectUri: "/**",
    permissions: [...PERMISSIONS],
    description: "Administrators may do everything.",
    reason: "The caller is an administrator.",
  },
  {
    ...everyCaller,
    objectUri: "/**",
    permissions: ["read"],
    condition: OUTSIDE,
    description: "Callers with a token may read everything except the rules.",
    reason: "The caller has a token.",
  },
  {
    ...everyCaller,
    objectUri: "/**",
    permissions: ["create", "update", "delete", "add", "remove"],
    condition: `and(${OUTSIDE},or(contains(principals.type,'user'),contains(principals.type,'group')))`,
    description: "Users, and clients with an authority, may change everything except the rules.",
    reason: "The caller is a user, or a client with an authority.",
  },
  {
    ...everyCaller,
    objectUri: "/authorization/decisions",
    permissions: ["read"],
    description: "Callers may ask what they may do.",
    reason: "The caller has a token.",
  },
  {
    ...everyCaller,
    objectUri: "/authorization/commons/validations/conditions",
    permissions: ["read"],
    description: "Callers may have conditions validated.",
    reason: "The caller has a token.",
  },
];

/**
 * Returns the rows of the default rules.
 *
 * @param now milliseconds since 1970
 */
export function defaultRules(now: number): readonly Row[] {
  const empty = Object.fromEntries([...RULES.members.byName.keys()].map((name) => [name, null]));
  return DEFAULTS.map((rule, i) => ({
    ...empty,
    ...rule,
    id: `default-${i + 1}`,
    enabled: true,
    ...newItem("platform", now),
  }));
}
