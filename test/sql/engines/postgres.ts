import pg from "pg";
import type { Catalog } from "../../../src/catalog/types.ts";
import { fromPg } from "../../../src/engine/databases/adapters/postgres/pg.ts";
import { LOCALES } from "../../properties/hostile-values.ts";
import { embeddedPostgres } from "./embedded-postgres.ts";
import type { SqlSource } from "../../../src/engine/databases/source.ts";
import type { SqlStatement } from "../../../src/sql/fragments/fragment.ts";
import type { EngineUnderTest, Plan } from "./engine-under-test.ts";
import { createShadows, hostileOptions } from "./postgres-hostile-session.ts";
import { COLUMNS, DOCUMENTS, type Layout } from "./postgres-layouts.ts";

/** PostgreSQL 18, which `npm test` installs. */
export async function embeddedPool(options: pg.PoolConfig = {}): Promise<pg.Pool> {
  const port = await embeddedPostgres();
  return openPool({ host: "127.0.0.1", port, user: "postgres", database: "postgres", max: 3, ...options });
}

function openPool(options: pg.PoolConfig): pg.Pool {
  // The promise of `pool.end()` resolves before its connections are closed. Databases that tests drop close them with an error.
  return new pg.Pool(options).on("error", () => undefined);
}

/** Returns the PostgreSQL server of this machine; undefined, with a log line, if it is not available. */
export async function machinePool(options: pg.PoolConfig = {}): Promise<pg.Pool | undefined> {
  const settings = {
    host: process.env["PGHOST"] ?? "127.0.0.1",
    port: Number(process.env["PGPORT"] ?? 5432),
    user: process.env["PGUSER"] ?? "postgres",
    database: process.env["PGDATABASE"] ?? "test",
    connectionTimeoutMillis: 2_000,
    max: 3,
    ...options,
  };
  const pool = openPool(settings);
  try {
    await pool.query("SELECT 1");
    return pool;
  } catch {
    await pool.end();
    console.warn(`PostgreSQL of the machine is left out: none answers at ${settings.host}:${settings.port}.`);
    return undefined;
  }
}

/** Engines by name. One that is not available opens as undefined. */
export const POSTGRES_ENGINES: readonly (readonly [string, () => Promise<EngineUnderTest | undefined>])[] = [
  ["PostgreSQL 18, documents", () => hostile(DOCUMENTS)],
  ["PostgreSQL 18, columns", () => hostile(COLUMNS)],
  ["PostgreSQL of the machine, documents", () => machine(DOCUMENTS)],
  ["PostgreSQL of the machine, columns", () => machine(COLUMNS)],
];

async function machine(layout: Layout): Promise<EngineUnderTest | undefined> {
  // JIT compilation of a statement with hundreds of subqueries takes seconds, and the statement runs once.
  const pool = await machinePool({ options: "-c jit=off" });
  return pool && postgresUnderTest(pool, layout, fromPg(pool));
}

/** Returns an engine whose statements run in sessions with settings and a search path that try to change their results. */
async function hostile(layout: Layout): Promise<EngineUnderTest> {
  const pool = await embeddedPool();
  await createShadows(pool);
  const sessions = await embeddedPool({ options: hostileOptions() });
  return postgresUnderTest(pool, layout, fromPg(sessions), sessions);
}

/** The part of a pool that fills tables. */
export interface QueryPool {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
  end(): Promise<unknown>;
}

/**
 * @param source runs the statements under test
 * @param sessions connections of the source, if they are not those of the pool
 */
export async function postgresUnderTest(
  pool: QueryPool,
  layout: Layout,
  source: SqlSource,
  sessions: QueryPool = pool,
): Promise<EngineUnderTest> {
  const schema = `tamis_${process.pid}_${schemas++}`;
  await pool.query(`CREATE SCHEMA ${schema}`);
  const dialect = await source.prepare({ locales: LOCALES.filter((locale) => locale !== undefined) });
  const quoted = (...names: string[]) => names.map(dialect.quote).join(".");
  const inSchema = (catalog: Catalog) => {
    const definition = layout.tableOf(catalog);
    return {
      table: [schema, catalog.name],
      members: Object.fromEntries(
        Object.entries(definition.members ?? {}).map(([name, storage]) => [
          name,
          typeof storage === "object" && "childTable" in storage
            ? { ...storage, childTable: [schema, storage.childTable as string] }
            : storage,
        ]),
      ),
    };
  };
  const made = new Set<Catalog>();

  const make = async (catalog: Catalog) => {
    const members = [...catalog.members.byName.values()];
    const definition = inSchema(catalog);
    const columns = members.flatMap(layout.columnsOf).map(({ name, type }) => {
      const storage = Object.values(definition.members).find(
        (each) => typeof each === "object" && "json" in each && each.json === name,
      );
      const as = typeof storage === "object" && "json" in storage ? storage.as : undefined;
      return `${quoted(name)} ${as ?? type}`;
    });
    const table = quoted(schema, catalog.name);
    await pool.query(`CREATE TABLE ${table} ("row number" integer, ${columns.join(", ")})`);
    for (const member of members.filter(layout.isChild)) {
      await pool.query(
        `CREATE TABLE ${quoted(schema, `${catalog.name} ${member.name}`)} (owner integer, key text, value text)`,
      );
    }
    made.add(catalog);
  };

  /** Planner features that are currently disabled. */
  let off: readonly string[] = [];
  const without = (name: string, what: readonly string[]): Plan => ({
    name,
    enter: () => Promise.resolve(void (off = what)),
    leave: () => Promise.resolve(void (off = [])),
  });
  const setOff = (): SqlStatement => ({
    segments: [`SELECT ${off.map((what) => `set_config('enable_${what}', 'off', true)`).join(", ")}`],
    parameters: [],
    requires: [],
  });

  return {
    name: `postgres ${dialect.capabilities.version} ${layout.name}`,
    kind: "database",
    dialect,
    source,
    precision: { dateTime: 6, time: 6 },
    tableOf: inSchema,
    settle: layout.settle,
    async load(catalog, rows) {
      if (!made.has(catalog)) await make(catalog);
      const members = [...catalog.members.byName.values()];
      const columns = members.flatMap(layout.columnsOf);
      const table = quoted(schema, catalog.name);
      await pool.query(`TRUNCATE ${table}`);
      const places = columns.map((_, i) => `$${i + 2}`).join(", ");
      const names = columns.map(({ name }) => quoted(name)).join(", ");
      for (const [i, row] of rows.entries()) {
        await pool.query(`INSERT INTO ${table} ("row number", ${names}) VALUES ($1, ${places})`, [
          i,
          ...columns.map(({ value }) => value(row, i)),
        ]);
      }
      for (const member of members.filter(layout.isChild)) {
        const child = quoted(schema, `${catalog.name} ${member.name}`);
        await pool.query(`TRUNCATE ${child}`);
        const entries = rows.flatMap((row, i) =>
          Object.entries(row[member.property] as object).map(([key, value]) => [i, key, value as string]),
        );
        await pool.query(
          `INSERT INTO ${child} SELECT * FROM unnest($1::integer[], $2::text[], $3::text[])`,
          [0, 1, 2].map((at) => entries.map((entry) => entry[at])),
        );
      }
    },
    run: (statement) =>
      source.snapshot(async (session) => {
        if (off.length > 0) await session.all(setOff());
        return session.all(statement);
      }),
    plans: [
      without("scans of the table alone", ["indexscan", "indexonlyscan", "bitmapscan"]),
      without("nested loops alone", ["hashjoin", "mergejoin", "hashagg", "material"]),
      {
        name: "an index on every column",
        async enter(catalog) {
          const table = quoted(schema, catalog.name);
          for (const { name, type } of [...catalog.members.byName.values()].flatMap(layout.columnsOf)) {
            if (type === "jsonb") continue;
            await pool.query(`CREATE INDEX ON ${table} (${quoted(name)} NULLS FIRST)`);
          }
          await pool.query(`ANALYZE ${table}`);
          off = ["seqscan", "sort"];
        },
        async leave(catalog) {
          off = [];
          const { rows } = await pool.query(
            "SELECT indexname AS name FROM pg_indexes WHERE schemaname = $1 AND tablename = $2",
            [schema, catalog.name],
          );
          for (const { name } of rows as readonly { readonly name: string }[])
            await pool.query(`DROP INDEX ${quoted(schema, name)}`);
        },
      },
    ],
    async close() {
      await pool.query(`DROP SCHEMA ${schema} CASCADE`);
      await pool.end();
      if (sessions !== pool) await sessions.end();
    },
  };
}

let schemas = 0;
