import { bindable, rawSql, sql } from "../../sql/fragments/fragment.ts";
import { sqliteDdl, sqliteIndexes } from "../../sql/dialects/sqlite/ddl.ts";
import { nameQuoter } from "../../sql/dialects/shared/base-dialect.ts";
import type { SchemaReader, WriteSession } from "./store-database.ts";

const quote = nameQuoter("SQLite");

export const SQLITE_SCHEMA: SchemaReader = {
  quote,
  temporary: "temp",
  // SQLite adds a column to a table only with a constant default value. A row that another program inserts gets this value as its version.
  versionType: "TEXT NOT NULL DEFAULT '0'",
  randomVersion: "lower(hex(randomblob(16)))",
  createTables: sqliteDdl,
  createIndexes: sqliteIndexes,
  ordersStrings: true,
  uniqueIndex: (table, columns) => {
    const index = [...table.slice(0, -1), [table.at(-1)!, "unique", ...columns].join("_")];
    return `CREATE UNIQUE INDEX ${index.map(quote).join(".")} ON ${quote(table.at(-1)!)} (${columns.map(quote).join(", ")})`;
  },
  async dropIndexes(session, table) {
    // The text of an index does not name its schema.
    if (table.length > 1 && table.at(-2) !== "main") return [];
    const { name } = namesOf(table);
    const indexes = await session.run(
      sql`SELECT s.name, s.sql FROM main.sqlite_schema AS s, pragma_index_list(${name}, ${bindable("text", "main")}) AS i WHERE s.type = 'index' AND s.name = i.name AND i."unique" = 0`,
    );
    for (const [index] of indexes) await session.run(rawSql(`DROP INDEX main.${quote(String(index))}`));
    return indexes.map(([, text]) => String(text));
  },
  async columns(session, table) {
    const { name, schema } = namesOf(table);
    const rows = await session.run(
      sql`SELECT name, type, "notnull", dflt_value IS NOT NULL, pk, hidden FROM pragma_table_xinfo(${name}, ${schema}) WHERE hidden <> 1`,
    );
    const keyCount = rows.filter((row) => Number(row[4]) > 0).length;
    return rows.map(([column, type, isNotNull, hasDefault, key, hidden]) => ({
      name: String(column),
      type: String(type),
      nullable: Number(isNotNull) === 0 && Number(key) === 0,
      // Such a column is an alias of `rowid`, which SQLite assigns.
      hasDefault:
        Number(hasDefault) === 1 ||
        Number(hidden) > 0 ||
        (Number(key) === 1 && keyCount === 1 && String(type).toUpperCase() === "INTEGER"),
      isGenerated: Number(hidden) > 0,
    }));
  },
  refusesLargeKeys: false,
  greatestInteger: () => 2n ** 63n - 1n,
  async uniqueColumns(session, table) {
    const { name, schema } = namesOf(table);
    const columns = await session.run(
      sql`SELECT i.name, c.name FROM pragma_index_list(${name}, ${schema}) AS i, pragma_index_info(i.name, ${schema}) AS c WHERE i."unique" = 1 AND i.partial = 0`,
    );
    const indexes = Map.groupBy(columns, ([index]) => String(index));
    const key = await primaryKey(session, table);
    return [
      ...[...indexes.values()].map((indexRows) => indexRows.map(([, column]) => String(column))),
      ...(key.length === 0 ? [] : [key]),
    ];
  },
};

/** An integer primary key has no index of its own. */
async function primaryKey(session: WriteSession, table: readonly string[]): Promise<readonly string[]> {
  const { name, schema } = namesOf(table);
  const rows = await session.run(sql`SELECT name FROM pragma_table_xinfo(${name}, ${schema}) WHERE pk > 0`);
  return rows.map(([column]) => String(column));
}

function namesOf(table: readonly string[]) {
  const text = (value: string) => bindable("text", value);
  return { name: text(table.at(-1)!), schema: text(table.length > 1 ? table.at(-2)! : "main") };
}
