import { readFileSync } from "node:fs";
import { catalogFromRows } from "tamis/catalog";
import { createCollection } from "tamis/store";
import { findTable, fromSqliteFile, sqlCollection } from "tamis/databases";
import { createService, shutDown, type Pages } from "./places-server.ts";

/**
 * Serves the places of the example data from memory, or a table of a SQLite database:
 *
 *     node examples/http/run.ts
 *     node examples/http/run.ts DATABASE TABLE
 *     curl 'localhost:8080/places?filter=gt(pop_max,10000000)&sortBy=name&limit=2'
 */

const PORT = Number(process.env["PORT"] ?? 8080);

/** Loads the places into memory, with the same interface as a database table. */
export function placesInMemory(): Pages {
  const text = readFileSync(new URL("../data/places.ndjson", import.meta.url), "utf8");
  const rows = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const { catalog } = catalogFromRows(rows, { name: "places" });
  const places = createCollection(rows, { catalog, rows: "plain" });
  return places.asCollection();
}

async function tableOf(path: string, name: string): Promise<Pages> {
  const source = fromSqliteFile(path);
  const { table, catalog } = await findTable({ source, dialect: "sqlite", table: [name] });
  // SQLite runs in two other threads: the timeout bounds how long one request can occupy one of them.
  return sqlCollection({ source, table, catalog, timeout: 1_000 });
}

if (import.meta.main) {
  const [database, table] = process.argv.slice(2);
  const pages =
    database === undefined || table === undefined ? placesInMemory() : await tableOf(database, table);
  const path = `/${pages.catalog.name}`;
  const server = createService(pages, { path, locales: ["en", "de", "sv", "tr"] });
  server.listen(PORT, () => console.log(`http://localhost:${PORT}${path}`));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void shutDown(server));
}
