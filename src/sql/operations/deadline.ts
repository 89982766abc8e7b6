import type { Sql, Truth } from "../../functions/definition/port.ts";
import type { Dialect } from "../dialect-types/dialect.ts";
import { sqlAnd } from "../fragments/conditions.ts";
import type { SqlText } from "../fragments/fragment.ts";
import type { TableDefinition } from "../tables/table-definition.ts";

/**
 * Adds a check of the statement's deadline to a condition that is evaluated on many rows or elements. The check is the
 * first of the conditions, so that it runs whether or not the others hold.
 *
 * @param table path of the table whose rows the condition is evaluated on; undefined for elements of lists.
 */
export function withDeadlineCheck(
  condition: Truth,
  dialect: Dialect,
  table?: TableDefinition["table"],
): Truth {
  if (condition === false) return false;
  const check = dialect.deadlineCheck?.(typeof condition === "boolean" ? 1 : sizeOf(condition), table);
  return check === undefined ? condition : sqlAnd([check, condition]);
}

function sizeOf(condition: Sql): number {
  return (condition as SqlText).size;
}
