import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { Catalog, Member } from "../../src/catalog/types.ts";
import { fromNodeSqlite } from "../../src/engine/adapters/node-sqlite.ts";
import { sqlite } from "../../src/sql/dialects/sqlite.ts";
import type { TableDefinition } from "../../src/sql/table.ts";
import { jsonText } from "./canonical-row.ts";
import { LOCALES, type EngineUnderTest } from "./engine-under-test.ts";

/** SQLite of Node, through its adapter. Without `functions` it has none of ours, so that more is left to memory. */
export async function sqliteUnderTest({ functions = true } = {}): Promise<EngineUnderTest> {
  const database = new DatabaseSync(":memory:");
  const source = fromNodeSqlite(database);
  const prepared = await source.prepare({ locales: LOCALES });
  const dialect = functions ? prepared : sqlite({ ...prepared.capabilities, functions: new Set() });
  return {
    name: functions ? "sqlite" : "sqlite without functions",
    dialect,
    precision: { dateTime: 3, time: 3 },
    tableOf: sqliteTable,
    load(catalog, rows) {
      const members = [...catalog.members.byName.values()];
      const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
      database.exec(`DROP TABLE IF EXISTS ${quoted(catalog.name)}`);
      database.exec(
        `CREATE TABLE ${quoted(catalog.name)} (${members.map((member) => `${quoted(member.property)} ${columnType(member)}`).join(", ")}) STRICT`,
      );
      const insert = database.prepare(
        `INSERT INTO ${quoted(catalog.name)} VALUES (${members.map(() => "?").join(", ")})`,
      );
      for (const row of rows) insert.run(...members.map((member) => stored(row[member.property], member)));
      return Promise.resolve();
    },
    run: (statement) => source.snapshot((session) => session.all(statement)),
    close() {
      database.close();
      return Promise.resolve();
    },
  };
}

function sqliteTable(catalog: Catalog): TableDefinition {
  const times = [...catalog.members.byName.values()].filter(({ type }) => type === "time");
  return {
    table: catalog.name,
    members: Object.fromEntries(
      times.map(({ name, property }) => [name, { column: property, precision: 3 }]),
    ),
  };
}

function columnType({ type }: Member): string {
  switch (type) {
    case "boolean":
    case "integer":
    case "dateTime":
      return "INTEGER";
    case "number":
      return "REAL";
    default:
      return "TEXT";
  }
}

function stored(value: unknown, { type }: Member): SQLInputValue {
  if (value === null || value === undefined) return null;
  switch (type) {
    case "boolean":
      return Number(value);
    case "dateTime":
      return Date.parse(value as string);
    case "list":
    case "map":
    case "object":
      return jsonText(value)!;
    default:
      return value as SQLInputValue;
  }
}
