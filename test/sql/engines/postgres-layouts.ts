import type { Catalog, Member } from "../../../src/catalog/types.ts";
import { createCollation } from "../../../src/collation/uca/keyed-collation.ts";
import { describeKeyColumn } from "../../../src/collation/uca/key-column.ts";
import type { Storage, TableDefinition } from "../../../src/sql/tables/table-definition.ts";
import { isScalarType, type ScalarType } from "../../../src/values/types.ts";
import { jsonText } from "../canonical-row.ts";

type Row = Readonly<Record<string, unknown>>;

/** A table layout for PostgreSQL. The layouts together use every kind of storage. */
export interface Layout {
  readonly name: string;
  readonly tableOf: (catalog: Catalog) => TableDefinition;
  /** Returns the columns of a member: name, type, and the value for a row. */
  readonly columnsOf: (member: Member) => readonly Column[];
  /** Returns whether a member has a child table of elements or entries, with the columns `owner`, `key` and `value`. */
  readonly isChild: (member: Member) => boolean;
  /** Returns a row as the layout can store it. */
  readonly settle: (row: Row, catalog: Catalog) => Record<string, unknown>;
}

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly value: (row: Row, index: number) => unknown;
}

/** Lists, maps and objects as JSON of each type; strings in columns with a language's collation. */
export const DOCUMENTS: Layout = {
  name: "documents",
  tableOf: (catalog) => ({
    table: catalog.name,
    members: Object.fromEntries(
      membersOf(catalog)
        .filter(({ type }) => !isScalarType(type))
        .map((member, i): [string, Storage] => [
          member.name,
          { json: member.property, as: (["jsonb", "json", "text"] as const)[i % 3]! },
        ]),
    ),
  }),
  columnsOf: (member) => {
    const { property: name } = member;
    if (!isScalarType(member.type)) return [{ name, type: "jsonb", value: (row) => json(row[name]) }];
    return [{ name, type: COLUMN_TYPES[member.type], value: scalar(member) }];
  },
  isChild: () => false,
  settle: (row) => ({ ...row }),
};

/** Lists as arrays or child tables, maps as child tables, objects as JSON; strings in byte order, with stored sort keys. */
export const COLUMNS: Layout = {
  name: "columns",
  tableOf: (catalog) => ({
    table: catalog.name,
    members: Object.fromEntries(
      membersOf(catalog).flatMap((member): [string, Storage][] => {
        const { name, property } = member;
        if (isChild(member)) return [[name, childTable(catalog, member)]];
        if (isArray(member)) return [[name, { array: property, form: `${COLUMN_TYPES[itemsOf(member)]}[]` }]];
        if (member.type === "dateTime") return [[name, { column: property, form: "timestamp" }]];
        if (member.type !== "string") return [];
        return [
          [
            name,
            {
              column: property,
              binary: true,
              keys: KEYS.map((key) => describeKeyColumn(keyColumn(property, key), key)),
            },
          ],
        ];
      }),
    ),
  }),
  columnsOf: (member) => {
    const { property: name } = member;
    if (isChild(member)) return [];
    if (isArray(member))
      return [{ name, type: `${COLUMN_TYPES[itemsOf(member)]}[]`, value: (row) => row[name] }];
    if (!isScalarType(member.type)) return [{ name, type: "jsonb", value: (row) => json(row[name]) }];
    const type = member.type === "dateTime" ? "timestamp" : COLUMN_TYPES[member.type];
    const own: Column = { name, type, value: scalar(member) };
    if (member.type !== "string") return [own];
    return [
      { ...own, type: 'text COLLATE "C"' },
      ...KEYS.map((key): Column => {
        const collation = createCollation(key);
        const keyOf = (text: unknown) =>
          text === null ? null : Buffer.from(collation.sortKey(text as string));
        return { name: keyColumn(name, key), type: "bytea", value: (row) => keyOf(row[name]) };
      }),
    ];
  },
  isChild,
  settle: (row, catalog) => {
    const result: Record<string, unknown> = { ...row };
    for (const member of membersOf(catalog)) {
      const value = row[member.property];
      if (isChild(member))
        result[member.property] = settled(value, member) ?? (member.type === "list" ? [] : {});
      else if (isArray(member)) result[member.property] = settled(value, member);
    }
    return result;
  },
};

const KEYS = [
  { locale: "und", strength: "identical" },
  { locale: "sv", strength: "tertiary" },
  { locale: "sv", strength: "primary" },
] as const;

const keyColumn = (name: string, key: (typeof KEYS)[number]) => `${name} ${key.locale} ${key.strength}`;

const membersOf = (catalog: Catalog) => [...catalog.members.byName.values()];

const itemsOf = (member: Member) => (member as { items?: { type: ScalarType } }).items!.type;

const isArray = (member: Member) =>
  member.type === "list" && isScalarType(itemsOf(member)) && !isChild(member);

function isChild(member: Member): boolean {
  if (member.type === "map") return (member as { values?: { type: string } }).values?.type === "string";
  return member.type === "list" && member.name === "ptags";
}

function childTable(catalog: Catalog, { name, type }: Member): Storage {
  return {
    childTable: `${catalog.name} ${name}`,
    parent: "owner",
    references: "row number",
    value: "value",
    ...(type === "map" ? { key: "key" } : {}),
  };
}

/** Returns a value in which elements and entries of another type than the declared one are null. */
function settled(value: unknown, member: Member): unknown {
  if (member.type === "list") {
    if (!Array.isArray(value)) return null;
    return value.map((element: unknown) => ofType(element, itemsOf(member)));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, ofType(each, "string")]));
}

function ofType(value: unknown, type: ScalarType): unknown {
  switch (type) {
    case "string":
      return typeof value === "string" ? value : null;
    case "integer":
      return Number.isSafeInteger(value) ? value : null;
    case "dateTime":
      return typeof value === "string" &&
        /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/.test(value) &&
        !Number.isNaN(Date.parse(value))
        ? value
        : null;
    default:
      return null;
  }
}

const COLUMN_TYPES: Readonly<Record<ScalarType, string>> = {
  string: "text",
  boolean: "boolean",
  integer: "bigint",
  number: "double precision",
  date: "date",
  time: "time",
  dateTime: "timestamptz",
};

/** NaN is stored instead of null, which is equivalent in memory. */
const NO_NUMBERS = [null, "NaN", "Infinity", "-Infinity"];

function scalar({ property, type }: Member): Column["value"] {
  return (row, index) => {
    const value = row[property] ?? null;
    return value === null && type === "number" ? NO_NUMBERS[index % NO_NUMBERS.length] : value;
  };
}

const json = (value: unknown) => (value === null || value === undefined ? null : jsonText(value)!);
