import { call, name, string } from "../../ast/constructors.ts";
import { makeLiteral } from "../../ast/make-node.ts";
import type { Catalog } from "../../catalog/types.ts";
import { literalOfType } from "../../checker/lenient-corrections.ts";
import { makeCheckedFilter, type CheckedFilter } from "../../checker/checked.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { checkRule } from "../../engine/rules.ts";
import type { StoreKey } from "../contract/row-store.ts";

/** Returns the condition that a row has this key, whether or not filters can use the key. */
export function keyFilter(catalog: Catalog, key: StoreKey): CheckedFilter {
  const member = catalog.members.byName.get(catalog.key!)!;
  const isString = member.type === "string";
  const literal = isString
    ? string(String(key))
    : (literalOfType(String(key), member, NOWHERE) ?? makeLiteral("boolean", false, NOWHERE));
  const condition = call("eq", [name(catalog.key!), literal], isString ? "identical" : undefined);
  const checked = checkRule(condition, catalog, undefined);
  return makeCheckedFilter(checked.expression, { ...checked, catalog });
}
