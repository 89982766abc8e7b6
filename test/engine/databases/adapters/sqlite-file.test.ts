import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { Worker } from "node:worker_threads";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import type { BoundStatement } from "../../../../src/engine/databases/adapters/sqlite/connection.ts";
import { fromSqliteFile, type SqliteFileOptions, type SqliteFileSource } from "tamis/databases";
import { QuickStatements } from "../../../../src/engine/databases/adapters/sqlite/quick-statements.ts";
import { ShortStatements } from "../../../../src/engine/databases/adapters/sqlite/short-statements.ts";
import { SqliteWorker } from "../../../../src/engine/databases/adapters/sqlite/sqlite-worker.ts";
import { WorkerPool } from "../../../../src/engine/databases/adapters/sqlite/worker-pool.ts";
import { sqlCollection } from "../../../../src/engine/databases/sql-collection.ts";
import { filterOf } from "../../../sql/checked-query.ts";
import { decodeQuery } from "../../../../src/url/index.ts";
import { failureOf } from "../failure-of.ts";
import { succeeded } from "../../../succeeded.ts";
import { all, statement } from "../sessions.ts";

const ENDLESS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)";
/** Searches without end, and finds no row. */
const search = statement(`${ENDLESS} SELECT i FROM n WHERE tamis_in_time() AND i < 0`);
const one = statement("SELECT 1");

const folder = mkdtempSync(join(tmpdir(), "tamis-sqlite-file-"));
const path = join(folder, "rows.db");
beforeAll(() => {
  const database = new DatabaseSync(path);
  database.exec("CREATE TABLE rows (i INTEGER) STRICT; INSERT INTO rows VALUES (1), (2)");
  database.exec("CREATE TABLE words (word TEXT) STRICT; INSERT INTO words VALUES ('z'), ('ä'), ('ad')");
  database.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const open: SqliteFileSource[] = [];
afterEach(async () => {
  for (const source of open.splice(0)) await source.close();
});

function opened(options: SqliteFileOptions = {}): SqliteFileSource {
  const source = fromSqliteFile(path, options);
  open.push(source);
  return source;
}

describe("a statement that searches without end", () => {
  it("leaves the event loop free, and gives its connection back when its signal is aborted", async () => {
    const source = opened({ connections: 1 });
    await source.prepare({ locales: [] });
    const controller = new AbortController();
    let turns = 0;
    const timer = setInterval(() => {
      if (++turns === 20) controller.abort();
    }, 5);
    expect(await failureOf(all(source, search, { signal: controller.signal }))).toBe("canceled");
    clearInterval(timer);
    expect(await all(source, one)).toEqual([[1]]);
  });

  it("does not delay a request on another connection", async () => {
    const source = opened({ connections: 2 });
    const controller = new AbortController();
    const slow = failureOf(all(source, search, { signal: controller.signal }));
    for (let i = 0; i < 20; i++) expect(await all(source, one)).toEqual([[1]]);
    controller.abort();
    expect(await slow).toBe("canceled");
  });

  it("lets an aborted request that waits for a connection end at once", async () => {
    const source = opened({ connections: 1 });
    const first = new AbortController();
    const slow = failureOf(all(source, search, { signal: first.signal }));
    const second = new AbortController();
    const waiting = failureOf(all(source, one, { signal: second.signal }));
    second.abort();
    expect(await waiting).toBe("canceled");
    first.abort();
    expect(await slow).toBe("canceled");
  });
});

describe("more requests than a source can serve", () => {
  it("each end, the endless ones at their timeout, and leave the source as it was", async () => {
    const source = opened({ connections: 2 });
    await source.prepare({ locales: [] });
    const before = process.memoryUsage().rss;
    const requests = Array.from({ length: 400 }, (_, i) =>
      i % 100 === 0 ? failureOf(all(source, search, { timeout: 100 })) : all(source, `SELECT ${i}`),
    );
    const results = await Promise.all(requests);
    expect(results).toEqual(Array.from({ length: 400 }, (_, i) => (i % 100 === 0 ? "timeout" : [[i]])));
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    expect(await all(source, one)).toEqual([[1]]);
  });

  it("end in order, and those whose clients have gone take no connection", async () => {
    const source = opened({ connections: 1 });
    const controller = new AbortController();
    const order: number[] = [];
    const requests = Array.from({ length: 200 }, (_, i) => {
      const signal = i % 2 === 0 ? {} : { signal: controller.signal };
      return source.snapshot(async (session) => {
        await session.all(one);
        order.push(i);
      }, signal);
    });
    const settled = Promise.allSettled(requests);
    controller.abort();
    expect((await settled).filter(({ status }) => status === "rejected")).toHaveLength(100);
    expect(order).toEqual(Array.from({ length: 100 }, (_, i) => 2 * i));
  });
});

describe("a page", () => {
  const catalog = defineCatalog({ name: "rows", members: { i: "integer" }, key: "i" });
  const send = vi.spyOn(Worker.prototype, "postMessage");
  afterEach(() => send.mockClear());
  const table = { table: "rows", members: { i: { column: "i", finite: true } } } as const;

  it.for([
    ["and its count: one", {}, {}, 1],
    ["without its count: one", {}, { count: false }, 1],
    ["that no row matches: one", { filter: filterOf("gt(i,9)", catalog) }, {}, 1],
    ["without rows, in a snapshot: two", { limit: 0 }, {}, 2],
    ["after the last row, which is read again in a snapshot: four", { start: 9 }, {}, 4],
  ] as const)("%s message(s) to the thread", async ([, query, options, messages]) => {
    const source = opened({ connections: 1 });
    const reports = sqlCollection({ source, catalog, table, timeout: 5_000 });
    await reports.count({});
    send.mockClear();
    expect(await reports.page(query, options)).toMatchObject({ ok: true });
    expect(send).toHaveBeenCalledTimes(messages);
  });

  it("fails with a clear error if its thread ends, and the next page has a new thread", async () => {
    const source = opened({ connections: 1 });
    const computed = {
      ...table,
      members: { i: { expression: `(${ENDLESS} SELECT i FROM n WHERE tamis_in_time() AND i < 0)` } },
    };
    const endless = sqlCollection({ source, catalog, table: computed });
    const reports = sqlCollection({ source, catalog, table });
    await reports.count({});
    const page = endless.page({});
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(4));
    await (send.mock.contexts[0] as Worker).terminate();
    await expect(page).rejects.toMatchObject({
      failure: "connection",
      message: "The worker thread of SQLite has ended.",
    });
    expect(await reports.page({})).toMatchObject({ count: 2, items: [{ i: 1 }, { i: 2 }] });
  });
});

describe("a statement that was quick on average of eight runs", () => {
  const bound = (text: string) => ({ text, values: [] });
  const rows = bound("SELECT i FROM rows ORDER BY i");
  const quickFor = (statement: BoundStatement) => {
    // A busy machine can pause a statement for longer than a program would.
    const quick = new QuickStatements({ path, readOnly: true, busyTimeout: 60_000 }, 200);
    for (let run = 0; run < 8; run++) {
      expect(quick.run(statement)).toBeUndefined();
      quick.count(statement, 0.05);
    }
    return quick;
  };

  it("runs in the thread of the program, until its average is slow or the source is closed", () => {
    const quick = quickFor(rows);
    quick.count(rows, 0.2);
    expect(quick.run(rows)).toEqual([[1], [2]]);
    quick.count(rows, Infinity);
    expect(quick.run(rows)).toBeUndefined();
    for (let run = 0; run < 20; run++) quick.count(rows, 0.05);
    expect(quick.run(rows)).toEqual([[1], [2]]);
    const closed = quickFor(rows);
    closed.close();
    expect(closed.run(rows)).toBeUndefined();
    quick.close();
  });

  it("is left to a worker thread if it searches without end, fails, or waits for a lock", () => {
    const texts = [`${ENDLESS} SELECT i FROM n WHERE tamis_in_time() AND i < 0`, "SELECT * FROM nowhere"];
    for (const text of texts) {
      const quick = quickFor(bound(text));
      expect(quick.run(bound(text))).toBeUndefined();
      // It is not tried again.
      expect(quick.run(bound(text))).toBeUndefined();
      quick.close();
    }
    const writer = new DatabaseSync(path);
    writer.exec("BEGIN EXCLUSIVE");
    const locked = quickFor(rows);
    expect(locked.run(rows)).toBeUndefined();
    writer.exec("ROLLBACK");
    writer.close();
    locked.close();
  });
});

describe("a snapshot", () => {
  it("holds no lock after its end", async () => {
    const source = opened();
    const writer = new DatabaseSync(path);
    for (let i = 0; i < 20; i++) {
      await all(source, "SELECT i FROM rows");
      writer.exec("INSERT INTO rows VALUES (3); DELETE FROM rows WHERE i = 3");
    }
    writer.close();
  });

  it("returns batches on demand, so that a stream without end can stop", async () => {
    const source = opened({ connections: 1 });
    const sizes: number[] = [];
    await source.snapshot(async (session) => {
      for await (const batch of session.batches(statement(`${ENDLESS} SELECT i FROM n`), 300)) {
        sizes.push(batch.length);
        if (sizes.length === 3) break;
      }
      expect(await session.all(one)).toEqual([[1]]);
    });
    expect(sizes).toEqual([300, 300, 300]);
  });

  it("returns all rows of a long result, with their types", async () => {
    const rows = await all(
      opened(),
      statement(
        `${ENDLESS} SELECT i, 'é' || i, i / 2.0, x'00ff', NULL, i + 9007199254740992 FROM n LIMIT 2500`,
      ),
    );
    expect(rows).toHaveLength(2500);
    expect(rows[2499]).toEqual([2500, "é2500", 1250, new Uint8Array([0, 255]), null, 9007199254743492n]);
  });

  it("reports an error with that of SQLite as its cause", async () => {
    const error: unknown = await all(opened(), "SELEC").catch((reason: unknown) => reason);
    expect(error).toMatchObject({ failure: "other", message: "SQLite refused the statement." });
    expect((error as Error).cause).toMatchObject({ message: 'near "SELEC": syntax error' });
  });

  it("uses the collations of locales that are prepared later", async () => {
    const source = opened({ connections: 1 });
    const key = statement(
      "SELECT hex(tamis_key('ä', 'sv', 'tertiary')) > hex(tamis_key('z', 'sv', 'tertiary'))",
    );
    await source.prepare({ locales: ["de"] });
    await source.prepare({ locales: ["sv"] });
    expect(await all(source, key)).toEqual([[1]]);
  });

  it("sorts and compares in the locale of a request that the options do not name", async () => {
    const catalog = defineCatalog({ name: "words", members: { word: "string" } });
    const table = { table: "words" };
    const wordRows = sqlCollection({ source: opened(), catalog, table, locales: ["en"] });
    const wordsIn = async (search: string, locale: string) => {
      const page = succeeded(await wordRows.page(decodeQuery(search, { catalog }).query!, { locale }));
      return page.items.map(({ word }) => word);
    };
    for (let time = 0; time < 2; time++) {
      expect(await wordsIn("?sortBy=word", "sv")).toEqual(["ad", "z", "ä"]);
      expect(await wordsIn("?sortBy=word", "de-u-co-phonebk")).toEqual(["ad", "ä", "z"]);
      expect(await wordsIn("?filter=gt($primary,word,'z')", "sv-FI")).toEqual(["ä"]);
      expect(await wordsIn("?sortBy=word", "en")).toEqual(["ä", "ad", "z"]);
      expect(await wordsIn("?sortBy=word", "xx-unknown")).toEqual(["ä", "ad", "z"]);
    }
  });

  it("remembers one of many tags of the same collation data", async () => {
    const source = opened({ connections: 1 });
    const prepare = vi.spyOn(SqliteWorker.prototype, "prepare");
    for (let i = 0; i < 50; i++) await all(source, one, { locale: `sv-x-${i}` });
    for (const locale of ["xx", "not a tag", "sv-FI", "sv-SE", "und", "en"])
      await all(source, one, { locale });
    expect(prepare.mock.calls).toEqual([[["sv-x-0"]]]);
    prepare.mockRestore();
  });
});

describe("a source", () => {
  it("waits for running snapshots when it is closed, and refuses later ones", async () => {
    const source = fromSqliteFile(path, { connections: 1 });
    let hasEnded = false;
    const running = source.snapshot(async (session) => {
      await session.all(one);
      await new Promise((resolve) => setTimeout(resolve, 50));
      hasEnded = true;
      return session.all(one);
    });
    const waiting = failureOf(all(source, one));
    await source.close();
    expect(hasEnded).toBe(true);
    expect(await running).toEqual([[1]]);
    expect(await waiting).toBe("connection");
    expect(await failureOf(all(source, one))).toBe("connection");
    await source.close();
  });

  it("reports a missing file, and opens it once it exists", async () => {
    const later = join(folder, "later.db");
    const source = fromSqliteFile(later);
    open.push(source);
    expect(await failureOf(source.prepare({ locales: [] }))).toBe("connection");
    new DatabaseSync(later).close();
    expect(await all(source, one)).toEqual([[1]]);
  });

  it("refuses options that are out of range", () => {
    expect(() => fromSqliteFile("")).toThrow("path must be a string that is not empty");
    for (const connections of [0, 65, 1.5])
      expect(() => fromSqliteFile(path, { connections })).toThrow(
        "connections must be an integer from 1 to 64",
      );
    for (const connections of [1, 64]) expect(() => fromSqliteFile(path, { connections })).not.toThrow();
    expect(() => fromSqliteFile(path, { busyTimeout: -1 })).toThrow("busyTimeout must be an integer");
  });

  it("keeps the process running while it is closed, but not while it is idle", () => {
    const file = new URL("../../../../src/engine/databases/adapters/sqlite/sqlite-file.ts", import.meta.url);
    const script = `
      const { fromSqliteFile } = await import(${JSON.stringify(file.href)});
      const [idle, closed] = [1, 2].map(() => fromSqliteFile(${JSON.stringify(path)}));
      await idle.prepare({ locales: [] });
      await closed.prepare({ locales: [] });
      await closed.close();
      console.log("closed");`;
    const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
      cwd: fileURLToPath(new URL("../../../../", import.meta.url)),
      timeout: 50_000,
    });
    expect(out).toBe("closed\n");
  });
});

describe("a pool of workers", () => {
  interface FakeWorker {
    hasEnded: boolean;
    inUse: boolean;
    close: () => Promise<void>;
  }
  const pooled = (maximum: number) => {
    const started: FakeWorker[] = [];
    const pool = new WorkerPool(maximum, () => {
      const worker = { hasEnded: false, inUse: false, close: () => Promise.resolve() };
      started.push(worker);
      return worker as unknown as SqliteWorker;
    });
    return { started, pool };
  };

  it("replaces a worker whose thread has ended, also for a task that waits", async () => {
    const { started, pool } = pooled(1);
    const first = pool.run((worker) => {
      worker.hasEnded = true;
      return Promise.reject(new Error("ended"));
    });
    const second = pool.run((worker) => Promise.resolve(worker.hasEnded));
    await expect(first).rejects.toThrow("ended");
    expect(await second).toBe(false);
    started[1]!.hasEnded = true;
    expect(await pool.run((worker) => Promise.resolve(worker.hasEnded))).toBe(false);
    expect(started).toHaveLength(3);
  });

  it("starts no more workers than its maximum, and serves tasks in order", async () => {
    const { started, pool } = pooled(2);
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        pool.run(async () => {
          order.push(i);
          await new Promise((resolve) => setTimeout(resolve));
        }),
      ),
    );
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(started).toHaveLength(2);
    expect(started.every(({ inUse }) => !inUse)).toBe(true);
  });

  it("lends a worker again only when it is idle", async () => {
    const { started, pool } = pooled(1);
    let settle = () => {};
    const idle = new Promise<void>((resolve) => (settle = resolve));
    const failed = pool.run((_, whenIdle) => {
      whenIdle(idle);
      return Promise.reject(new Error("early"));
    });
    await expect(failed).rejects.toThrow("early");
    let hasRun = false;
    const next = pool.run(() => Promise.resolve((hasRun = true)));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(hasRun).toBe(false);
    settle();
    expect(await next).toBe(true);
    expect(started).toHaveLength(1);
  });
});

describe("a statement over a small file", () => {
  const database = new DatabaseSync(path);
  afterAll(() => database.close());
  const short = new ShortStatements(database);
  const bound = (text: string, values: readonly unknown[], timeout?: number) =>
    short.bound({ text, values: [0n, ...values], endsSoonAt: [0] }, timeout).values[0];
  const text = "SELECT i FROM rows WHERE (? OR tamis_in_time()) AND i = ?";

  it("is not checked if its timeout is long enough for 50 ns a byte, and no text is longer than 32 characters", () => {
    const bytes = Number(
      database.prepare("SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size").get()![
        "n"
      ],
    );
    const timeout = (bytes * 50e-6) / 0.2;
    expect(bound(text, [1], timeout * 1.01)).toBe(1n);
    expect(bound(text, [1], timeout * 0.99)).toBe(0n);
    expect(bound(text, ["x".repeat(32)])).toBe(1n);
    expect(bound(text, ["x".repeat(33)])).toBe(0n);
  });

  it("is checked if it has a further subquery, or the file is large", () => {
    expect(bound(`${text} AND i < (SELECT count(*) FROM rows)`, [1])).toBe(0n);
    const pages = (count: number) => ({
      prepare: (pragma: string) => ({
        iterate: () => [{ n: pragma.endsWith("page_count") ? count : 1_000 }].values(),
      }),
    });
    for (const [count, expected] of [
      [40_000, 1n],
      [40_001, 0n],
    ] as const) {
      const { values } = new ShortStatements(pages(count) as never).bound({
        text,
        values: [0n, 1],
        endsSoonAt: [0],
      });
      expect(values).toEqual([expected, 1]);
    }
  });
});
