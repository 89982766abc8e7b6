import type { Catalog } from "tamis";
import { memberNameFor } from "tamis/catalog";
import type { CellType } from "../formats/cell-types.ts";

/** Declared types of CSV columns. Finds a column by its name, or by the valid member name made from it. */
export class ColumnTypes extends Map<string, CellType> {
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
