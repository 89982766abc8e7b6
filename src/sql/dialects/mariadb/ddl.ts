import type { ScalarType } from "../../../values/types.ts";
import type { DdlRequest } from "../../tables/ddl-request.ts";
import {
  keyColumnOf,
  referencedColumn,
  splitTableName,
  tableColumns,
  type ChildTable,
  type ScalarColumn,
  type TableColumn,
} from "../../tables/table-columns.ts";
import { quoteMariadb as quote } from "./dialect.ts";

/**
 * The statements that make a table of MariaDB, those of its lists and maps, and their indexes, as the dialect reads them
 * best: texts compare by code points (say `binary` of their columns), instants are DATETIME in UTC, promises of a
 * definition are held by CHECK. A text is a LONGTEXT, and an index on its beginning serves equality, `in` and prefixes. No
 * index on a beginning serves an order, so a text that is ordered by code points, the key, and stored keys of the locales
 * are as long as an index takes; longer ones are refused by the database, never cut.
 *
 * @example mariadbDdl({ catalog, table: { table: "reports" }, locales: ["en"] })
 */
export function mariadbDdl(request: DdlRequest): readonly string[] {
  const { columns, children } = tableColumns(request);
  const { table } = request.table;
  const key = keyColumnOf(columns);
  const room = INDEX_BYTES - bytesOf(key);
  const isIndexed = (column: TableColumn) =>
    column.kind === "sortKeys" && request.locales.includes(column.locale);
  const indexes = columns.flatMap((column) => indexOf(column, isIndexed(column)));
  return [
    create(table, [
      ...columns.map((column) => columnOf(column, room, isIndexed(column))),
      ...(key === undefined ? [] : [`PRIMARY KEY (${quote(key.name)})`]),
      ...indexes.slice(0, MOST_INDEXES),
    ]),
    ...children.map((child) => childTable(child, columns, table)),
  ];
}

/** A primary key beside them, MariaDB has 64 indexes of a table. */
const MOST_INDEXES = 63;
/** As many bytes as an index has, its key's after it: without them it would serve no order in which ties go by the key. */
const INDEX_BYTES = 3072;
/** Whether it is null, and how long it is. */
const OVERHEAD_BYTES = 3;
const CHARACTER_BYTES = 4;
/** Characters of a key, and as many of the beginning of a text as an index holds. */
const SHORT = 255;

function bytesOf(key: ScalarColumn | undefined): number {
  if (key === undefined) return 0;
  return key.type === "string" ? SHORT * CHARACTER_BYTES + OVERHEAD_BYTES : 8;
}

function indexOf(column: TableColumn, isIndexedKey: boolean): readonly string[] {
  const name = quote(column.name);
  if (column.kind === "sortKeys") return isIndexedKey ? [`KEY (${name})`] : [];
  if (column.kind !== "scalar" || column.isKey || column.type === "boolean") return [];
  return [
    column.type === "string" && !isOrderedByCodePoints(column) ? `KEY (${name}(${SHORT}))` : `KEY (${name})`,
  ];
}

function isOrderedByCodePoints(column: ScalarColumn): boolean {
  return column.isSortable && column.order === "codePoint";
}

const TEXT = "CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin";
const SHORT_TEXT = `VARCHAR(${SHORT}) ${TEXT}`;
const LONG_TEXT = `LONGTEXT ${TEXT}`;

function columnOf(column: TableColumn, room: number, isIndexedKey: boolean): string {
  const name = quote(column.name);
  const words = [name, typeOf(column, room, isIndexedKey)];
  if (!column.nullable || (column.kind === "scalar" && column.isKey)) words.push("NOT NULL");
  // No escape: what a backslash means in a literal depends on the session.
  if (column.kind === "scalar" && column.isAscii) words.push(`CHECK (${name} NOT REGEXP '[^ -~]')`);
  if (column.kind === "json" && column.as === "text") words.push(`CHECK (JSON_VALID(${name}))`);
  return words.join(" ");
}

function typeOf(column: TableColumn, room: number, isIndexedKey: boolean): string {
  switch (column.kind) {
    case "scalar":
      if (column.type !== "string" || column.isKey) return scalarType(column);
      return isOrderedByCodePoints(column)
        ? `VARCHAR(${Math.floor((room - OVERHEAD_BYTES) / CHARACTER_BYTES)}) ${TEXT}`
        : LONG_TEXT;
    case "json":
      return column.as === "text" ? LONG_TEXT : "JSON";
    case "sortKeys":
      return isIndexedKey ? `VARBINARY(${room - OVERHEAD_BYTES})` : "LONGBLOB";
    case "list":
    case "map":
      throw new TypeError(`MariaDB has no columns of lists or maps, as ${column.name} is said to be.`);
  }
}

/** The type of a key, or of what names one; texts are short. */
function scalarType({ type, precision }: Pick<ScalarColumn, "type" | "precision">): string {
  if (type === "string") return SHORT_TEXT;
  const isTimed = type === "time" || type === "dateTime";
  return isTimed ? `${SCALARS[type]}(${Math.min(precision ?? 6, 6)})` : SCALARS[type];
}

const SCALARS: Readonly<Record<Exclude<ScalarType, "string">, string>> = {
  boolean: "TINYINT(1)",
  integer: "BIGINT",
  number: "DOUBLE",
  date: "DATE",
  time: "TIME",
  dateTime: "DATETIME",
};

function childTable(
  { storage, type }: ChildTable,
  ofParent: readonly TableColumn[],
  parentTable: string | readonly string[],
): string {
  const parent = quote(storage.parent);
  const value = quote(storage.value);
  const owner = referencedColumn(storage, ofParent);
  const isText = type === "string";
  const held = isText ? LONG_TEXT : scalarType({ type, precision: storage.precision });
  const indexes =
    storage.key === undefined
      ? // Rows are found by what is in their list, from which the server goes on to them.
        [`KEY (${parent})`, `KEY (${value}${isText ? `(${SHORT})` : ""})`]
      : [`KEY (${parent}, ${quote(storage.key)})`];
  return create(storage.childTable, [
    `${parent} ${owner === undefined ? "BIGINT" : scalarType(owner)} NOT NULL`,
    ...(storage.key === undefined ? [] : [`${quote(storage.key)} ${SHORT_TEXT} NOT NULL`]),
    `${value} ${held}`,
    ...indexes,
    // Of what is not the key the database does not know that it is there but once.
    ...(owner?.isKey === true
      ? [
          `FOREIGN KEY (${parent}) REFERENCES ${qualified(parentTable)} (${quote(owner.name)}) ON DELETE CASCADE`,
        ]
      : []),
  ]);
}

function qualified(table: string | readonly string[]): string {
  const { schema, name } = splitTableName(table);
  return [...schema, name].map(quote).join(".");
}

function create(table: string | readonly string[], parts: readonly string[]): string {
  return `CREATE TABLE ${qualified(table)} (\n  ${parts.join(",\n  ")}\n) ENGINE = InnoDB DEFAULT ${TEXT}`;
}
