import { createServer } from "node:http";
import { nodeHandler } from "tamis/http";
import { service } from "./places.ts";

/**
 * A server with `node:http` alone:
 *
 *     node examples/http/server.ts
 *     curl 'localhost:8080/api/places?filter=gt(pop_max,10000000)&sortBy=name&limit=2'
 */
export const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
  void nodeHandler(service)(request, response);
});

if (import.meta.main) server.listen(Number(process.env["PORT"] ?? 8080), "127.0.0.1");
