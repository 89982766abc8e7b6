import type { ColumnMeaning, RunStatement, TablePath } from "../../dialect-types/table-reader.ts";
import { bindable, rawSql, sql } from "../../fragments/fragment.ts";
import { TABLE_ALIAS } from "../../fragments/table-alias.ts";
import { nullTests } from "../../operations/readable.ts";
import { NO_CAPABILITIES } from "../shared/base-dialect.ts";
import {
  isTrueFlag,
  makeTableReader,
  queryRows,
  quotedPath,
  type DescribedColumn,
} from "../shared/table-reader.ts";
import { overDomain, readingOf, type ScalarReading } from "./column-types.ts";
import { postgres, quotePostgres as quote } from "./dialect.ts";
import { finiteColumns } from "./finite-columns.ts";
import { hasOwn } from "../../../values/own-properties.ts";

/**
 * Reads table definitions. Domains are read as their base types. Types without a counterpart (enums, UUIDs) are read as
 * strings; decimals and single-precision numbers as doubles.
 */
export const postgresTableReader = makeTableReader<PostgresColumn>({
  quote,
  tables: sql`SELECT n.nspname, c.relname, pg_table_is_visible(c.oid) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND NOT starts_with(CAST(n.nspname AS text), CAST('pg_toast' AS text)) AND NOT c.relispartition ORDER BY 3 DESC, 1, 2`,

  async describe(table, run) {
    const path = table.map(quote).join(".");
    const rows = await queryRows(run, describeColumns(path));
    const finite = await finiteColumns(path, run);
    return rows.map(([name, type, kind, wrappers, notNull, isKey, isAllowed]) => ({
      name: String(name),
      isFinite: finite.has(String(name)),
      type: String(type),
      kind: String(kind),
      wrappers: String(wrappers),
      nullable: !isTrueFlag(notNull),
      isKey: isTrueFlag(isKey),
      isAllowed: isTrueFlag(isAllowed),
    }));
  },

  async meaningOf(column, table, run) {
    const { reading, ...rest } = meaningOf(column);
    const meaning = reading?.addsNull === true ? { ...rest, nullable: true, isPartial: true } : rest;
    if (!column.isKey || reading === undefined) return { ...meaning, isKey: false };
    // The values of a converted column cannot be compared as stored.
    const why =
      reading.convert !== undefined && reading.isInjective !== true
        ? "it is read through a conversion"
        : (await hasUnreadable(column.name, reading, table, run))
          ? "some of its values are read as null"
          : undefined;
    if (why === undefined) return meaning;
    return { ...meaning, isKey: false, note: `it is not used as the key, because ${why}` };
  },

  sampled: (column) => ({ value: sql`CAST(${column} AS text)` }),
  sampleSize: (most) => sql`CAST(${most} AS bigint)`,
});

interface PostgresColumn extends DescribedColumn {
  /** SQL type as PostgreSQL's `format_type` writes it, without domains and arrays. */
  readonly type: string;
  /** `pg_type.typtype` of the type. */
  readonly kind: string;
  /** Domains and arrays around the type, outermost first: a letter `d` for each domain, `a` for each array. */
  readonly wrappers: string;
  /** Whether the user of the session may select the column. */
  readonly isAllowed: boolean;
}

/**
 * Returns the query of the columns of a table.
 *
 * - Domains are replaced by their base types and arrays by their elements, as often as necessary.
 * - Constraints do not prove anything if they are declared not valid, belong to a foreign table, or belong to an inheritance
 *   parent, whose child tables need not satisfy them.
 */
function describeColumns(path: string) {
  return sql`WITH RECURSIVE relation AS (SELECT c.oid, c.relkind FROM pg_class c WHERE c.oid = CAST(to_regclass(${bindable("text", path)}) AS oid)), children(oid) AS (SELECT i.inhrelid FROM pg_inherits i JOIN relation r ON r.oid = i.inhparent UNION SELECT i.inhrelid FROM pg_inherits i JOIN children c ON c.oid = i.inhparent), enforced(holds, is_unique) AS (SELECT r.relkind IN ('r', 'p') AND NOT EXISTS (SELECT 1 FROM children x JOIN pg_class c ON c.oid = x.oid WHERE r.relkind = 'r' OR c.relkind = 'f'), r.relkind = 'p' OR NOT EXISTS (SELECT 1 FROM children) FROM relation r), types(attnum, type, typmod, wrappers) AS (SELECT a.attnum, a.atttypid, a.atttypmod, CAST('' AS text) FROM pg_attribute a JOIN relation r ON r.oid = a.attrelid WHERE a.attnum > 0 AND NOT a.attisdropped UNION ALL SELECT t.attnum, CASE WHEN y.typtype = 'd' THEN y.typbasetype ELSE y.typelem END, CASE WHEN y.typtype = 'd' THEN y.typtypmod ELSE t.typmod END, t.wrappers || CASE WHEN y.typtype = 'd' THEN 'd' ELSE 'a' END FROM types t JOIN pg_type y ON y.oid = t.type WHERE y.typtype = 'd' OR EXISTS (SELECT 1 FROM pg_type e WHERE e.oid = y.typelem AND e.typarray = y.oid)) SELECT DISTINCT ON (a.attnum) a.attname, format_type(t.type, t.typmod), y.typtype, t.wrappers, a.attnotnull AND (SELECT holds FROM enforced) AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conrelid = a.attrelid AND k.contype = 'n' AND NOT k.convalidated AND k.conkey[1] = a.attnum), EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisprimary AND i.indisvalid AND i.indnkeyatts = 1 AND i.indkey[0] = a.attnum) AND (SELECT is_unique FROM enforced), has_column_privilege(r.oid, a.attnum, 'SELECT') FROM relation r JOIN pg_attribute a ON a.attrelid = r.oid JOIN types t ON t.attnum = a.attnum JOIN pg_type y ON y.oid = t.type ORDER BY a.attnum, length(t.wrappers) DESC`;
}

type Meaning = ColumnMeaning & {
  /** Reading of a scalar column; undefined for other columns. */
  readonly reading?: ScalarReading;
};

function meaningOf({ name, type, kind, wrappers, isAllowed }: PostgresColumn): Meaning {
  if (!isAllowed) return { type: undefined, note: "the user is not allowed to read it" };
  const reading = readingOf(type, kind);
  if (hasOwn(reading, "unreadable")) return { type: undefined, note: reading.unreadable };
  const [outer, inner, ...further] = wrappers.split("a");
  if (further.length > 0) return { type: undefined, note: "its values are arrays of arrays" };
  if (inner !== undefined) {
    if (hasOwn(reading, "json")) return { type: undefined, note: "its values are arrays of JSON" };
    const form = `${inner === "" ? "" : "domain over "}${type}[]`;
    return { type: "list", of: reading.type, storage: { array: name, form } };
  }
  if (hasOwn(reading, "json")) return { type: "json", storage: { json: name, as: reading.json } };
  return scalarMeaning(name, outer === "" ? reading : overDomain(reading, type));
}

function scalarMeaning(name: string, reading: ScalarReading): Meaning {
  const { type, form, precision, convert, isFinite } = reading;
  const traits = {
    ...(form === undefined ? {} : { form }),
    ...(precision === undefined ? {} : { precision }),
  };
  if (convert === undefined)
    return Object.keys(traits).length === 0
      ? { type, reading }
      : { type, reading, storage: { column: name, ...traits } };
  const storage = {
    expression: convert(`${TABLE_ALIAS}.${quote(name)}`),
    convertedColumn: name,
    ...traits,
    ...(isFinite === true ? { finite: true } : {}),
  };
  return { type, reading, storage };
}

/** Returns whether a column has values that are read as null, such as NaN or infinity. */
async function hasUnreadable(
  name: string,
  { type, form }: ScalarReading,
  table: TablePath,
  run: RunStatement,
): Promise<boolean> {
  const value = { sql: rawSql(quote(name)), type, nullable: false, traits: { form } };
  const { isNull } = nullTests(value, DIALECT);
  if (typeof isNull === "boolean") return isNull;
  const [row] = await queryRows(
    run,
    sql`SELECT EXISTS (SELECT 1 FROM ${quotedPath(table, quote)} WHERE ${isNull})`,
  );
  return isTrueFlag(row![0]);
}

const DIALECT = postgres(NO_CAPABILITIES);
