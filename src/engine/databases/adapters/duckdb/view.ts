import {
  requireArray,
  requireKind,
  requireObject,
  requireText,
} from "../../../../diagnostics/require-argument.ts";
import { rowsOfColumns } from "./column-values.ts";
import { columnReading } from "../../../../sql/dialects/duckdb/column-types.ts";
import { quoteDuckdb } from "../../../../sql/dialects/duckdb/quote.ts";
import { TABLE_ALIAS } from "../../../../sql/fragments/table-alias.ts";
import type { Storage, TableDefinition } from "../../../../sql/tables/table-definition.ts";
import type { DuckdbConnection } from "./connection.ts";
import { withErrors } from "../shared/with-errors.ts";
import { duckdbError } from "./errors.ts";

export interface DuckdbView {
  /** Table definition of the view. Columns that need a storage description have an entry in `members`. */
  readonly table: TableDefinition;
  /** The view's columns in order, with DuckDB's type names. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

export interface DuckdbViewOptions {
  /** Format of the files. Default: from the file name extension. */
  readonly format?: "parquet" | "csv" | "json";
}

/**
 * Creates a view over a file, so that DuckDB filters the file in place. The view converts columns of types that the
 * dialect does not read: `FLOAT` and decimals with a fraction to `DOUBLE`, structs and nested lists to `JSON`, and types
 * without a counterpart (`UUID`, `ENUM`, `INTERVAL` …) to strings. Values that cannot be converted become null. Creating
 * the view reads no rows.
 *
 * @param path must come from the program, not from a user: DuckDB expands `*` and `?`, and opens URLs.
 * @throws StatementError if the file does not exist or has another format.
 * @throws TypeError if the file name has no known extension and no format is given.
 * @example
 * const { table } = await duckdbView(connection, "sales", "sales.parquet");
 */
export async function duckdbView(
  connection: Pick<DuckdbConnection, "run">,
  name: string,
  path: string,
  options: DuckdbViewOptions = {},
): Promise<DuckdbView> {
  requireKind(connection, "connection", "a connection of DuckDB", "run");
  requireText(name, "name");
  requireText(path, "path");
  requireObject(options, "options");
  const { format = formatOf(path) } = options;
  // A setting can read columns of bytes as strings. Bytes that are not UTF-8 would then fail the statement.
  const settings = format === "parquet" ? ", binary_as_string = false" : "";
  return viewOver(connection, name, `read_${format}(${quoteText(path)}${settings})`, "VIEW");
}

/**
 * Creates a view like `duckdbView`, but over a table whose columns have types that the dialect does not read. The view
 * is temporary and belongs to the connection, so a read-only database can have one.
 *
 * @param table the table name, preceded by its database and schema if needed.
 * @throws StatementError if the table does not exist.
 */
export async function duckdbTableView(
  connection: Pick<DuckdbConnection, "run">,
  name: string,
  table: readonly string[],
): Promise<DuckdbView> {
  requireKind(connection, "connection", "a connection of DuckDB", "run");
  requireText(name, "name");
  requireArray(table, "table");
  return viewOver(connection, name, table.map(quoteDuckdb).join("."), "TEMP VIEW");
}

async function viewOver(
  connection: Pick<DuckdbConnection, "run">,
  name: string,
  source: string,
  kind: "VIEW" | "TEMP VIEW",
): Promise<DuckdbView> {
  const run = (statement: string) => withErrors(connection.run(statement), duckdbError);
  const describe = async (from: string) => {
    const described: { name: string; type: string }[] = [];
    const result = await run(`DESCRIBE SELECT * FROM ${from}`);
    for (let chunk = await result.fetchChunk(); chunk !== null; chunk = await result.fetchChunk()) {
      if (chunk.rowCount === 0) break;
      for (const [column, type] of rowsOfColumns(chunk) as [string, string][])
        described.push({ name: column, type });
    }
    return described;
  };
  const columns = (await describe(source)).map(({ name: column, type }) => ({
    name: column,
    ...columnOf(column, type),
  }));
  const list = columns.map((column) => `${column.sql} AS ${quoteDuckdb(column.name)}`).join(", ");
  await run(`CREATE OR REPLACE ${kind} ${quoteDuckdb(name)} AS SELECT ${list} FROM ${source}`);
  const members = columns.flatMap(({ name: member, storage }) =>
    storage === undefined ? [] : [[member, storage] as const],
  );
  return {
    table: { table: name, members: Object.fromEntries(members) },
    columns: await describe(quoteDuckdb(name)),
  };
}

function formatOf(path: string): "parquet" | "csv" | "json" {
  const [, ending] = /\.(parquet|csv|tsv|json|jsonl|ndjson)(?:\.gz|\.zst)?$/i.exec(path) ?? [];
  switch (ending?.toLowerCase()) {
    case undefined:
      throw new TypeError(
        `The file name ${JSON.stringify(path)} has no known extension: set the format option.`,
      );
    case "parquet":
      return "parquet";
    case "csv":
    case "tsv":
      return "csv";
    default:
      return "json";
  }
}

/** @throws TypeError for U+0000, which would end the statement. */
function quoteText(value: string): string {
  if (value.includes("\0")) throw new TypeError("A path must not contain U+0000.");
  return `'${value.replaceAll("'", "''")}'`;
}

interface ViewColumn {
  readonly sql: string;
  readonly storage: Storage | undefined;
}

function columnOf(name: string, type: string): ViewColumn {
  const { type: member, form, convert, isPartial } = columnReading(type);
  const quoted = quoteDuckdb(name);
  const storedForm = form === undefined ? {} : { form };
  // The view keeps values that are read as null, so that they can be counted.
  if (isPartial === true && convert !== undefined)
    return { sql: quoted, storage: { expression: convert(`${TABLE_ALIAS}.${quoted}`), ...storedForm } };
  const storage: Storage | undefined =
    member === "json"
      ? { json: name }
      : member === "list" || member === "map"
        ? { array: name, ...storedForm }
        : form === undefined
          ? undefined
          : { column: name, form };
  return { sql: convert === undefined ? quoted : convert(quoted), storage };
}
