import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { call, name, number, string } from "../../../src/ast/constructors.ts";
import { check, defineCatalog, parseFilter } from "tamis";
import type { Collection } from "../../../src/engine/collection.ts";
import { ScanLimitError, type SqlSource, StatementError } from "tamis/databases";
import { sqlCollection, type SqlCollectionOptions } from "../../../src/engine/databases/sql-collection.ts";
import { decodeQuery } from "../../../src/url/decode-query.ts";
import { checking } from "../../sql/checked-query.ts";
import { pageOf, streamOf } from "./collection-suite.ts";
import { failureOf } from "./failure-of.ts";
import { sqliteFile, type SqliteFile } from "./sqlite-source.ts";

const catalog = defineCatalog({
  name: "reports",
  members: {
    id: "integer",
    name: "string",
    size: "integer",
    tenant: { type: "string", filterable: false },
    owner: { type: "object", members: { city: "string" } },
  },
  key: "id",
  defaultSort: ["size:descending"],
  defaultLimit: 4,
  maximumLimit: 10,
});
const COUNT = 50;
const OWN_TENANT = "x') , eq('a','a";

const { filterOf, sortByOf } = checking(catalog);

let plain: SqliteFile;
let able: SqliteFile;
beforeAll(async () => {
  plain = await sqliteFile({ functions: false });
  able = await sqliteFile();
  for (const { database } of [plain, able]) {
    database.exec(
      "CREATE TABLE reports (id INTEGER PRIMARY KEY, name TEXT, size INTEGER, tenant TEXT, city TEXT)",
    );
    const insert = database.prepare("INSERT INTO reports VALUES (?, ?, ?, ?, ?)");
    for (let id = 0; id < COUNT; id++) {
      const tenant = id % 2 === 0 ? OWN_TENANT : "b";
      insert.run(id, `Name ${String(id).padStart(2, "0")}`, id % 7, tenant, id === 3 ? null : "Bonn");
    }
  }
});
afterAll(() => {
  plain.close();
  able.close();
});
afterEach(() => {
  for (const file of [plain, able]) {
    expect(file.open).toEqual({ snapshots: 0, statements: 0 });
    file.onStatement = undefined;
    file.statements.length = 0;
  }
});

const table = { table: "reports", members: { "owner.city": "city" } };
const reports = (file: SqliteFile, options: Partial<SqlCollectionOptions> = {}) =>
  sqlCollection({ source: file.source, catalog, table, ...options });

const MANY = 1_000;

/** A collection with more rows than a batch of a stream. */
function manyRows({ database, source }: SqliteFile): Collection {
  database.exec(`CREATE TABLE IF NOT EXISTS many AS WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < ${MANY - 1})
    SELECT n AS id, 'Name ' || n AS name, CASE WHEN n < 50 THEN n % 7 ELSE 0 END AS size, 'b' AS tenant, 'Bonn' AS city FROM c`);
  return sqlCollection({ source, catalog, table: { ...table, table: "many" } });
}

const MATCHES = filterOf("match(name,'(?:.*1|x.*)')");

describe("a page", () => {
  it("uses the default order and limit of the catalog", async () => {
    const items = [6, 13, 20, 27].map((id) => ({ id }));
    expect(await pageOf(reports(able), {})).toMatchObject({ limit: 4, count: COUNT, start: 0, items });
  });

  it("accepts queries of decodeQuery", async () => {
    const { query } = decodeQuery("?filter=gt(size,5)&sortBy=name:descending&limit=2&start=1", { catalog });
    const page = await pageOf(reports(plain), query!);
    expect(page).toEqual({
      ok: true,
      items: [
        { id: 41, name: "Name 41", size: 6, tenant: "b", owner: { city: "Bonn" } },
        { id: 34, name: "Name 34", size: 6, tenant: OWN_TENANT, owner: { city: "Bonn" } },
      ],
      start: 1,
      limit: 2,
      count: 7,
      next: undefined,
    });
  });

  it("uses the default limit of decodeQuery", async () => {
    const { query } = decodeQuery("", { catalog, defaultLimit: 7 });
    expect((await pageOf(reports(able), query!)).limit).toBe(7);
    expect(await streamOf(reports(able), query!)).toHaveLength(COUNT);
  });

  it("lowers a limit above the maximum and returns the lower one", async () => {
    const { items, limit } = await pageOf(reports(able), { limit: 2 ** 53 - 1 });
    expect([items.length, limit]).toEqual([10, 10]);
  });

  it("is empty after the last row, with the correct count", async () => {
    for (const file of [plain, able])
      for (const filter of [undefined, MATCHES])
        for (const start of [COUNT, 2 ** 53 - 1]) {
          const { items, count } = await pageOf(reports(file), { filter, start });
          expect([items, count]).toEqual([[], filter === undefined ? COUNT : 5]);
        }
  });

  it("throws a RangeError for an invalid start or limit", async () => {
    for (const wrong of [2 ** 53, -1, 1.5, NaN, Infinity, "1" as unknown as number]) {
      await expect(reports(able).page({ start: wrong })).rejects.toThrow(RangeError);
      await expect(reports(able).page({ limit: wrong })).rejects.toThrow(RangeError);
    }
  });

  it("contains the selected members only", async () => {
    for (const file of [plain, able]) {
      const { items } = await pageOf(reports(file), { filter: MATCHES, limit: 1 }, { select: ["name"] });
      expect(items).toEqual([{ name: "Name 41" }]);
    }
    await expect(reports(able).page({}, { select: ["password"] })).rejects.toThrow(TypeError);
  });

  it("does not count rows if count is false", async () => {
    const { count } = await pageOf(reports(plain), {}, { count: false });
    expect(count).toBeUndefined();
    expect(plain.statements.filter((text) => text.includes("count(*)"))).toEqual([]);
  });

  it("stops reading when it is full, if the database sorts", async () => {
    let taken = 0;
    const { source } = plain;
    const watched: SqlSource = {
      ...source,
      snapshot: (work, options) =>
        source.snapshot(
          (session) =>
            work({
              ...session,
              async *batches(statement, size) {
                for await (const rows of session.batches(statement, size)) {
                  taken += rows.length;
                  yield rows;
                }
              },
            }),
          options,
        ),
    };
    const many = manyRows({ ...plain, source: watched });
    const { items } = await pageOf(many, { filter: MATCHES, limit: 3 }, { count: false });
    expect(items.length).toBe(3);
    expect(taken).toBeLessThan(200);
  });
});

describe("a stream", () => {
  it("returns the requested number of rows, in any number of batches", async () => {
    const many = manyRows(plain);
    const all = filterOf("match(name,'Name.*')");
    for (const [query, last] of [
      [{ sortBy: sortByOf("id"), start: 3, limit: 250 }, 252],
      [{ filter: all, sortBy: sortByOf("id"), start: 3, limit: 250 }, 252],
      [{ filter: all, sortBy: sortByOf("id:descending"), limit: 401 }, MANY - 401],
      [{ filter: all, sortBy: sortByOf("size,name:primary"), start: 990 }, undefined],
      [{ filter: all, limit: 0 }, undefined],
    ] as const) {
      const rows = await streamOf(many, query);
      expect(rows.length).toBe("limit" in query ? query.limit : 10);
      if (last !== undefined) expect(rows.at(-1)!["id"]).toBe(last);
    }
  });
});

describe("a request beyond the limits", () => {
  it("is rejected with the span of the condition that needs memory", async () => {
    const inMemory = { filter: MATCHES, sortBy: sortByOf("name:primary") };
    const strict = await reports(plain, { strict: true }).page(inMemory);
    expect(strict.ok || strict.diagnostics.map(({ code, span }) => [code, span])).toEqual([
      ["not-exact", { start: 0, end: 25 }],
      ["not-exact", { start: 0, end: 4 }],
    ]);
    expect((await reports(able, { strict: true }).page({ filter: MATCHES })).ok).toBe(true);
    expect(plain.statements).toEqual([]);
    const counted = await reports(plain, { strict: true }).count({ filter: MATCHES });
    expect(counted.ok || counted.diagnostics[0]!.code).toBe("not-exact");
    // A count does not need the order.
    const sorted = await reports(plain, { strict: true }).count({ sortBy: sortByOf("name:primary") });
    expect(sorted).toEqual({ ok: true, count: COUNT });
  });

  it("is rejected for one row more than maximumScan", async () => {
    const primary = sortByOf("name:primary");
    for (const [query, options] of [
      [{ filter: MATCHES }, {}],
      [{ sortBy: primary }, {}],
      [{ filter: MATCHES, sortBy: primary }, { count: false }],
    ] as const) {
      const enough = await reports(plain, { maximumScan: COUNT }).page(query, options);
      expect(enough.ok).toBe(true);
      const tooMany = await reports(plain, { maximumScan: COUNT - 1 }).page(query, options);
      expect(tooMany.ok || tooMany.diagnostics.map(({ code }) => code)).toEqual(["scan-limit"]);
    }
    const counted = await reports(plain, { maximumScan: COUNT - 1 }).count({ filter: MATCHES });
    expect(counted.ok || counted.diagnostics[0]!.code).toBe("scan-limit");
  });

  it("is rejected for one row more than maximumHeap", async () => {
    const query = { sortBy: sortByOf("name:primary"), start: 3, limit: 4 };
    const enough = await reports(plain, { maximumHeap: 8 }).page(query);
    expect(enough.ok).toBe(true);
    const tooMany = await reports(plain, { maximumHeap: 7 }).page(query);
    expect(tooMany.ok || tooMany.diagnostics.map(({ code }) => code)).toEqual(["sort-limit"]);
  });

  it("is thrown as an error by a stream, while its rows are read", async () => {
    const filtered = { filter: MATCHES, sortBy: sortByOf("id") };
    const rows = await streamOf(reports(plain, { maximumScan: 15 }), filtered);
    expect(rows.map(({ id }) => id)).toEqual([1, 11, 21, 31, 41]);
    const sorted = streamOf(reports(plain, { maximumHeap: 15 }), { sortBy: sortByOf("name:primary") });
    await expect(sorted).rejects.toThrow(ScanLimitError);
    const refused = await reports(plain, { strict: true }).stream({ filter: MATCHES });
    expect(refused.ok).toBe(false);
  });
});

describe("a rule", () => {
  const tenantRule = call("eq", [name("tenant"), string(OWN_TENANT)]);

  it("applies to every row and request, and can use members that are not filterable", async () => {
    for (const file of [plain, able]) {
      const collection = reports(file, { rule: tenantRule });
      const all = ["or(true,isNull(name))", "not(eq(size,100))"].map(filterOf);
      for (const filter of [undefined, ...all, MATCHES]) {
        const { items, count } = await pageOf(collection, { filter, limit: 10 });
        const expected = filter === MATCHES ? 0 : COUNT / 2;
        expect([count, items.every(({ id }) => (id as number) % 2 === 0)]).toEqual([expected, true]);
        expect(await collection.count({ filter })).toEqual({ ok: true, count: expected });
      }
    }
    expect(check(parseFilter("eq(tenant,'b')").expression!, catalog).ok).toBe(false);
  });

  it("can come with a request, in addition to that of the collection", async () => {
    const rule = call("lt", [name("id"), number(10)]);
    expect(await pageOf(reports(able, { rule: tenantRule }), {}, { rule })).toMatchObject({ count: 5 });
  });

  it("does not appear in diagnostics for users", async () => {
    const rule = call("match", [name("tenant"), string("se.ret|b")]);
    for (const options of [{ strict: true }, { maximumScan: 1 }]) {
      const result = await reports(plain, { rule, ...options }).page({});
      const [problem] = result.ok ? [] : result.diagnostics;
      expect(problem).toMatchObject({ span: { start: 0, end: 0 } });
      expect(problem!.message).toMatch(/a rule of the collection needs more/);
      expect(problem!.message).not.toMatch(/se\.ret|tenant|pattern/);
    }
  });

  it("throws a TypeError if it is invalid", () => {
    expect(() => reports(able, { rule: call("eq", [name("nobody"), string("x")]) })).toThrow(TypeError);
    expect(() => reports(able, { rule: check(tenantRule).filter! })).toThrow(TypeError);
  });
});

describe("a snapshot", () => {
  it("contains no row that is inserted between page and count", async () => {
    const long = filterOf(`or(${Array.from({ length: 300 }, (_, i) => `eq(size,${i})`).join()})`);
    for (const [file, filter, start] of [
      [able, long, 0],
      [able, undefined, 100],
      [plain, filterOf("or(gt(size,4),match(name,'(?:.*1|x.*)'))"), 0],
    ] as const) {
      const collection = reports(file, { maximumLimit: 100 });
      const before = await pageOf(collection, { filter, start, limit: 100 });
      let statementCount = 0;
      file.onStatement = () => {
        if (statementCount++ === 1)
          file.database.exec("INSERT INTO reports VALUES (99, 'Name 1', 6, 'b', NULL)");
      };
      const page = await pageOf(collection, { filter, start, limit: 100 });
      expect(statementCount).toBeGreaterThan(1);
      expect(page).toEqual(before);
      file.onStatement = undefined;
      file.database.exec("DELETE FROM reports WHERE id = 99");
    }
  });

  it("can be open at the same time as others", async () => {
    const many = manyRows(plain);
    const streams = await Promise.all([1, 2, 3].map(() => many.stream({ sortBy: sortByOf("id") })));
    const iterators = streams.map((stream) => (stream.ok ? stream.rows[Symbol.asyncIterator]() : undefined)!);
    for (let id = 0; id < MANY; id++) {
      for (const iterator of iterators) expect(((await iterator.next()).value as { id: number }).id).toBe(id);
      if (id === 10) {
        expect(plain.open.snapshots).toBe(3);
        const pages = await Promise.all([1, 2, 3, 4].map((start) => pageOf(many, { start, limit: 1 })));
        expect(pages.map(({ items }) => items[0]!["id"])).toEqual([13, 20, 27, 34]);
      }
    }
    for (const iterator of iterators) expect((await iterator.next()).done).toBe(true);
  });

  it("ends when the loop over its rows ends or throws", async () => {
    for (const [file, collection] of [
      [plain, reports(plain)],
      [able, reports(able)],
      [plain, manyRows(plain)],
    ] as const) {
      for (const query of [{}, { filter: MATCHES }, { sortBy: sortByOf("name:primary") }]) {
        const stream = await collection.stream(query);
        if (stream.ok) for await (const row of stream.rows) if (row["id"] !== undefined) break;
        expect(file.open.snapshots).toBe(0);
        const failing = await collection.stream(query);
        await expect(
          (async () => {
            if (failing.ok) for await (const row of failing.rows) throw new Error(String(row["id"]));
          })(),
        ).rejects.toThrow(/^\d+$/);
        expect(file.open.snapshots).toBe(0);
      }
    }
  });
});

describe("cancellation", () => {
  it("ends the running statement, and leaves nothing open", async () => {
    for (const query of [{}, { filter: MATCHES }, { filter: MATCHES, sortBy: sortByOf("name:primary") }]) {
      const controller = new AbortController();
      plain.onStatement = () => controller.abort(new Error("enough"));
      const { signal } = controller;
      expect(await failureOf(reports(plain).page(query, { signal }))).toBe("canceled");
      plain.onStatement = undefined;
      expect(await failureOf(reports(plain).count(query, { signal }))).toBe("canceled");
      expect((await pageOf(reports(plain), query)).ok).toBe(true);
    }
  });

  it("ends a stream that nobody reads", async () => {
    const controller = new AbortController();
    const stream = await manyRows(plain).stream({}, { signal: controller.signal });
    const rows = stream.ok ? stream.rows[Symbol.asyncIterator]() : undefined;
    await rows!.next();
    expect(plain.open.snapshots).toBe(1);
    controller.abort();
    await vi.waitFor(() => expect(plain.open).toEqual({ snapshots: 0, statements: 0 }));
    await expect(
      (async () => {
        while (!(await rows!.next()).done) expect(plain.open.snapshots).toBe(0);
      })(),
    ).rejects.toThrow(StatementError);
  });

  it("passes the timeout to the database", async () => {
    const seen: unknown[] = [];
    const source: SqlSource = {
      ...able.source,
      snapshot: (work, options) => {
        seen.push(options?.timeout);
        return able.source.snapshot(work, options);
      },
    };
    const collection = sqlCollection({ source, catalog, table, timeout: 500 });
    await collection.page({});
    await collection.count({}, { timeout: 20 });
    expect(seen).toEqual([500, 20]);
  });
});

describe("an error of the database", () => {
  it("during preparation does not prevent the next request from preparing again", async () => {
    let attempts = 0;
    const source: SqlSource = {
      ...able.source,
      prepare: (options) =>
        attempts++ === 0
          ? Promise.reject(new StatementError("connection", "gone"))
          : able.source.prepare(options),
    };
    const collection = sqlCollection({ source, catalog, table });
    await expect(collection.page({})).rejects.toThrow("gone");
    expect((await pageOf(collection, {})).count).toBe(COUNT);
    await collection.count({});
    expect(attempts).toBe(2);
  });

  it("is a TypeError if rows share a key", async () => {
    const shared = defineCatalog({
      name: "reports",
      members: { size: "integer", name: "string", city: "string" },
      key: "size",
    });
    const collection = sqlCollection({ source: plain.source, catalog: shared, table: { table: "reports" } });
    plain.database.exec("UPDATE reports SET size = NULL WHERE id = 0");
    for (const wrong of ["gt(size,0)", "isNull(size)"]) {
      const filter = checking(shared).filterOf(`and(${wrong},match(name,'.*'))`);
      await expect(collection.page({ filter, limit: 1 }), wrong).rejects.toThrow(TypeError);
    }
    plain.database.exec("UPDATE reports SET size = 0 WHERE id = 0");
  });
});
