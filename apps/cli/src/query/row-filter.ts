import { compilePredicate, type Catalog, type CheckedFilter } from "tamis";
import { walk } from "tamis/ast";
import { resolveMember } from "tamis/catalog";
import { MATCHING_ROW, REJECTED_ROW } from "../formats/row-filter.ts";
import type { MemberFilter } from "../rows/read-files.ts";

/**
 * Compiles a filter for rows of files.
 * @param catalog catalog of the filter
 * @param countsOnly true if matching rows are counted and not used otherwise
 */
export function compileRowFilter(
  filter: CheckedFilter,
  catalog: Catalog | undefined,
  countsOnly: boolean,
  locale: { readonly locale?: string },
): { readonly matches: (row: unknown) => boolean; readonly early: MemberFilter } {
  const matches = compilePredicate(filter, { ...locale, rows: "plain" });
  const members = new Set<string>();
  walk(filter.expression, (node) => {
    if (node.kind !== "name") return;
    const path = catalog === undefined ? undefined : resolveMember(catalog, node.name)?.path;
    // Without a catalog a dot leads into an object.
    members.add(path?.[0] ?? node.name.split(".")[0]!);
  });
  return {
    matches: (row) => row !== REJECTED_ROW && (row === MATCHING_ROW || matches(row)),
    early: { members, matches, countsOnly },
  };
}
