import { isRefusal, type Refusal, type SqlScalar } from "../../functions/definition/port.ts";
import { isTemporal, type ScalarType } from "../../values/types.ts";
import type { Dialect, ListForm, MapForm } from "../dialect-types/dialect.ts";
import { bindable, sql, rawSql, type SqlText } from "../fragments/fragment.ts";
import { TABLE_ALIAS } from "../fragments/table-alias.ts";
import type { ChildTableStorage } from "../tables/table-definition.ts";

/** Lists and maps that have a table of their own, a row for each element or entry. */

/** The rows of a child table that belong to a row. No rows are an empty list: a child table has no null one. */
export function childRows(storage: ChildTableStorage, dialect: Dialect, key: SqlText) {
  const names = typeof storage.childTable === "string" ? [storage.childTable] : storage.childTable;
  const parent = rawSql(`c.${dialect.quote(storage.parent)}`);
  const owner =
    storage.references === undefined ? key : rawSql(`${TABLE_ALIAS}.${dialect.quote(storage.references)}`);
  const from = rawSql(`${names.map(dialect.quote).join(".")} AS c`);
  const where = sql`${parent} = ${owner}`;
  return {
    from,
    where,
    isNotNull: true,
    length: sql`(SELECT count(*) FROM ${from} WHERE ${where})`,
    column: (name: string) => ({
      sql: rawSql(`c.${dialect.quote(name)}`),
      traits: { binary: storage.binary },
    }),
  };
}

export function childList(storage: ChildTableStorage, dialect: Dialect, key: SqlText): ListForm {
  const { column, ...rows } = childRows(storage, dialect, key);
  return { ...rows, element: column(storage.value) };
}

export function childMap(
  storage: ChildTableStorage,
  values: ScalarType,
  dialect: Dialect,
  key: SqlText,
): MapForm | Refusal {
  if (storage.key === undefined) return { refused: "the child table names no column of keys" };
  const { column, ...rows } = childRows(storage, dialect, key);
  const value = column(storage.value);
  if (values === "string") return { ...rows, key: column(storage.key), value };
  if (isTemporal(values)) return { refused: "a date or a time in a child table has lost its text" };
  const written = dialect.stringForm({ sql: value.sql, type: values, nullable: true, traits: {} });
  if (isRefusal(written)) return written;
  return { ...rows, key: column(storage.key), value: { sql: written, traits: {} } };
}

/** The value of one key of a map that has a table of its own. */
export function entryOf(
  storage: ChildTableStorage,
  inner: readonly string[],
  type: ScalarType,
  dialect: Dialect,
  key: SqlText,
): SqlScalar | Refusal {
  const [entry] = inner;
  if (storage.key === undefined || entry === undefined || inner.length > 1)
    return { refused: "the child table has no such value" };
  const rows = childRows(storage, dialect, key);
  const name = dialect.binaryString(rows.column(storage.key).sql, { binary: storage.binary }, "equality");
  const sought = dialect.bind(bindable("text", entry));
  const from = sql`SELECT ${rows.column(storage.value).sql} FROM ${rows.from}`;
  return {
    sql: sql`(${from} WHERE ${rows.where} AND ${name} = ${sought} LIMIT 1)`,
    type,
    nullable: true,
    traits: {},
  };
}
