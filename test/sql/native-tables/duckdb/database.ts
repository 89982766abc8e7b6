import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as driver from "@duckdb/node-api";
import { fromDuckdb } from "../../../../src/engine/databases/adapters/duckdb/duckdb.ts";
import { duckdbTableView, duckdbView } from "../../../../src/engine/databases/adapters/duckdb/view.ts";
import type { SqlSource } from "../../../../src/engine/databases/source.ts";
import {
  createTable,
  IDENTITY,
  literal,
  quoted,
  statementsOf,
  type NativeConnection,
  type NativeDatabase,
  type NativeTable,
  type NativeType,
  type OpenTable,
} from "../native-type.ts";
import { sessionOf, type Setting } from "../random.ts";
import { CREATE_DUCKDB_TYPES, DUCKDB_TYPES, type DuckdbNativeType } from "./types.ts";

/** DuckDB in memory. A table is read directly, through a view, or from a Parquet file. */
export const TABLES: NativeDatabase = {
  name: "duckdb",
  types: DUCKDB_TYPES,
  speed: 1,
  session: (random) => sessionOf(SETTINGS, random),
  layout(random) {
    const place = random.pick(Object.values(PLACES));
    return {
      options: place,
      requiresKey: false,
      canHave: ({ ddl }) => canBeIn(place, ddl),
    };
  },
  open,
};

/**
 * SQL comments at the end of CREATE TABLE. They show whether the table is read directly, through a view or from a file,
 * so that a saved table is replayed in the same way.
 */
const PLACES = { table: "", view: " /* view */", file: " /* file */" } as const;

const BY_DDL = new Map(DUCKDB_TYPES.map((type) => [type.ddl, type]));
const typeOf = (ddl: string): DuckdbNativeType => BY_DDL.get(ddl)!;

function canBeIn(place: string, ddl: string): boolean {
  const { needsView = false, changesInParquet = false } = typeOf(ddl);
  return place === PLACES.table ? !needsView : place === PLACES.file ? !changesInParquet : true;
}

const SETTINGS: readonly Setting[] = [
  [0.4, "default_collation", ["'NOCASE'", "'NOACCENT'", "'NOCASE.NOACCENT'", "'de'", "'NFC'"]],
  [0.4, "default_order", ["'DESC'"]],
  [
    0.4,
    "default_null_order",
    ["'NULLS_FIRST'", "'NULLS_LAST_ON_ASC_FIRST_ON_DESC'", "'NULLS_FIRST_ON_ASC_LAST_ON_DESC'"],
  ],
  [0.4, "Calendar", ["'buddhist'", "'chinese'", "'islamic'", "'hebrew'", "'japanese'"]],
  [0.5, "TimeZone", ["'America/New_York'", "'Asia/Kolkata'", "'Pacific/Apia'", "'Europe/Berlin'"]],
  [0.3, "integer_division", ["true"]],
  [0.3, "ieee_floating_point_ops", ["false"]],
  [0.3, "old_implicit_casting", ["true"]],
  [0.3, "preserve_insertion_order", ["false"]],
  [0.2, "preserve_identifier_case", ["false"]],
  [0.2, "order_by_non_integer_literal", ["true"]],
  [0.2, "scalar_subquery_error_on_multiple_rows", ["false"]],
  [0.2, "disable_timestamptz_casts", ["true"]],
  [0.2, "lambda_syntax", ["'DISABLE_SINGLE_ARROW'", "'ENABLE_SINGLE_ARROW'"]],
  [0.2, "search_path", ["'other,main'"]],
  [0.1, "threads", ["1", "2"]],
  [0.1, "binary_as_string", ["true"]],
  [0.1, "errors_as_json", ["true"]],
  [0.1, "prefer_range_joins", ["true"]],
  [0.1, "enable_fsst_vectors", ["true"]],
];

const NAME = "things";
const VIEW = "seen";

async function open(): Promise<NativeConnection> {
  const instance = await driver.DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  for (const statement of ["CREATE SCHEMA other", ...CREATE_DUCKDB_TYPES]) await connection.run(statement);
  const folder = mkdtempSync(join(tmpdir(), "tamis-native-"));
  const plain = fromDuckdb(connection, driver);
  let prepared: ReturnType<SqlSource["prepare"]> | undefined;
  const source: SqlSource = { ...plain, prepare: (options) => (prepared ??= plain.prepare(options)) };
  let files = 0;
  return {
    create: (table) => openTable(connection, source, table, join(folder, `${files++}.parquet`)),
    close: () => {
      connection.closeSync();
      instance.closeSync();
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
  };
}

async function openTable(
  connection: driver.DuckDBConnection,
  source: SqlSource,
  table: NativeTable,
  file: string,
): Promise<OpenTable> {
  const close = async () => {
    for (const statement of table.session)
      await connection.run(statement.replace(/^SET (\w+) = .*$/s, "RESET $1"));
    await connection.run(`DROP VIEW IF EXISTS ${VIEW}`);
    await connection.run(`DROP TABLE IF EXISTS ${NAME}`);
  };
  const isFitting = ({ ddl }: NativeType) => canBeIn(table.options, ddl);
  if (!table.columns.every(({ type }) => isFitting(type))) throw new Error("a type needs another place");
  await connection.run("SET TimeZone = 'UTC'");
  try {
    await createTable(
      table,
      (of) => statementsOf(of, quoted(NAME)),
      (statement) => connection.run(statement),
    );
    const path = await pathOf(connection, table, file);
    const from = table.options === PLACES.file ? `read_parquet(${literal(file)})` : quoted(NAME);
    const raw = await rawRows(connection, table, from);
    for (const statement of table.session) await connection.run(statement);
    return { source, path, ...(table.options === PLACES.view ? { of: [NAME] } : {}), raw, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function pathOf(
  connection: driver.DuckDBConnection,
  { options }: NativeTable,
  file: string,
): Promise<readonly string[]> {
  if (options === PLACES.table) return [NAME];
  if (options === PLACES.view) await duckdbTableView(connection, VIEW, [NAME]);
  else {
    await connection.run(`COPY ${NAME} TO ${literal(file)} (FORMAT parquet)`);
    await duckdbView(connection, VIEW, file);
  }
  return [VIEW];
}

/** Reads the raw values in hexadecimal digits of UTF-8: the driver drops U+FEFF from the start of a string. */
async function rawRows(
  connection: driver.DuckDBConnection,
  { columns }: NativeTable,
  from: string,
): Promise<OpenTable["raw"]> {
  const values = columns.map(({ name, type }) => {
    const raw = typeOf(type.ddl).raw?.(quoted(name)) ?? quoted(name);
    return `hex(encode(CAST(${raw} AS VARCHAR)))`;
  });
  const result = await connection.runAndReadAll(`SELECT ${[IDENTITY, ...values].join(", ")} FROM ${from}`);
  return new Map(
    result
      .getRowsJson()
      .map(([id, ...row]) => [
        Number(id),
        row.map((value) => (value === null ? null : Buffer.from(value as string, "hex").toString("utf8"))),
      ]),
  );
}
