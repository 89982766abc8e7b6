import { makeSortKey } from "../ast/make-node.ts";
import type { SortKey } from "../ast/nodes.ts";
import { requireSortKey } from "../ast/validate.ts";
import { isStrength } from "../collation/order/strength.ts";
import { requireArgument } from "../diagnostics/require-argument.ts";
import { NOWHERE } from "../diagnostics/span.ts";
import { isComparable } from "../values/comparable.ts";
import { memberArgument, type BuilderContext } from "./typed-argument.ts";

/**
 * Converts sort keys such as `name:descending:primary` to nodes. Nodes remain as they are.
 *
 * @throws TypeError for an invalid key, and for a member that the catalog does not sort by
 */
export function sortKeysOf(keys: readonly (string | SortKey)[], context: BuilderContext): readonly SortKey[] {
  return keys.map((key, i) => {
    const argument = `argument ${i + 1} of sortBy`;
    if (typeof key === "string") return readSortKey(key, argument, context);
    requireSortKey(key, argument);
    return key;
  });
}

function readSortKey(text: string, argument: string, context: BuilderContext): SortKey {
  const [path, ...options] = text.split(":");
  const { node, type, isSortable } = memberArgument(path, argument, context);
  requireArgument(
    isSortable && (type === undefined || (type.type !== "list" && isComparable(type))),
    argument,
    "a sortable member",
    path,
  );
  const direction = options.find((option) => option === "ascending" || option === "descending");
  const strength = options.find(isStrength);
  requireArgument(
    options.length === Number(direction !== undefined) + Number(strength !== undefined),
    argument,
    "a key such as name:descending:primary",
    text,
  );
  return makeSortKey(node, direction ?? "ascending", strength, NOWHERE);
}
