import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { makeRows } from "../evaluate/rows.ts";
import { varyRow } from "./conditions.ts";
import type { EntryPoints } from "./entry-points.ts";

/** Returns a small SQLite table, and its rows in memory. Results of statements are checked against it before timing. */
export function makeSmallTable({ main, sql, keys }: EntryPoints) {
  const catalog = reportCatalog(main);
  const rows = makeRows(5_000).map(varyRow);
  const key = keys.createCollation();
  const database = new DatabaseSync(":memory:");
  database.exec(
    `CREATE TABLE reports (id INTEGER PRIMARY KEY, name TEXT, nameKey BLOB, createdBy TEXT, state TEXT, description TEXT,
      modifiedTimeStamp INTEGER, score REAL, size INTEGER, ownerCity TEXT) STRICT`,
  );
  const insert = database.prepare(`INSERT INTO reports VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  for (const row of rows) {
    insert.run(
      row["id"] as number,
      row["name"] as string,
      key.sortKey(row["name"] as string),
      row["createdBy"] as string | null,
      row["state"] as string | null,
      row["description"] as string,
      Date.parse(row["modifiedTimeStamp"] as string),
      row["score"] as number,
      row["size"] as number,
      (row["owner"] as { city: string }).city,
    );
  }
  const dialect = sql.sqlite({ version: "3", functions: new Set(), features: new Set() });
  const table = {
    table: "reports",
    members: {
      name: { column: "name", keys: [keys.describeKeyColumn("nameKey", {})] },
      "owner.city": "ownerCity",
    },
  };
  return {
    catalog,
    rows,
    dialect,
    table,
    /** Runs a statement and returns the keys of its rows, joined by commas. */
    find: (text: string, values: readonly unknown[]): string =>
      database
        .prepare(text)
        .all(...(values as SQLInputValue[]))
        .map((row) => row["id"])
        .join(),
    close: () => {
      database.close();
    },
  };
}

export function reportCatalog({ defineCatalog }: EntryPoints["main"]) {
  return defineCatalog({
    name: "reports",
    key: "id",
    members: {
      id: { type: "integer", nullable: false },
      name: "string",
      createdBy: "string",
      state: "string",
      description: "string",
      modifiedTimeStamp: "dateTime",
      score: "number",
      size: "integer",
      owner: { type: "object", members: { city: "string", country: "string" } },
      tags: { type: "list", items: "string" },
    },
  });
}
