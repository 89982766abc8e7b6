import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { fromSqliteFile } from "../../../src/engine/databases/adapters/sqlite/sqlite-file.ts";
import {
  createService,
  defineResource,
  nodeHandler,
  postgresStore,
  sqliteStore,
} from "../../../src/http/index.ts";

/*
 * A server over one table, for tests that kill it: `node server.ts sqlite FILE` or `node server.ts postgres PORT SCHEMA`. Prints
 * its port when it answers. Each row has the tag of the version that it replaced.
 */

const catalog = defineCatalog({
  name: "links",
  key: "id",
  members: { id: "string", n: "integer", previous: "string" },
});

// The standard input closes when the test ends in any way.
process.stdin.resume().on("end", () => process.exit());

const [kind, place = "", schema = ""] = process.argv.slice(2);

async function openStore() {
  if (kind === "sqlite")
    return sqliteStore({ catalog, database: new DatabaseSync(place), source: fromSqliteFile(place) });
  const pool = new pg.Pool({ host: "127.0.0.1", port: Number(place), user: "postgres", max: 10 });
  pool.on("error", () => undefined);
  return postgresStore({ catalog, pool, table: { table: [schema, "links"] } });
}

const resource = defineResource({ path: "/links", store: await openStore() });
const service = createService({ resources: [resource] });
const handle = nodeHandler(service);
const server: Server = createServer((request, response) => void handle(request, response));
server.keepAliveTimeout = 0;
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
