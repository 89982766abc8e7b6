import { DatabaseSync } from "node:sqlite";
import { fromNodeSqlite } from "../../../../src/engine/databases/adapters/sqlite/node-sqlite.ts";
import {
  IDENTITY,
  quoted,
  statementsOf,
  type NativeDatabase,
  type NativeTable,
  type OpenTable,
} from "../native-type.ts";
import type { Random } from "../random.ts";
import { SQLITE_TYPES, STRICT_VALUES, type SqliteValue } from "./types.ts";

/** SQLite in memory: a database for each table. */
export const TABLES: NativeDatabase = {
  name: "sqlite",
  types: SQLITE_TYPES,
  speed: 4,
  session: drawSession,
  layout(random) {
    const withoutRowid = random.chance(0.2);
    const strict = random.chance(0.25);
    const options = [...(strict ? ["STRICT"] : []), ...(withoutRowid ? ["WITHOUT ROWID"] : [])].join(", ");
    return {
      options: options === "" ? "" : ` ${options}`,
      requiresKey: withoutRowid,
      canHave: ({ ddl }) => !strict || STRICT_VALUES.has(ddl),
      ...(strict ? { valuesOf: ({ ddl }) => STRICT_VALUES.get(ddl)! } : {}),
    };
  },
  open: () =>
    Promise.resolve({
      create: (table) => Promise.resolve(createTable(table)),
      close: () => Promise.resolve(),
    }),
};

function drawSession(random: Random): readonly string[] {
  const settings: [number, string][] = [
    [0.02, "PRAGMA encoding = 'UTF-16le'"],
    [0.3, "PRAGMA case_sensitive_like = ON"],
    [0.5, "PRAGMA reverse_unordered_selects = ON"],
    [0.2, "PRAGMA automatic_index = OFF"],
    [0.2, "PRAGMA trusted_schema = OFF"],
    [0.2, "PRAGMA full_column_names = ON"],
    [0.2, "PRAGMA short_column_names = OFF"],
    [0.2, "PRAGMA temp_store = MEMORY"],
  ];
  return settings.flatMap(([probability, statement]) => (random.chance(probability) ? [statement] : []));
}

const NAME = "things";

function createTable(table: NativeTable): OpenTable {
  const database = new DatabaseSync(":memory:");
  for (const statement of table.session) database.exec(statement);
  const { create, inserts, indexes } = statementsOf(table, quoted(NAME));
  database.exec(create);
  database.exec("BEGIN");
  for (const insert of inserts) {
    try {
      database.exec(insert);
    } catch {
      // A duplicate key, or a value that a STRICT table refuses.
    }
  }
  database.exec("COMMIT");
  for (const index of indexes) database.exec(index);
  return {
    source: fromNodeSqlite(database),
    path: [NAME],
    raw: rawRows(database, table),
    close: () => Promise.resolve(database.close()),
  };
}

/** Reads each value with the type that SQLite stores. */
function rawRows(database: DatabaseSync, { columns }: NativeTable): OpenTable["raw"] {
  const values = columns.flatMap(({ name }) => [`typeof(${quoted(name)})`, quoted(name)]);
  const statement = database.prepare(`SELECT ${[IDENTITY, ...values].join(", ")} FROM ${quoted(NAME)}`);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const rows = statement.all() as unknown as unknown[][];
  return new Map(
    rows.map(([id, ...row]) => [
      Number(id),
      columns.map((_, i) => {
        const type = row[2 * i] as string;
        return type === "null" ? null : ({ type, value: row[2 * i + 1] } as SqliteValue);
      }),
    ]),
  );
}
