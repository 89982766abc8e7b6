import { requireOptionalCatalog } from "../../../catalog/require-catalog.ts";
import { catalogFromRows } from "../../../catalog/rows/from-rows.ts";
import type { Catalog } from "../../../catalog/types.ts";

/**
 * Returns the given catalog, or infers one.
 * @throws TypeError for a given value that is not a catalog, and if none can be inferred
 */
export function inferCatalog(rows: Iterable<unknown>, given?: Catalog): Catalog {
  requireOptionalCatalog(given);
  if (given !== undefined) return given;
  const { catalog, problems } = catalogFromRows(rows, { name: "rows" });
  if (catalog !== undefined) return catalog;
  throw new TypeError(
    `No catalog can be inferred from the rows, pass one: ${problems.map(({ message }) => message).join(" ")}`,
  );
}
