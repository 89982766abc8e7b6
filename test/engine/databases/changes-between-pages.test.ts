import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { sortByOf } from "../../sql/checked-query.ts";
import { succeeded } from "../../succeeded.ts";
import { DATABASES } from "./opened-databases.ts";

const catalog = defineCatalog({ name: "changing", members: { id: "integer", rank: "integer" }, key: "id" });
const sortBy = sortByOf("rank:descending", catalog);
const ROWS = 60;

/** Pages of a table that other connections change between the requests. */
describe.each(DATABASES)("$name", ({ name, open }) => {
  it("pages by cursor contain each remaining row once, whatever is inserted and deleted meanwhile", async ({
    skip,
  }) => {
    const database = await open();
    if (database === undefined) return skip(`${name} is not here`);
    await database.run("CREATE TABLE changing (id INTEGER NOT NULL PRIMARY KEY, rank_ INTEGER)");
    // Each third row has the same rank as its predecessor.
    const values = Array.from({ length: ROWS }, (_, id) => `(${id}, ${id - (id % 3 === 2 ? 1 : 0)})`);
    await database.run(`INSERT INTO changing VALUES ${values.join()}`);
    const collection = sqlCollection({
      source: database.source,
      catalog,
      table: { table: "changing", members: { rank: { column: "rank_" } } },
      cursorKey: new Uint8Array(32).fill(5),
    });
    const found: number[] = [];
    const deleted = new Set<number>();
    let cursor: string | undefined;
    let added = 1_000;
    do {
      const page = succeeded(
        await collection.page({ sortBy, limit: 7 }, cursor === undefined ? {} : { cursor }),
      );
      const ids = page.items.map(({ id }) => Number(id));
      found.push(...ids);
      cursor = page.next;
      // Deletes the row of the cursor and one that follows later. Inserts one row before all others, and once one after them.
      const later = ROWS - 1 - found.length - 5;
      for (const id of [ids.at(-1)!, ...(later > 0 ? [later] : [])]) {
        deleted.add(id);
        await database.run(`DELETE FROM changing WHERE id = ${id}`);
      }
      await database.run(`INSERT INTO changing VALUES (${added}, ${added})`);
      if (added++ === 1_000) await database.run("INSERT INTO changing VALUES (-1, -1)");
    } while (cursor !== undefined);
    expect(new Set(found).size).toBe(found.length);
    for (let id = 0; id < ROWS; id++) expect(found.includes(id) || deleted.has(id), String(id)).toBe(true);
    expect(found.filter((id) => id < 0 || id >= ROWS)).toEqual([-1]);
    await database.end();
  });
});
