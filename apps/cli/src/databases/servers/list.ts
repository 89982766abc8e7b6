import type { DatabaseServer } from "./server.ts";

/** The one list of databases with servers. Addresses, help texts and connections derive from it. */
export const SERVERS: readonly DatabaseServer[] = [
  {
    kind: "postgres",
    schemes: ["postgres:", "postgresql:"],
    passwordVariable: "PGPASSWORD",
    load: () => import("./postgres.ts"),
  },
  {
    kind: "mariadb",
    schemes: ["mariadb:", "mysql:"],
    passwordVariable: "MYSQL_PWD",
    load: () => import("./mariadb.ts"),
  },
  {
    kind: "clickhouse",
    schemes: ["clickhouse:", "clickhouses:"],
    passwordVariable: "CLICKHOUSE_PASSWORD",
    load: () => import("./clickhouse.ts"),
  },
];
