import { toStatement, bindable, sql, rawSql, type SqlText } from "../../fragments/fragment.ts";
import type { ScalarType } from "../../../values/types.ts";
import {
  isTrueFlag,
  queryRows,
  type FoundColumn,
  type TablePath,
  type TableReader,
} from "../../dialect-types/table-reader.ts";
import { quoteDuckdb as quote } from "./quote.ts";

/**
 * The columns of DuckDB, as the dialect reads them: those of other types are to be seen through a view that casts them
 * (`duckdbView`, `duckdbTableView`).
 */
export const duckdbColumns: TableReader = {
  tables: async (run) =>
    (
      await queryRows(
        run,
        sql`SELECT table_schema, table_name FROM information_schema.tables WHERE table_catalog = current_database() AND table_schema NOT IN ('information_schema', 'pg_catalog') ORDER BY 1, 2`,
      )
    ).map(([schema, name]) => (schema === "main" ? [String(name)] : [String(schema), String(name)])),

  async columns(table, run, of = table) {
    const columns = (path: TablePath) =>
      queryRows(
        run,
        sql`SELECT column_name, data_type, is_nullable FROM duckdb_columns() WHERE ${named(path)} ORDER BY column_index`,
      );
    const own = new Map((await columns(of)).map(([column, , nullable]) => [column, isTrueFlag(nullable)]));
    const [key] = await queryRows(
      run,
      sql`SELECT array_to_string(constraint_column_names, chr(0)) FROM duckdb_constraints() WHERE constraint_type = 'PRIMARY KEY' AND ${named(of)}`,
    );
    return (await columns(table)).map(([column, type]) => ({
      name: String(column),
      ...meaningOf(String(column), String(type)),
      nullable: (own.get(column) ?? true) && column !== key?.[0],
      isKey: column === key?.[0],
    }));
  },

  sample: (table, { name }, most) =>
    toStatement(
      sql`SELECT CAST(${rawSql(quote(name))} AS VARCHAR) FROM ${rawSql(nameOf(table))} WHERE ${rawSql(quote(name))} IS NOT NULL LIMIT CAST(${bindable("integer", most)} AS BIGINT)`,
    ),
};

function named(path: TablePath): SqlText {
  const [name, schema] = [...path].reverse();
  const inSchema = schema === undefined ? sql`` : sql` AND schema_name = ${bindable("text", schema)}`;
  return sql`table_name = ${bindable("text", name!)}${inSchema}`;
}

function nameOf(table: TablePath): string {
  return table.map(quote).join(".");
}

function meaningOf(name: string, type: string): Pick<FoundColumn, "type" | "of" | "storage" | "note"> {
  const plain = TYPES.get(type);
  if (plain !== undefined) return { type: plain };
  if (type === "JSON") return { type: "json", storage: { json: name } };
  const form = FORMS.get(type);
  if (form !== undefined) return { type: "dateTime", storage: { column: name, form } };
  const items = TYPES.get(type.replace(/\[\]$/, ""));
  if (items !== undefined) return { type: "list", of: items, storage: { array: name } };
  const values = TYPES.get(/^MAP\(VARCHAR, (.*)\)$/.exec(type)?.[1] ?? "");
  if (values !== undefined) return { type: "map", of: values, storage: { array: name } };
  return { type: undefined, note: `its type is ${type}` };
}

const TYPES: ReadonlyMap<string, ScalarType> = new Map([
  ["BOOLEAN", "boolean"],
  ["BIGINT", "integer"],
  ["DOUBLE", "number"],
  ["VARCHAR", "string"],
  ["DATE", "date"],
  ["TIME", "time"],
  ["TIMESTAMP", "dateTime"],
]);

const FORMS: ReadonlyMap<string, string> = new Map([
  ["TIMESTAMP WITH TIME ZONE", "timestamptz"],
  ["TIMESTAMP_NS", "timestampNs"],
]);
