import { isTemporal } from "../../../values/types.ts";
import { joinSql, rawSql, sql } from "../../fragments/fragment.ts";
import {
  isScalarColumn,
  type ColumnMeaning,
  type RunStatement,
  type TablePath,
} from "../../dialect-types/table-reader.ts";
import { TABLE_ALIAS } from "../../fragments/table-alias.ts";
import {
  foldAscii,
  isTrueFlag,
  makeTableReader,
  queryRows,
  quotedPath,
  type DescribedColumn,
} from "../shared/table-reader.ts";
import { columnReading } from "./column-types.ts";
import { quoteDuckdb as quote } from "./quote.ts";
import { duckdbReadable } from "./temporal.ts";

/**
 * Reads table definitions. Structs, nested lists, and lists and maps whose elements must be converted need a view that
 * converts them (`duckdbView`, `duckdbTableView`).
 */
export const duckdbTableReader = makeTableReader<DuckdbColumn>({
  quote,
  tables: sql`SELECT table_schema, table_name, table_schema = 'main' FROM information_schema.tables WHERE table_catalog = current_database() AND table_schema NOT IN ('information_schema', 'pg_catalog') ORDER BY 3 DESC, 1, 2`,
  foldName: () => foldAscii,

  // DESCRIBE finds a table as a query does: in any letter case, on the search path, and in attached databases.
  async describe(table, run, of) {
    const describe = (path: TablePath) => queryRows(run, sql`DESCRIBE ${quotedPath(path, quote)}`);
    const underlying = await describe(of);
    const nullable = new Map(
      underlying.map(([name, type, flag]) => [
        name,
        isTrueFlag(flag) || columnReading(String(type)).isPartial === true,
      ]),
    );
    const keys = underlying.filter(([, , , key]) => key === "PRI");
    return (await describe(table)).map(([name, type]) => {
      const isNullable = nullable.get(name) ?? true;
      return {
        name: String(name),
        type: String(type),
        nullable: isNullable,
        isKey: keys.length === 1 && name === keys[0]![0] && !isNullable,
      };
    });
  },

  async meaningOf({ name, type, isKey }, table, run) {
    const meaning = meaningOf(name, type);
    return isKey && !(await identifiesRows(name, type, table, run)) ? { ...meaning, isKey: false } : meaning;
  },
  sampled: (column) => ({ value: sql`CAST(${column} AS VARCHAR)` }),
  sampleSize: (most) => sql`CAST(${most} AS BIGINT)`,
});

interface DuckdbColumn extends DescribedColumn {
  readonly type: string;
}

/** Returns whether each value of a primary key can be read, and different values are read as different values. */
async function identifiesRows(
  name: string,
  type: string,
  table: TablePath,
  run: RunStatement,
): Promise<boolean> {
  const { type: member, form, convert, isRounded = false } = columnReading(type);
  if (isScalarColumn(member) && isTemporal(member)) {
    const columnSql = rawSql(convert?.(quote(name)) ?? quote(name));
    const { notAbove, notBelow } = duckdbReadable(columnSql, member, form) ?? {};
    const fails = [notAbove, notBelow].flatMap((test) => (test === undefined ? [] : [test.fails]));
    if (fails.length === 0) return true;
    const statement = sql`SELECT 1 FROM ${quotedPath(table, quote)} WHERE ${joinSql(fails, " OR ")} LIMIT 1`;
    return (await queryRows(run, statement)).length === 0;
  }
  // Doubles can be NaN.
  return member !== "number" && !isRounded;
}

function meaningOf(name: string, type: string): ColumnMeaning {
  const { type: member, of, form, convert, isPartial } = columnReading(type);
  if (member === "list" || member === "map" || member === "json") {
    if (convert !== undefined)
      return {
        type: undefined,
        note: `its type is ${type}, which only a view of duckdbTableView or duckdbView converts`,
      };
    if (member === "json") return { type: "json", storage: { json: name } };
    const storage = form === undefined ? { array: name } : { array: name, form };
    return { type: member, ...(of === undefined ? {} : { of }), storage };
  }
  const columnSql = `${TABLE_ALIAS}.${quote(name)}`;
  if (convert !== undefined) {
    const expression = convert(columnSql);
    const storage = form === undefined ? { expression } : { expression, form };
    return { type: member, storage, ...(isPartial === true ? { isPartial } : {}) };
  }
  return form === undefined ? { type: member } : { type: member, storage: { column: name, form } };
}
