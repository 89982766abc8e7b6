import { catalogFromRows } from "../../../catalog/rows/from-rows.ts";
import type { Catalog } from "../../../catalog/types.ts";

/** @throws TypeError if no catalog can be inferred */
export function inferCatalog(rows: Iterable<unknown>): Catalog {
  const { catalog, problems } = catalogFromRows(rows, { name: "rows" });
  if (catalog !== undefined) return catalog;
  throw new TypeError(
    `No catalog can be inferred from the rows, pass one: ${problems.map(({ message }) => message).join(" ")}`,
  );
}
