import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { fromSqliteFile } from "../../../src/engine/databases/adapters/sqlite/sqlite-file.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { createService, defineResource, nodeHandler } from "../../../src/http/index.ts";
import { rows } from "./rows.ts";

/*
 * A server whose memory is measured, with rows in a SQLite file and in memory: `node --expose-gc server.ts FILE`. Sends its port to the
 * parent process. Answers each message with the bytes in use after a garbage collection.
 */

const catalog = defineCatalog({
  name: "rows",
  key: "id",
  members: { id: "integer", name: "string", size: "integer" },
});
const cursorKey = new Uint8Array(32).fill(7);
const source = fromSqliteFile(process.argv[2]!);
const service = createService({
  resources: [
    defineResource({
      path: "/database",
      collection: sqlCollection({ source, catalog, table: { table: "rows" }, cursorKey, timeout: 5_000 }),
    }),
    defineResource({
      path: "/memory",
      collection: createCollection(rows(), { catalog }).asCollection({ cursorKey }),
    }),
  ],
});
const handle = nodeHandler(service);
const server = createServer((request, response) => void handle(request, response));
server.listen(0, "127.0.0.1", () => process.send!({ port: (server.address() as AddressInfo).port }));

process.on("disconnect", () => process.exit());
process.on("message", () => {
  globalThis.gc!();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send!({ used: heapUsed + external, rss });
});
