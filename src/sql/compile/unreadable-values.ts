import { resolveMember } from "../../catalog/resolve-member.ts";
import type { Catalog, Member } from "../../catalog/types.ts";
import { isRefusal } from "../../functions/definition/port.ts";
import { isTemporal } from "../../values/types.ts";
import type { Dialect } from "../dialect-types/dialect.ts";
import { bindable, joinSql, rawSql, sql, toStatement, type SqlStatement } from "../fragments/fragment.ts";
import { TABLE_ALIAS } from "../fragments/table-alias.ts";
import { nullTests } from "../operations/readable.ts";
import type { TableDefinition } from "../tables/table-definition.ts";
import { memberExpressions } from "./member-expressions.ts";

export interface UnreadableCount {
  /** Members whose columns can store values that are read as null. */
  readonly members: readonly Member[];
  /** Selects the number of rows, and then for each member the number of its values that are read as null. */
  readonly statement: SqlStatement;
}

/**
 * Returns a statement that counts the values that are stored but read as null, in the first rows of a table. Undefined if
 * no column of the table can store such values.
 *
 * @param converted columns whose conversion makes some values null, by the names of their members.
 * @param maxRows maximum number of rows that the statement reads.
 */
export function countUnreadable(
  catalog: Catalog,
  table: TableDefinition,
  dialect: Dialect,
  converted: ReadonlyMap<string, string>,
  maxRows: number,
): UnreadableCount | undefined {
  const { scalar } = memberExpressions(catalog, table, dialect);
  const columns = [...catalog.members.byName.values()].flatMap((member) => {
    const column = converted.get(member.name);
    if (column === undefined && !isTemporal(member.type) && member.type !== "number") return [];
    const value = scalar(member.name, resolveMember(catalog, member.name)!);
    if (isRefusal(value)) return [];
    const { isNull } = nullTests({ ...value, nullable: column !== undefined }, dialect);
    if (typeof isNull === "boolean") return [];
    if (column === undefined) return [{ member, isNull }];
    const stored = rawSql(`${TABLE_ALIAS}.${dialect.quote(column)}`);
    return [{ member, isNull: sql`${stored} IS NOT NULL AND (${isNull})` }];
  });
  if (columns.length === 0) return undefined;
  const names = typeof table.table === "string" ? [table.table] : table.table;
  const path = rawSql(names.map(dialect.quote).join("."));
  const counts = columns.map(({ isNull }) => sql`coalesce(sum(CASE WHEN ${isNull} THEN 1 ELSE 0 END), 0)`);
  const first = dialect.limitClause(bindable("integer", maxRows), bindable("integer", 0));
  const rows = sql`(SELECT * FROM ${path} ${first}) AS ${rawSql(TABLE_ALIAS)}`;
  return {
    members: columns.map(({ member }) => member),
    statement: toStatement(sql`SELECT count(*), ${joinSql(counts, ", ")} FROM ${rows}`),
  };
}
