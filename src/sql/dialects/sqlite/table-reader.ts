import type { ScalarType } from "../../../values/types.ts";
import type { ColumnMeaning, RunStatement } from "../../dialect-types/table-reader.ts";
import { bindable, rawSql, sql, type SqlText } from "../../fragments/fragment.ts";
import { TABLE_ALIAS } from "../../fragments/table-alias.ts";
import { splitTableName } from "../../tables/table-columns.ts";
import {
  BYTES,
  isTrueFlag,
  makeTableReader,
  meaningByRule,
  queryRows,
  type DescribedColumn,
} from "../shared/table-reader.ts";
import { quoteSqlite as quote } from "./dialect.ts";

/**
 * Reads table definitions. Only STRICT tables enforce declared types, so the reader counts the types of the stored
 * values. Values of any but the most frequent type are read as null. A string column is a date if every value is one,
 * and JSON if every value is an object or a list.
 */
export const sqliteTableReader = makeTableReader<SqliteColumn>({
  quote,
  tables: sql`SELECT NULL, name, 1 FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,

  async describe(table, run) {
    const { name } = splitTableName(table);
    const [described] = await queryRows(
      run,
      sql`SELECT type, sql FROM sqlite_schema WHERE name = ${bindable("text", name)}`,
    );
    const hasCollations = described?.[0] === "view" || /\bcollate\b/i.test(String(described?.[1]));
    const declared = await queryRows(
      run,
      sql`SELECT name, type, "notnull", pk FROM pragma_table_xinfo(${bindable("text", name)}) WHERE hidden <> 1`,
    );
    const keyCount = declared.filter(([, , , pk]) => Number(pk) > 0).length;
    const columns: SqliteColumn[] = [];
    for (const [column, type, notNull, pk] of declared) {
      const counts = await countTypes(name, String(column), run);
      const isKey = keyCount === 1 && Number(pk) > 0 && counts.nulls === 0;
      columns.push({
        name: String(column),
        declared: String(type).toUpperCase(),
        hasCollations,
        counts,
        nullable: !isTrueFlag(notNull) && !isKey,
        isKey,
      });
    }
    return columns;
  },

  meaningOf(column) {
    const { counts } = column;
    const meaning = meaningOf(column);
    const isText = counts.texts > 0 && counts.texts >= counts.integers + counts.reals;
    const canBeNull = column.nullable || (meaning.storage !== undefined && "expression" in meaning.storage);
    return { ...meaning, isText, nullable: canBeNull };
  },

  sampled: (column) => ({ value: sql`json(${column})`, where: sql`json_valid(${column})` }),
});

interface SqliteColumn extends DescribedColumn {
  /** Declared type of the column in upper case. It can be empty. */
  readonly declared: string;
  /**
   * Whether the table's definition contains a COLLATE clause, or the table is a view, whose columns may have
   * collations.
   */
  readonly hasCollations: boolean;
  readonly counts: TypeCounts;
}

interface TypeCounts {
  readonly integers: number;
  readonly reals: number;
  readonly texts: number;
  readonly blobs: number;
  readonly nulls: number;
  /** Number of integers that are 0 or 1. */
  readonly bits: number;
  readonly dates: number;
  /** Number of strings that are a JSON object or list. */
  readonly documents: number;
}

async function countTypes(table: string, column: string, run: RunStatement): Promise<TypeCounts> {
  const own = rawSql(quote(column));
  const many = (condition: SqlText) => sql`coalesce(sum(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0)`;
  const isText = sql`typeof(${own}) = 'text'`;
  const [row] = await queryRows(
    run,
    sql`SELECT ${many(sql`typeof(${own}) = 'integer'`)}, ${many(sql`typeof(${own}) = 'real'`)}, ${many(isText)}, ${many(sql`typeof(${own}) = 'blob'`)}, ${many(sql`${own} IS NULL`)}, ${many(sql`typeof(${own}) = 'integer' AND ${own} IN (0, 1)`)}, ${many(sql`${isText} AND length(${own}) = 10 AND date(${own}) IS (${own} COLLATE BINARY)`)}, ${many(sql`${isText} AND substr(ltrim(${own}), 1, 1) IN ('{', '[') AND json_valid(${own})`)} FROM ${rawSql(quote(table))}`,
  );
  const [integers = 0, reals = 0, texts = 0, blobs = 0, nulls = 0, bits = 0, dates = 0, documents = 0] = (
    row ?? []
  ).map(Number);
  return { integers, reals, texts, blobs, nulls, bits, dates, documents };
}

function meaningOf(column: SqliteColumn): ColumnMeaning {
  const { name, counts, declared } = column;
  const own = `${TABLE_ALIAS}.${quote(name)}`;
  const numbers = counts.integers + counts.reals;
  const most = Math.max(numbers, counts.texts, counts.blobs);
  if (most === 0) return meaningOfEmpty(column);
  if (most === counts.blobs) return meaningByRule(BYTES, name, quote);
  const others = numbers + counts.texts + counts.blobs - most;
  const note = others === 0 ? {} : { note: `${others} of its values are of another type and count as null` };
  if (most === numbers && numbers > counts.texts) {
    if (counts.reals === 0) {
      const isBoolean = declared.startsWith("BOOL") && counts.bits === counts.integers;
      const expression = `CASE typeof(${own}) WHEN 'integer' THEN ${own} END`;
      return {
        type: isBoolean ? "boolean" : "integer",
        ...note,
        ...(others === 0 ? {} : { storage: { expression } }),
      };
    }
    const isPlain = others === 0 && counts.integers === 0;
    const expression = `CASE WHEN typeof(${own}) IN ('integer', 'real') THEN CAST(${own} AS REAL) END`;
    return { type: "number", ...note, ...(isPlain ? {} : { storage: { expression } }) };
  }
  if (others > 0) {
    const expression = `CASE typeof(${own}) WHEN 'text' THEN ${own} COLLATE BINARY END`;
    return { type: "string", ...note, storage: { expression } };
  }
  if (counts.dates === counts.texts) return meaningOfText("date", undefined, column);
  if (counts.documents === counts.texts) return { type: "json", storage: { json: name } };
  return meaningOfText(declaredTemporal(declared), "text", column);
}

/** Returns the type of a column without values, which only the declared type shows. */
function meaningOfEmpty(column: SqliteColumn): ColumnMeaning {
  const { name, declared } = column;
  if (declared.includes("JSON")) return { type: "json", storage: { json: name } };
  if (declared.includes("BLOB")) return meaningByRule(BYTES, name, quote);
  if (declared.startsWith("BOOL")) return { type: "boolean" };
  if (declared.includes("INT")) return { type: "integer" };
  if (/REAL|FLOA|DOUB|NUMERIC|DECIMAL/.test(declared)) return { type: "number" };
  return meaningOfText(declaredTemporal(declared), "text", column);
}

function meaningOfText(
  type: ScalarType,
  form: string | undefined,
  { name, hasCollations }: SqliteColumn,
): ColumnMeaning {
  const stored = type === "string" || form === undefined ? {} : { form };
  // Use COLLATE BINARY: otherwise the declared collation would decide which strings are equal.
  if (hasCollations)
    return { type, storage: { expression: `${TABLE_ALIAS}.${quote(name)} COLLATE BINARY`, ...stored } };
  return stored.form === undefined ? { type } : { type, storage: { column: name, ...stored } };
}

function declaredTemporal(declared: string): ScalarType {
  if (/^(?:DATETIME|TIMESTAMP)/.test(declared)) return "dateTime";
  if (/^DATE\b/.test(declared)) return "date";
  return /^TIME\b/.test(declared) ? "time" : "string";
}
