import type { Expression } from "../ast/nodes.ts";
import type { Catalog, Member, Members } from "../catalog/types.ts";
import { check } from "../checker/check.ts";
import type { CheckedFilter } from "../checker/checked.ts";
import type { FunctionDefinition } from "../functions/definition/types.ts";

/**
 * What every row that is given must fulfill, whatever a request asks: a checked filter, or a tree. Never a text, so that
 * nobody is tempted to put a user's name into one.
 */
export type Rule = CheckedFilter | Expression;

/**
 * A rule, checked. The program's own rules may name members that requests may not filter by, and use every function.
 *
 * @throws TypeError for a tree that is not right, or a filter that was checked against no catalog.
 */
export function checkRule(
  rule: Rule,
  catalog: Catalog,
  functions: readonly FunctionDefinition[] | undefined,
): CheckedFilter {
  if (rule.kind === "checkedFilter") {
    if (rule.catalog === undefined) throw new TypeError("A rule is checked against a catalog.");
    return rule;
  }
  const open = { ...catalog, functions: undefined, members: opened(catalog.members) };
  const checked = check(rule, open, { mode: "strict", ...(functions === undefined ? {} : { functions }) });
  if (!checked.ok) throw new TypeError(`The rule is wrong: ${checked.diagnostics[0]!.message}`);
  return checked.filter;
}

function opened({ byName, longest }: Members): Members {
  return { longest, byName: new Map([...byName].map(([name, member]) => [name, openedMember(member)])) };
}

function openedMember(member: Member): Member {
  const open = { ...member, filterable: true, sortable: true, functions: undefined };
  if (open.members !== undefined) Object.assign(open, { members: opened(open.members) });
  if (open.type === "list") return { ...open, items: openedMember(open.items as Member) };
  if (open.type === "map") return { ...open, values: openedMember(open.values as Member) };
  return open;
}
