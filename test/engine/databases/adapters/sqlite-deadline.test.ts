import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import type { Collection } from "../../../../src/engine/collection.ts";
import { fromNodeSqlite, sqlCollection } from "tamis/databases";

import { failureOf } from "../failure-of.ts";
import { checking } from "../../../sql/checked-query.ts";

/**
 * SQLite runs in the thread of the program, and nothing but a call of a function ends a statement. These tests count the
 * work between two such calls. They also run statements that would take far longer than their timeout.
 */

const ROWS = 100_000;
const ELEMENTS = 200_000;

const catalog = defineCatalog({
  name: "rows",
  members: { id: "integer", name: "string", counted: "integer", tags: { type: "list", items: "string" } },
  key: "id",
});
const table = { table: "rows", members: { counted: { expression: "counted(t.id)" } } } as const;

const { filterOf, sortByOf } = checking(catalog);

const open: DatabaseSync[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

/** Opens the table. `work` counts evaluations of the member `counted` between two checks of the deadline. */
function opened(
  columns = "(id INTEGER PRIMARY KEY, name TEXT, tags TEXT) STRICT",
  idOf = "id",
): { readonly collection: Collection; readonly work: { since: number; most: number } } {
  const database = new DatabaseSync(":memory:");
  open.push(database);
  const work = { since: 0, most: 0 };
  database.function("counted", { deterministic: false, useBigIntArguments: true }, (id) => {
    work.most = Math.max(work.most, ++work.since);
    return id;
  });
  database.exec(`CREATE TABLE rows ${columns};
    WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n LIMIT ${ROWS})
    INSERT INTO rows (id, name) SELECT ${idOf}, 'name ' || id FROM n;
    WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n LIMIT ${ELEMENTS})
    UPDATE rows SET tags = (SELECT json_group_array('tag ' || id) FROM n) WHERE id = 1`);
  const install = database.function.bind(database);
  database.function = ((name: string, options: object, run: (...args: unknown[]) => unknown) => {
    const counting = (...args: unknown[]) => {
      if (name === "tamis_in_time") work.since = 0;
      return run(...args);
    };
    install(name, options, counting as never);
  }) as never;
  return { collection: sqlCollection({ source: fromNodeSqlite(database), catalog, table }), work };
}

const each = (count: number, text: (i: number) => string) => Array.from({ length: count }, (_, i) => text(i));

describe("a statement of SQLite checks its deadline", () => {
  it.for([
    ["whose row numbers are consecutive", undefined, undefined],
    ["whose row numbers have a common difference", undefined, "1 + 64 * id"],
    ["whose row numbers have a difference of 61", undefined, "1 + 61 * id"],
    ["whose row numbers have a difference of a million", undefined, "1 + 1000000 * id"],
    ["whose row numbers are negative and large", undefined, "-9000000000000000000 + 4096 * id"],
    [
      "without row numbers",
      "(id INTEGER PRIMARY KEY, name TEXT, tags TEXT) STRICT, WITHOUT ROWID",
      undefined,
    ],
    [
      "with a column named like the row number",
      "(id INTEGER, name TEXT, tags TEXT, _rowid_ TEXT)",
      undefined,
    ],
  ] as const)(
    "every 256 to 641 rows on average if the condition is short, in a table %s",
    async ([, columns, idOf]) => {
      const { collection, work } = opened(columns, idOf);
      await collection.explain({});
      expect(await collection.count({ filter: filterOf("isNull(counted)") })).toMatchObject({ count: 0 });
      // Without row numbers the sequence is random: a gap of 40 times the average has a probability below 10^-15.
      expect(work.most).toBeGreaterThan(0);
      expect(work.most).toBeLessThan(columns === undefined ? 650 : 40 * 256);
    },
  );

  it("on every row if the condition is long", async () => {
    const { collection, work } = opened();
    const filter = filterOf(`and(lt(id,2000),or(${each(200, (i) => `gt(counted,${ROWS + i})`).join()}))`);
    expect(await collection.count({ filter })).toMatchObject({ count: 0 });
    expect(work.most).toBeGreaterThan(0);
    expect(work.most).toBeLessThanOrEqual(200);
  });

  it("in a page without a filter that sorts all rows", async () => {
    const { collection, work } = opened();
    const sortBy = sortByOf("counted:descending");
    const page = await collection.page({ sortBy, limit: 1 }, { select: ["id"] });
    expect(page).toMatchObject({ ok: true, items: [{ id: ROWS }] });
    expect(work.most).toBeGreaterThan(0);
    expect(work.most).toBeLessThan(650);
  });
});

describe("a statement of SQLite over plain columns ends at its timeout", () => {
  const conditions = each(400, (i) => `contains(name,'x${i}')`).join();
  const filters: readonly (readonly [string, string])[] = [
    ["with many conditions", `or(${conditions})`],
    [
      "with many conditions on the elements of one list",
      `or(${each(400, (i) => `contains(tags,'x${i}')`).join()})`,
    ],
  ];

  it.for(filters)("%s", async ([, text]) => {
    const { collection } = opened();
    const filter = filterOf(text);
    await collection.explain({ filter });
    expect(await failureOf(collection.count({ filter }, { timeout: 20 }))).toBe("timeout");
    expect(await failureOf(collection.page({ filter }, { timeout: 20 }))).toBe("timeout");
    expect(await collection.count({})).toMatchObject({ count: ROWS });
  });
});
