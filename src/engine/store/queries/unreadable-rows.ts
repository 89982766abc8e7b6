import type { Catalog } from "../../../catalog/types.ts";
import { unreadableMembers } from "../../../evaluator/unreadable.ts";
import type { Unreadable } from "./reader.ts";

/** Those of some rows that hold what the type of a member cannot read, by their place among them. */
export function* unreadableRows<T>(catalog: Catalog, rows: readonly T[]): Iterable<Unreadable<T>> {
  const membersOf = unreadableMembers(catalog);
  for (const [index, row] of rows.entries()) {
    const members = membersOf(row);
    if (members.length > 0) yield { row, index, members };
  }
}
