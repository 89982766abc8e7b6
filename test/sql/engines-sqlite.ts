import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { Catalog, Member } from "../../src/catalog/types.ts";
import { loadCollations } from "../../src/collation/uca/tailoring.ts";
import { DATABASE_FUNCTIONS } from "../../src/sql/database-functions.ts";
import { sqlite } from "../../src/sql/dialects/sqlite.ts";
import { render, type Parameter } from "../../src/sql/fragment.ts";
import type { TableDefinition } from "../../src/sql/table.ts";
import { jsonText } from "./canonical-row.ts";
import type { EngineUnderTest } from "./engine-under-test.ts";

/** SQLite of Node. Without `functions` it has none of ours, so that more is left to memory. */
export async function sqliteUnderTest({ functions = true } = {}): Promise<EngineUnderTest> {
  await loadCollations("en", "de", "sv", "cs", "ja", "th", "tr", "fr-CA", "da", "zh", "lt", "und");
  const database = new DatabaseSync(":memory:");
  if (functions) {
    for (const { name, run } of DATABASE_FUNCTIONS) {
      database.function(name, { deterministic: true, varargs: true }, (...args: unknown[]) => {
        if (args.includes(null)) return null;
        const result = (run as (...args: unknown[]) => unknown)(...args);
        return (typeof result === "boolean" ? Number(result) : result) as SQLInputValue;
      });
    }
  }
  const dialect = sqlite({
    version: "3",
    functions: new Set(functions ? DATABASE_FUNCTIONS.map(({ name }) => name) : []),
    features: new Set(),
  });
  const bind = ({ type, value }: Parameter): SQLInputValue => {
    if (type === "boolean") return Number(value);
    if (type === "texts" || type === "integers" || type === "numbers") return jsonText(value)!;
    if (type === "number" && Number.isInteger(value)) return value as number;
    return value as SQLInputValue;
  };
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
    run(statement) {
      const { text } = render(statement, () => "?");
      const prepared = database.prepare(text);
      prepared.setReturnArrays(true);
      prepared.setReadBigInts(true);
      return Promise.resolve(prepared.all(...statement.parameters.map(bind)) as unknown as unknown[][]);
    },
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
