import { toStatement, bindable, sql, rawSql, type SqlText } from "../../fragments/fragment.ts";
import { TABLE_ALIAS } from "../../fragments/table-alias.ts";
import {
  queryRows,
  type FoundColumn,
  type RunStatement,
  type TablePath,
  type TableReader,
} from "../../dialect-types/table-reader.ts";
import { quoteMariadb as quote } from "./dialect.ts";

/**
 * The columns of MariaDB. A `TINYINT(1)` is a boolean where it holds 0 and 1 alone; a text that a CHECK holds to JSON is
 * JSON, which is how MariaDB has it.
 */
export const mariadbColumns: TableReader = {
  tables: async (run) =>
    (
      await queryRows(
        run,
        sql`SELECT table_schema, table_name, table_schema = DATABASE() FROM information_schema.tables WHERE (table_schema = DATABASE() OR DATABASE() IS NULL) AND table_schema NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys') AND table_type IN ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') ORDER BY 1, 2`,
      )
    ).map(([schema, name, isOwn]) => (Number(isOwn) === 1 ? [String(name)] : [String(schema), String(name)])),

  async columns(table, run) {
    const [name, schema] = [...table].reverse();
    const inSchema = schema === undefined ? sql`DATABASE()` : sql`${bindable("text", schema)}`;
    const own = sql`table_schema = ${inSchema} AND table_name = ${bindable("text", name!)}`;
    const checks = (
      await queryRows(
        run,
        sql`SELECT check_clause FROM information_schema.check_constraints WHERE constraint_schema = ${inSchema} AND table_name = ${bindable("text", name!)}`,
      )
    ).map(([clause]) => String(clause));
    const rows = await queryRows(
      run,
      sql`SELECT column_name, data_type, column_type, is_nullable, column_key, numeric_precision, numeric_scale, datetime_precision, character_set_name, collation_name FROM information_schema.columns WHERE ${own} ORDER BY ordinal_position`,
    );
    const keys = rows.filter(([, , , , key]) => key === "PRI").length;
    const found: FoundColumn[] = [];
    for (const row of rows) {
      const column = describe(row);
      const isJson = checks.some((clause) => clause === `json_valid(${quote(column.name)})`);
      const meaning = isJson
        ? ({ type: "json", storage: { json: column.name } } as const)
        : await meaningOf(column, table, run);
      found.push({
        name: column.name,
        ...meaning,
        nullable: row[3] === "YES",
        isKey: row[4] === "PRI" && keys === 1,
      });
    }
    return found;
  },

  sample: (table, { name }, most) =>
    toStatement(
      sql`SELECT ${rawSql(quote(name))} FROM ${nameOf(table)} WHERE ${rawSql(quote(name))} IS NOT NULL LIMIT ${bindable("integer", most)}`,
    ),
};

interface Described {
  readonly name: string;
  readonly type: string;
  readonly full: string;
  readonly digits: number;
  readonly scale: number;
  readonly fraction: number;
  readonly characters: string;
  readonly collation: string;
}

function describe(row: readonly unknown[]): Described {
  const [name, type, full, , , digits, scale, fraction, characters, collation] = row;
  return {
    name: String(name),
    type: String(type).toLowerCase(),
    full: String(full).toLowerCase(),
    digits: Number(digits ?? 0),
    scale: Number(scale ?? 0),
    fraction: Number(fraction ?? 0),
    characters: typeof characters === "string" ? characters : "",
    collation: typeof collation === "string" ? collation : "",
  };
}

async function meaningOf(
  column: Described,
  table: TablePath,
  run: RunStatement,
): Promise<Pick<FoundColumn, "type" | "storage" | "note">> {
  const { name, type, fraction } = column;
  const own = `${TABLE_ALIAS}.${quote(name)}`;
  switch (type) {
    case "tinyint": {
      const isBoolean = column.full.startsWith("tinyint(1)") && (await holdsBits(name, table, run));
      return { type: isBoolean ? "boolean" : "integer" };
    }
    case "smallint":
    case "mediumint":
    case "int":
    case "bigint":
      return { type: "integer" };
    case "year":
      return { type: "integer", storage: { expression: `CAST(${own} AS SIGNED)` } };
    case "double":
      return { type: "number" };
    case "float":
      return { type: "number", storage: { expression: `CAST(${own} AS DOUBLE)` } };
    case "decimal":
      return column.scale === 0 && column.digits <= 18
        ? { type: "integer", storage: { expression: `CAST(${own} AS SIGNED)` } }
        : { type: "number", storage: { expression: `CAST(${own} AS DOUBLE)` } };
    case "bit":
      return {
        type: column.digits === 1 ? "boolean" : "integer",
        storage: { expression: `CAST(${own} AS UNSIGNED)` },
      };
    case "char":
    case "varchar":
    case "tinytext":
    case "text":
    case "mediumtext":
    case "longtext":
      if (column.characters !== "utf8mb4")
        return { type: "string", storage: { expression: `CONVERT(${own} USING utf8mb4)` } };
      return column.collation === "utf8mb4_nopad_bin"
        ? { type: "string", storage: { column: name, binary: true } }
        : { type: "string" };
    case "date":
      return { type: "date" };
    case "datetime":
      return { type: "dateTime", storage: { column: name, precision: fraction } };
    case "timestamp":
      return {
        type: "dateTime",
        storage: { expression: `CAST(${own} AS DATETIME(6))`, precision: 6 },
      };
    case "time":
      return { type: "time", storage: { column: name, precision: fraction } };
    case "tinyblob":
    case "blob":
    case "mediumblob":
    case "longblob":
    case "binary":
    case "varbinary":
      return { type: undefined, note: "its values are bytes" };
    default:
      return {
        type: "string",
        storage: { expression: `CAST(${own} AS CHAR CHARACTER SET utf8mb4)` },
      };
  }
}

async function holdsBits(name: string, table: TablePath, run: RunStatement): Promise<boolean> {
  const rows = await queryRows(
    run,
    sql`SELECT 1 FROM ${nameOf(table)} WHERE ${rawSql(quote(name))} NOT IN (0, 1) LIMIT 1`,
  );
  return rows.length === 0;
}

function nameOf(table: TablePath): SqlText {
  return rawSql(table.map(quote).join("."));
}
