import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, name, number, string } from "../../src/ast/constructors.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import { print } from "../../src/ast/print.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { compileComparator, compilePredicate } from "tamis/evaluator";
import { prismaQuery, type OrmRequest, type PrismaField, type PrismaProvider } from "tamis/orm";
import { countOf } from "../effort.ts";
import { conditions, orders, TYPED } from "../properties/evaluable.ts";
import { LOCALES, texts } from "../properties/hostile-values.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { filterOf, sortByOf } from "../sql/checked-query.ts";
import { embeddedPool, machinePool } from "../sql/engines/postgres.ts";
import { openPrisma, type ModelFields, type OpenedPrisma } from "./prisma-client.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? 20261122);
const EXPRESSIONS = countOf("orm/prisma: expressions");
const PER_TABLE = 200;
const ROWS = 20;

type Row = Readonly<Record<string, unknown>>;

interface Opened {
  readonly provider: PrismaProvider;
  readonly client: OpenedPrisma;
  readonly fields: Readonly<Record<string, PrismaField>>;
  readonly run: (sql: string) => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

const SCALARS = {
  id: "Int @id",
  s: "String?",
  required: "String",
  sp: "String?",
  sc: "String?",
  n: "Float?",
  i: "BigInt?",
  flag: "Boolean?",
  dt: "DateTime?",
  own: "Boolean?",
} satisfies ModelFields;
const LISTS = { tags: "String[]", nums: "Int[]" };

const FIELDS = {
  id: { type: "Int", nullable: false },
  s: { type: "String" },
  "a.b": { type: "String", name: "required", nullable: false },
  sp: { type: "String" },
  sc: { type: "String", binary: true },
  n: { type: "Float" },
  i: { type: "BigInt" },
  flag: { type: "Boolean" },
  dt: { type: "DateTime" },
  p: { type: "Boolean", name: "own" },
} as const satisfies Record<string, PrismaField>;

const DATABASES = {
  SQLite: (): Promise<Opened> => {
    const database = new DatabaseSync(":memory:");
    database.exec(
      "CREATE TABLE things (id INTEGER PRIMARY KEY, s TEXT, required TEXT NOT NULL, sp TEXT, sc TEXT, n REAL, i BIGINT, " +
        "flag BOOLEAN, dt DATETIME, own BOOLEAN)",
    );
    const client = openPrisma({ provider: "sqlite", database }, SCALARS);
    return Promise.resolve({
      provider: "sqlite",
      client,
      fields: FIELDS,
      run: (sql) => Promise.resolve(database.exec(sql)),
      close: () => Promise.resolve(database.close()),
    });
  },
  PostgreSQL: async (): Promise<Opened | undefined> => {
    const pool = await embeddedPool().catch(() => machinePool());
    if (pool === undefined) return undefined;
    const schema = `prisma_${process.pid}`;
    await pool.query(
      `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.things (id integer PRIMARY KEY, s text, required text NOT NULL, ` +
        `sp text, sc text COLLATE "C", n float8, i bigint, flag boolean, dt timestamp(3), own boolean, tags text[], ` +
        `nums integer[])`,
    );
    const client = openPrisma({ provider: "postgresql", pool, schema }, { ...SCALARS, ...LISTS });
    return {
      provider: "postgresql",
      client,
      fields: { ...FIELDS, tags: { type: "String" }, nums: { type: "Int" } },
      run: (sql) => pool.query(sql.replace("things", `${schema}.things`)),
      close: async () => {
        await client.$disconnect();
        await pool.query(`DROP SCHEMA ${schema} CASCADE`);
        await pool.end();
      },
    };
  },
};

const PARTS = ["a", "A", "%", "_", "\\", "a%b", "a_b", "a\\b", "ab", "\u{10ffff}", "a\u{10ffff}", "é", "'"];
const words = fc.oneof(
  texts.filter((text) => text.isWellFormed() && !text.includes("\0")),
  fc.array(fc.constantFrom(...PARTS), { maxLength: 3 }).map((parts) => parts.join("")),
);
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 4 });
const rowValues = fc.record({
  s: orNull(words),
  required: words,
  sp: orNull(words),
  sc: orNull(words),
  n: orNull(fc.oneof(fc.integer({ min: -3, max: 5 }), fc.double({ noNaN: true, min: -1e300, max: 1e300 }))),
  i: orNull(
    fc.oneof(fc.integer({ min: -3, max: 5 }).map(BigInt), fc.constantFrom(2n ** 53n + 1n, 2n ** 63n - 1n)),
  ),
  flag: orNull(fc.boolean()),
  dt: orNull(
    fc
      .constantFrom(
        "2020-01-01T00:00:00.000Z",
        "2020-01-01T00:00:00.001Z",
        "2019-12-31T23:59:59.999Z",
        "0001-01-01T00:00:00.000Z",
        "9999-12-31T23:59:59.999Z",
      )
      .map((text) => new Date(text)),
  ),
  own: orNull(fc.boolean()),
});
const lists = fc.record({
  tags: fc.array(words, { maxLength: 3 }),
  nums: fc.array(fc.integer({ min: -3, max: 5 }), { maxLength: 3 }),
});

/** Conditions that `where` objects can express in part: random conditions of all members rarely are. */
const leaves: fc.Arbitrary<Expression> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("eq", "ne", "lt", "le", "gt", "ge", "contains", "startsWith", "endsWith"),
      fc.constantFrom("s", "sc", "sp", "a.b", "tags"),
      words,
    )
    .map(([callee, member, text]) => call(callee, [name(member), string(text)])),
  fc
    .tuple(
      fc.constantFrom("eq", "ne", "lt", "le", "gt", "ge", "in"),
      fc.constantFrom("n", "i", "id", "nums"),
      fc.oneof(fc.integer({ min: -3, max: 5 }), fc.constantFrom(0.5, 2 ** 31, 2 ** 53, 1e300, -1e300)),
    )
    .map(([callee, member, value]) => call(callee, [name(member), number(value)])),
  fc
    .tuple(fc.constantFrom("s", "sc", "tags"), fc.array(words, { minLength: 1, maxLength: 3 }))
    .map(([member, values]) => call("in", [name(member), ...values.map((text) => string(text))])),
  fc.constantFrom("s", "a.b", "n", "dt", "flag", "tags").map((member) => call("isNull", [name(member)])),
  fc.constantFrom(name("flag"), name("p")),
);
const { tree } = fc.letrec<{ tree: Expression }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    leaves,
    conditions(TYPED),
    fc
      .tuple(fc.constantFrom("and", "or"), fc.array(tie("tree"), { minLength: 1, maxLength: 3 }))
      .map(([callee, args]) => call(callee, args)),
    tie("tree").map((each) => call("not", [each])),
    tie("tree").map((each) => call("isNull", [each])),
  ),
}));

describe.each(Object.entries(DATABASES))("Prisma on %s", (_, open) => {
  let opened: Opened | undefined;
  beforeAll(async () => {
    opened = await open();
  }, 120_000);
  afterAll(() => opened?.close());

  /** Stores rows, and returns them as the catalog names their members. */
  const load = async ({ client, provider, run }: Opened, at: number): Promise<readonly Row[]> => {
    await run("DELETE FROM things");
    const [scalars] = fc.sample(fc.array(rowValues, { minLength: ROWS, maxLength: ROWS }), {
      numRuns: 1,
      seed: at,
    });
    const [listed] = fc.sample(fc.array(lists, { minLength: ROWS, maxLength: ROWS }), {
      numRuns: 1,
      seed: at,
    });
    const data = scalars!.map((row, id) => ({ id, ...row, ...(provider === "sqlite" ? {} : listed![id]) }));
    await client.thing.createMany({ data });
    if (provider !== "sqlite") await run("UPDATE things SET tags = NULL WHERE id % 5 = 0");
    const stored = await client.thing.findMany({ orderBy: { id: "asc" } });
    return stored.map(({ own, required, ...row }) => ({ ...row, "own property": own, "a.b": required }));
  };

  const ids = async ({ client }: Opened, args: object) =>
    (await client.thing.findMany({ ...args, select: { id: true } })).map(({ id }) => id);

  it("keeps, sorts and counts the same rows as memory", { timeout: 3_600_000 }, async () => {
    if (opened === undefined) return;
    const { client, fields, provider } = opened;
    let valid = 0;
    let exact = 0;
    let narrowed = 0;
    let sorted = 0;
    for (let start = 0; start < EXPRESSIONS; start += PER_TABLE) {
      const at = seed + start;
      const rows = await load(opened, at);
      const drawn = fc.sample(fc.tuple(tree, orders(TYPED), fc.constantFrom(...LOCALES)), {
        numRuns: PER_TABLE,
        seed: at,
      });
      for (const [expression, order, locale] of drawn) {
        const { filter } = check(expression, typedCatalog);
        if (filter === undefined) continue;
        valid++;
        const inMemory = locale === undefined ? {} : { locale };
        const where = `${print(expression)} (seed ${seed}, table ${at}, locale ${locale})`;
        const matching = rows.filter(compilePredicate(filter, inMemory));
        const expected = matching.map(({ id }) => id);
        const query = prismaQuery({ filter }, { catalog: typedCatalog, provider, fields, locale });
        if (query.verdict === "exact") {
          exact++;
          expect(await ids(opened, { where: query.where, orderBy: { id: "asc" } }), where).toEqual(expected);
          expect(await client.thing.count({ where: query.where }), where).toBe(expected.length);
          const both = { AND: [query.where, { id: { lt: ROWS / 2 } }] };
          expect(await client.thing.count({ where: both }), where).toBe(
            matching.filter(({ id }) => (id as number) < ROWS / 2).length,
          );
        } else {
          expect(query.reasons.length, where).toBeGreaterThan(0);
          expect(query.residual, where).toEqual({ filter, sortBy: undefined });
          const found = new Set(await ids(opened, { where: query.upperBound }));
          expect(
            expected.filter((id) => !found.has(id)),
            where,
          ).toEqual([]);
          if (found.size < rows.length) narrowed++;
        }
        const { sortBy } = checkSortBy(order, typedCatalog);
        if (sortBy === undefined) continue;
        const inOrder = prismaQuery({ sortBy }, { catalog: typedCatalog, provider, fields, locale });
        if (inOrder.verdict !== "exact") {
          expect(inOrder.residual, where).toEqual({ filter: undefined, sortBy });
          continue;
        }
        sorted++;
        const { orderBy } = inOrder;
        const page = { orderBy, skip: 3, take: 10 };
        const expectedOrder = rows.toSorted(compileComparator(sortBy, inMemory)).map(({ id }) => id);
        expect(await ids(opened, page), `${print(order)}, ${where}`).toEqual(expectedOrder.slice(3, 13));
      }
    }
    expect(exact).toBeGreaterThan(valid * 0.2);
    expect(narrowed).toBeGreaterThan(valid * 0.05);
    expect(sorted).toBeGreaterThan(0);
  });
});

describe("an adapter for Prisma", () => {
  const compile = (request: OrmRequest, provider: PrismaProvider = "postgresql") =>
    prismaQuery(request, {
      catalog: typedCatalog,
      provider,
      fields: { ...FIELDS, tags: { type: "String" } },
    });
  const filter = (text: string) => filterOf(text, typedCatalog);

  it("writes conditions without NOT where a field has an opposite test", () => {
    expect(compile({ filter: filter("not(or(eq(s,'x'),lt(i,2.5),in(id,1,2)))") })).toEqual({
      verdict: "exact",
      where: { AND: [{ s: { not: "x" } }, { i: { gt: 2 } }, { id: { notIn: [1, 2] } }] },
      orderBy: undefined,
    });
  });

  it("searches lists, and escapes wildcards for PostgreSQL", () => {
    expect(compile({ filter: filter("and(in(tags,'x','y'),contains(s,'10%'))") })).toMatchObject({
      where: { AND: [{ tags: { hasSome: ["x", "y"] } }, { s: { contains: "10\\%" } }] },
    });
  });

  it("evaluates in memory what depends on a collation, and reports it", () => {
    const query = compile({
      filter: filter("and(eq(sp,'x'),gt(n,1))"),
      sortBy: sortByOf("n:descending,s", typedCatalog),
    });
    if (query.verdict !== "superset") throw new Error("strength primary is not a test of Prisma");
    expect(query.upperBound).toEqual({ AND: [{ sp: { not: null } }, { n: { gt: 1 } }] });
    expect(query.orderBy).toBeUndefined();
    expect(query.residual.sortBy).toBeDefined();
    expect(query.reasons.map(({ reason }) => reason)).toEqual([
      "Prisma compares strings only as the database does, not at primary strength",
      "Prisma compares strings only as the database does, not at tertiary strength",
    ]);
  });

  it("leaves a condition with too many values to memory", () => {
    const many = Array.from({ length: 901 }, (_, i) => i).join(",");
    const query = compile({ filter: filter(`in(i,${many})`) }, "sqlite");
    expect(query).toMatchObject({
      verdict: "superset",
      upperBound: {},
      reasons: [{ reason: "Prisma splits statements with so many values" }],
    });
  });

  it("is refused for other providers, and without fields", () => {
    const incomplete = { provider: "sqlite", catalog: typedCatalog } as never;
    expect(() => prismaQuery({}, incomplete)).toThrow("fields must be an object, got undefined");
    expect(() => compile({}, "mysql" as PrismaProvider)).toThrow(
      'provider must be "sqlite" or "postgresql", got "mysql"',
    );
  });
});
