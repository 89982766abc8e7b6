import { resolveMember } from "../../catalog/resolve-member.ts";
import type { Catalog } from "../../catalog/types.ts";
import { isRefusal } from "../../functions/definition/port.ts";
import type { Dialect } from "../dialect-types/dialect.ts";
import { bindable, joinSql, rawSql, sql, toStatement, type SqlStatement } from "../fragments/fragment.ts";
import { TABLE_ALIAS } from "../fragments/table-alias.ts";
import type { TableDefinition } from "../tables/table-definition.ts";
import { memberExpressions } from "./member-expressions.ts";

export interface StringSample {
  /** Members that the statement selects, in its order. */
  readonly members: readonly string[];
  readonly statement: SqlStatement;
}

/**
 * Returns a statement that selects the first characters of strings, in some rows of a table. Undefined if the database can
 * read none of the members.
 *
 * @param names names of string members
 * @param rows maximum number of rows that the statement reads
 * @param characters maximum number of characters of each string
 */
export function sampleStrings(
  catalog: Catalog,
  table: TableDefinition,
  dialect: Dialect,
  names: readonly string[],
  { rows, characters }: { readonly rows: number; readonly characters: number },
): StringSample | undefined {
  const { scalar } = memberExpressions(catalog, table, dialect);
  const members = names.flatMap((name) => {
    const member = resolveMember(catalog, name);
    if (member?.type.type !== "string") return [];
    const value = scalar(name, member);
    if (isRefusal(value)) return [];
    const start = dialect.slice(sql`${value.sql}`, 0, characters);
    return isRefusal(start) ? [] : [{ name, start }];
  });
  if (members.length === 0) return undefined;
  const path = typeof table.table === "string" ? [table.table] : table.table;
  const first = dialect.limitClause(bindable("integer", rows), bindable("integer", 0));
  const from = sql`(SELECT * FROM ${rawSql(path.map(dialect.quote).join("."))} ${first}) AS ${rawSql(TABLE_ALIAS)}`;
  const starts = joinSql(
    members.map(({ start }) => start),
    ", ",
  );
  return {
    members: members.map(({ name }) => name),
    statement: toStatement(sql`SELECT ${starts} FROM ${from}`),
  };
}
