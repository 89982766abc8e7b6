import { isRefusal, type Refusal, type SqlScalar } from "../../functions/definition/port.ts";
import { ownProperty } from "../../values/own-properties.ts";
import { isTemporal, type ScalarType } from "../../values/types.ts";
import type { Dialect, ListForm, MapForm } from "../dialect-types/dialect.ts";
import { bindable, sql, rawSql, type SqlText } from "../fragments/fragment.ts";
import { TABLE_ALIAS } from "../fragments/table-alias.ts";
import type { ChildTableStorage } from "../tables/table-definition.ts";

/**
 * Returns the FROM and WHERE clauses that select the child rows of a row. A row without child rows has an empty list: a
 * child table cannot represent null.
 */
export function childRows(storage: ChildTableStorage, dialect: Dialect, key: SqlText) {
  const names = typeof storage.childTable === "string" ? [storage.childTable] : storage.childTable;
  const parent = rawSql(`c.${dialect.quote(storage.parent)}`);
  const owner =
    storage.references === undefined ? key : rawSql(`${TABLE_ALIAS}.${dialect.quote(storage.references)}`);
  const from = rawSql(`${names.map(dialect.quote).join(".")} AS c`);
  const where = sql`${parent} = ${owner}`;
  const refusal = ownProperty(dialect, "correlatedSubqueries");
  return {
    from,
    where,
    isNotNull: true,
    length: refusal ?? sql`(SELECT count(*) FROM ${from} WHERE ${where})`,
    ...(refusal === undefined
      ? {}
      : {
          // `GLOBAL` sends the keys to the servers that evaluate the condition. It changes nothing on one server.
          exists: (test: SqlText) =>
            namesRow(test) ? refusal : sql`${owner} GLOBAL IN (SELECT ${parent} FROM ${from} WHERE ${test})`,
        }),
    column: (name: string) => ({
      sql: rawSql(`c.${dialect.quote(name)}`),
      traits: { binary: storage.binary, finite: storage.finite },
    }),
  };
}

/** Returns whether SQL can name a column of the row. Names of other columns can look like one, such as `t.x`. */
function namesRow({ parts }: SqlText): boolean {
  return parts.some((part) =>
    typeof part === "string" ? ROW_COLUMN.test(part) : part.kind === "sql" && namesRow(part),
  );
}

const ROW_COLUMN = new RegExp(`\\b${TABLE_ALIAS}\\.`);

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
  if (storage.key === undefined) return { refused: "the child table has no column for the keys of a map" };
  const { column, ...rows } = childRows(storage, dialect, key);
  const value = column(storage.value);
  if (values === "string") return { ...rows, key: column(storage.key), value };
  if (isTemporal(values))
    return { refused: "a child table does not keep the original string of a date or a time" };
  const stringSql = dialect.stringForm({ sql: value.sql, type: values, nullable: true, traits: {} });
  if (isRefusal(stringSql)) return stringSql;
  return { ...rows, key: column(storage.key), value: { sql: stringSql, traits: {} } };
}

export function entryOf(
  storage: ChildTableStorage,
  inner: readonly string[],
  type: ScalarType,
  dialect: Dialect,
  key: SqlText,
): SqlScalar | Refusal {
  const refusal = ownProperty(dialect, "correlatedSubqueries");
  if (refusal !== undefined) return refusal;
  const [entry] = inner;
  if (storage.key === undefined || entry === undefined || inner.length > 1)
    return { refused: "the child table does not hold this value" };
  const rows = childRows(storage, dialect, key);
  const name = dialect.binaryString(rows.column(storage.key).sql, { binary: storage.binary }, "equality");
  const boundKey = dialect.bind(bindable("text", entry));
  const from = sql`SELECT ${rows.column(storage.value).sql} FROM ${rows.from}`;
  return {
    sql: sql`(${from} WHERE ${rows.where} AND ${name} = ${boundKey} LIMIT 1)`,
    type,
    nullable: true,
    traits: {},
  };
}
