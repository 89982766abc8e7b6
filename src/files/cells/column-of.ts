import { requireText, requireArray } from "../../diagnostics/require-argument.ts";
import { memberNameFor } from "../../catalog/member-names.ts";

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
