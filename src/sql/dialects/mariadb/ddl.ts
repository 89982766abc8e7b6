import { requireKind } from "../../../diagnostics/require-argument.ts";
import { isTemporal, type ScalarType } from "../../../values/types.ts";
import type { DdlRequest } from "../../tables/ddl-request.ts";
import { keyColumnOf, type ScalarColumn, type TableColumn } from "../../tables/table-columns.ts";
import { NO_CAPABILITIES } from "../shared/base-dialect.ts";
import { createTables, qualifiedName, readableCheck, type ChildTableRules } from "../shared/create-tables.ts";
import { mariadb, quoteMariadb as quote } from "./dialect.ts";

/**
 * Returns the statements that create a table of MariaDB.
 *
 * - Declare strings as `binary`. They are LONGTEXT with an index on a prefix, which serves equality, `in` and prefixes,
 *   but no order.
 * - The key, stored sort keys, and strings sorted by code points are as long as an index allows; the database rejects
 *   longer values.
 * - CHECK constraints enforce what the table's definition promises.
 *
 * @example mariadbDdl({ catalog, table: { table: "reports" }, locales: ["en"] })
 */
export function mariadbDdl(request: DdlRequest): readonly string[] {
  requireKind(request, "request", "an object with catalog and table", "catalog", "table");
  const isIndexed = (column: TableColumn) =>
    column.kind === "sortKeys" && request.locales.includes(column.locale);
  return createTables(request, {
    quote,
    scalarTypes: SCALARS,
    columnType: (column, key) => columnType(column, INDEX_BYTES - indexBytes(key), isIndexed(column)),
    keyConstraint: "NOT NULL",
    checks: checksOf,
    tableClauses: (columns) => {
      const key = keyColumnOf(columns);
      const indexes = columns.flatMap((column) => indexesOf(column, isIndexed(column)));
      return [
        ...(key === undefined ? [] : [`PRIMARY KEY (${quote(key.name)})`]),
        ...indexes.slice(0, MAX_INDEXES),
      ];
    },
    tableSuffix: ` ENGINE = InnoDB DEFAULT ${TEXT}`,
    child: CHILD_RULES,
  });
}

/** Maximum number of indexes of a table in addition to its primary key. */
const MAX_INDEXES = 63;
/** Maximum number of bytes of an index entry, including the catalog's key, which orders rows that tie. */
const INDEX_BYTES = 3072;
/** Number of bytes that an indexed string needs in addition to its characters: null flag and length. */
const OVERHEAD_BYTES = 3;
const CHARACTER_BYTES = 4;
/** Maximum number of characters of a string key. Also the number of indexed characters of a string. */
const KEY_CHARACTERS = 255;

function indexBytes(key: ScalarColumn | undefined): number {
  if (key === undefined) return 0;
  return key.type === "string" ? KEY_CHARACTERS * CHARACTER_BYTES + OVERHEAD_BYTES : 8;
}

function indexesOf(column: TableColumn, isIndexedSortKey: boolean): readonly string[] {
  const name = quote(column.name);
  if (column.kind === "sortKeys") return isIndexedSortKey ? [`KEY (${name})`] : [];
  if (column.kind !== "scalar" || column.isKey || column.type === "boolean") return [];
  const isPrefix = column.type === "string" && !isSortedByCodePoints(column);
  return [isPrefix ? `KEY (${name}(${KEY_CHARACTERS}))` : `KEY (${name})`];
}

function isSortedByCodePoints(column: ScalarColumn): boolean {
  return column.isSortable && column.order === "codePoint";
}

function checksOf(column: TableColumn, name: string): readonly string[] {
  // Use a pattern without a backslash: the meaning of a backslash in a literal depends on session settings.
  if (column.kind === "scalar" && column.isAscii) return [`${name} NOT REGEXP '[^ -~]'`];
  if (column.kind === "scalar" && column.isFinite && isTemporal(column.type)) {
    const check = readableCheck(column, DIALECT);
    return check === undefined ? [] : [check];
  }
  return column.kind === "json" && column.as === "text" ? [`JSON_VALID(${name})`] : [];
}

const DIALECT = mariadb(NO_CAPABILITIES);

const TEXT = "CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin";
const LONG_STRING = `LONGTEXT ${TEXT}`;

function columnType(column: TableColumn, room: number, isIndexedSortKey: boolean): string {
  switch (column.kind) {
    case "scalar":
      if (column.type !== "string" || column.isKey) return scalarType(column);
      return isSortedByCodePoints(column)
        ? `VARCHAR(${Math.floor((room - OVERHEAD_BYTES) / CHARACTER_BYTES)}) ${TEXT}`
        : LONG_STRING;
    case "json":
      return column.as === "text" ? LONG_STRING : "JSON";
    case "sortKeys":
      return isIndexedSortKey ? `VARBINARY(${room - OVERHEAD_BYTES})` : "LONGBLOB";
    case "list":
    case "map":
      throw new TypeError(
        `MariaDB has no column type for lists and maps: store ${column.name} as JSON or in a child table`,
      );
  }
}

/**
 * Returns the column type of a key, or of a column that references a key. Strings are short there, so that an index can
 * hold them.
 */
function scalarType({ type, precision }: Pick<ScalarColumn, "type" | "precision">): string {
  const isTimed = type === "time" || type === "dateTime";
  return isTimed ? `${SCALARS[type]}(${Math.min(precision ?? 6, 6)})` : SCALARS[type];
}

const SCALARS: Readonly<Record<ScalarType, string>> = {
  boolean: "TINYINT(1)",
  integer: "BIGINT",
  number: "DOUBLE",
  string: `VARCHAR(${KEY_CHARACTERS}) ${TEXT}`,
  date: "DATE",
  time: "TIME",
  dateTime: "DATETIME",
};

const CHILD_RULES: ChildTableRules = {
  parentType: scalarType,
  valueType: ({ type, storage: { precision } }) =>
    type === "string" ? LONG_STRING : scalarType({ type, precision }),
  clauses: ({ storage, type }, parentKey, parentTable) => {
    const parent = quote(storage.parent);
    const value = quote(storage.value);
    return [
      ...(storage.key === undefined
        ? // The second index finds parent rows by element.
          [`KEY (${parent})`, `KEY (${value}${type === "string" ? `(${KEY_CHARACTERS})` : ""})`]
        : [`KEY (${parent}, ${quote(storage.key)})`]),
      ...(parentKey === undefined
        ? []
        : [
            `FOREIGN KEY (${parent}) REFERENCES ${qualifiedName(parentTable, quote)} (${quote(parentKey.name)}) ON DELETE CASCADE`,
          ]),
    ];
  },
};
