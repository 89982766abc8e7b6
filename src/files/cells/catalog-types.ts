import { requireCatalog } from "../../catalog/require-catalog.ts";
import { memberNameFor } from "../../catalog/member-names.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { CellType } from "./cell-types.ts";

/** Returns the types of the members of a catalog. Finds a column by its name, or by the name that it has in expressions. */
export function catalogTypes(catalog: Catalog): ReadonlyMap<string, CellType> {
  requireCatalog(catalog);
  return new CatalogTypes(catalog);
}

class CatalogTypes extends Map<string, CellType> {
  constructor({ members }: Catalog) {
    super();
    for (const { property, type } of members.byName.values()) {
      this.set(property, type === "list" || type === "map" || type === "object" ? "json" : type);
    }
  }

  override get(column: string): CellType | undefined {
    return super.get(column) ?? super.get(memberNameFor(column, new Set()));
  }

  override has(column: string): boolean {
    return this.get(column) !== undefined;
  }
}
