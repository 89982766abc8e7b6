import { createConnection } from "node:net";
import * as mariadb from "mariadb";
import * as mysql2 from "mysql2/promise";
import type { Catalog, Member } from "../../../src/catalog/types.ts";
import { createCollation } from "../../../src/collation/uca/keyed-collation.ts";
import { describeKeyColumn } from "../../../src/collation/uca/key-column.ts";
import { fromMariadb } from "../../../src/engine/databases/adapters/mariadb/mariadb.ts";
import { fromMysql2 } from "../../../src/engine/databases/adapters/mariadb/mysql2.ts";
import type { DatabaseDriver } from "../../../src/engine/databases/opening/source-of.ts";
import type { SqlSource } from "../../../src/engine/databases/source.ts";
import type { Storage, TableDefinition } from "../../../src/sql/tables/table-definition.ts";
import { jsonText } from "../canonical-row.ts";
import type { EngineUnderTest } from "./engine-under-test.ts";

export const MARIADB = { host: "127.0.0.1", port: 3306, user: "root", password: "", database: "test" };

type Row = Readonly<Record<string, unknown>>;

/** Returns whether a server is available; if not, logs which tests are skipped. */
export async function mariadbAnswers(): Promise<boolean> {
  const answers = await new Promise<boolean>((resolve) => {
    const socket = createConnection({ host: MARIADB.host, port: MARIADB.port });
    socket.setTimeout(2000, () => socket.destroy(new Error("no answer")));
    socket.once("data", () => {
      resolve(true);
      socket.destroy();
    });
    socket.once("error", () => {
      resolve(false);
    });
  });
  if (!answers)
    console.log(`MariaDB does not answer on ${MARIADB.host}:${MARIADB.port}: its tests are left out.`);
  return answers;
}

/** The table layout. */
export interface MariadbLayout {
  /** `columns`: strings in a case-insensitive collation. `binary`: strings in code point order, with stored sort keys. `children`: lists and maps in child tables. */
  readonly layout: "columns" | "binary" | "children";
  readonly driver: "mariadb" | "mysql2";
}

/** Each layout and driver; undefined if no server is available. */
export const MARIADB_ENGINES: readonly {
  readonly name: string;
  readonly open: () => Promise<EngineUnderTest | undefined>;
}[] = [
  { name: "mariadb", open: () => opening({ layout: "columns", driver: "mariadb" }) },
  {
    name: "mariadb through mysql2, with stored keys",
    open: () => opening({ layout: "binary", driver: "mysql2" }),
  },
  { name: "mariadb with child tables", open: () => opening({ layout: "children", driver: "mariadb" }) },
];

async function opening(layout: MariadbLayout): Promise<EngineUnderTest | undefined> {
  answering ??= mariadbAnswers();
  return (await answering) ? mariadbUnderTest(layout) : undefined;
}

let answering: Promise<boolean> | undefined;

const MANY = { connectionLimit: 2 };
let opened = 0;

/** Returns a source over a driver's pool, a function that closes it, and the number of connections in use. */
export function mariadbSourceOf(
  driver: MariadbLayout["driver"],
  database = MARIADB.database,
): {
  pool: DatabaseDriver;
  source: SqlSource;
  end: () => Promise<void>;
  lent: () => number;
} {
  const settings = { ...MARIADB, ...MANY, database };
  if (driver === "mariadb") {
    const pool = mariadb.createPool(settings);
    return { pool, source: fromMariadb(pool), end: () => pool.end(), lent: () => pool.activeConnections() };
  }
  const pool = mysql2.createPool({ ...settings, maxPreparedStatements: 100 });
  const { _allConnections: made, _freeConnections: free } = pool.pool as unknown as Record<
    "_allConnections" | "_freeConnections",
    { readonly length: number }
  >;
  return { pool, source: fromMysql2(pool), end: () => pool.end(), lent: () => made.length - free.length };
}

export async function mariadbUnderTest({ layout, driver }: MariadbLayout): Promise<EngineUnderTest> {
  const { source, end } = mariadbSourceOf(driver);
  const dialect = await source.prepare({ locales: ["en", "de", "sv", "cs", "da", "tr", "ja", "fr-CA"] });
  const admin = await mariadb.createConnection(MARIADB);
  await admin.query("SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin");
  opened++;
  const prefix = `tamis_${process.pid}_${opened}`;
  const tables = new Set<string>();
  const isChild = (member: Member) => isChildIn(layout, member);
  const nameOf = (catalog: Catalog, member?: Member) =>
    [prefix, catalog.name, ...(member === undefined ? [] : [member.property])].join("_");

  const tableOf = (catalog: Catalog): TableDefinition =>
    mariadbTable(catalog, layout, (member) => nameOf(catalog, member));

  const create = async (name: string, columns: readonly string[]) => {
    tables.add(name);
    await admin.query(`DROP TABLE IF EXISTS ${quoted(name)}`);
    await admin.query(`CREATE TABLE ${quoted(name)} (${columns.join(", ")}) CHARACTER SET utf8mb4`);
  };
  const insert = async (name: string, rows: readonly (readonly unknown[])[]) => {
    if (rows.length === 0) return;
    const places = rows[0]!.map(() => "?").join(", ");
    await admin.batch(`INSERT INTO ${quoted(name)} VALUES (${places})`, rows as unknown[][]);
  };

  return {
    kind: "database",
    name: `MariaDB through ${driver}, ${layout}`,
    dialect,
    source,
    precision: layout === "columns" ? { dateTime: 6, time: 6 } : { dateTime: 3, time: 3 },
    tableOf,
    settle: (row, catalog) =>
      Object.fromEntries(
        [...catalog.members.byName.values()].map((member) => [
          member.property,
          isChild(member) ? childValue(row[member.property], member) : row[member.property],
        ]),
      ),
    async load(catalog, rows) {
      const members = [...catalog.members.byName.values()];
      const inRow = members.filter((member) => !isChild(member));
      await create(
        nameOf(catalog),
        inRow.flatMap((member) => columnsOf(member, layout)),
      );
      await insert(
        nameOf(catalog),
        rows.map((row) => inRow.flatMap((member) => valuesOf(row[member.property], member, layout))),
      );
      for (const member of members.filter(isChild)) {
        await create(nameOf(catalog, member), [
          "owner BIGINT",
          ...(member.type === "map" ? [`entry LONGTEXT ${BINARY}`] : []),
          `value ${childType(member)}`,
          "INDEX (owner)",
        ]);
        const key = catalog.members.byName.get(catalog.key!)!.property;
        await insert(
          nameOf(catalog, member),
          rows.flatMap((row) => childRowsOf(row, key, member)),
        );
      }
    },
    run: (statement) => source.snapshot((session) => session.all(statement)),
    async close() {
      for (const name of tables) await admin.query(`DROP TABLE IF EXISTS ${quoted(name)}`);
      await admin.end();
      await end();
    },
  };
}

/** Returns the table definition of a catalog. @param nameOf name of the table, or of a member's child table. */
export function mariadbTable(
  catalog: Catalog,
  layout: MariadbLayout["layout"],
  nameOf: (member?: Member) => string,
): TableDefinition {
  const storageOf = (member: Member): Storage | undefined => {
    if (isChildIn(layout, member)) {
      const key = member.type === "map" ? { key: "entry" } : {};
      return { childTable: nameOf(member), parent: "owner", value: "value", binary: true, ...key };
    }
    if (layout === "columns") return undefined;
    if (member.type === "dateTime" || member.type === "time")
      return { column: member.property, precision: 3 };
    if (member.type !== "string") return undefined;
    return {
      column: member.property,
      binary: true,
      keys: KEYS.map(([suffix, strength]) =>
        describeKeyColumn(`${member.property}${suffix}`, { locale: "und", strength }),
      ),
    };
  };
  const members = [...catalog.members.byName.values()].flatMap((member) => {
    const storage = storageOf(member);
    return storage === undefined ? [] : [[member.name, storage] as const];
  });
  return { table: nameOf(), members: Object.fromEntries(members) };
}

function isChildIn(layout: MariadbLayout["layout"], member: Member): boolean {
  return layout === "children" && (member.type === "map" || isPlainList(member));
}

const BINARY = "COLLATE utf8mb4_nopad_bin";
const KEYS = [
  [" primary", "primary"],
  [" identical", "identical"],
] as const;

const quoted = (name: string) => `\`${name.replaceAll("`", "``")}\``;

function isPlainList(member: Member): boolean {
  return member.type === "list" && (member.items.type === "string" || member.items.type === "integer");
}

function childType(member: Member): string {
  const held = member.type === "list" ? member.items.type : member.type === "map" ? member.values.type : "";
  return held === "integer" ? "BIGINT" : `LONGTEXT ${BINARY}`;
}

/** Returns a value as a child table can store it: no null list, and only elements of the column's type. */
function childValue(value: unknown, member: Member): unknown {
  if (member.type === "list") {
    const isInteger = member.items.type === "integer";
    return Array.isArray(value) ? value.map((each: unknown) => leafOf(each, isInteger)) : [];
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) return {};
  const isInteger = member.type === "map" && member.values.type === "integer";
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, leafOf(each, isInteger)]));
}

function leafOf(value: unknown, isInteger: boolean): unknown {
  if (!isInteger) return typeof value === "string" ? value : null;
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}

function childRowsOf(row: Row, key: string, member: Member): unknown[][] {
  const value = row[member.property];
  if (member.type === "map") {
    return Object.entries(value as object).map(([name, each]) => [
      row[key],
      name,
      each === null ? null : String(each),
    ]);
  }
  return (value as unknown[]).map((each) => [row[key], each]);
}

function columnsOf(member: Member, layout: MariadbLayout["layout"]): string[] {
  const name = quoted(member.property);
  const fraction = layout === "columns" ? 6 : 3;
  switch (member.type) {
    case "boolean":
      return [`${name} TINYINT(1)`];
    case "integer":
      return [`${name} BIGINT`];
    case "number":
      return [`${name} DOUBLE`];
    case "date":
      return [`${name} DATE`];
    case "time":
      return [`${name} TIME(${fraction})`];
    case "dateTime":
      return [`${name} DATETIME(${fraction})`];
    case "string":
      return layout === "columns"
        ? [`${name} LONGTEXT COLLATE utf8mb4_general_ci`]
        : [
            `${name} LONGTEXT ${BINARY}`,
            ...KEYS.map(([suffix]) => `${quoted(member.property + suffix)} LONGBLOB`),
          ];
    default:
      return [`${name} JSON`];
  }
}

function valuesOf(value: unknown, member: Member, layout: MariadbLayout["layout"]): unknown[] {
  const isKeyed = member.type === "string" && layout !== "columns";
  if (value === null || value === undefined) return [null, ...(isKeyed ? KEYS.map(() => null) : [])];
  switch (member.type) {
    case "boolean":
      return [Number(value)];
    case "integer":
    case "number":
      // Columns cannot store NaN and infinity.
      return [typeof value === "number" && !Number.isFinite(value) ? null : `${value as number}`];
    case "dateTime":
      return [(value as string).replace("T", " ").replace("Z", "")];
    case "string":
      return [
        value,
        ...(isKeyed
          ? KEYS.map(([, strength]) =>
              Buffer.from(createCollation({ locale: "und", strength }).sortKey(value as string)),
            )
          : []),
      ];
    case "date":
    case "time":
      return [value];
    default:
      return [jsonText(value)];
  }
}
