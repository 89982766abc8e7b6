import { toStatement, bindable, sql, rawSql } from "../../fragments/fragment.ts";
import { TABLE_ALIAS } from "../../fragments/table-alias.ts";
import type { ScalarType } from "../../../values/types.ts";
import {
  isTrueFlag,
  queryRows,
  type FoundColumn,
  type TablePath,
  type TableReader,
} from "../../dialect-types/table-reader.ts";
import { quotePostgres as quote } from "./dialect.ts";

/**
 * The columns of PostgreSQL. What has no type of ours but a text (an enum, a UUID) is read as that text; decimals and
 * single-precision numbers are read as doubles.
 */
export const postgresColumns: TableReader = {
  tables: async (run) =>
    (
      await queryRows(
        run,
        sql`SELECT n.nspname, c.relname, pg_table_is_visible(c.oid) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_toast%' AND NOT c.relispartition ORDER BY 1, 2`,
      )
    ).map(([schema, name, isVisible]) =>
      isTrueFlag(isVisible) ? [String(name)] : [String(schema), String(name)],
    ),

  async columns(table, run) {
    const rows = await queryRows(
      run,
      sql`SELECT a.attname, CASE WHEN y.typtype = 'e' THEN 'enum' ELSE format_type(CASE WHEN y.typtype = 'd' THEN y.typbasetype ELSE a.atttypid END, CASE WHEN y.typtype = 'd' THEN y.typtypmod ELSE a.atttypmod END) END, a.attnotnull, i.indnatts FROM pg_attribute a JOIN pg_type y ON y.oid = a.atttypid LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY(i.indkey) WHERE a.attrelid = to_regclass(${bindable("text", nameOf(table))}) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    );
    return rows.map(([name, type, notNull, keys]): FoundColumn => {
      const meaning = meaningOf(String(name), String(type));
      return {
        name: String(name),
        ...meaning,
        nullable: !isTrueFlag(notNull),
        isKey: keys !== null && Number(keys) === 1 && meaning.storage === undefined,
      };
    });
  },

  sample: (table, { name }, most) =>
    toStatement(
      sql`SELECT CAST(${rawSql(quote(name))} AS text) FROM ${rawSql(nameOf(table))} WHERE ${rawSql(quote(name))} IS NOT NULL LIMIT CAST(${bindable("integer", most)} AS bigint)`,
    ),
};

function nameOf(table: TablePath): string {
  return table.map(quote).join(".");
}

function meaningOf(name: string, type: string): Pick<FoundColumn, "type" | "of" | "storage" | "note"> {
  const as = (wanted: string) => ({ expression: `CAST(${TABLE_ALIAS}.${quote(name)} AS ${wanted})` });
  const plain = PLAIN.get(type.replace(/\(\d+\)/, ""));
  if (plain !== undefined) return { type: plain };
  if (type === "json" || type === "jsonb") return { type: "json", storage: { json: name, as: type } };
  if (/^timestamp(?:\(\d\))? without time zone$/.test(type))
    return { type: "dateTime", storage: { column: name, form: "timestamp" } };
  const [, precision, scale] = /^numeric(?:\((\d+),(-?\d+)\))?$/.exec(type) ?? [];
  if (type.startsWith("numeric")) {
    return Number(scale) === 0 && Number(precision) <= 18
      ? { type: "integer", storage: as("bigint") }
      : { type: "number", storage: as("double precision") };
  }
  if (type === "real") return { type: "number", storage: as("double precision") };
  const items = type.endsWith("[]") ? PLAIN.get(type.slice(0, -2).replace(/\(\d+\)/, "")) : undefined;
  if (items !== undefined) return { type: "list", of: items, storage: { array: name, form: type } };
  if (type === "bytea") return { type: undefined, note: "its values are bytes" };
  return { type: "string", storage: as("text") };
}

/** Types whose values stand as the dialect expects them. */
const PLAIN: ReadonlyMap<string, ScalarType> = new Map([
  ["boolean", "boolean"],
  ["smallint", "integer"],
  ["integer", "integer"],
  ["bigint", "integer"],
  ["double precision", "number"],
  ["text", "string"],
  ["character varying", "string"],
  ["date", "date"],
  ["time without time zone", "time"],
  ["timestamp with time zone", "dateTime"],
]);
