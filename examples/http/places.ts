import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { openTable } from "tamis/databases";
import { createService, tableResource } from "tamis/http";

const COLUMNS = {
  fid: "INTEGER PRIMARY KEY",
  name: "TEXT NOT NULL",
  nameascii: "TEXT NOT NULL",
  featurecla: "TEXT NOT NULL",
  adm0name: "TEXT NOT NULL",
  adm1name: "TEXT",
  pop_max: "INTEGER NOT NULL",
  pop_min: "INTEGER NOT NULL",
};

/** Statements that create the table of places, and fill it from a JSON list. */
export const CREATE = `CREATE TABLE places (${Object.entries(COLUMNS)
  .map((column) => column.join(" "))
  .join(", ")}) STRICT`;
export const INSERT = `INSERT INTO places SELECT ${Object.keys(COLUMNS)
  .map((name) => `value ->> '${name}'`)
  .join(", ")} FROM json_each(?)`;

/** The places of the example data as a JSON list. */
export const PLACES = `[${readFileSync(new URL("../data/places.ndjson", import.meta.url), "utf8")
  .trim()
  .replaceAll("\n", ",")}]`;

const database = new DatabaseSync(":memory:");
database.exec(CREATE);
database.prepare(INSERT).run(PLACES);

/** The places in SQLite. */
export const collection = await openTable(database, "places", {
  locales: ["en", "de", "sv", "tr"],
  timeout: 2_000,
});
export const { catalog } = collection;

/** The places as a service that any server can run. */
export const service = createService({
  resources: [tableResource("/api/places", collection, { locales: ["en", "de", "sv", "tr"] })],
  roots: ["/api"],
});
