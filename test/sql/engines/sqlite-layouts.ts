import type { SQLInputValue } from "node:sqlite";
import type { Catalog, Member } from "../../../src/catalog/types.ts";
import { createCollation } from "../../../src/collation/uca/keyed-collation.ts";
import { describeKeyColumn, type KeyColumn } from "../../../src/collation/uca/key-column.ts";
import type { Storage, TableDefinition } from "../../../src/sql/tables/table-definition.ts";
import { isScalarType } from "../../../src/values/types.ts";
import { jsonText } from "../canonical-row.ts";
import type { StoredRow } from "./engine-under-test.ts";

/** Table layouts that together combine every kind of storage with every expression. */

/** `columns`: one per member. `apart`: JSON, expressions and child tables in turn. `keys`: strings with stored sort keys. */
export type Layout = "columns" | "apart" | "keys";

interface Column {
  readonly name: string;
  readonly type: string;
  readonly value: (row: StoredRow) => SQLInputValue;
}

interface Child {
  readonly table: string;
  readonly columns: string;
  readonly rows: (row: StoredRow) => readonly (readonly SQLInputValue[])[];
}

export interface LaidOut {
  readonly definition: TableDefinition;
  readonly columns: readonly Column[];
  readonly children: readonly Child[];
  readonly settle: (row: StoredRow) => Record<string, unknown>;
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export function layOutTable(catalog: Catalog, layout: Layout): LaidOut {
  const members: Record<string, Storage> = {};
  const columns: Column[] = [];
  const children: Child[] = [];
  const documented: Member[] = [];
  const changes: ((row: Record<string, unknown>) => void)[] = [];
  const all = [...catalog.members.byName.values()];
  for (const [i, member] of all.entries()) {
    const { name, property } = member;
    const isKey = name === catalog.key;
    const child = layout === "apart" && catalog.key !== undefined ? childOf(member, catalog) : undefined;
    if (child !== undefined) {
      members[name] = child.storage;
      children.push(child.child);
      changes.push((row) => (row[property] = child.storable(row[property])));
      continue;
    }
    const turn = layout === "apart" && !isKey && isScalarType(member.type) ? i % 3 : 0;
    if (turn === 1) {
      documented.push(member);
      members[name] = { json: "doc", path: [property], ...textForm(member) };
      changes.push((row) => {
        if (typeof row[property] === "bigint") row[property] = Number(row[property]);
      });
      continue;
    }
    columns.push({ name: property, type: columnType(member), value: (row) => stored(row[property], member) });
    const precision = member.type === "time" ? { precision: 3 } : {};
    if (turn === 2) members[name] = { expression: `coalesce(t.${quoted(property)}, NULL)`, ...precision };
    else if (layout === "keys" && member.type === "string") {
      const keys = keyColumns(property, i);
      for (const key of keys) columns.push(keyColumnOf(key, property));
      members[name] = { column: property, keys };
    } else if (member.type === "time") members[name] = { column: property, ...precision };
  }
  if (documented.length > 0) columns.push(document(documented));
  return {
    definition: { table: catalog.name, members },
    columns,
    children,
    settle: (row) => {
      const copy = { ...row };
      for (const change of changes) change(copy);
      return copy;
    },
  };
}

const textForm = ({ type }: Member) =>
  type === "date" || type === "time" || type === "dateTime" ? { form: "text" } : {};

/** Returns a column that stores several members as one JSON object. */
function document(members: readonly Member[]): Column {
  return {
    name: "doc",
    type: "TEXT",
    value: (row) =>
      jsonText(Object.fromEntries(members.map(({ property }) => [property, row[property] ?? null])))!,
  };
}

/** The stored sort keys differ between members: some serve filters, some orders, some neither. */
const KEYS = [
  [
    ["und", "tertiary"],
    ["de", "primary"],
  ],
  [
    ["und", "identical"],
    ["sv", "tertiary"],
  ],
  [["und", "secondary"]],
] as const;

function keyColumns(property: string, turn: number): readonly KeyColumn[] {
  return KEYS[turn % KEYS.length]!.map(([locale, strength], i) =>
    describeKeyColumn(`key ${i} ${property}`, { locale, strength }),
  );
}

function keyColumnOf({ column, locale, strength }: KeyColumn, property: string): Column {
  const collation = createCollation({ locale, strength });
  return {
    name: column,
    type: "BLOB",
    value: (row) => (row[property] === null ? null : collation.sortKey(row[property] as string)),
  };
}

/** Stores a list or a map in a child table if a column can have the type of its values. */
function childOf(
  member: Member,
  catalog: Catalog,
):
  | { readonly storage: Storage; readonly child: Child; readonly storable: (value: unknown) => unknown }
  | undefined {
  const table = `${catalog.name} ${member.property}`;
  const parent = catalog.members.byName.get(catalog.key!)!.property;
  const id = (row: StoredRow) => row[parent] as SQLInputValue;
  if (member.type === "list" && (member.items.type === "string" || member.items.type === "integer")) {
    const { type } = member.items;
    return {
      storage: { childTable: table, parent: "parent", value: "value" },
      child: {
        table,
        columns: `parent INTEGER, value ${type === "string" ? "TEXT" : "INTEGER"}`,
        rows: (row) => (row[member.property] as SQLInputValue[]).map((value) => [id(row), value]),
      },
      // Without rows the list is empty: a child table cannot represent null.
      storable: (value) => (Array.isArray(value) ? value.map((each: unknown) => element(each, type)) : []),
    };
  }
  if (member.type !== "map" || member.values.type !== "string") return undefined;
  return {
    storage: { childTable: table, parent: "parent", key: "key", value: "value" },
    child: {
      table,
      columns: "parent INTEGER, key TEXT, value TEXT",
      rows: (row) =>
        Object.entries(row[member.property] as object).map(([key, value]) => [id(row), key, value as string]),
    },
    storable: (value) =>
      typeof value !== "object" || value === null || Array.isArray(value)
        ? {}
        : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, element(each, "string")])),
  };
}

function element(value: unknown, type: "string" | "integer"): unknown {
  const fits = type === "string" ? typeof value === "string" : Number.isSafeInteger(value);
  return fits ? (value === 0 ? 0 : value) : null;
}

function columnType({ type }: Member): string {
  switch (type) {
    case "boolean":
    case "integer":
    case "dateTime":
      return "INTEGER";
    case "number":
      return "REAL";
    default:
      return "TEXT";
  }
}

function stored(value: unknown, { type }: Member): SQLInputValue {
  if (value === null || value === undefined) return null;
  switch (type) {
    case "boolean":
      return Number(value);
    case "dateTime":
      return Date.parse(value as string);
    case "list":
    case "map":
    case "object":
      return jsonText(value)!;
    default:
      return value as SQLInputValue;
  }
}
