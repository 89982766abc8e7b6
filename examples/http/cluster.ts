import cluster from "node:cluster";
import { createServer } from "node:http";
import { availableParallelism } from "node:os";
import { nodeHandler } from "tamis/http";

/**
 * A server that uses all cores: processes that answer requests on one port. One that ends is replaced.
 *
 *     PROCESSES=2 node examples/http/cluster.ts
 */
if (cluster.isPrimary) {
  const { PROCESSES = availableParallelism() } = process.env;
  cluster.on("listening", ({ process: { pid } }, { port }) => console.log(`${pid} listens on port ${port}`));
  cluster.on("exit", ({ exitedAfterDisconnect }) => exitedAfterDisconnect || cluster.fork());
  for (let i = 0; i < Number(PROCESSES); i++) cluster.fork();
  // Waits for the running requests.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => cluster.disconnect());
} else {
  // Ctrl-C is sent to all processes: the first process ends the others.
  process.on("SIGINT", () => undefined);
  const { service } = await import("./places.ts");
  const server = createServer((request, response) => void nodeHandler(service)(request, response));
  server.listen(Number(process.env["PORT"] ?? 8080), "127.0.0.1");
}
