import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { type Collection, showPlan } from "tamis/engine";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { checking } from "../../sql/checked-query.ts";
import { useOpened } from "./collection-suite.ts";
import { DATABASES } from "./opened-databases.ts";

const catalog = defineCatalog({
  name: "numbers",
  key: "id",
  members: { id: { type: "integer", nullable: false }, name: "string" },
});
const ROWS = 30;
const { filterOf } = checking(catalog);
/** Only SQLite and DuckDB evaluate it exactly, with functions of tamis. */
const INEXACT = "startsWith(upCase(name),'Ñ')";

describe.each(DATABASES)("samples in $name", (database) => {
  let collection: Collection;
  let strict: Collection;
  useOpened(database, async ({ source, run, view }) => {
    await run("CREATE TABLE numbers (id INTEGER PRIMARY KEY, name VARCHAR(20))");
    for (let id = 0; id < ROWS; id++) await run(`INSERT INTO numbers VALUES (${id}, 'ñ${id}')`);
    const options = { source, catalog, table: { table: (await view?.("numbers")) ?? "numbers" } };
    collection = sqlCollection(options);
    strict = sqlCollection({ ...options, strict: true });
  });

  const idsOf = async (size: number, filter: string, options = {}) => {
    const found = await collection.sample!(size, { filter: filterOf(filter) }, options);
    if (found?.ok !== true) throw new Error("no sample");
    return found.rows.map(({ id }) => Number(id));
  };

  it("consist of different matching rows, each about as often", async () => {
    const times = Array.from({ length: ROWS }, () => 0);
    for (let run = 0; run < 200; run++) {
      const ids = await idsOf(5, "lt(id,20)");
      expect(new Set(ids).size).toBe(5);
      for (const id of ids) times[id]!++;
    }
    // Expected are 50 with a standard deviation of 6.1.
    for (const count of times.slice(0, 20)) expect(Math.abs(count - 50)).toBeLessThan(40);
    expect(times.slice(20).every((count) => count === 0)).toBe(true);
  });

  it("have all matching rows if there are no more, and the selected members", async () => {
    expect((await idsOf(50, "lt(id,4)")).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
    expect(await idsOf(0, "lt(id,4)")).toEqual([]);
    expect((await idsOf(50, "lt(id,9)", { rule: filterOf("gt(id,6)") })).toSorted()).toEqual([7, 8]);
    const found = await collection.sample!(1, { filter: filterOf("eq(id,3)") }, { select: ["name"] });
    expect(found).toEqual({ ok: true, rows: [{ name: "ñ3" }] });
  });

  it("are undefined without an exact filter, and explained with one", async () => {
    const { statements } = await collection.explain({ filter: filterOf("lt(id,4)") }, { sample: 5 });
    expect(statements.map(({ purpose }) => purpose)).toEqual(["sample"]);
    expect(statements[0]!.text).toMatch(/ORDER BY rand(?:om|64)?\(\) LIMIT/);
    const inexact = { filter: filterOf(INEXACT) };
    const plan = await collection.explain(inexact, { sample: 5 });
    const { verdict } = await collection.explain(inexact);
    expect(plan.filteredBy).toBe(verdict === "exact" ? "database" : "both");
    if (plan.filteredBy === "database") return;
    expect(plan.statements).toEqual([]);
    expect(showPlan(plan)).toContain("memory evaluates the rest");
    expect(await collection.sample!(5, inexact)).toBeUndefined();
    expect(await strict.sample!(5, inexact)).toMatchObject({ ok: false });
  });

  it("reject a size that is no number of rows", async () => {
    await expect(collection.sample!(-1, {})).rejects.toThrow("size must be an integer >= 0, got -1");
    await expect(collection.explain({}, { sample: 1.5 })).rejects.toThrow("sample must be an integer");
  });
});
