import { BAD_CELL } from "../cells/cell-types.ts";
import type { TypedCells, TypedColumn } from "../cells/typed-cells.ts";
import type { CellColumn } from "./cell-at.ts";

/**
 * Returns how cells are read at their offsets.
 *
 * @param decide called for the first cell of a column whose other cells decide its type, too. Returns its value. Default: such cells
 * are unreadable.
 */
export function textColumns(
  cells: TypedCells,
  decide: () => unknown = () => undefined,
): readonly CellColumn[] {
  return cells.columns.map((column) => ({
    name: column.name,
    kind: kindOf(cells, column),
    isQuotedNull: true,
    read: (text) => {
      if (column.isUndecided === true) return decide();
      const value = cells.read(text, column);
      return value === BAD_CELL ? undefined : value;
    },
  }));
}

/** Returns which cells are read without a call: in the same way as by `TypedCells`. */
function kindOf({ style }: TypedCells, { type, isUndecided }: TypedColumn): CellColumn["kind"] {
  if (style.nulls !== undefined || isUndecided === true) return "other";
  if (type === "number" || type === "integer") return style.decimalComma === true ? "other" : type;
  return type === "string" ? "string" : "other";
}
