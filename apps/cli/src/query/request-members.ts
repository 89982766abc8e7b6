import { parseFilter, parseSortBy, type Catalog } from "tamis";
import { walk, type Expression } from "tamis/ast";
import type { QueryText } from "./prepare-query.ts";

/**
 * Returns the names of the members whose columns a request reads.
 * @param grouped members of groups and measures
 * @param isCount true if the rows are not returned, so that they have no order
 */
export function requestMembers(
  { filter, sortBy }: QueryText,
  grouped: readonly { readonly path: string }[],
  catalog: Catalog,
  isCount: boolean,
): readonly string[] {
  const names = new Set<string>();
  const add = (tree: Expression | undefined) => {
    if (tree === undefined) return;
    walk(tree, (node) => {
      if (node.kind === "name") names.add(node.name);
    });
  };
  if (filter !== "") add(parseFilter(filter, { mode: "lenient" }).expression);
  if (!isCount) {
    for (const key of parseSortBy(sortBy, { mode: "lenient" }).expression?.keys ?? []) add(key.expression);
    // It breaks ties, and is the order of requests without one.
    if (catalog.key !== undefined) names.add(catalog.key);
  }
  for (const { path } of grouped) names.add(path);
  return [...names];
}
