import { bindable, sql, type SqlText } from "../../fragments/fragment.ts";
import type { ColumnMeaning, TablePath } from "../../dialect-types/table-reader.ts";
import {
  isTrueFlag,
  makeTableReader,
  meaningByRule,
  plainType,
  queryRows,
  type ColumnTypeRule,
  type DescribedColumn,
} from "../shared/table-reader.ts";
import { quoteDuckdb as quote } from "./quote.ts";

/**
 * Reads table definitions. Columns whose types it does not read need a view that casts them (`duckdbView`,
 * `duckdbTableView`).
 */
export const duckdbTableReader = makeTableReader<DuckdbColumn>({
  quote,
  tables: sql`SELECT table_schema, table_name, table_schema = 'main' FROM information_schema.tables WHERE table_catalog = current_database() AND table_schema NOT IN ('information_schema', 'pg_catalog') ORDER BY 1, 2`,

  async describe(table, run, of) {
    const columns = (path: TablePath) =>
      queryRows(
        run,
        sql`SELECT column_name, data_type, is_nullable FROM duckdb_columns() WHERE ${isNamed(path)} ORDER BY column_index`,
      );
    const nullable = new Map((await columns(of)).map(([name, , flag]) => [name, isTrueFlag(flag)]));
    const [key] = await queryRows(
      run,
      sql`SELECT array_to_string(constraint_column_names, chr(0)) FROM duckdb_constraints() WHERE constraint_type = 'PRIMARY KEY' AND ${isNamed(of)}`,
    );
    return (await columns(table)).map(([name, type]) => {
      const isKey = name === key?.[0];
      return {
        name: String(name),
        type: String(type),
        nullable: (nullable.get(name) ?? true) && !isKey,
        isKey,
      };
    });
  },

  meaningOf: ({ name, type }) => meaningOf(name, type),
  sampled: (column) => ({ value: sql`CAST(${column} AS VARCHAR)` }),
  sampleSize: (most) => sql`CAST(${most} AS BIGINT)`,
});

interface DuckdbColumn extends DescribedColumn {
  readonly type: string;
}

function isNamed(path: TablePath): SqlText {
  const [name, schema] = [...path].reverse();
  const inSchema = schema === undefined ? sql`` : sql` AND schema_name = ${bindable("text", schema)}`;
  return sql`table_name = ${bindable("text", name!)}${inSchema}`;
}

function meaningOf(name: string, type: string): ColumnMeaning {
  const rule = TYPES.get(type);
  if (rule !== undefined) return meaningByRule(rule, name, quote);
  const items = plainType(TYPES.get(type.replace(/\[\]$/, "")));
  if (items !== undefined) return { type: "list", of: items, storage: { array: name } };
  const values = plainType(TYPES.get(/^MAP\(VARCHAR, (.*)\)$/.exec(type)?.[1] ?? ""));
  if (values !== undefined) return { type: "map", of: values, storage: { array: name } };
  return { type: undefined, note: `its type is ${type}` };
}

const TYPES: ReadonlyMap<string, ColumnTypeRule> = new Map<string, ColumnTypeRule>([
  ["BOOLEAN", { type: "boolean" }],
  ["BIGINT", { type: "integer" }],
  ["DOUBLE", { type: "number" }],
  ["VARCHAR", { type: "string" }],
  ["DATE", { type: "date" }],
  ["TIME", { type: "time" }],
  ["TIMESTAMP", { type: "dateTime" }],
  ["TIMESTAMP WITH TIME ZONE", { type: "dateTime", form: "timestamptz" }],
  ["TIMESTAMP_NS", { type: "dateTime", form: "timestampNs" }],
  ["JSON", { json: undefined }],
]);
