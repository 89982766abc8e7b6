import type { ColumnMeaning, RunStatement, TablePath } from "../../dialect-types/table-reader.ts";
import { bindable, rawSql, sql, type SqlText } from "../../fragments/fragment.ts";
import { TABLE_ALIAS } from "../../fragments/table-alias.ts";
import {
  BYTES,
  makeTableReader,
  meaningByRule,
  queryRows,
  quotedPath,
  type ColumnTypeRule,
  type DescribedColumn,
} from "../shared/table-reader.ts";
import { quoteMariadb as quote } from "./dialect.ts";
import { MAX_INTEGER_DIGITS } from "./numbers.ts";

/**
 * Reads table definitions. A `TINYINT(1)` column is a boolean if it holds only 0 and 1. A string column with a
 * `json_valid` CHECK is JSON, as MariaDB itself defines the type JSON.
 */
export const mariadbTableReader = makeTableReader<MariadbColumn>({
  quote,
  tables: tablesWhere(sql`(table_schema = DATABASE() OR DATABASE() IS NULL)`),
  // A connection with a current database reads those of others, too.
  tablesOfSchemas: tablesWhere(sql`TRUE`),
  foldName: async (run) => {
    const [[setting] = []] = await queryRows(run, sql`SELECT @@lower_case_table_names`);
    return Number(setting) === 0 ? (name) => name : (name) => name.toLowerCase();
  },

  async describe(table, run) {
    const [name, schema] = [...table].reverse();
    const inSchema = schema === undefined ? sql`DATABASE()` : sql`${bindable("text", schema)}`;
    const checks = await queryRows(
      run,
      sql`SELECT check_clause FROM information_schema.check_constraints WHERE constraint_schema = ${inSchema} AND table_name = ${bindable("text", name!)}`,
    );
    const rows = await queryRows(
      run,
      sql`SELECT column_name, data_type, column_type, is_nullable, column_key, numeric_precision, numeric_scale, datetime_precision, character_set_name, collation_name FROM information_schema.columns WHERE table_schema = ${inSchema} AND table_name = ${bindable("text", name!)} ORDER BY ordinal_position`,
    );
    // A view without columns names a table that does not exist: the statement fails with this reason.
    if (rows.length === 0) await queryRows(run, sql`SELECT 1 FROM ${quotedPath(table, quote)} LIMIT 0`);
    const isOnlyKey = rows.filter(([, , , , key]) => key === "PRI").length === 1;
    return rows.map((row) => {
      const [column, type, fullType, nullable, key, digits, scale, precision, characterSet, collation] = row;
      return {
        name: String(column),
        type: String(type).toLowerCase(),
        fullType: String(fullType).toLowerCase(),
        digits: Number(digits ?? 0),
        scale: Number(scale ?? 0),
        precision: Number(precision ?? 0),
        characterSet: typeof characterSet === "string" ? characterSet : "",
        collation: typeof collation === "string" ? collation : "",
        // The functions of JSON keep the character set of the column, and results are compared as utf8mb4.
        isJson:
          characterSet === "utf8mb4" &&
          checks.some(([clause]) => String(clause) === `json_valid(${quote(String(column))})`),
        nullable: nullable === "YES",
        isKey: key === "PRI" && isOnlyKey,
      };
    });
  },

  meaningOf: async (column, table, run) => {
    if (column.isJson) return { type: "json", storage: { json: column.name } };
    const meaning = await meaningOf(column, table, run);
    return column.isKey && isLossy(column)
      ? {
          ...meaning,
          isKey: false,
          note: "different values can be read as the same one, so it is not the key",
        }
      : meaning;
  },
});

interface MariadbColumn extends DescribedColumn {
  /** Type name without length, such as `tinyint`. */
  readonly type: string;
  /** Type name with length and sign, such as `tinyint(1) unsigned`. */
  readonly fullType: string;
  readonly digits: number;
  readonly scale: number;
  /** Number of fraction digits of a second. */
  readonly precision: number;
  readonly characterSet: string;
  readonly collation: string;
  /** Whether a CHECK constraint allows only valid JSON. */
  readonly isJson: boolean;
}

async function meaningOf(column: MariadbColumn, table: TablePath, run: RunStatement): Promise<ColumnMeaning> {
  const { name, type, precision } = column;
  switch (type) {
    case "tinyint": {
      const isBoolean = column.fullType.startsWith("tinyint(1)") && (await holdsBits(name, table, run));
      return { type: isBoolean ? "boolean" : "integer" };
    }
    case "decimal":
      return meaningOfDecimal(column);
    case "bit":
      return meaningByRule(
        { type: column.digits === 1 ? "boolean" : "integer", cast: "UNSIGNED" },
        name,
        quote,
      );
    case "char":
    case "varchar":
    case "tinytext":
    case "text":
    case "mediumtext":
    case "longtext":
      return meaningOfString(column);
    case "datetime":
      return { type: "dateTime", storage: { column: name, precision } };
    case "time":
      return { type: "time", storage: { column: name, precision } };
    default:
      return meaningByRule(
        TYPES.get(type) ?? { unreadable: `tamis does not read the type ${type}` },
        name,
        quote,
      );
  }
}

const INTEGER: ColumnTypeRule = { type: "integer" };
const CAST_TO_DOUBLE: ColumnTypeRule = { type: "number", cast: "DOUBLE" };
const CAST_TO_STRING: ColumnTypeRule = { type: "string", cast: "CHAR CHARACTER SET utf8mb4" };
const GEOMETRY: ColumnTypeRule = { unreadable: "its values are geometries" };

const TYPES: ReadonlyMap<string, ColumnTypeRule> = new Map<string, ColumnTypeRule>([
  ["smallint", INTEGER],
  ["mediumint", INTEGER],
  ["int", INTEGER],
  ["bigint", INTEGER],
  // Without the cast, MariaDB reads integers below 100 as years with two digits.
  ["year", { type: "integer", cast: "SIGNED" }],
  ["double", { type: "number" }],
  ["float", CAST_TO_DOUBLE],
  ["date", { type: "date" }],
  ["timestamp", { type: "dateTime", cast: "DATETIME(6)", precision: 6 }],
  ["tinyblob", BYTES],
  ["blob", BYTES],
  ["mediumblob", BYTES],
  ["longblob", BYTES],
  ["binary", BYTES],
  ["varbinary", BYTES],
  ["enum", CAST_TO_STRING],
  ["set", CAST_TO_STRING],
  ["uuid", CAST_TO_STRING],
  ["inet4", CAST_TO_STRING],
  ["inet6", CAST_TO_STRING],
  ["geometry", GEOMETRY],
  ["point", GEOMETRY],
  ["linestring", GEOMETRY],
  ["polygon", GEOMETRY],
  ["multipoint", GEOMETRY],
  ["multilinestring", GEOMETRY],
  ["multipolygon", GEOMETRY],
  ["geometrycollection", GEOMETRY],
]);

/** Returns whether different values of the column can be read as the same value. */
function isLossy({ type, fullType, digits, scale, characterSet }: MariadbColumn): boolean {
  switch (type) {
    case "decimal":
      return !isWhole({ digits, scale }) && digits > EXACT_DOUBLE_DIGITS;
    case "enum":
    case "set":
      // An invalid value is read as an empty string, which can also be a valid value.
      return fullType.includes("''") || !LOSSLESS_CHARACTER_SETS.has(characterSet);
    default:
      return characterSet !== "" && !LOSSLESS_CHARACTER_SETS.has(characterSet);
  }
}

/** Character sets that convert to utf8mb4 without mapping two characters to one. */
const LOSSLESS_CHARACTER_SETS: ReadonlySet<string> = new Set([
  "ascii",
  "latin1",
  "utf8mb3",
  "utf8mb4",
  "utf16",
  "utf16le",
  "utf32",
]);

/** Number of decimal digits that every double keeps. */
const EXACT_DOUBLE_DIGITS = 15;

function isWhole({ digits, scale }: Pick<MariadbColumn, "digits" | "scale">): boolean {
  return scale === 0 && digits <= MAX_INTEGER_DIGITS;
}

function meaningOfDecimal(column: MariadbColumn): ColumnMeaning {
  if (isWhole(column)) return { type: "integer" };
  const meaning = meaningByRule(CAST_TO_DOUBLE, column.name, quote);
  return column.digits > EXACT_DOUBLE_DIGITS
    ? { ...meaning, note: `values of ${column.digits} digits are rounded to doubles` }
    : meaning;
}

function meaningOfString({ name, type, characterSet, collation }: MariadbColumn): ColumnMeaning {
  if (characterSet !== "utf8mb4") {
    const expression = `CONVERT(${TABLE_ALIAS}.${quote(name)} USING utf8mb4)`;
    return { type: "string", storage: { expression } };
  }
  // MariaDB sorts a CHAR column with its padding, even in a collation without padding.
  return collation === "utf8mb4_nopad_bin" && type !== "char"
    ? { type: "string", storage: { column: name, binary: true } }
    : { type: "string" };
}

async function holdsBits(name: string, table: TablePath, run: RunStatement): Promise<boolean> {
  const rows = await queryRows(
    run,
    sql`SELECT 1 FROM ${quotedPath(table, quote)} WHERE ${rawSql(quote(name))} NOT IN (0, 1) LIMIT 1`,
  );
  return rows.length === 0;
}

function tablesWhere(condition: SqlText): SqlText {
  return sql`SELECT table_schema, table_name, table_schema = DATABASE() FROM information_schema.tables WHERE ${condition} AND table_schema NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys') AND table_type IN ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') ORDER BY 1, 2`;
}
