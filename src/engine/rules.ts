import type { Expression } from "../ast/nodes.ts";
import { requireExpression } from "../ast/validate.ts";
import type { Catalog, Member, Members } from "../catalog/types.ts";
import { check } from "../checker/check.ts";
import { requireCheckedFilter, type CheckedFilter } from "../checker/checked.ts";
import type { FunctionDefinition } from "../functions/definition/types.ts";

/**
 * A condition that every returned row fulfills. It cannot be a string of filter text: concatenating user input into a
 * string would allow injection.
 */
export type Rule = CheckedFilter | Expression;

/**
 * Unlike requests, rules may use all functions, and members that are not filterable.
 *
 * @throws TypeError for an invalid expression, and for a filter that was checked without a catalog
 */
export function checkRule(
  rule: Rule,
  catalog: Catalog,
  functions: readonly FunctionDefinition[] | undefined,
): CheckedFilter {
  if (rule.kind === "checkedFilter") {
    requireCheckedFilter(rule, "rule");
    if (rule.catalog === undefined)
      throw new TypeError(
        "The rule was checked without a catalog. Pass the expression, or check it with the catalog.",
      );
    requireExpression(rule.expression, "the expression of the rule");
    return rule;
  }
  const open = { ...catalog, functions: undefined, members: openMembers(catalog.members) };
  const checked = check(rule, open, { mode: "strict", ...(functions === undefined ? {} : { functions }) });
  if (!checked.ok) throw new TypeError(`Invalid rule: ${checked.diagnostics[0]!.message}`);
  return checked.filter;
}

function openMembers({ byName, longest }: Members): Members {
  return { longest, byName: new Map([...byName].map(([name, member]) => [name, openMember(member)])) };
}

function openMember(member: Member): Member {
  const open = { ...member, filterable: true, sortable: true, functions: undefined };
  if (open.members !== undefined) Object.assign(open, { members: openMembers(open.members) });
  if (open.type === "list") return { ...open, items: openMember(open.items as Member) };
  if (open.type === "map") return { ...open, values: openMember(open.values as Member) };
  return open;
}
