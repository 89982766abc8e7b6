import { describe, expect, it } from "vitest";
import { check, clockFunctions, defineCatalog, parseFilter, print } from "tamis";
import type { Collection } from "../../../src/engine/collection.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { findDialect } from "../../../src/sql/dialects/list.ts";
import { useOpened } from "./collection-suite.ts";
import { DATABASES } from "./opened-databases.ts";

const catalog = defineCatalog({
  name: "clocked",
  members: { id: { type: "integer", nullable: false }, added: "dateTime", day: "date" },
  key: "id",
});
const ROWS = [
  { id: 1, added: "2026-03-20T00:00:00Z", day: "2026-03-20" },
  { id: 2, added: "2026-03-27T12:00:00Z", day: "2026-03-29" },
  { id: 3, added: "2026-03-28T23:30:00Z", day: "2026-03-28" },
  { id: 4, added: null, day: null },
];
const functions = clockFunctions({ now: "2026-03-28T23:30:00Z", timeZone: "Europe/Berlin" });
/** Filters, and the same filters with literals. */
const PAIRS = [
  ["ge(added,ago(7,'days'))", "ge(added,2026-03-21T23:30:00.000Z)"],
  ["lt(added,now())", "lt(added,2026-03-28T23:30:00.000Z)"],
  ["eq(day,today())", "eq(day,2026-03-29)"],
  ["in(day,today(),2026-03-20)", "in(day,2026-03-29,2026-03-20)"],
  ["not(lt(ago(1,'weeks'),added,now()))", "not(lt(2026-03-21T23:30:00.000Z,added,2026-03-28T23:30:00.000Z))"],
] as const;

const checked = (text: string) => check(parseFilter(text).expression!, catalog, { functions }).filter!;

describe.each(DATABASES)("clock functions on $name", (entry) => {
  const { product } = entry;
  let collection: Collection;
  useOpened(entry, async ({ source, run }) => {
    const created = { catalog, table: { table: "clocked" }, locales: [] };
    for (const statement of findDialect(product).createTables(created)) await run(statement);
    const quoted = (value: string | null) => (value === null ? "NULL" : `'${value}'`);
    const instant = (value: string | null) => {
      if (value === null || product === "postgres" || product === "duckdb") return quoted(value);
      return product === "sqlite" ? Date.parse(value) : quoted(value.replace("T", " ").replace("Z", ""));
    };
    const values = ROWS.map(({ id, added, day }) => `(${id}, ${instant(added)}, ${quoted(day)})`).join();
    await run(`INSERT INTO clocked VALUES ${values}`);
    collection = sqlCollection({ source, catalog, table: { table: "clocked" }, strict: true });
  });

  it.each(PAIRS)("evaluates %s exactly, like %s and like rows in memory", async (text, literal) => {
    const filter = checked(text);
    const page = await collection.page({ filter });
    const memory = createCollection<Record<string, unknown>>(ROWS, { catalog }).page({ filter }).items;
    expect(page.ok && page.items.map(({ id }) => id)).toEqual(memory.map(({ id }) => id));
    const statements = async (each: string) => {
      const plan = await collection.explain({ filter: checked(each) }, { values: true });
      return plan.statements.map(({ text: sql, parameters }) => [sql, parameters]);
    };
    expect(await statements(text)).toEqual(await statements(literal));
    expect(print(filter.expression)).toBe(text);
  });
});
