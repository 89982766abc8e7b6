import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countOf } from "../effort.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { canonicalRow } from "../sql/canonical-row.ts";
import { filterOf, sortByOf } from "../sql/checked-query.ts";
import type {
  Answers,
  CollectionUnderTest,
  EngineUnderTest,
  Kept,
  Listed,
} from "../sql/engines/engine-under-test.ts";
import { fromPg } from "../../src/engine/databases/adapters/postgres/pg.ts";
import { embeddedPool, machinePool, postgresUnderTest } from "../sql/engines/postgres.ts";
import { COLUMNS } from "../sql/engines/postgres-layouts.ts";
import { sqliteUnderTest } from "../sql/engines/sqlite.ts";
import { described, fuzz } from "../sql/fuzz/fuzz.ts";
import { assumedDialect } from "tamis/sql";
import { knexQuery, typeOrmQuery } from "tamis/orm";
import knexOf from "knex";
import { LIBRARIES, type Library, type Target } from "./libraries.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? 20261122);
const EXPRESSIONS = countOf("orm/libraries: expressions");

interface Opened {
  readonly engine: EngineUnderTest;
  readonly target: Target;
}

const DATABASES = {
  async SQLite(): Promise<Opened> {
    const database = new DatabaseSync(":memory:");
    const engine = await sqliteUnderTest({ database });
    return { engine, target: { kind: "sqlite", database, table: typedCatalog.name } };
  },
  async "SQLite without functions"(): Promise<Opened> {
    const database = new DatabaseSync(":memory:");
    const engine = await sqliteUnderTest({ database, functions: false });
    return { engine, target: { kind: "sqlite", database, table: typedCatalog.name } };
  },
  async PostgreSQL(): Promise<Opened | undefined> {
    const pool = await embeddedPool().catch(() => machinePool());
    if (pool === undefined) return undefined;
    const engine = await postgresUnderTest(pool, COLUMNS, fromPg(pool));
    const [schema, table] = engine.tableOf(typedCatalog).table as readonly [string, string];
    return { engine, target: { kind: "postgres", pool, schema, table } };
  },
};

describe.each(Object.entries(DATABASES))("on %s", (_, open) => {
  let opened: Opened | undefined;
  beforeAll(async () => {
    opened = await open();
  }, 120_000);
  afterAll(() => opened?.engine.close());

  it.each(Object.entries(LIBRARIES))(
    "%s keeps, sorts and counts the same rows as memory",
    { timeout: 3_600_000 },
    async (_, create) => {
      if (opened === undefined) return;
      const library = (await create(opened.target)) as Library<unknown>;
      try {
        const backend = underTest(opened.engine, library);
        const figures = await fuzz({ engines: [backend], expressions: EXPRESSIONS, seed });
        expect(figures.found.map(described)).toEqual([]);
        expect(figures.valid).toBeGreaterThan(EXPRESSIONS * 0.7);
        expect(figures.exact[backend.name]).toBeGreaterThan(figures.valid * 0.2);
        expect(figures.orders[backend.name]).toBeGreaterThan(0);
      } finally {
        await library.close();
      }
    },
  );
});

/** A library as a backend of the comparison with memory. Rows are stored by the engine. */
function underTest(engine: EngineUnderTest, library: Library<unknown>): CollectionUnderTest {
  const compile = (request: Parameters<Library<unknown>["compile"]>[0], locale: string | undefined) =>
    library.compile(request, {
      catalog: typedCatalog,
      table: engine.tableOf(typedCatalog),
      dialect: engine.dialect,
      locale,
    });
  const listed = async (parts: Parameters<Library<unknown>["ids"]>[0]): Promise<Listed> => ({
    ids: (await library.ids(parts)).map(String),
    text: library.name,
  });
  const keep: Answers["keep"] = async ({ filter, locale }): Promise<Kept> => {
    const query = compile({ filter }, locale);
    if (query.verdict === "exact") {
      const upper = await listed({ where: query.where });
      return { isExact: true, reasons: [], upper, lower: upper };
    }
    expect(query.residual).toEqual({ filter, sortBy: undefined });
    const upper = await listed({ where: query.upperBound });
    return {
      isExact: false,
      reasons: query.reasons.map(({ reason }) => reason),
      upper,
      lower: { ids: [], text: "" },
    };
  };
  return {
    kind: "collection",
    name: `${library.name} on ${engine.name}`,
    load: engine.load,
    settle: (row, catalog) => {
      const stored = canonicalRow(row, catalog, engine.precision);
      return engine.settle?.(stored, catalog) ?? stored;
    },
    close: library.close,
    answers: {
      keep,
      keepEach: (asked) => Promise.all(asked.map(keep)),
      async order(sortBy, locale) {
        const query = compile({ sortBy }, locale);
        if (query.verdict !== "exact") {
          expect(query.residual).toEqual({ filter: undefined, sortBy });
          return undefined;
        }
        return listed({ orderBy: query.orderBy });
      },
      async page({ filter, sortBy, start, limit, locale }) {
        const query = compile({ filter, sortBy }, locale);
        if (query.verdict !== "exact") return undefined;
        const { where, orderBy } = query;
        const page = await listed({ where, orderBy, start, limit });
        return { ...page, ids: [...page.ids, `of ${await library.count(where)}`] };
      },
    },
  };
}

describe("a condition", () => {
  it.each(Object.entries(LIBRARIES))(
    "of %s can be joined with others, and contain the placeholders of libraries",
    async (_, create) => {
      const { engine, target } = await DATABASES.SQLite();
      const library = (await create(target)) as Library<unknown>;
      const table = {
        ...engine.tableOf(typedCatalog),
        members: { s: { expression: "('?:tamisWhere0:tamis0:constructor\\:x' || t.id)" } },
      };
      const options = { catalog: typedCatalog, table, dialect: engine.dialect };
      await engine.load(typedCatalog, [{ id: 0 }, { id: 1 }, { id: 2 }]);
      const query = library.compile(
        {
          filter: filterOf(
            "or(eq(s,'?:tamisWhere0:tamis0:constructor\\:x1'),eq(s,'?:tamisWhere0:tamis0:constructor\\:x2'))",
            typedCatalog,
          ),
          sortBy: sortByOf("s:descending:identical", typedCatalog),
        },
        options,
      );
      if (query.verdict !== "exact") throw new Error(query.reasons[0]!.reason);
      const { where, orderBy } = query;
      expect(await library.ids({ where, orderBy })).toEqual([2, 1]);
      expect(await library.ids({ where, isNever: true })).toEqual([]);
      await library.close();
      await engine.close();
    },
  );

  it("of Knex for PostgreSQL keeps question marks of the text", () => {
    const knex = knexOf({ client: "pg" });
    const table = { table: "things", members: { s: { expression: "('?' || t.x)" } } };
    const options = { catalog: typedCatalog, table, dialect: assumedDialect("postgres") };
    const query = knexQuery(knex, { filter: filterOf("eq(s,'?')", typedCatalog) }, options);
    if (query.verdict !== "exact") throw new Error(query.reasons[0]!.reason);
    const { sql, bindings } = knex("things as t").where(query.where).toSQL().toNative();
    expect(sql).toContain("('?' || t.x)");
    expect(sql).toContain("$1");
    expect(sql).not.toContain("$2");
    expect(bindings).toEqual(["?"]);
  });

  it("is refused for a dialect whose drivers bind lists as objects", () => {
    const options = { catalog: typedCatalog, table: { table: "things" }, dialect: assumedDialect("duckdb") };
    expect(() => typeOrmQuery({}, options)).toThrow("the dialect duckdb is not supported");
  });
});
