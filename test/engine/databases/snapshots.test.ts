import { describe, expect, it } from "vitest";
import type { SourceLimit } from "tamis/engine";
import { useOpened } from "./collection-suite.ts";
import { failureOf } from "./failure-of.ts";
import { DATABASES, type OpenedDatabase } from "./opened-databases.ts";
import { PRODUCTS } from "./products.ts";
import { all, statement } from "./sessions.ts";

/** What a source promises about its snapshots, whatever the driver is. */

const ROWS = 2_500;
/** Databases that a program opens for writing. A snapshot undoes what it writes. */
const ROLLING_BACK = ["node:sqlite", "bun:sqlite", "@libsql/client"];
const COUNT = statement("SELECT count(*) FROM seen");

describe.each(DATABASES)("a snapshot of $name", (entry) => {
  let opened: OpenedDatabase;
  useOpened(entry, async (database) => {
    opened = database;
    await database.run(`CREATE TABLE seen AS ${PRODUCTS[entry.product].numbers(ROWS)}`);
  });
  const lacks = (limit: SourceLimit) => opened.source.limits?.includes(limit) === true;
  const countOf = async () => Number((await all(opened.source, COUNT))[0]![0]);

  it("sees one state of the rows", async ({ skip }) => {
    if (entry.blocks === true || lacks("snapshot")) return skip("others cannot write meanwhile");
    const counts = await opened.source.snapshot(async (session) => {
      const before = await session.all(COUNT);
      await opened.run("INSERT INTO seen VALUES (0)");
      return [before, await session.all(COUNT)];
    });
    expect(counts[1]).toEqual(counts[0]);
    expect(await countOf()).toBe(ROWS + 1);
    await opened.run("DELETE FROM seen WHERE id = 0");
  });

  it("writes nothing", async ({ skip }) => {
    if (lacks("snapshot")) return skip(`${entry.name} has no snapshots`);
    const write = all(opened.source, "INSERT INTO seen VALUES (0)");
    if (ROLLING_BACK.includes(entry.name)) await write;
    else expect(await failureOf(write)).toBe("other");
    expect(await countOf()).toBe(ROWS);
  });

  it("returns rows in batches, which may end early", async () => {
    await opened.source.snapshot(async (session) => {
      const sizesOf = async (text: string, most = Infinity) => {
        const sizes: number[] = [];
        for await (const batch of session.batches(statement(text), 1_000))
          if (sizes.push(batch.length) === most) break;
        return sizes;
      };
      expect(await sizesOf("SELECT id FROM seen")).toEqual([1_000, 1_000, 500]);
      expect(await sizesOf("SELECT id FROM seen", 1)).toEqual([1_000]);
      expect(await sizesOf("SELECT id FROM seen WHERE id < 0")).toEqual([]);
      expect(await session.all(statement("SELECT id FROM seen WHERE id = 7"))).toHaveLength(1);
    });
    const missing = opened.source.snapshot(async (session) => {
      for await (const batch of session.batches(statement("SELECT id FROM nowhere"), 10))
        expect(batch).toEqual([]);
    });
    expect(await failureOf(missing)).toBe("missing-table");
  });

  it.for([
    ["SELECT id FROM nowhere", "missing-table"],
    ["SELECT id FROM nowhere.seen", "missing-table"],
    ["SELECT s.absent FROM seen AS s", "missing-column"],
    // As in a view whose column was renamed.
    ["SELECT absent AS absent FROM seen", "missing-column"],
    ["SELEC", "other"],
  ] as const)("fails for %s with the kind %s", async ([text, kind]) => {
    expect(await failureOf(all(opened.source, text))).toBe(kind);
    expect(await countOf()).toBe(ROWS);
  });

  it("ends with the error of its caller, or by its signal, and lends no connection", async () => {
    const own = new RangeError("of the caller");
    await expect(opened.source.snapshot(() => Promise.reject(own))).rejects.toBe(own);
    const aborted = opened.source.snapshot((session) => session.all(COUNT), { signal: AbortSignal.abort() });
    expect(await failureOf(aborted)).toBe("canceled");
    expect(opened.lent()).toBe(0);
    expect(await countOf()).toBe(ROWS);
  });
});
