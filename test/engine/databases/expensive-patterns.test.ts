import { describe, expect, it } from "vitest";
import { check, defineCatalog, parseFilter, PatternWorkError } from "tamis";
import type { Collection } from "../../../src/engine/collection.ts";
import { sqlCollection, StatementError } from "tamis/databases";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { filterOf } from "../../sql/checked-query.ts";
import { useOpened } from "./collection-suite.ts";
import { DATABASES, type OpenedDatabase } from "./opened-databases.ts";

/** Every backend refuses an expensive pattern with the same words, in the check or while it evaluates rows. */

const members = { id: { type: "integer", nullable: false }, s: "string" } as const;
const catalog = defineCatalog({ name: "texts", key: "id", members });

const NOISE = Array.from({ length: 9_000 }, (_, i) =>
  Math.imul(i * i + 7, 2654435761) < 0 ? "x" : "a",
).join("");
const ROWS = [
  { id: 1, s: NOISE },
  { id: 2, s: "xy" },
];

/** Accepted by the check. It visits too many states in the first row only. */
const filter = filterOf("match(s,'.*x.{0,800}[yz]')", catalog);
const cheap = filterOf("match(s,'x[yz]')", catalog);

const inMemory = createCollection<Record<string, unknown>>(ROWS, { catalog }).asCollection();

describe.each(DATABASES)("$name", (entry) => {
  const { name } = entry;
  let database: OpenedDatabase;
  let collection: Collection;
  useOpened(entry, async (opened) => {
    database = opened;
    await database.run("CREATE TABLE texts (id INTEGER PRIMARY KEY, s VARCHAR(10000))");
    for (const { id, s } of ROWS) await database.run(`INSERT INTO texts VALUES (${id}, '${s}')`);
    collection = sqlCollection({ source: database.source, catalog, table: { table: "texts" } });
  });

  it("ends a request whose pattern visits too many states like a collection in memory", async () => {
    const wanted: unknown = await inMemory.count({ filter }).catch((error: unknown) => error);
    expect(wanted).toBeInstanceOf(PatternWorkError);
    const { message } = wanted as PatternWorkError;
    const works = [() => collection.count({ filter }), () => collection.page({ filter, limit: 5 })];
    for (const work of works) {
      const error: unknown = await work().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(PatternWorkError);
      expect(error).toMatchObject({ message, code: "pattern-work" });
    }
    expect(await collection.count({ filter: cheap })).toMatchObject({ ok: true, count: 1 });
    expect(database.lent()).toBe(0);
  });

  it("ends a request of hundreds of patterns on many rows at its budget or its timeout", async ({ skip }) => {
    const { dialect, limits } = database.source;
    if (dialect === "postgres" && limits?.includes("timeout") === true)
      return skip(`${name} evaluates patterns without a timeout`);
    const patterns = Array.from({ length: 400 }, (_, i) => `match(s,'(x|y)*a{${i % 9}}[yz]*q${i}')`);
    const many = filterOf(`or(${patterns.join()})`, catalog);
    await database.run("CREATE TABLE many (id INTEGER PRIMARY KEY, s VARCHAR(10000))");
    for (let from = 0; from < 20_000; from += 500) {
      const values = Array.from({ length: 500 }, (_, i) => `(${from + i}, 'xyxyxyxyxyxyxyxyaaay')`);
      await database.run(`INSERT INTO many VALUES ${values.join(", ")}`);
    }
    const table = { table: "many" };
    const rows = sqlCollection({ source: database.source, catalog, table, timeout: 1_000 });
    const started = performance.now();
    const signal = AbortSignal.timeout(3_000);
    const outcome = await rows.count({ filter: many }, { signal }).catch((error: unknown) => error);
    expect(performance.now() - started).toBeLessThan(10_000);
    const isEnded =
      outcome instanceof PatternWorkError ||
      (outcome instanceof StatementError && ["timeout", "canceled"].includes(outcome.failure)) ||
      (outcome as { ok?: boolean }).ok !== undefined;
    expect(isEnded, String(outcome)).toBe(true);
    // The connection is usable.
    expect(await rows.count({ filter: filterOf("eq(id,1)", catalog) })).toMatchObject({ count: 1 });
    expect(database.lent()).toBe(0);
  }, 60_000);

  it("matches patterns in linear time that take exponential time elsewhere", async () => {
    const slowElsewhere = [
      "(a+)+",
      "(a|a)*",
      "(a|aa)+",
      "(.*)*x",
      "(\\w+\\s?)*",
      "(a+)+|x|!",
      "([a-zA-Z]+)*",
    ];
    for (const pattern of slowElsewhere) {
      const evil = filterOf(`match(s,'${pattern}')`, catalog);
      const counted = await inMemory.count({ filter: evil });
      expect(await collection.count({ filter: evil }), pattern).toEqual(counted);
    }
  });
});

it.each(["((a{100}){100}){100}", "a{1001}", "(?:(?:\\b|\\B)?.?.?){500}x", "(a)\\1", "(?<=a)b", "(?>a)"])(
  "the pattern %s, which no backend may evaluate, is refused by the check",
  (pattern) => {
    const { filter: none, diagnostics } = check(parseFilter(`match(s,'${pattern}')`).expression!, catalog);
    expect(none).toBeUndefined();
    expect(diagnostics[0]!.severity).toBe("error");
  },
);
