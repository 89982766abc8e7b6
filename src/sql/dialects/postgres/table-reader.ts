import { bindable, sql } from "../../fragments/fragment.ts";
import type { ColumnMeaning } from "../../dialect-types/table-reader.ts";
import {
  BYTES,
  isTrueFlag,
  makeTableReader,
  meaningByRule,
  plainType,
  queryRows,
  type ColumnTypeRule,
  type DescribedColumn,
} from "../shared/table-reader.ts";
import { quotePostgres as quote } from "./dialect.ts";

/**
 * Reads table definitions. Types without a counterpart (enums, UUIDs) are read as strings; decimals and
 * single-precision numbers as doubles.
 */
export const postgresTableReader = makeTableReader<PostgresColumn>({
  quote,
  tables: sql`SELECT n.nspname, c.relname, pg_table_is_visible(c.oid) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_toast%' AND NOT c.relispartition ORDER BY 1, 2`,

  async describe(table, run) {
    const path = table.map(quote).join(".");
    const rows = await queryRows(
      run,
      sql`SELECT a.attname, CASE WHEN y.typtype = 'e' THEN 'enum' ELSE format_type(CASE WHEN y.typtype = 'd' THEN y.typbasetype ELSE a.atttypid END, CASE WHEN y.typtype = 'd' THEN y.typtypmod ELSE a.atttypmod END) END, a.attnotnull, i.indnatts FROM pg_attribute a JOIN pg_type y ON y.oid = a.atttypid LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary AND a.attnum = ANY(i.indkey) WHERE a.attrelid = to_regclass(${bindable("text", path)}) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    );
    return rows.map(([name, type, notNull, keyColumns]) => ({
      name: String(name),
      type: String(type),
      nullable: !isTrueFlag(notNull),
      isKey: keyColumns !== null && Number(keyColumns) === 1,
    }));
  },

  meaningOf({ name, type, isKey }) {
    const meaning = meaningOf(name, type);
    // A column that is read through a cast or another form is no key: its values cannot be compared as stored.
    return { ...meaning, isKey: isKey && meaning.storage === undefined };
  },

  sampled: (column) => ({ value: sql`CAST(${column} AS text)` }),
  sampleSize: (most) => sql`CAST(${most} AS bigint)`,
});

interface PostgresColumn extends DescribedColumn {
  /** SQL type as PostgreSQL's `format_type` writes it. */
  readonly type: string;
}

const INTEGER: ColumnTypeRule = { type: "integer" };
const STRING: ColumnTypeRule = { type: "string" };
const CAST_TO_DOUBLE: ColumnTypeRule = { type: "number", cast: "double precision" };

/** Rules for reading a column, by type name without its length. */
const TYPES: ReadonlyMap<string, ColumnTypeRule> = new Map<string, ColumnTypeRule>([
  ["boolean", { type: "boolean" }],
  ["smallint", INTEGER],
  ["integer", INTEGER],
  ["bigint", INTEGER],
  ["double precision", { type: "number" }],
  ["real", CAST_TO_DOUBLE],
  ["text", STRING],
  ["character varying", STRING],
  ["date", { type: "date" }],
  ["time without time zone", { type: "time" }],
  ["timestamp with time zone", { type: "dateTime" }],
  ["timestamp without time zone", { type: "dateTime", form: "timestamp" }],
  ["json", { json: "json" }],
  ["jsonb", { json: "jsonb" }],
  ["bytea", BYTES],
]);

function meaningOf(name: string, type: string): ColumnMeaning {
  return listMeaning(name, type) ?? meaningByRule(ruleFor(type), name, quote);
}

function ruleFor(type: string): ColumnTypeRule {
  const numeric = /^numeric(?:\((\d+),(-?\d+)\))?$/.exec(type);
  if (numeric !== null) {
    const [, precision, scale] = numeric;
    return Number(scale) === 0 && Number(precision) <= 18
      ? { type: "integer", cast: "bigint" }
      : CAST_TO_DOUBLE;
  }
  return TYPES.get(withoutLength(type)) ?? { type: "string", cast: "text" };
}

function listMeaning(name: string, type: string): ColumnMeaning | undefined {
  if (!type.endsWith("[]")) return undefined;
  const items = plainType(TYPES.get(withoutLength(type.slice(0, -2))));
  return items === undefined ? undefined : { type: "list", of: items, storage: { array: name, form: type } };
}

function withoutLength(type: string): string {
  return type.replace(/\(\d+\)/, "");
}
