import { bindPostgres } from "../../sql/dialects/postgres/parameters.ts";
import { postgresDdl, postgresIndexes } from "../../sql/dialects/postgres/ddl.ts";
import { quotePostgres as quote } from "../../sql/dialects/postgres/dialect.ts";
import { bindable, sql } from "../../sql/fragments/fragment.ts";
import { postgresAssignment } from "./postgres-assignment.ts";
import type { SchemaReader } from "./store-database.ts";

export const POSTGRES_SCHEMA: SchemaReader = {
  quote,
  temporary: "pg_temp",
  versionType: "text NOT NULL DEFAULT pg_catalog.gen_random_uuid()::text",
  randomVersion: "pg_catalog.gen_random_uuid()::text",
  createTables: postgresDdl,
  createIndexes: postgresIndexes,
  ordersStrings: false,
  uniqueIndex: (table, columns) =>
    `CREATE UNIQUE INDEX ON ${table.map(quote).join(".")} (${columns.map(quote).join(", ")})`,
  async columns(session, table) {
    const rows = await session.run(
      sql`SELECT attname::text, format_type(atttypid, atttypmod), attnotnull OR typnotnull, atthasdef OR attidentity <> '' OR typdefault IS NOT NULL, attgenerated <> '' OR attidentity = 'a' FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid WHERE attrelid = ${classOf(table)} AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    );
    return rows.map(([name, type, isNotNull, hasDefault, isGenerated]) => ({
      name: String(name),
      type: String(type),
      nullable: isNotNull !== true,
      hasDefault: hasDefault === true,
      isGenerated: isGenerated === true,
    }));
  },
  assignment: postgresAssignment,
  refusesLargeKeys: true,
  greatestInteger: (type) => 2n ** (type === "smallint" ? 15n : type === "integer" ? 31n : 63n) - 1n,
  async uniqueColumns(session, table) {
    const rows = await session.run(
      sql`SELECT i.indexrelid::text, a.attname::text FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[]) WHERE i.indrelid = ${classOf(table)} AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indnatts = i.indnkeyatts`,
    );
    const indexes = Map.groupBy(rows, ([index]) => String(index));
    return [...indexes.values()].map((indexRows) => indexRows.map(([, column]) => String(column)));
  },
};

/** Null if there is no such table. */
function classOf(table: readonly string[]) {
  return sql`to_regclass(${bindPostgres(bindable("text", table.map(quote).join(".")))})`;
}
