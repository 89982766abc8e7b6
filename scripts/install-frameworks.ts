import { installExample } from "./install-example.ts";

/** Installs the frameworks that the HTTP examples embed tamis into: `node scripts/install-frameworks.ts`. */
installExample(
  "http",
  ["express", "fastify", "hono", "@hono/node-server", "@hono/standard-validator"],
  "Express, Fastify and Hono are not installed, so the tests of their examples are skipped",
);
