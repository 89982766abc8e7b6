import pg from "pg";
import { fromPg } from "../../../../src/engine/databases/adapters/postgres/pg.ts";
import { createShadows } from "../../engines/postgres-hostile-session.ts";
import { embeddedPool, machinePool } from "../../engines/postgres.ts";
import {
  ONLY_LAYOUT,
  quoted,
  statementsOf,
  type NativeConnection,
  type NativeDatabase,
  type NativeTable,
  type TableStatements,
} from "../native-type.ts";
import { sessionsOf, tablesOf } from "../sessions.ts";
import { sessionOf, type Setting } from "../random.ts";
import { CREATE_TYPES, POSTGRES_TYPES } from "./types.ts";
import { words } from "../../../words.ts";

/** PostgreSQL: the server of this machine, otherwise that of the development dependencies. */
export const TABLES: NativeDatabase = {
  name: "postgres",
  types: POSTGRES_TYPES,
  speed: 1,
  session: (random) => sessionOf(SETTINGS, random),
  layout: () => ONLY_LAYOUT,
  open,
};

const SETTINGS: readonly Setting[] = [
  [0.5, "TimeZone", ["'America/New_York'", "'Asia/Kolkata'", "'Pacific/Apia'", "'Europe/Berlin'"]],
  [0.4, "DateStyle", ["'SQL, DMY'", "'German'", "'Postgres, MDY'", "'ISO, YMD'"]],
  [0.4, "IntervalStyle", ["sql_standard", "postgres_verbose", "iso_8601"]],
  [0.2, "bytea_output", ["escape"]],
  [0.3, "extra_float_digits", ["0", "-15", "3"]],
  [0.3, "quote_all_identifiers", ["on"]],
  [1, "jit", ["off"]],
  [0.2, "standard_conforming_strings", ["off"]],
  [0.2, "backslash_quote", ["off"]],
  [0.2, "array_nulls", ["off"]],
  [0.2, "transform_null_equals", ["on"]],
  [0.2, "lc_monetary", ["'C.utf8'", "'POSIX'"]],
  [0.2, "lc_numeric", ["'C.utf8'"]],
  [0.2, "lc_time", ["'C.utf8'"]],
  [0.1, "xmloption", ["document"]],
  [0.2, "plan_cache_mode", ["force_generic_plan", "force_custom_plan"]],
  [0.1, "default_transaction_isolation", ["serializable"]],
  [0.1, "row_security", ["off"]],
  [0.1, "work_mem", ["'64kB'"]],
  [0.1, "client_encoding", ["LATIN1"]],
  [0.2, "search_path", ["tamis_shadows, pg_catalog, public", `''`, "public"]],
  ...words("seqscan indexscan bitmapscan indexonlyscan hashjoin mergejoin nestloop sort hashagg").map(
    (name) => [0.1, `enable_${name}`, ["off"]] as const,
  ),
];

async function open(): Promise<NativeConnection> {
  const pool = (await machinePool({ max: 1 })) ?? (await embeddedPool({ max: 1 }));
  const { host, port, user, database } = pool.options;
  const address = { host, port, user, database };
  const admin = new pg.Client(address);
  await createShadows(pool);
  await pool.end();
  await admin.connect();
  const schema = `native_${process.pid}_${Date.now()}`;
  await admin.query("SET TimeZone = 'UTC'; SET client_min_messages = error");
  await admin.query(`CREATE SCHEMA ${schema}`);
  await admin.query(`SET search_path = ${schema}, public`);
  for (const statement of CREATE_TYPES) await admin.query(statement);
  const sessions = sessionsOf<pg.Client>({
    async open(settings) {
      const client = new pg.Client(address);
      await client.connect();
      try {
        for (const statement of settings) await client.query(statement);
      } catch (error) {
        await client.end();
        throw error;
      }
      return { session: client, source: fromPg(client) };
    },
    close: (client) => client.end(),
  });
  return {
    create: tablesOf(sessions, {
      run: (statement) => admin.query(statement),
      query: async (text) => (await admin.query<unknown[]>({ text, rowMode: "array" })).rows,
      quoted,
      path: (name) => [schema, name],
      statements,
      rawValue: ({ name }) => `CAST(${quoted(name)} AS text)`,
    }),
    close: async () => {
      await sessions.end();
      await admin.query(`DROP SCHEMA ${schema} CASCADE`);
      await admin.end();
    },
  };
}

/** Returns the statements of a table. The names of its indexes contain its name, because they are unique in a schema. */
function statements(table: NativeTable, name: string): TableStatements {
  const { indexes, ...others } = statementsOf(table, quoted(name));
  return { ...others, indexes: indexes.map((index) => index.replace(/"index (\d+)"/, `"${name} $1"`)) };
}
