import * as mariadb from "mariadb";
import * as mysql2 from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compilePredicate } from "../../../../src/evaluator/predicate.ts";
import { findTable, fromMariadb, fromMysql2, sqlCollection } from "tamis/databases";
import { MARIADB_SESSION } from "../../../../src/sql/dialects/mariadb/session.ts";
import { MARIADB, mariadbAnswers } from "../../../sql/engines/mariadb.ts";
import { filterOf } from "../../../sql/checked-query.ts";
import { words } from "../../../words.ts";
import { CURSOR_KEY, streamOf } from "../collection-suite.ts";

/** Settings that change the result or the syntax of statements of other programs. */
const SETTINGS = [
  ...words(`
    ANSI ANSI_QUOTES PIPES_AS_CONCAT NO_BACKSLASH_ESCAPES PAD_CHAR_TO_FULL_LENGTH HIGH_NOT_PRECEDENCE
    IGNORE_SPACE REAL_AS_FLOAT NO_UNSIGNED_SUBTRACTION ONLY_FULL_GROUP_BY EMPTY_STRING_IS_NULL
    TIME_ROUND_FRACTIONAL NO_ZERO_DATE,NO_ZERO_IN_DATE ORACLE MSSQL MAXDB TRADITIONAL
  `).map((mode) => `sql_mode = '${mode}'`),
  ...words(`
    sql_mode='' sql_select_limit=3 sql_select_limit=0 sql_big_selects=0,max_join_size=1 sql_auto_is_null=1
    sql_safe_updates=1 time_zone='-12:30' character_set_results=NULL character_set_results=latin1
    old_mode='ZERO_DATE_TIME_CAST' default_regex_flags='DOTALL,EXTENDED,EXTRA' div_precision_increment=0
    group_concat_max_len=4 max_sort_length=64 sort_buffer_size=1024 max_length_for_sort_data=4
    max_error_count=0 sql_notes=0 lc_time_names='de_DE' default_week_format=3 standard_compliant_cte=0
    in_predicate_conversion_threshold=2 completion_type='CHAIN' completion_type='RELEASE' autocommit=0
    tx_isolation='READ-UNCOMMITTED' big_tables=1 sql_buffer_result=1
    optimizer_switch='semijoin=off,materialization=off,in_to_exists=on,exists_to_in=off,derived_merge=off'
  `),
  "NAMES latin1 COLLATE latin1_german2_ci",
  "NAMES utf8mb4 COLLATE utf8mb4_general_ci",
];

const READ_SETTINGS = `SELECT ${[...MARIADB_SESSION.map(([variable]) => variable), "autocommit", "max_join_size", "max_statement_time", "tx_isolation"].map((variable) => `@@${variable}`).join(", ")}`;

describe.skipIf(!(await mariadbAnswers()))("a session of MariaDB", () => {
  const name = `tamis_sessions_${process.pid}`;
  let admin: mariadb.Connection;
  beforeAll(async () => {
    admin = await mariadb.createConnection(MARIADB);
    await admin.query("SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin, sql_mode = ''");
    await admin.query(
      `CREATE TABLE ${name} (id INT AUTO_INCREMENT PRIMARY KEY, code CHAR(5) CHARACTER SET utf8mb4, s TEXT CHARACTER SET utf8mb4, n INT, at TIMESTAMP(3) NULL, day DATE, tags JSON)`,
    );
    await admin.query(
      `INSERT INTO ${name} SELECT seq, CONCAT('c', seq), ELT(seq % 4 + 1, '', 'a\\\\b', '"x|', CONCAT('é😀', REPEAT('z', 80), seq)), IF(seq % 5 = 0, NULL, seq), FROM_UNIXTIME(1700000000 + seq), '2020-01-31', JSON_ARRAY('p', CONCAT(seq)) FROM seq_1_to_30`,
    );
  });
  afterAll(async () => {
    await admin.query(`DROP TABLE IF EXISTS ${name}`);
    await admin.end();
  });

  const FILTERS = [
    "contains(s,'\\')",
    `in(n,${Array.from({ length: 40 }, (_, i) => i * 2).join(",")})`,
    ...words(`
      isNull(id) isNull(n) eq(s,'') startsWith(s,'é😀') eq(s,'"x|') match(s,'a.b') blank(s) eq(code,'c7')
      eq(length(code),2) not(in(n,1,2,3)) gt(at,2023-11-14T22:13:40Z) eq(day,2020-01-31) contains(tags,'p')
      or(eq(n,29),lt(n,4.5))
    `),
  ];

  const open = {
    async mariadb() {
      const connection = await mariadb.createConnection(MARIADB);
      return {
        source: fromMariadb(connection),
        query: (text: string) => connection.query<unknown[][]>({ sql: text, rowsAsArray: true }),
        end: () => connection.end(),
      };
    },
    async mysql2() {
      const connection = await mysql2.createConnection(MARIADB);
      return {
        source: fromMysql2(connection),
        query: async (text: string) =>
          (await connection.query({ sql: text, rowsAsArray: true }))[0] as unknown as unknown[][],
        end: () => connection.end(),
      };
    },
  };

  describe.each(["mariadb", "mysql2"] as const)("of the driver %s", (driver) => {
    let rows: readonly unknown[] | undefined;
    it.each(SETTINGS)("returns the same rows with %s", async (setting) => {
      const { source, query, end } = await open[driver]();
      try {
        const { catalog, table } = await findTable(source, [name]);
        const collection = sqlCollection({ source, catalog, table, cursorKey: CURSOR_KEY });
        rows ??= await streamOf(collection, {});
        expect(rows).toHaveLength(30);
        await query(`SET ${setting}`);
        const settings = await query(READ_SETTINGS);
        expect((await findTable(source, [name])).table).toEqual(table);
        expect(await streamOf(collection, {})).toEqual(rows);
        for (const filter of FILTERS) {
          const checked = filterOf(filter, catalog);
          const matches = compilePredicate(checked);
          const page = await collection.page({ filter: checked, limit: 100 });
          expect(page.ok && page.items, filter).toEqual(rows.filter((row) => matches(row)));
        }
        expect(await query(READ_SETTINGS)).toEqual(settings);
      } finally {
        await end();
      }
    });
  });
});
