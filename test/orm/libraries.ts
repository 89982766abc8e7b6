import { createRequire } from "node:module";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { sql as drizzleSql, type SQL } from "drizzle-orm";
import { drizzle as drizzlePg } from "drizzle-orm/node-postgres";
import { alias as pgAlias, integer as pgInteger, pgSchema } from "drizzle-orm/pg-core";
import { alias as sqliteAlias, integer as sqliteInteger, sqliteTable } from "drizzle-orm/sqlite-core";
import { drizzle as drizzleSqlite } from "drizzle-orm/sqlite-proxy";
import knexOf, { type Knex } from "knex";
import { Kysely, PostgresDialect, SqliteDialect, sql as kyselySql, type RawBuilder } from "kysely";
import type pg from "pg";
import { DataSource, EntitySchema, EntitySchemaOptions, type DataSourceOptions } from "typeorm";
import {
  drizzleQuery,
  knexQuery,
  kyselyQuery,
  typeOrmQuery,
  type OrmOptions,
  type OrmQuery,
  type OrmRequest,
  type NamedText,
} from "tamis/orm";

/** The parts of a statement. Undefined parts are left out. */
export interface Parts<W> {
  readonly where?: W | undefined;
  readonly orderBy?: W | undefined;
  readonly start?: number;
  readonly limit?: number;
  /** Adds a condition that is false. */
  readonly isNever?: boolean;
}

/** A library that reads the column `id` of one table. */
export interface Library<W> {
  readonly name: string;
  readonly compile: (request: OrmRequest, options: OrmOptions) => OrmQuery<W>;
  /** Returns the values of `id`. Joins each condition with another one, as programs do. */
  readonly ids: (parts: Parts<W>) => Promise<readonly unknown[]>;
  readonly count: (where: W) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** A database with the rows: PostgreSQL through its pool, or SQLite. */
export type Target =
  | { readonly kind: "sqlite"; readonly database: DatabaseSync; readonly table: string }
  | { readonly kind: "postgres"; readonly pool: pg.Pool; readonly schema: string; readonly table: string };

export const LIBRARIES = {
  Kysely: (target: Target): Library<RawBuilder<boolean>> => {
    const db = new Kysely<Record<string, { id: number | null }>>({
      dialect:
        target.kind === "sqlite"
          ? new SqliteDialect({ database: new SynchronousDriver(target.database) })
          : new PostgresDialect({ pool: target.pool }),
    });
    const from = `${pathOf(target)} as t` as "x as t";
    return {
      name: "Kysely",
      compile: (request, options) => kyselyQuery(kyselySql<boolean>, request, options),
      async ids({ where, orderBy, start, limit, isNever = false }) {
        let query = db.selectFrom(from).select("t.id");
        if (where !== undefined)
          query = query.where(where).where(isNever ? kyselySql<boolean>`1 = 0` : kyselySql<boolean>`1 = 1`);
        if (orderBy !== undefined) query = query.orderBy(orderBy);
        if (limit !== undefined) query = query.limit(limit).offset(start ?? 0);
        return (await query.execute()).map(({ id }) => id);
      },
      async count(where) {
        const counted = db.selectFrom(from).select((each) => each.fn.countAll().as("n"));
        return Number((await counted.where(where).executeTakeFirstOrThrow()).n);
      },
      close: async () => {},
    };
  },

  Drizzle: (target: Target): Library<SQL> => {
    const [db, t] =
      target.kind === "sqlite"
        ? ([
            drizzleSqlite((text, params) => {
              const statement = target.database.prepare(text);
              statement.setReturnArrays(true);
              return Promise.resolve({ rows: statement.all(...(params as SQLInputValue[])) });
            }),
            sqliteAlias(sqliteTable(target.table, { id: sqliteInteger("id") }), "t"),
          ] as const)
        : ([
            drizzlePg(target.pool),
            pgAlias(pgSchema(target.schema).table(target.table, { id: pgInteger("id") }), "t"),
          ] as const);
    // Both kinds have the same methods, but unions of their types cannot be called.
    const { select } = { select: (fields: object) => (db as unknown as DrizzleLike).select(fields).from(t) };
    return {
      name: "Drizzle",
      compile: (request, options) => drizzleQuery(drizzleSql, request, options),
      async ids({ where, orderBy, start, limit, isNever = false }) {
        let query = select({ id: t.id }).$dynamic();
        if (where !== undefined) query = query.where(drizzleSql`${where} and 1 = ${isNever ? 0 : 1}`);
        if (orderBy !== undefined) query = query.orderBy(orderBy);
        if (limit !== undefined) query = query.limit(limit).offset(start ?? 0);
        return (await query).map(({ id }) => id);
      },
      async count(where) {
        const [row] = await select({ id: drizzleSql`count(*)` }).where(where);
        return Number(row!.id);
      },
      close: async () => {},
    };
  },

  Knex: (target: Target): Library<Knex.Raw> => {
    const knex = target.kind === "sqlite" ? sqliteKnex(target.database) : postgresKnex(target.pool);
    const from = () =>
      target.kind === "sqlite"
        ? knex<{ id: number }>(`${target.table} as t`)
        : knex<{ id: number }>(`${target.table} as t`).withSchema(target.schema);
    return {
      name: "Knex",
      compile: (request, options) => knexQuery(knex, request, options),
      async ids({ where, orderBy, start, limit, isNever = false }) {
        const query = from().select("t.id");
        if (where !== undefined) void query.where(where).where(knex.raw(isNever ? "1 = 0" : "1 = 1"));
        if (orderBy !== undefined) void query.orderByRaw(orderBy);
        if (limit !== undefined) void query.limit(limit).offset(start ?? 0);
        return (await query).map(({ id }: { id: unknown }) => id);
      },
      async count(where) {
        const [row] = await from().where(where).count<{ n: unknown }[]>("* as n");
        return Number(row!.n);
      },
      close: () => knex.destroy(),
    };
  },

  TypeORM: async (target: Target): Promise<Library<NamedText>> => {
    const entity = new EntitySchema<{ id: number }>(new EntitySchemaOptions<{ id: number }>());
    Object.assign(entity.options, {
      name: "Row",
      tableName: target.table,
      ...(target.kind === "postgres" ? { schema: target.schema } : {}),
      // TypeORM requires a primary column.
      columns: { id: { type: Number, primary: true } },
    });
    const source = new DataSource({ ...typeOrmDriver(target), entities: [entity] } as DataSourceOptions);
    await source.initialize();
    const select = () => source.getRepository(entity).createQueryBuilder("t");
    return {
      name: "TypeORM",
      compile: typeOrmQuery,
      async ids({ where, orderBy, start, limit, isNever = false }) {
        let query = select().select("t.id", "id");
        if (where !== undefined)
          query = query.where(where.text, where.parameters).andWhere(isNever ? "1 = 0" : "1 = 1");
        if (orderBy !== undefined) query = query.orderBy(orderBy.text).setParameters(orderBy.parameters);
        if (limit !== undefined) query = query.limit(limit).offset(start ?? 0);
        return (await query.getRawMany<{ id: unknown }>()).map(({ id }) => id);
      },
      async count(where) {
        const counted = select().select("count(*)", "n").where(where.text, where.parameters);
        return Number((await counted.getRawOne<{ n: unknown }>())!.n);
      },
      close: () => source.destroy(),
    };
  },
} satisfies Record<string, (target: Target) => unknown>;

interface DrizzleLike {
  select(fields: object): { from(table: unknown): DrizzleSelect };
}

interface DrizzleSelect extends PromiseLike<{ id: unknown }[]> {
  $dynamic(): DrizzleSelect;
  where(condition: SQL): DrizzleSelect;
  orderBy(order: SQL): DrizzleSelect;
  limit(count: number): DrizzleSelect;
  offset(count: number): DrizzleSelect;
}

const pathOf = (target: Target) =>
  target.kind === "sqlite" ? target.table : `${target.schema}.${target.table}`;

/** `node:sqlite` with the interface of `better-sqlite3`, which the libraries have drivers for. */
class SynchronousDriver {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(text: string) {
    const statement = this.#database.prepare(text);
    // Some libraries pass the values as one list, others as arguments.
    const listed = (values: readonly unknown[]) => values.flat() as SQLInputValue[];
    return {
      reader: true,
      all: (...values: readonly unknown[]) => statement.all(...listed(values)),
      run: (...values: readonly unknown[]) => statement.run(...listed(values)) as never,
      iterate: (...values: readonly unknown[]) => statement.iterate(...listed(values)),
    };
  }

  pragma(text: string): void {
    this.#database.exec(`PRAGMA ${text}`);
  }

  /** Does nothing: the engine under test closes the database. */
  close(): void {}
}

/** Returns a class, as the libraries expect of `better-sqlite3`, whose instances use an open database. */
function driverOf(database: DatabaseSync) {
  return class extends SynchronousDriver {
    constructor() {
      super(database);
    }
  };
}

function sqliteKnex(database: DatabaseSync): Knex {
  const load = createRequire(import.meta.url);
  const Base = load("knex/lib/dialects/better-sqlite3/index.js") as typeof Knex.Client;
  class NodeSqliteClient extends Base {
    _driver() {
      return driverOf(database);
    }
  }
  return knexOf({
    client: NodeSqliteClient,
    connection: { filename: ":memory:" },
    useNullAsDefault: true,
  });
}

function postgresKnex({ options }: pg.Pool): Knex {
  const { host, port, user, database } = options;
  const connection = { host, port, user, database, options: options.options };
  return knexOf({
    client: "pg",
    connection: connection as Knex.PgConnectionConfig,
    pool: { min: 0, max: 2 },
  });
}

function typeOrmDriver(target: Target): object {
  if (target.kind === "sqlite") {
    return { type: "better-sqlite3", database: ":memory:", driver: driverOf(target.database) };
  }
  const { host, port, user, database } = target.pool.options;
  return { type: "postgres", host, port, username: user, database, installExtensions: false };
}
