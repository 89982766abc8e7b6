/** Types of the columns of CSV: declared, or inferred from rows. */
import { memberNameFor } from "../../catalog/member-names.ts";
import { requireCatalog } from "../../catalog/require-catalog.ts";
import type { Catalog } from "../../catalog/types.ts";
import { requireArray, requireText } from "../../diagnostics/require-argument.ts";
import { decimalCommaExample } from "./cell-numbers.ts";
import { inferType, type CellStyle, type CellType } from "./cell-types.ts";
import type { FileColumn, ReaderOptions } from "./file-options.ts";
import type { TypedColumn } from "./typed-cells.ts";

export const INFERENCE_ROWS = 1_000;

/** Returns the columns with the types that need no rows. The others are undecided if types are inferred. */
export function declaredColumns(
  names: readonly string[],
  { types, requiredTypes, inferredTypes, inferTypes = false }: ReaderOptions,
): readonly TypedColumn[] {
  const required = new Map<string, CellType>();
  for (const [name, type] of requiredTypes ?? []) required.set(columnOf(name, names) ?? name, type);
  return names.map((name) => {
    const isRequired = required.has(name);
    const declared = required.get(name) ?? types?.get(name);
    if (declared !== undefined || !inferTypes) return { name, type: declared ?? "string", isRequired };
    const inferred = inferredTypes?.get(memberNameFor(name, new Set()));
    return inferred === undefined
      ? { name, type: "string", isRequired, isUndecided: true }
      : { name, type: readType(inferred), isRequired };
  });
}

interface Cells {
  readonly cells: readonly string[];
}

/** Infers the types of the undecided columns that have a cell in the rows. */
export function inferColumns(
  current: readonly TypedColumn[],
  rows: readonly Cells[],
  style: CellStyle | undefined,
): { readonly columns: readonly FileColumn[]; readonly typed: readonly TypedColumn[] } {
  const columns: FileColumn[] = [];
  const typed = current.map((column, i): TypedColumn => {
    const { name, isUndecided } = column;
    if (isUndecided !== true || rows.every(({ cells }) => isEmpty(cells[i], style))) {
      columns.push({ name, type: column.type });
      return column;
    }
    const type = inferType(cellsOf(rows, i), style);
    const decimalComma = type === "string" ? decimalCommaExample(cellsOf(rows, i)) : undefined;
    columns.push({ name, type, ...(decimalComma !== undefined && { decimalComma }) });
    return { name, type: readType(type), isRequired: false };
  });
  return { columns, typed };
}

/** Reads inferred integer columns as numbers, so that fractions in later rows are not lost. */
export function readType(inferred: CellType): CellType {
  return inferred === "integer" ? "number" : inferred;
}

function* cellsOf(rows: readonly Cells[], index: number): Iterable<string> {
  for (const { cells } of rows) yield cells[index] ?? "";
}

function isEmpty(cell: string | undefined, style: CellStyle | undefined): boolean {
  return cell === undefined || cell === "" || style?.nulls?.has(cell) === true;
}

/**
 * Returns the column that a user means: by its name, or by the name that it has in expressions.
 *
 * @example columnOf("Order_Qty", ["id", "Order Qty"]) // "Order Qty"
 */
export function columnOf(given: string, columns: readonly string[]): string | undefined {
  requireText(given, "given");
  requireArray(columns, "columns");
  if (columns.includes(given)) return given;
  return columns.find((column) => memberNameFor(column, new Set()) === given);
}

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
