import { DatabaseSync } from "node:sqlite";
import { toSqlite } from "../../evaluate/languages.ts";
import type { Row } from "../../evaluate/rows.ts";
import type { Store } from "./store.ts";

/** Opens SQLite of Node.js in memory, with a table without indexes. Runs prepared statements. */
export function openSqlite(rows: readonly Row[]): Store & { readonly close: () => void } {
  const database = new DatabaseSync(":memory:");
  const patterns = new Map<string, RegExp>();
  database.function("regexp", { deterministic: true }, (pattern, text) => {
    let known = patterns.get(pattern as string);
    if (known === undefined) patterns.set(pattern as string, (known = new RegExp(pattern as string)));
    return known.test(text as string) ? 1 : 0;
  });
  database.exec(DEFINITION);
  insertRows(database, rows);
  return {
    name: "node:sqlite",
    count: (condition) => {
      const statement = database.prepare(
        `SELECT count(*) AS count FROM reports WHERE ${toSqlite(condition)}`,
      );
      return () => statement.get()!["count"] as number;
    },
    close: () => database.close(),
  };
}

export const DEFINITION = `CREATE TABLE reports (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, createdBy TEXT NOT NULL, state TEXT NOT NULL, description TEXT NOT NULL,
  modifiedTimeStamp TEXT NOT NULL, score REAL NOT NULL, size INTEGER NOT NULL, owner_city TEXT NOT NULL,
  owner_country TEXT NOT NULL, tags TEXT NOT NULL)`;

export function insertRows(database: DatabaseSync, rows: readonly Row[]): void {
  const insert = database.prepare(`INSERT INTO reports VALUES (${Array(11).fill("?").join()})`);
  database.exec("BEGIN");
  for (const row of rows) {
    const { id, name, createdBy, state, description, modifiedTimeStamp, score, size, owner } = row;
    const { city, country } = owner;
    const tags = JSON.stringify(row.tags);
    insert.run(id, name, createdBy, state, description, modifiedTimeStamp, score, size, city, country, tags);
  }
  database.exec("COMMIT");
}
