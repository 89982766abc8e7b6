import { toStatement, bindable, sql, rawSql, type SqlText } from "../../fragments/fragment.ts";
import { TABLE_ALIAS } from "../../fragments/table-alias.ts";
import { splitTableName } from "../../tables/table-columns.ts";
import type { ScalarType } from "../../../values/types.ts";
import {
  isTrueFlag,
  queryRows,
  type FoundColumn,
  type RunStatement,
  type TableReader,
} from "../../dialect-types/table-reader.ts";
import { quoteSqlite as quote } from "./dialect.ts";

/**
 * The columns of SQLite. What a column is declared as binds nobody unless its table is STRICT, so that the types of the
 * values are counted. Values of another type than most are read as null, as they are in files. Texts are taken for dates
 * where each is one, and for JSON where each is an object or a list.
 */
export const sqliteColumns: TableReader = {
  tables: async (run) =>
    (
      await queryRows(
        run,
        sql`SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
      )
    ).map(([name]) => [String(name)]),

  async columns(table, run) {
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
    const keys = declared.filter(([, , , pk]) => Number(pk) > 0);
    const found: FoundColumn[] = [];
    for (const [column, type, notNull, pk] of declared) {
      const seen = await countTypes(name, String(column), run);
      const meaning = meaningOf(String(column), String(type).toUpperCase(), seen, hasCollations);
      const nullable = !isTrueFlag(notNull) && !(keys.length === 1 && Number(pk) > 0 && seen.nulls === 0);
      const isKey = keys.length === 1 && Number(pk) > 0 && seen.nulls === 0;
      const isWhole = meaning.storage === undefined || !("expression" in meaning.storage);
      const isText = seen.texts > 0 && seen.texts >= seen.integers + seen.reals;
      found.push({ name: String(column), ...meaning, isText, nullable: nullable || !isWhole, isKey });
    }
    return found;
  },

  sample: (table, { name }, most) =>
    toStatement(
      sql`SELECT json(${rawSql(quote(name))}) FROM ${rawSql(quote(splitTableName(table).name))} WHERE json_valid(${rawSql(quote(name))}) LIMIT ${bindable("integer", most)}`,
    ),
};

/** How many values of a column are of each type of SQLite. */
interface Seen {
  readonly integers: number;
  readonly reals: number;
  readonly texts: number;
  readonly blobs: number;
  readonly nulls: number;
  /** Whole numbers that are 0 or 1. */
  readonly bits: number;
  readonly dates: number;
  /** Texts that are a JSON object or list. */
  readonly documents: number;
}

async function countTypes(table: string, column: string, run: RunStatement): Promise<Seen> {
  const own = rawSql(quote(column));
  const many = (condition: SqlText) => sql`coalesce(sum(CASE WHEN ${condition} THEN 1 ELSE 0 END), 0)`;
  const isText = sql`typeof(${own}) = 'text'`;
  const [row] = await queryRows(
    run,
    sql`SELECT ${many(sql`typeof(${own}) = 'integer'`)}, ${many(sql`typeof(${own}) = 'real'`)}, ${many(isText)}, ${many(sql`typeof(${own}) = 'blob'`)}, ${many(sql`${own} IS NULL`)}, ${many(sql`typeof(${own}) = 'integer' AND ${own} IN (0, 1)`)}, ${many(sql`${isText} AND length(${own}) = 10 AND date(${own}) IS (${own} COLLATE BINARY)`)}, ${many(sql`${isText} AND substr(ltrim(${own}), 1, 1) IN ('{', '[') AND json_valid(${own})`)} FROM ${rawSql(quote(table))}`,
  );
  const [integers, reals, texts, blobs, nulls, bits, dates, documents] = (row ?? []).map(Number);
  return {
    integers: integers ?? 0,
    reals: reals ?? 0,
    texts: texts ?? 0,
    blobs: blobs ?? 0,
    nulls: nulls ?? 0,
    bits: bits ?? 0,
    dates: dates ?? 0,
    documents: documents ?? 0,
  };
}

type Meaning = Pick<FoundColumn, "type" | "storage" | "note">;

function meaningOf(name: string, declared: string, seen: Seen, hasCollations: boolean): Meaning {
  const own = `${TABLE_ALIAS}.${quote(name)}`;
  const numbers = seen.integers + seen.reals;
  const most = Math.max(numbers, seen.texts, seen.blobs);
  if (most === 0) return emptyMeaning(name, declared, own, hasCollations);
  if (most === seen.blobs) return { type: undefined, note: "its values are bytes" };
  const others = numbers + seen.texts + seen.blobs - most;
  const note = others === 0 ? {} : { note: `${others} of its values are of another type and count as null` };
  if (most === numbers && numbers > seen.texts) {
    if (seen.reals === 0) {
      const isBoolean = /^BOOL/.test(declared) && seen.bits === seen.integers;
      const type = isBoolean ? "boolean" : "integer";
      return {
        type,
        ...note,
        ...(others === 0
          ? {}
          : { storage: { expression: `CASE typeof(${own}) WHEN 'integer' THEN ${own} END` } }),
      };
    }
    const isPlain = others === 0 && seen.integers === 0;
    const cast = `CASE WHEN typeof(${own}) IN ('integer', 'real') THEN CAST(${own} AS REAL) END`;
    return { type: "number", ...note, ...(isPlain ? {} : { storage: { expression: cast } }) };
  }
  if (others > 0)
    return {
      type: "string",
      ...note,
      storage: { expression: `CASE typeof(${own}) WHEN 'text' THEN ${own} COLLATE BINARY END` },
    };
  if (seen.dates === seen.texts) return textMeaning("date", name, undefined, hasCollations, own);
  if (seen.documents === seen.texts) return { type: "json", storage: { json: name } };
  return textMeaning(temporalOf(declared), name, "text", hasCollations, own);
}

/** What was declared is all that is known. */
function emptyMeaning(name: string, declared: string, own: string, hasCollations: boolean): Meaning {
  if (declared.includes("JSON")) return { type: "json", storage: { json: name } };
  if (/BLOB/.test(declared)) return { type: undefined, note: "its values are bytes" };
  if (/^BOOL/.test(declared)) return { type: "boolean" };
  if (declared.includes("INT")) return { type: "integer" };
  if (/REAL|FLOA|DOUB|NUMERIC|DECIMAL/.test(declared)) return { type: "number" };
  return textMeaning(temporalOf(declared), name, "text", hasCollations, own);
}

function textMeaning(
  type: ScalarType,
  name: string,
  form: string | undefined,
  hasCollations: boolean,
  own: string,
): Meaning {
  const held = type === "string" || form === undefined ? {} : { form };
  if (hasCollations) return { type, storage: { expression: `${own} COLLATE BINARY`, ...held } };
  return held.form === undefined ? { type } : { type, storage: { column: name, ...held } };
}

function temporalOf(declared: string): ScalarType {
  if (/^(?:DATETIME|TIMESTAMP)/.test(declared)) return "dateTime";
  if (/^DATE\b/.test(declared)) return "date";
  return /^TIME\b/.test(declared) ? "time" : "string";
}
