import { compilePredicate, type Catalog, type CheckedFilter, type CheckedSortBy } from "tamis";
import { walk, type Node } from "tamis/ast";
import { resolveMember } from "tamis/catalog";
import { addNames } from "../formats/key-of.ts";
import { getOwn } from "../formats/own-members.ts";
import { MATCHING_ROW, REJECTED_ROW, type Row } from "tamis/files";
import type { MemberFilter } from "../rows/read-files.ts";

/**
 * Compiles a filter for rows of files.
 * @param catalog catalog of the filter
 * @param sortBy order of the rows. Rows that match have the names that it reads
 * @param countsOnly true if matching rows are counted and not used otherwise
 */
export function compileRowFilter(
  filter: CheckedFilter,
  catalog: Catalog | undefined,
  sortBy: CheckedSortBy | undefined,
  countsOnly: boolean,
  locale: { readonly locale?: string },
): { readonly matches: (row: unknown) => boolean; readonly early: MemberFilter } {
  const matches = compilePredicate(filter, { ...locale, rows: "plain" });
  const members = new Set<string>();
  const paths: (readonly string[])[] = [];
  const addPath = (node: Node) => {
    if (node.kind !== "name") return;
    const resolved = catalog === undefined ? undefined : resolveMember(catalog, node.name);
    // Without a catalog a dot leads into an object.
    const path = resolved?.path ?? node.name.split(".");
    // A catalog has the keys of its objects, but not those of maps.
    if (catalog === undefined || resolved?.throughMap === true) paths.push(path);
    members.add(path[0]!);
  };
  walk(filter.expression, addPath);
  const inner = paths.filter(({ length }) => length > 1);
  const early = {
    members: new Set(members),
    // The reader reuses the row, so that only its objects can have further names.
    matches: (row: Row) => {
      for (const path of inner) addNames(getOwn(row, path[0]!), path, 1);
      return matches(row);
    },
    countsOnly,
  };
  for (const { expression } of sortBy?.keys ?? []) walk(expression, addPath);
  return {
    matches: (row) => {
      if (row === REJECTED_ROW || row === MATCHING_ROW) return row === MATCHING_ROW;
      for (const path of paths) addNames(row, path, 0);
      return matches(row);
    },
    early,
  };
}
