import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { Catalog } from "../../../src/catalog/types.ts";
import { loadCollations } from "../../../src/collation/uca/tables/tailoring.ts";
import { fromNodeSqlite } from "../../../src/engine/databases/adapters/sqlite/node-sqlite.ts";
import { DATABASE_FUNCTIONS } from "../../../src/sql/database-functions/list.ts";
import { sqlite } from "../../../src/sql/dialects/sqlite/dialect.ts";
import { render, type SqlParameter } from "../../../src/sql/fragments/fragment.ts";
import { jsonText } from "../canonical-row.ts";
import type { EngineUnderTest, Plan } from "./engine-under-test.ts";
import { layOutTable, quoted, type LaidOut, type Layout } from "./sqlite-layouts.ts";

export interface SqliteOptions {
  /** Installs `DATABASE_FUNCTIONS`; without them, memory evaluates more. Default: true. */
  readonly functions?: boolean;
  readonly layout?: Layout;
  /** Default: a new database in memory. */
  readonly database?: DatabaseSync;
}

/** SQLite through `node:sqlite`. */
export async function sqliteUnderTest({
  functions = true,
  layout = "columns",
  database = new DatabaseSync(":memory:"),
}: SqliteOptions = {}): Promise<EngineUnderTest> {
  await loadCollations("en", "de", "sv", "cs", "ja", "th", "tr", "fr-CA", "da", "zh", "lt", "und");
  if (functions) installFunctions(database);
  const dialect = sqlite({
    version: "3",
    functions: new Set(functions ? DATABASE_FUNCTIONS.map(({ name }) => name) : []),
    features: new Set(),
  });
  const known = new Map<Catalog, LaidOut>();
  const laidOut = (catalog: Catalog): LaidOut => {
    if (!known.has(catalog)) known.set(catalog, layOutTable(catalog, layout));
    return known.get(catalog)!;
  };
  let unindexed = false;

  return {
    kind: "database",
    name: nameOf(functions, layout),
    dialect,
    source: { ...fromNodeSqlite(database), prepare: () => Promise.resolve(dialect) },
    precision: { dateTime: 3, time: 3 },
    tableOf: (catalog) => laidOut(catalog).definition,
    settle: (row, catalog) => laidOut(catalog).settle(row),
    load(catalog, rows) {
      const { columns, children } = laidOut(catalog);
      remake(database, catalog.name, columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(", "));
      fill(
        database,
        catalog.name,
        rows.map((row) => columns.map(({ value }) => value(row))),
      );
      for (const child of children) {
        remake(database, child.table, child.columns);
        fill(database, child.table, rows.flatMap(child.rows));
      }
      return Promise.resolve();
    },
    run(statement) {
      const { text } = render(statement, () => "?");
      const prepared = database.prepare(unindexed ? text.replaceAll(" AS t", " AS t NOT INDEXED") : text);
      prepared.setReturnArrays(true);
      prepared.setReadBigInts(true);
      return Promise.resolve(prepared.all(...statement.parameters.map(bind)) as unknown as unknown[][]);
    },
    close() {
      database.close();
      return Promise.resolve();
    },
    plans: [
      indexed(database, laidOut, functions),
      {
        name: "NOT INDEXED",
        enter: () => Promise.resolve(void (unindexed = true)),
        leave: () => Promise.resolve(void (unindexed = false)),
      },
    ],
  };
}

function nameOf(functions: boolean, layout: Layout): string {
  if (layout === "keys") return "sqlite with keys";
  return layout === "apart" ? "sqlite apart" : functions ? "sqlite" : "sqlite without functions";
}

function installFunctions(database: DatabaseSync): void {
  for (const { name, run } of DATABASE_FUNCTIONS) {
    database.function(name, { deterministic: true, varargs: true }, (...args: unknown[]) => {
      if (args.includes(null)) return null;
      const result = (run as (...args: unknown[]) => unknown)(...args);
      return (typeof result === "boolean" ? Number(result) : result) as SQLInputValue;
    });
  }
}

function bind({ type, value }: SqlParameter): SQLInputValue {
  if (type === "boolean") return Number(value);
  if (type === "texts" || type === "integers" || type === "numbers") return jsonText(value)!;
  return value as SQLInputValue;
}

function remake(database: DatabaseSync, table: string, columns: string): void {
  database.exec(`DROP TABLE IF EXISTS ${quoted(table)}`);
  database.exec(`CREATE TABLE ${quoted(table)} (${columns}) STRICT`);
}

function fill(database: DatabaseSync, table: string, rows: readonly (readonly SQLInputValue[])[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const insert = database.prepare(`INSERT INTO ${quoted(table)} VALUES (${first.map(() => "?").join(", ")})`);
  database.exec("BEGIN");
  try {
    for (const row of rows) insert.run(...row);
  } finally {
    database.exec("COMMIT");
  }
}

/** Creates an index on every column, and on sort keys if their function is installed. */
function indexed(database: DatabaseSync, laidOut: (catalog: Catalog) => LaidOut, functions: boolean): Plan {
  const names: string[] = [];
  const index = (table: string, on: string) => {
    const name = quoted(`index ${names.length} ${table}`);
    database.exec(`CREATE INDEX ${name} ON ${quoted(table)} (${on})`);
    names.push(name);
  };
  return {
    name: "indexed",
    enter(catalog) {
      const { columns, children } = laidOut(catalog);
      for (const { name, type } of columns) {
        index(catalog.name, quoted(name));
        if (functions && type === "TEXT" && name !== "doc")
          for (const strength of ["primary", "tertiary", "identical"])
            index(catalog.name, `tamis_key(${quoted(name)}, 'und', '${strength}')`);
      }
      for (const { table } of children) index(table, "parent, value");
      database.exec("ANALYZE");
      return Promise.resolve();
    },
    leave() {
      for (const name of names.splice(0)) database.exec(`DROP INDEX ${name}`);
      return Promise.resolve();
    },
  };
}
