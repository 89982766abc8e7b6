import type { RunStatement } from "../../dialect-types/table-reader.ts";
import { bindable, rawSql, sql, type SqlText } from "../../fragments/fragment.ts";
import { isTrueFlag, queryRows, type DescribedColumn } from "../shared/table-reader.ts";
import { quoteSqlite as quote } from "./dialect.ts";
import { countTemporals, MAXIMUM_LENGTH, NO_TEMPORALS, type TemporalCounts } from "./temporal-strings.ts";

/** Type of a stored value, as `typeof` returns it. Null is possible in addition. */
export type StorageClass = "integer" | "real" | "text" | "blob";

/** Rules by which SQLite converts values before it stores them. */
export type Affinity = "INTEGER" | "REAL" | "NUMERIC" | "TEXT" | "BLOB";

export interface SqliteColumn extends DescribedColumn {
  /** Declared type of the column in upper case. It can be empty. */
  readonly declared: string;
  readonly affinity: Affinity;
  /** Storage classes that values of the column can have, now and after later changes. */
  readonly classes: ReadonlySet<StorageClass>;
  /**
   * Whether the table's definition contains a COLLATE clause, or the table is a view, whose columns may have
   * collations.
   */
  readonly hasCollations: boolean;
  /** Whether the column alone is the primary key, but some of its values are null or of different types. */
  readonly isUnusableKey: boolean;
  readonly sample: Sample;
}

/** Counts of the values of a column in the first rows of its table. */
export interface Sample {
  readonly integers: number;
  readonly reals: number;
  readonly texts: number;
  readonly blobs: number;
  /** Number of integers that are 0 or 1. */
  readonly bits: number;
  /** Number of integers that cannot be stored exactly as a double-precision number. */
  readonly wide: number;
  /** Numbers of strings that are dates, times and date-times. */
  readonly temporals: TemporalCounts;
  /** Number of strings that are a JSON object or list. */
  readonly documents: number;
  /** Whether the sample contains all rows of the table. */
  readonly isComplete: boolean;
}

/** Number of rows from whose values the type of a column is inferred. */
export const SAMPLE_ROWS = 10_000;

/** Tables are found by name without regard to ASCII case, as SQLite does. */
interface FoundName {
  readonly schema: string;
  readonly name: string;
  readonly isView: boolean;
  readonly isStrict: boolean;
}

/**
 * Condition that a row of `pragma_table_list` is a table or view of a user. Other tables are internal: those of SQLite, and
 * shadow tables, which hold the data of virtual tables, such as the index of a full-text search. D1 has some of its own.
 */
export const IS_USER_TABLE = sql`type <> 'shadow' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT GLOB '_cf_[A-Z]*'`;

/**
 * Finds a table or view by its name, preceded by its schema if needed; undefined if there is no such table, or if it is
 * internal.
 */
export async function findTableName(
  table: readonly string[],
  run: RunStatement,
): Promise<FoundName | undefined> {
  const inSchema =
    table.length < 2 ? sql`1` : sql`schema = ${bindable("text", table.at(-2)!)} COLLATE NOCASE`;
  const [row] = await queryRows(
    run,
    sql`SELECT schema, name, type, strict FROM pragma_table_list WHERE name = ${bindable("text", table.at(-1)!)} COLLATE NOCASE AND ${inSchema} AND ${IS_USER_TABLE} ORDER BY schema <> 'temp', schema <> 'main'`,
  );
  if (row === undefined) return undefined;
  const [schema, name, type, strict] = row;
  return {
    schema: String(schema),
    name: String(name),
    isView: type === "view",
    isStrict: isTrueFlag(strict),
  };
}

/** Describes the columns of a table. Reads a sample of its rows, and the first and last row by its key. */
export async function describeColumns(
  table: readonly string[],
  run: RunStatement,
): Promise<readonly SqliteColumn[]> {
  const tableName = await findTableName(table, run);
  if (tableName === undefined) return [];
  const { schema, name, isView, isStrict } = tableName;
  const path = rawSql(`${quote(schema)}.${quote(name)}`);
  const [definition] = await queryRows(
    run,
    sql`SELECT sql FROM ${rawSql(quote(schema))}.sqlite_schema WHERE name = ${bindable("text", name)}`,
  );
  const hasCollations = isView || /\bcollate\b/i.test(String(definition?.[0]));
  const declared = await queryRows(
    run,
    sql`SELECT name, type, "notnull", pk FROM pragma_table_xinfo(${bindable("text", name)}, ${bindable("text", schema)}) WHERE hidden <> 1`,
  );
  // Every primary key has an index, except a rowid.
  const [index] = await queryRows(
    run,
    sql`SELECT 1 FROM pragma_index_list(${bindable("text", name)}, ${bindable("text", schema)}) WHERE origin = 'pk'`,
  );
  const keyCount = declared.filter(([, , , pk]) => Number(pk) > 0).length;
  const columns: SqliteColumn[] = [];
  for (const [column, type, notNull, pk] of declared) {
    const columnSql = rawSql(quote(String(column)));
    const affinity = affinityOf(String(type));
    const isOnlyKey = keyCount === 1 && Number(pk) > 0;
    const isRowid = isOnlyKey && index === undefined && /^integer$/i.test(String(type));
    const ofKey = isOnlyKey && !isRowid ? await classesOfKey(columnSql, path, run) : undefined;
    const isKey = isRowid || ofKey !== undefined;
    columns.push({
      name: String(column),
      declared: String(type).toUpperCase(),
      affinity,
      hasCollations,
      classes: new Set(
        isRowid
          ? ["integer"]
          : isStrict
            ? STRICT_CLASSES[affinity]
            : (ofKey ?? CLASSES[isView ? "BLOB" : affinity]),
      ),
      isUnusableKey: isOnlyKey && !isKey,
      sample: await sampleOf(quote(String(column)), String(type).toUpperCase(), path, run),
      nullable: !isTrueFlag(notNull) && !isKey,
      isKey,
    });
  }
  return columns;
}

const ALL_CLASSES: readonly StorageClass[] = ["integer", "real", "text", "blob"];

/** Storage classes that a column of each affinity can hold in a table that is not STRICT. */
const CLASSES: Readonly<Record<Affinity, readonly StorageClass[]>> = {
  INTEGER: ALL_CLASSES,
  NUMERIC: ALL_CLASSES,
  BLOB: ALL_CLASSES,
  REAL: ["real", "text", "blob"],
  TEXT: ["text", "blob"],
};

/** Storage classes that a column of a STRICT table can hold. The type ANY has the affinity NUMERIC here. */
const STRICT_CLASSES: Readonly<Record<Affinity, readonly StorageClass[]>> = {
  INTEGER: ["integer"],
  NUMERIC: ALL_CLASSES,
  BLOB: ["blob"],
  REAL: ["real"],
  TEXT: ["text"],
};

/** Returns the affinity of a declared type, by the rules of SQLite (Datatypes, section 3.1). */
function affinityOf(declared: string): Affinity {
  if (/int/i.test(declared)) return "INTEGER";
  if (/char|clob|text/i.test(declared)) return "TEXT";
  if (declared === "" || /blob/i.test(declared)) return "BLOB";
  return /real|floa|doub/i.test(declared) ? "REAL" : "NUMERIC";
}

/**
 * Returns the storage classes of a key's values; undefined if some values cannot be read, or are of different types.
 * SQLite sorts nulls before numbers, numbers before strings and strings before bytes. Therefore the first and the last
 * value in the key's index show whether all are strings, or all are numbers.
 */
async function classesOfKey(
  columnSql: SqlText,
  path: SqlText,
  run: RunStatement,
): Promise<readonly StorageClass[] | undefined> {
  const end = (direction: string) =>
    sql`(SELECT typeof(${columnSql}) FROM ${path} ORDER BY ${columnSql} ${rawSql(direction)} LIMIT 1)`;
  const [ends] = await queryRows(run, sql`SELECT ${end("ASC")}, ${end("DESC")}`);
  const [first, last] = ends ?? [];
  if (first === null) return ALL_CLASSES;
  if (first !== last || !KEY_CLASSES.has(first)) return undefined;
  const stored = first as StorageClass;
  if (stored === "text") return [stored];
  const [row] = await queryRows(
    run,
    sql`SELECT EXISTS (SELECT 1 FROM ${path} WHERE typeof(${columnSql}) <> ${bindable("text", stored)} OR ${columnSql} IN (9e999, -9e999))`,
  );
  return isTrueFlag(row?.[0]) ? undefined : [stored];
}

const KEY_CLASSES: ReadonlySet<unknown> = new Set<StorageClass>(["integer", "real", "text"]);

async function sampleOf(column: string, declared: string, path: SqlText, run: RunStatement): Promise<Sample> {
  const columnSql = rawSql(column);
  const countWhere = (condition: SqlText) => sql`coalesce(sum(${condition}), 0)`;
  const isText = sql`typeof(${columnSql}) = 'text'`;
  const rowsOf = (limit: number) =>
    sql`(SELECT ${columnSql} FROM ${path} LIMIT ${bindable("integer", limit)})`;
  const [row] = await queryRows(
    run,
    sql`SELECT count(*), ${countWhere(sql`typeof(${columnSql}) = 'integer'`)}, ${countWhere(sql`typeof(${columnSql}) = 'real'`)}, ${countWhere(isText)}, ${countWhere(sql`typeof(${columnSql}) = 'blob'`)}, ${countWhere(sql`typeof(${columnSql}) = 'integer' AND ${columnSql} IN (0, 1)`)}, ${countWhere(sql`typeof(${columnSql}) = 'integer' AND ${columnSql} <> CAST(${columnSql} AS REAL)`)}, ${countWhere(sql`CASE WHEN ${isText} AND substr(ltrim(${columnSql}), 1, 1) IN ('{', '[') THEN json_valid(${columnSql}) ELSE 0 END`)} FROM ${rowsOf(SAMPLE_ROWS)}`,
  );
  const [rows = 0, integers = 0, reals = 0, texts = 0, blobs = 0, bits = 0, wide = 0, documents = 0] = (
    row ?? []
  ).map(Number);
  const temporals =
    texts === 0
      ? NO_TEMPORALS
      : await countTemporals(declared, async (limit) => {
          const start = sql`substr(${columnSql}, 1, ${bindable("integer", MAXIMUM_LENGTH)})`;
          const strings = await queryRows(
            run,
            sql`SELECT ${start} FROM ${rowsOf(SAMPLE_ROWS)} WHERE ${isText} LIMIT ${bindable("integer", limit)}`,
          );
          return strings.map(([value]) => String(value));
        });
  return { integers, reals, texts, blobs, bits, wide, temporals, documents, isComplete: rows < SAMPLE_ROWS };
}

/** Returns the condition, as SQL, that a value is a string of the form `yyyy-MM-dd`. It is never null. */
export function dateTest(value: string): string {
  return `(typeof(${value}) = 'text' AND length(${value}) = 10 AND date(${value}) IS (${value} COLLATE BINARY) AND ${value} >= '0001')`;
}
