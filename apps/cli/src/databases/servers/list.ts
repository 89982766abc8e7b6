import { PASSWORD_VARIABLES } from "../../io/redact.ts";
import type { DatabaseServer } from "./server.ts";

/** The one list of databases with servers. Addresses, help texts and connections derive from it. */
export const SERVERS: readonly DatabaseServer[] = [
  {
    kind: "postgres",
    schemes: ["postgres:", "postgresql:"],
    passwordVariable: PASSWORD_VARIABLES.postgres,
    load: () => import("./postgres.ts"),
  },
  {
    kind: "mariadb",
    schemes: ["mariadb:", "mysql:"],
    passwordVariable: PASSWORD_VARIABLES.mariadb,
    load: () => import("./mariadb.ts"),
  },
  {
    kind: "clickhouse",
    schemes: ["clickhouse:", "clickhouses:"],
    passwordVariable: PASSWORD_VARIABLES.clickhouse,
    load: () => import("./clickhouse.ts"),
  },
];
