import type { Catalog } from "../../src/catalog/types.ts";
import type { Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import type { Aggregation } from "../../src/engine/aggregate.ts";
import type { Collection, RejectedRequest } from "../../src/engine/collection.ts";
import { sqlCollection, type SqlCollectionOptions } from "../../src/engine/databases/sql-collection.ts";
import type { CheckedQuery } from "../../src/engine/request.ts";
import { sqliteFile } from "../engine/databases/sqlite-source.ts";

export type CollectionSettings = Pick<SqlCollectionOptions, "strict" | "maximumScan" | "maximumHeap">;

/** Key of the cursors in the cases. */
export const CURSOR_KEY = new Uint8Array(32).fill(7);

/** Returns the diagnostics of a query to a collection of 20 rows, in SQLite without the functions of tamis. */
export function refusals(
  query: CheckedQuery,
  catalog: Catalog,
  settings: CollectionSettings = {},
  cursor?: string,
): Promise<readonly Diagnostic[]> {
  return inCollection(catalog, settings, (collection) =>
    collection.page(query, { select: ["id", "name", "size"], cursor }),
  );
}

/** Returns the diagnostics of an aggregation of this collection. */
export function refusedGroups(aggregation: Aggregation, catalog: Catalog): Promise<readonly Diagnostic[]> {
  return inCollection(catalog, {}, (collection) => collection.aggregate({}, aggregation));
}

async function inCollection(
  catalog: Catalog,
  settings: CollectionSettings,
  request: (collection: Collection) => Promise<{ readonly ok: true } | RejectedRequest>,
): Promise<readonly Diagnostic[]> {
  const file = await sqliteFile({ functions: false });
  try {
    file.database.exec("CREATE TABLE reports (id TEXT, name TEXT, size INTEGER)");
    for (let i = 0; i < 20; i++)
      file.database.prepare("INSERT INTO reports VALUES (?, ?, ?)").run(`r${i}`, `name ${i}`, i);
    const { source } = file;
    const table = { table: "reports" };
    const collection = sqlCollection({ source, catalog, table, cursorKey: CURSOR_KEY, ...settings });
    const answer = await request(collection);
    return answer.ok ? [] : answer.diagnostics;
  } finally {
    file.close();
  }
}
