import { rowsOfColumns } from "./column-values.ts";
import { quoteDuckdb } from "../../../../sql/dialects/duckdb/quote.ts";
import type { Storage, TableDefinition } from "../../../../sql/tables/table-definition.ts";
import type { DuckdbConnection } from "./duckdb.ts";
import { duckdbFailure } from "./errors.ts";

export interface DuckdbView {
  /** The view as a table: columns whose type the dialect must be told have an entry. */
  readonly table: TableDefinition;
  /** The view's columns in their order, with DuckDB's names of their types. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

export interface DuckdbViewOptions {
  /** What the files are. Default: by the ending of their name. */
  readonly format?: "parquet" | "csv" | "json";
}

/**
 * Makes a view over a file, so that it is filtered where it lies. Its columns get the types that the dialect reads:
 * whole numbers are `BIGINT` (a larger one fails the statement), all others `DOUBLE`, structs and nested lists `JSON`,
 * and what has no type of ours (`UUID`, `ENUM`, `INTERVAL` …) a text. Nothing is read before a statement asks.
 *
 * @param path the program's own: DuckDB takes `*` and `?` in it for patterns of names, and opens addresses.
 * @throws StatementError if the file is not there or is no such file.
 * @throws TypeError if the ending of the name says nothing and no format is given.
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
 * The same over a table of the database, where its columns are of types that the dialect does not read. The view is the
 * connection's own, so that a database that is only read can have it.
 *
 * @param table the table's name after those of its schema and database.
 * @throws StatementError if there is no such table.
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
      throw duckdbFailure(error);
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
      throw new TypeError(`The name ${JSON.stringify(path)} does not say what the file is.`);
    case "parquet":
      return "parquet";
    case "csv":
    case "tsv":
      return "csv";
    default:
      return "json";
  }
}

/** @throws TypeError for a text with U+0000, which ends the text of a statement. */
function quoteText(value: string): string {
  if (value.includes("\0")) throw new TypeError("A path in DuckDB has no U+0000.");
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

/** The dialect's type for one of DuckDB's, where it reads it. */
function scalarType(type: string): string | undefined {
  if (WHOLE.test(type)) return "BIGINT";
  if (FRACTIONAL.test(type)) return "DOUBLE";
  if (/^TIMESTAMP(?:_S|_MS)?$/.test(type)) return "TIMESTAMP";
  return ["VARCHAR", "BOOLEAN", "DATE", "TIME"].includes(type) ? type : undefined;
}
