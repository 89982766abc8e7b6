import { SCALARS as CLICKHOUSE_TYPES } from "../../../src/sql/dialects/clickhouse/ddl.ts";
import type { DialectName } from "../../../src/sql/dialects/list.ts";
import type { JsonColumnType } from "../../../src/sql/tables/table-definition.ts";
import { isTemporal, type ScalarType } from "../../../src/values/types.ts";

/** A type of columns that hold several values, with its literals. */
interface Nested {
  readonly type: (of: string) => string;
  readonly of: (type: string, values: readonly string[], keys: readonly string[]) => string;
  readonly nullable: boolean;
}

/** SQL of a database, for tests that create tables of their own. */
interface Product {
  readonly types: Readonly<Record<ScalarType, string>>;
  /** Type of strings that can be a key. Default: that of strings. */
  readonly keyType?: string;
  /** Type of strings that the database compares without case. Default: that of strings. */
  readonly caselessType?: string;
  readonly json: { readonly type: string; readonly as?: JsonColumnType };
  readonly lists?: Nested;
  readonly maps?: Nested;
  /** An object as the database itself has them. Default: JSON. */
  readonly object?: {
    readonly type: (members: readonly (readonly [name: string, type: string])[]) => string;
    readonly of: (members: readonly (readonly [name: string, literal: string])[]) => string;
    readonly missing: string;
  };
  /** Returns a value that is not null, given as a string literal. Default: an integer, or a cast without `T` and `Z`. */
  readonly literal?: (text: string, type: ScalarType) => string | undefined;
  readonly hasBackslashEscapes?: boolean;
  /** First and last year of dates. Default: 1 and 9999. */
  readonly years?: readonly [first: string, last: string];
  readonly hasUniqueKeys?: false;
  /** Query of the integers from 1 in a column `id`. */
  readonly numbers: (count: number) => string;
  /** Expression over the column `id` that takes half a minute for each row, or that many rows take. */
  readonly wait: (marker: string) => string;
}

/** The one list of what tests of drivers have to know of a database. */
export const PRODUCTS: Readonly<Record<DialectName, Product>> = {
  sqlite: {
    types: {
      integer: "INTEGER",
      number: "REAL",
      boolean: "INTEGER",
      string: "TEXT",
      date: "TEXT",
      time: "TEXT",
      dateTime: "TEXT",
    },
    caselessType: "TEXT COLLATE NOCASE",
    json: { type: "TEXT" },
    literal: (text, type) => (isTemporal(type) ? text : type === "number" ? text.slice(1, -1) : undefined),
    numbers: (count) =>
      `WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n LIMIT ${count}) SELECT id FROM n`,
    // SQLite stops between rows.
    wait: () => "length(tamis_text(t.id / 7.0))",
  },
  postgres: {
    types: {
      integer: "bigint",
      number: "double precision",
      boolean: "boolean",
      string: "text",
      date: "date",
      time: "time",
      dateTime: "timestamptz",
    },
    json: { type: "jsonb", as: "jsonb" },
    lists: {
      type: (of) => `${of}[]`,
      of: (type, values) => `CAST(ARRAY[${values.join(", ")}] AS ${type})`,
      nullable: true,
    },
    literal: (text, type) => (type === "dateTime" ? `CAST(${text} AS timestamptz)` : undefined),
    numbers: (count) => `SELECT CAST(id AS bigint) AS id FROM generate_series(1, ${count}) AS n(id)`,
    wait: (marker) => `(SELECT 1 FROM pg_sleep(${marker}) WHERE t.id > 0)`,
  },
  mariadb: {
    types: {
      integer: "BIGINT",
      number: "DOUBLE",
      boolean: "BOOLEAN",
      string: "LONGTEXT",
      date: "DATE",
      time: "TIME(6)",
      dateTime: "DATETIME(6)",
    },
    keyType: "varchar(40)",
    caselessType: "MEDIUMTEXT COLLATE utf8mb4_general_ci",
    json: { type: "JSON" },
    literal: (text, type) => (isTemporal(type) ? inOwnZone(text) : undefined),
    numbers: (count) => `SELECT CAST(seq AS SIGNED) AS id FROM seq_1_to_${count}`,
    wait: (marker) => `(SLEEP(${marker}) + t.id)`,
  },
  duckdb: {
    types: {
      integer: "BIGINT",
      number: "DOUBLE",
      boolean: "BOOLEAN",
      string: "VARCHAR",
      date: "DATE",
      time: "TIME",
      dateTime: "TIMESTAMP",
    },
    caselessType: "VARCHAR COLLATE NOCASE",
    json: { type: "JSON" },
    lists: {
      type: (of) => `${of}[]`,
      of: (type, values) => `CAST([${values.join(", ")}] AS ${type})`,
      nullable: true,
    },
    maps: {
      type: (of) => `MAP(VARCHAR, ${of})`,
      of: (_, values, keys) => `map([${keys.join(", ")}], [${values.join(", ")}])`,
      nullable: true,
    },
    object: {
      type: (members) => `STRUCT(${members.map(([name, type]) => `${name} ${type}`).join(", ")})`,
      of: (members) => `{${members.map(([name, value]) => `'${name}': ${value}`).join(", ")}}`,
      missing: "NULL",
    },
    literal: (text, type) => (type === "integer" ? `CAST(${text} AS BIGINT)` : undefined),
    numbers: (count) => `SELECT id FROM range(1, ${count + 1}) AS n(id)`,
    wait: () => "(SELECT count(*) FROM range(100000000000) AS r(x) WHERE r.x % 7 <> t.id)",
  },
  clickhouse: {
    types: CLICKHOUSE_TYPES,
    json: { type: "String" },
    lists: {
      type: (of) => `Array(Nullable(${of})) NOT NULL`,
      of: (_, values) => `[${values.join(", ")}]`,
      nullable: false,
    },
    maps: {
      type: (of) => `Map(String, Nullable(${of})) NOT NULL`,
      of: (_, values, keys) => `mapFromArrays([${keys.join(", ")}], [${values.join(", ")}])`,
      nullable: false,
    },
    object: {
      type: (members) =>
        `Tuple(${members.map(([name, type]) => `${name} Nullable(${type})`).join(", ")}) NOT NULL`,
      of: (members) => `(${members.map(([, value]) => value).join(", ")})`,
      missing: "(NULL, NULL)",
    },
    hasBackslashEscapes: true,
    years: ["1900", "2299"],
    hasUniqueKeys: false,
    numbers: (count) => `SELECT toInt64(number) AS id FROM numbers(1, ${count})`,
    wait: () => "((SELECT count() FROM numbers(1000000000) WHERE number % 7 <> 3) + t.id)",
  },
};

/** A value as a statement of the database contains it. */
export function literalOf(
  product: DialectName,
  value: string | number | bigint | boolean | null,
  type: ScalarType,
): string {
  if (value === null) return "NULL";
  if (typeof value === "boolean") return String(value);
  const { literal, hasBackslashEscapes, types } = PRODUCTS[product];
  const escaped = hasBackslashEscapes === true ? String(value).replaceAll("\\", "\\\\") : String(value);
  const text = `'${escaped.replaceAll("'", "''")}'`;
  if (type === "string") return text;
  const standard = () => (type === "integer" ? String(value) : `CAST(${inOwnZone(text)} AS ${types[type]})`);
  return literal?.(text, type) ?? standard();
}

function inOwnZone(text: string): string {
  return text.replace("T", " ").replace("Z", "");
}
