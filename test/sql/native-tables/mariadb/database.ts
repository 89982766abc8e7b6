import * as mariadb from "mariadb";
import * as mysql2 from "mysql2/promise";
import { fromMariadb } from "../../../../src/engine/databases/adapters/mariadb/mariadb.ts";
import { fromMysql2 } from "../../../../src/engine/databases/adapters/mariadb/mysql2.ts";
import type { SqlSource } from "../../../../src/engine/databases/source.ts";
import { MARIADB, mariadbAnswers } from "../../engines/mariadb.ts";
import {
  ONLY_LAYOUT,
  statementsOf,
  type NativeColumn,
  type NativeConnection,
  type NativeDatabase,
} from "../native-type.ts";
import { sessionOf, type Random, type Setting } from "../random.ts";
import { sessionsOf, tablesOf } from "../sessions.ts";
import { MARIADB_TYPES } from "./types.ts";

export const TABLES: NativeDatabase = {
  name: "mariadb",
  types: MARIADB_TYPES,
  speed: 1,
  session: drawSession,
  layout: () => ONLY_LAYOUT,
  open,
};

const SETTINGS: readonly Setting[] = [
  [
    0.7,
    "sql_mode",
    [
      ...["''", "'ANSI'", "'ORACLE'", "'TRADITIONAL'", "'MSSQL'", "'PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES'"],
      ...[
        "'PAD_CHAR_TO_FULL_LENGTH'",
        "'HIGH_NOT_PRECEDENCE,IGNORE_SPACE'",
        "'REAL_AS_FLOAT,NO_UNSIGNED_SUBTRACTION'",
      ],
      ...[
        "'TIME_ROUND_FRACTIONAL,ALLOW_INVALID_DATES'",
        "'EMPTY_STRING_IS_NULL'",
        "'NO_ZERO_DATE,NO_ZERO_IN_DATE'",
      ],
      ...["'STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,ONLY_FULL_GROUP_BY'"],
    ],
  ],
  [0.3, "sql_select_limit", ["3", "1", "0"]],
  [0.1, "sql_big_selects", ["0"]],
  [0.1, "completion_type", ["CHAIN", "'RELEASE'"]],
  [0.1, "autocommit", ["0"]],
  [0.1, "in_predicate_conversion_threshold", ["2"]],
  [0.1, "sql_notes", ["0"]],
  [0.5, "time_zone", ["'+05:30'", "'-08:00'", "'+13:00'"]],
  [
    0.4,
    "collation_connection",
    ["latin1_swedish_ci", "utf8mb4_german2_ci", "utf8mb4_bin", "utf8mb4_general_ci"],
  ],
  [0.2, "character_set_results", ["latin1", "utf8mb3", "NULL"]],
  [0.2, "character_set_client", ["latin1", "utf8mb3"]],
  [
    0.3,
    "optimizer_switch",
    [
      "'derived_merge=off'",
      "'mrr=on,mrr_sort_keys=on'",
      "'index_condition_pushdown=off'",
      "'in_to_exists=off'",
    ],
  ],
  [0.3, "div_precision_increment", ["0", "30"]],
  [0.3, "group_concat_max_len", ["4"]],
  [0.3, "max_sort_length", ["64", "200"]],
  [0.2, "lc_time_names", ["'de_DE'", "'ar_SA'"]],
  [0.2, "sql_auto_is_null", ["1"]],
  [0.2, "old_mode", ["'ZERO_DATE_TIME_CAST'", "''"]],
  [0.2, "default_regex_flags", ["'DOTALL,MULTILINE,EXTENDED'"]],
  [0.2, "join_cache_level", ["8"]],
  [0.1, "tx_isolation", ["'SERIALIZABLE'", "'READ-UNCOMMITTED'"]],
  [0.1, "sort_buffer_size", ["16384"]],
  [0.1, "big_tables", ["1"]],
  [0.1, "max_error_count", ["0"]],
];

/** Pseudo setting: the driver of the session. */
const MYSQL2 = "-- through mysql2";

function drawSession(random: Random): readonly string[] {
  const settings = sessionOf(SETTINGS, random);
  return random.chance(0.3) ? [MYSQL2, ...settings] : settings;
}

const quoted = (name: string) => `\`${name.replaceAll("`", "``")}\``;

interface DriverSession {
  readonly end: () => Promise<void>;
}

async function openSession(
  settings: readonly string[],
  database: string,
): Promise<{ readonly session: DriverSession; readonly source: SqlSource }> {
  const { session, source, run } = settings.includes(MYSQL2)
    ? await openMysql2(database)
    : await openMariadb(database);
  try {
    for (const statement of settings) if (statement !== MYSQL2) await run(statement);
  } catch (error) {
    await session.end();
    throw error;
  }
  return { session, source };
}

async function openMysql2(database: string) {
  const session = await mysql2.createConnection({ ...MARIADB, database, maxPreparedStatements: 100 });
  return { session, source: fromMysql2(session), run: (statement: string) => session.query(statement) };
}

async function openMariadb(database: string) {
  const session = await mariadb.createConnection({ ...MARIADB, database });
  return { session, source: fromMariadb(session), run: (statement: string) => session.query(statement) };
}

async function open(): Promise<NativeConnection | undefined> {
  if (!(await mariadbAnswers())) return undefined;
  const admin = await mariadb.createConnection(MARIADB);
  const schema = `native_${process.pid}_${Date.now()}`;
  await admin.query(`CREATE DATABASE ${schema} CHARACTER SET utf8mb4`);
  await admin.query(`USE ${schema}`);
  // The default modes refuse zero dates and characters that a character set does not have.
  await admin.query("SET sql_mode = 'NO_BACKSLASH_ESCAPES,ALLOW_INVALID_DATES', time_zone = '+00:00'");
  await admin.query("SET NAMES utf8mb4");
  const sessions = sessionsOf<DriverSession>({
    open: (settings) => openSession(settings, schema),
    close: (session) => session.end(),
  });
  return {
    create: tablesOf(sessions, {
      run: (statement) => admin.query(statement),
      query: (sql) => admin.query<unknown[][]>({ sql, rowsAsArray: true }),
      quoted,
      path: (name) => [name],
      statements: (table, name) => statementsOf(table, quoted(name), quoted),
      rawValue,
    }),
    close: async () => {
      await sessions.end();
      await admin.query(`DROP DATABASE ${schema}`);
      await admin.end();
    },
  };
}

function rawValue({ name, type: { ddl, raw } }: NativeColumn): string {
  const own = quoted(name);
  if (raw !== undefined) return raw(own);
  if (ddl.startsWith("bit")) return `CAST(CAST(${own} AS UNSIGNED) AS CHAR)`;
  if (/^(?:geometry|multi|point|linestring|polygon|.*blob|.*binary)/.test(ddl)) return "NULL";
  return `CAST(${own} AS CHAR CHARACTER SET utf8mb4)`;
}
