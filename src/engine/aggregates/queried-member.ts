import { name } from "../../ast/constructors.ts";
import { resolveMember, type ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Catalog } from "../../catalog/types.ts";
import { makeCheckedSortBy, type Checked, type CheckedSortBy } from "../../checker/checked.ts";
import { canLearn, usableMember, type Knowledge } from "../../checker/member-gate.ts";
import { isComparable } from "../../values/comparable.ts";
import type { Comparison } from "../../collation/order/strength.ts";
import { show } from "../../diagnostics/show.ts";
import type { Reader } from "../../functions/definition/types.ts";
import { functionTable } from "../../functions/list.ts";
import { describeType } from "../../values/types.ts";
import { compileOperand } from "../../evaluator/operand.ts";

/** Member that a query or a program names outside of a filter. */
export interface QueriedMember {
  readonly member: ResolvedMember;
  readonly checked: Checked;
  readonly read: Reader;
}

/**
 * Finds a member whose values a request queries.
 *
 * @throws TypeError if the catalog lacks the member, or if filters cannot use it, with the same message. Also if its
 *   values cannot be compared, or if filters cannot learn as much about it as the query would reveal.
 */
export function queriedMember(catalog: Catalog, dotted: string, knowledge: Knowledge): QueriedMember {
  const member = usableMember(catalog, dotted);
  const queried = memberOf(member, catalog, dotted);
  // The value of an object would include members that requests cannot name.
  if (!isComparable(member!.type))
    throw new TypeError(`${show(dotted)} is ${describeType(member!.type)}, whose values cannot be compared.`);
  if (!canLearn(knowledge, member!, catalog))
    throw new TypeError(`${show(dotted)} does not allow functions that reveal its ${knowledge}.`);
  return queried;
}

/**
 * Finds a member that the program names. It need not be filterable.
 *
 * @throws TypeError if the catalog lacks the member
 */
export function programMember(catalog: Catalog, dotted: string): QueriedMember {
  return memberOf(resolveMember(catalog, dotted), catalog, dotted);
}

function memberOf(member: ResolvedMember | undefined, catalog: Catalog, dotted: string): QueriedMember {
  if (member === undefined)
    throw new TypeError(`Unknown member "${show(dotted)}": catalog ${catalog.name} does not have it.`);
  const node = name(dotted);
  const checked = { catalog, functions: functionTable(undefined), members: new Map([[node, member]]) };
  return { member, checked, read: compileOperand(node, { checked, locale: undefined }).read() };
}

/**
 * Returns the ascending order of a member's values, without the catalog's key as tie-breaker.
 *
 * @param comparison comparison of strings. Default: the member's strength, or tertiary.
 */
export function valueOrderOf(
  dotted: string,
  { member, checked }: QueriedMember,
  comparison: Comparison = member.strength ?? "tertiary",
): CheckedSortBy {
  const node = name(dotted);
  return makeCheckedSortBy([{ expression: node, direction: "ascending", comparison }], {
    catalog: undefined,
    functions: checked.functions,
    members: new Map([[node, member]]),
  });
}
