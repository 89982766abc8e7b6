import { resolveMember } from "../../catalog/resolve-member.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { CheckedSortBy, CheckedSortKey } from "../../checker/checked.ts";
import { name as nameNode } from "../../ast/constructors.ts";
import { isRefusal, type Refusal, type SqlOperand } from "../../functions/definition/port.ts";
import { sqlOperand, type SqlScope } from "../../sql/compile/operand.ts";
import { fieldOf } from "./conditions.ts";
import { noStrength } from "./port.ts";

/** A term of `orderBy`. */
export type PrismaOrder = Readonly<
  Record<string, "asc" | "desc" | { readonly sort: "asc" | "desc"; readonly nulls: "first" | "last" }>
>;

/** Returns the terms of an order, which end with the key of the catalog. Undefined, with notes, if memory must sort. */
export function prismaOrder(
  { keys }: CheckedSortBy,
  catalog: Catalog,
  scope: SqlScope,
): readonly PrismaOrder[] | undefined {
  const { key } = catalog;
  const terms: PrismaOrder[] = [];
  const refused = new Set<CheckedSortKey["expression"]>();
  const refuse = (node: CheckedSortKey["expression"], reason: string) => {
    refused.add(node);
    if (reason !== "") scope.note(node, reason);
  };
  let hasKey = false;
  for (const { expression, direction, comparison } of keys) {
    const operand = sqlOperand(expression, scope);
    if (operand.constant !== undefined) continue;
    const isKey = expression.kind === "name" && expression.name === key;
    const term = termOf(operand, direction, comparison, isKey);
    if (isRefusal(term)) refuse(expression, term.refused);
    else terms.push(term);
    hasKey ||= isKey;
  }
  if (!hasKey) {
    const member = key === undefined ? undefined : resolveMember(catalog, key);
    const value =
      member === undefined
        ? { refused: `the catalog ${catalog.name} has no key, so rows that tie have no order` }
        : scope.members.scalar(key!, member);
    const term = isRefusal(value) ? value : termOf({ scalar: () => value }, "ascending", "codePoint", true);
    if (isRefusal(term)) refuse(nameNode(key ?? "key"), term.refused);
    else terms.push(term);
  }
  return refused.size === 0 ? terms : undefined;
}

/** @param isKey whether the values are never null */
function termOf(
  { scalar }: Pick<SqlOperand, "scalar">,
  direction: CheckedSortKey["direction"],
  comparison: CheckedSortKey["comparison"],
  isKey: boolean,
): PrismaOrder | Refusal {
  const value = scalar();
  if (isRefusal(value)) return value;
  const { name, type, binary } = fieldOf(value)!;
  if (type === "String" && !(comparison === "codePoint" && binary))
    return { refused: noStrength(comparison) };
  const sort = direction === "descending" ? "desc" : "asc";
  const nulls = sort === "asc" ? "first" : "last";
  return { [name]: value.nullable && !isKey ? { sort, nulls } : sort };
}
