import type { Catalog, Member } from "../../../src/catalog/types.ts";
import { findTable } from "../../../src/engine/databases/introspect/find-table.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import type { Dialect } from "../../../src/sql/dialect-types/dialect.ts";
import type { TableDefinition } from "../../../src/sql/tables/table-definition.ts";
import { naiveInstant, naiveStoredInstant } from "../../oracle/naive-instant.ts";
import type { Disagreement } from "../against-memory.ts";
import { LOCALES, type EngineUnderTest, type StoredRow } from "../engines/engine-under-test.ts";
import { messageOf } from "../database-answers.ts";
import {
  describeMember,
  IDENTITY,
  type NativeDatabase,
  type NativeTable,
  type OpenTable,
} from "./native-type.ts";

/** Finds a table as a program does, and compares the values of its rows with the raw values. */

export interface Examined {
  readonly catalog: Catalog;
  /** The rows according to the oracle. */
  readonly rows: readonly StoredRow[];
  readonly engine: EngineUnderTest;
  /** Columns with another type or with other values than the oracle has. */
  readonly wrong: readonly Disagreement[];
}

/** Message of a refusal: the table cannot be read at all. */
export interface Refused {
  readonly refused: string;
}

/** Changes how a table is read, to plant a bug. */
export interface Reading {
  readonly dialect?: (dialect: Dialect) => Dialect;
  readonly table?: (definition: TableDefinition) => TableDefinition;
}

export async function examine(
  database: NativeDatabase,
  table: NativeTable,
  open: OpenTable,
  planted: Reading = {},
): Promise<Examined | Refused> {
  const { source, path, of } = open;
  let prepared;
  try {
    prepared = await source.prepare({ locales: LOCALES });
  } catch (error) {
    return { refused: messageOf(error) };
  }
  const found = await findTable(source, path, { of });
  const { catalog } = found;
  const dialect = planted.dialect?.(prepared) ?? prepared;
  const definition = planted.table?.(found.table) ?? found.table;
  const rows = oracleRows(catalog, table, open);
  const engine: EngineUnderTest = {
    kind: "database",
    name: database.name,
    dialect,
    source: { ...source, prepare: () => Promise.resolve(dialect) },
    precision: { dateTime: 9, time: 9 },
    identity: IDENTITY,
    tableOf: () => definition,
    run: (statement) => source.snapshot((session) => session.all(statement)),
    load: () => Promise.resolve(),
    close: open.close,
  };
  const wrong = [...wrongTypes(catalog, table), ...(await wrongValues(engine, table, catalog, rows))].map(
    (each) => ({
      ...each,
      engine: database.name,
      text: "",
    }),
  );
  return { catalog, rows, engine, wrong };
}

type Wrong = Pick<Disagreement, "what" | "expected" | "actual">;

const memberOf = (catalog: Catalog, property: string): Member | undefined =>
  [...catalog.members.byName.values()].find((member) => member.property === property);

function oracleRows(catalog: Catalog, { columns }: NativeTable, { raw }: OpenTable): StoredRow[] {
  return [...raw].map(([id, values]) => {
    const entries = columns.flatMap(({ name, type }, i) => {
      const member = memberOf(catalog, name);
      if (member === undefined) return [];
      return [[name, values[i] === null ? null : type.oracle(values[i], member)] as const];
    });
    return Object.fromEntries([[IDENTITY, id] as const, ...entries]);
  });
}

function wrongTypes(catalog: Catalog, { columns }: NativeTable): Wrong[] {
  return columns.flatMap(({ name, type: { ddl, readAs } }) => {
    if (readAs === undefined) return [];
    const member = memberOf(catalog, name);
    const actual = member === undefined ? "none" : describeMember(member);
    return actual === readAs ? [] : [{ what: `type of ${ddl}`, expected: [readAs], actual: [actual] }];
  });
}

async function wrongValues(
  engine: EngineUnderTest,
  { columns }: NativeTable,
  catalog: Catalog,
  rows: readonly StoredRow[],
): Promise<Wrong[]> {
  const shown = new Map<unknown, StoredRow>();
  try {
    const collection = sqlCollection({ source: engine.source, catalog, table: engine.tableOf(catalog) });
    const stream = await collection.stream({});
    if (!stream.ok) return [{ what: "stream", expected: [], actual: [stream.diagnostics[0]?.message] }];
    for await (const row of stream.rows) shown.set(Number(row[IDENTITY]), row);
  } catch (error) {
    return [{ what: "error of a stream", expected: [], actual: [messageOf(error)] }];
  }
  if (shown.size !== rows.length) return [{ what: "rows", expected: [rows.length], actual: [shown.size] }];
  return [...catalog.members.byName.values()].flatMap((member) => {
    const { property } = member;
    const different = rows.find(
      (row) => !isSame(shown.get(row[IDENTITY])?.[property], row[property], member),
    );
    if (different === undefined) return [];
    const actual = shown.get(different[IDENTITY])?.[property];
    const ddl = columns.find(({ name }) => name === property)?.type.ddl ?? property;
    return [{ what: `value of ${ddl}`, expected: [different[property]], actual: [actual] }];
  });
}

interface Elements {
  readonly type: Member["type"];
  readonly items?: Pick<Member, "type">;
  readonly values?: Pick<Member, "type">;
}

const JSON_VALUE = { type: "object" } as const;

/** Compares a shown value with that of the oracle. */
function isSame(shown: unknown, expected: unknown, member: Pick<Member, "type">): boolean {
  const isNull = (value: unknown) => value === null || value === undefined;
  if (isNull(shown) || isNull(expected)) return isNull(shown) && isNull(expected);
  if (shown === expected) return true;
  const { type, items = JSON_VALUE, values = JSON_VALUE } = member as Elements;
  switch (type) {
    case "date":
    case "time":
    case "dateTime":
      return isSameInstant(type, shown, expected);
    case "integer":
    case "number":
      // Compares a bigint with a number by exact value.
      return typeof shown !== "string" && typeof expected !== "string" && shown == expected;
    case "list":
      return (
        Array.isArray(shown) &&
        Array.isArray(expected) &&
        shown.length === expected.length &&
        shown.every((each, i) => isSame(each, expected[i], items))
      );
    case "map":
      return isSameRecord(shown, expected, values);
    case "object":
      return isSameJson(shown, expected);
    default:
      return false;
  }
}

function isSameInstant(type: "date" | "time" | "dateTime", shown: unknown, expected: unknown): boolean {
  if (typeof shown !== "string" || typeof expected !== "string") return false;
  const instant = naiveInstant(type, shown);
  return instant !== undefined && instant === naiveStoredInstant(type, expected);
}

function isSameRecord(shown: unknown, expected: unknown, member: Pick<Member, "type">): boolean {
  const [a, b] = [shown, expected].map((each) => Object.entries(each as object)) as [
    [string, unknown][],
    [string, unknown][],
  ];
  const found = new Map(a);
  return (
    a.length === b.length &&
    b.every(([key, value]) => found.has(key) && isSame(found.get(key), value, member))
  );
}

function isSameJson(shown: unknown, expected: unknown): boolean {
  return JSON.stringify(sorted(shown)) === JSON.stringify(sorted(expected));
}

/** Sorts the keys of objects. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => [key, sorted(each)]);
}
