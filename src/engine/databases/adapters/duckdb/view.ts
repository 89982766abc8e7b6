import { rowsOfColumns } from "./column-values.ts";
import { quoteDuckdb } from "../../../../sql/dialects/duckdb/quote.ts";
import type { Storage, TableDefinition } from "../../../../sql/tables/table-definition.ts";
import type { DuckdbConnection } from "./duckdb.ts";
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
 * Creates a view over a file, so that DuckDB filters the file in place. The view casts columns to types that the dialect
 * reads: integers to `BIGINT` (a larger integer fails the statement), other numbers to `DOUBLE`, structs and nested lists
 * to `JSON`, and types without a counterpart (`UUID`, `ENUM`, `INTERVAL` …) to strings. Creating the view reads no rows.
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
  { format = formatOf(path) }: DuckdbViewOptions = {},
): Promise<DuckdbView> {
  return viewOver(connection, name, `read_${format}(${quoteText(path)})`, "VIEW");
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
  return viewOver(connection, name, table.map(quoteDuckdb).join("."), "TEMP VIEW");
}

async function viewOver(
  connection: Pick<DuckdbConnection, "run">,
  name: string,
  source: string,
  kind: "VIEW" | "TEMP VIEW",
): Promise<DuckdbView> {
  const run = async (statement: string) => {
    try {
      return await connection.run(statement);
    } catch (error) {
      throw duckdbError(error);
    }
  };
  const columns: { name: string; type: string; sql: string; storage: Storage | undefined }[] = [];
  const described = await run(`DESCRIBE SELECT * FROM ${source}`);
  for (let chunk = await described.fetchChunk(); chunk !== null; chunk = await described.fetchChunk()) {
    if (chunk.rowCount === 0) break;
    for (const [column, type] of rowsOfColumns(chunk) as [string, string][])
      columns.push({ name: column, ...columnOf(column, type) });
  }
  const list = columns.map((column) => `${column.sql} AS ${quoteDuckdb(column.name)}`).join(", ");
  await run(`CREATE OR REPLACE ${kind} ${quoteDuckdb(name)} AS SELECT ${list} FROM ${source}`);
  const members = columns.flatMap(({ name: member, storage }) =>
    storage === undefined ? [] : [[member, storage] as const],
  );
  return {
    table: { table: name, members: Object.fromEntries(members) },
    columns: columns.map(({ name: column, type }) => ({ name: column, type })),
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
  readonly type: string;
  readonly sql: string;
  readonly storage: Storage | undefined;
}

function columnOf(name: string, type: string): ViewColumn {
  const own = quoteDuckdb(name);
  const as = (wanted: string, storage?: Storage): ViewColumn => ({
    type: wanted,
    sql: wanted === type ? own : `CAST(${own} AS ${wanted})`,
    storage,
  });
  if (type === "JSON") return as(type, { json: name });
  if (type === "TIMESTAMP WITH TIME ZONE") return as(type, { column: name, form: "timestamptz" });
  if (type === "TIMESTAMP_NS") return as(type, { column: name, form: "timestampNs" });
  const scalar = scalarType(type);
  if (scalar !== undefined) return as(scalar);
  const items = /^([A-Z_]+(?:\(\d+,\d+\))?)\[\d*\]$/.exec(type)?.[1];
  if (items !== undefined && scalarType(items) !== undefined)
    return as(`${scalarType(items)!}[]`, { array: name });
  const values = /^MAP\(VARCHAR, ([A-Z_]+(?:\(\d+,\d+\))?)\)$/.exec(type)?.[1];
  if (values !== undefined && scalarType(values) !== undefined)
    return as(`MAP(VARCHAR, ${scalarType(values)!})`, { array: name });
  return /\[\d*\]$|^(?:STRUCT|MAP|UNION)\(/.test(type)
    ? { type: "JSON", sql: `to_json(${own})`, storage: { json: name } }
    : as("VARCHAR");
}

const WHOLE = /^U?(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)$/;
const FRACTIONAL = /^(?:FLOAT|DOUBLE|DECIMAL\(\d+,\d+\))$/;

/** Returns the type that the dialect reads for a DuckDB type; undefined if it is not a scalar type that it reads. */
function scalarType(type: string): string | undefined {
  if (WHOLE.test(type)) return "BIGINT";
  if (FRACTIONAL.test(type)) return "DOUBLE";
  if (/^TIMESTAMP(?:_S|_MS)?$/.test(type)) return "TIMESTAMP";
  return ["VARCHAR", "BOOLEAN", "DATE", "TIME"].includes(type) ? type : undefined;
}
