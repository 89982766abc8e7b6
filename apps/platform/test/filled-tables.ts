import type { DatabaseSync } from "node:sqlite";
import type pg from "pg";

/*
 * Fills the tables of the platform with generated rows. Each value of a column that refers to another row occurs 20 times, and
 * those of other columns in one of a thousand rows. Columns with a unique index have other values in each row.
 */

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
}

/** Writes a number of 8 digits and a string in the syntax of a database. */
interface Syntax {
  readonly padded: (number: string) => string;
  readonly bytes: (text: string) => string;
  readonly time: (milliseconds: string) => string;
}

/** 2100, in milliseconds since 1970: nothing expires during a test. */
const LATER = 4_102_444_800_000;

function valueOf({ name, type, isRequired, isUnique }: Column, { padded, bytes, time }: Syntax): string {
  const label = (number: string) => `'${name.split("_")[0]} ' || (${number})`;
  if (/^(?:bytea)$/i.test(type)) return bytes(label("i % 1000"));
  if (name.endsWith("Id") || name.endsWith("_id")) return padded("i / 20");
  if (/^timestamp/i.test(type) || /TimeStamp$|^expires$|^created$/.test(name))
    return time(`${LATER} + i * 1000`);
  if (/^(?:bigint|integer)$/i.test(type)) return "i";
  if (/^(?:boolean)$/i.test(type)) return "true";
  if (/^json/i.test(type) || name === "links") return isRequired ? "'[]'" : "NULL";
  if (!/^text/i.test(type)) return "NULL";
  if (isUnique) return padded("i");
  return label("i % 1000");
}

function insertion(table: string, columns: readonly Column[], from: string, syntax: Syntax): string {
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const values = columns.map((column) => valueOf(column, syntax)).join(", ");
  return `INSERT INTO "${table}" (${names}) SELECT ${values} FROM ${from}`;
}

/** Indexes that the platform declares, by name. */
export const IS_DECLARED = /_(?:by|in)_/;

/** @param first first number of a row, greater than all keys that the table has */
export function fillSqlite(database: DatabaseSync, table: string, first: number, rows: number): void {
  const info = database.prepare(`SELECT name, type, "notnull", pk FROM pragma_table_info('${table}')`).all();
  const unique = new Set(
    database
      .prepare(
        `SELECT c.name FROM pragma_index_list('${table}') AS i, pragma_index_info(i.name) AS c WHERE i."unique" = 1`,
      )
      .all()
      .map(({ name }) => String(name)),
  );
  const json = new Set(
    [
      ...String(
        database.prepare(`SELECT sql FROM sqlite_schema WHERE name = '${table}'`).get()!["sql"],
      ).matchAll(/json_valid\("(\w+)"\)/g),
    ].map(([, name]) => name),
  );
  const columns = info.map((each): Column => ({
    name: String(each["name"]),
    type: json.has(String(each["name"]))
      ? "json"
      : each["type"] === "INTEGER" && Number(each["pk"]) > 0
        ? "integer"
        : String(each["type"]),
    isRequired: each["notnull"] === 1,
    isUnique: unique.has(String(each["name"])) || Number(each["pk"]) > 0,
  }));
  const numbers = `(WITH RECURSIVE n(i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i < ${first + rows - 1}) SELECT i FROM n)`;
  // Sorting all values of an index at once is faster than inserting them one by one.
  const indexes = database
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND name LIKE '%\\_by\\_%' ESCAPE '\\'",
    )
    .all(table);
  for (const { name } of indexes) database.exec(`DROP INDEX "${String(name)}"`);
  database.exec(
    insertion(table, columns, numbers, {
      padded: (number) => `printf('%08d', ${number})`,
      bytes: (text) => `CAST(${text} AS BLOB)`,
      time: (milliseconds) => milliseconds,
    }),
  );
  for (const { sql } of indexes) database.exec(String(sql));
}

/** @param first first number of a row, greater than all keys that the table has */
export async function fillPostgres(pool: pg.Pool, table: string, first: number, rows: number): Promise<void> {
  const { rows: columns } = await pool.query<Column>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS "isRequired",
      EXISTS (SELECT FROM pg_index WHERE indrelid = attrelid AND indisunique AND attnum = ANY (indkey::int2[])) AS "isUnique"
    FROM pg_attribute WHERE attrelid = '"${table}"'::regclass AND attnum > 0`,
  );
  const { rows: indexes } = await pool.query<{ indexname: string; indexdef: string }>(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = '${table}' AND indexname ~ '${IS_DECLARED.source}'`,
  );
  for (const { indexname } of indexes) await pool.query(`DROP INDEX "${indexname}"`);
  await pool.query(
    insertion(table, columns, `generate_series(${first}, ${first + rows - 1}) AS n(i)`, {
      padded: (number) => `lpad((${number})::text, 8, '0')`,
      bytes: (text) => `convert_to(${text}, 'UTF8')`,
      time: (milliseconds) => `to_timestamp((${milliseconds}) / 1000.0)`,
    }),
  );
  for (const { indexdef } of indexes) await pool.query(indexdef);
  await pool.query(`VACUUM ANALYZE "${table}"`);
}
