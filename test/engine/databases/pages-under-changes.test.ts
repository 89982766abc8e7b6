import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import type { Collection } from "../../../src/engine/collection.ts";
import { sqlCollection } from "../../../src/engine/databases/sql-collection.ts";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { countOf } from "../../effort.ts";
import { filterOf } from "../../sql/checked-query.ts";
import { succeeded } from "../../succeeded.ts";
import { DATABASES } from "./opened-databases.ts";

/*
 * Clients change rows while pages are read. Each client has two rows, and one change of it shows or hides both. A page and its count
 * are from one state of the rows if the page has both rows of each client or none, and as many rows as the count says.
 */

const CLIENTS = 64;
/** Turns of the event loop between two changes of a client. */
const TURNS_BETWEEN_CHANGES = 16;
const PAGES = countOf("engine/databases/pages-under-changes: pages");

const catalog = defineCatalog({
  name: "pairs",
  members: { id: "integer", client: "integer", live: "integer" },
  key: "id",
});
const filter = filterOf("eq(live,1)", catalog);
const everyone = Array.from({ length: CLIENTS }, (_, client) => client);

/** Reads pages while all clients change their rows, and returns the different counts. */
async function readWhileChanging(
  collection: Collection,
  change: (client: number) => Promise<unknown>,
): Promise<Set<number>> {
  const counts = new Set<number>();
  let isReading = true;
  const clients = everyone.map(async (client) => {
    // Clients take turns, so that each state has other rows.
    for (let turn = client; isReading; turn++) {
      if (turn % TURNS_BETWEEN_CHANGES === 0) await change(client);
      await setImmediate();
    }
  });
  const read = async () => {
    for (let i = 0; i < PAGES; i++) {
      // A page of rows in memory can be read without a turn of the event loop, in which clients change rows.
      await setImmediate();
      const page = succeeded(await collection.page({ filter, limit: 2 * CLIENTS }));
      expect(page.items).toHaveLength(page.count!);
      const isPaired = page.items.every(({ client }, index) => client === page.items[index ^ 1]!["client"]);
      expect(isPaired).toBe(true);
      counts.add(page.count!);
      const second = await collection.page({ filter, start: 20, limit: 20 });
      expect(second).toMatchObject({ ok: true });
      if (second.ok) {
        expect(second.count! % 2).toBe(0);
        expect(second.items).toHaveLength(Math.max(0, Math.min(20, second.count! - 20)));
      }
    }
  };
  try {
    await read();
  } finally {
    isReading = false;
    await Promise.all(clients);
  }
  return counts;
}

const rows = everyone.flatMap((client) => [0, 1].map((side) => ({ id: 2 * client + side, client, live: 1 })));

// In the thread of the program, other clients can change no rows while a page is read.
describe.each(DATABASES.filter(({ blocks }) => blocks !== true))("$name", ({ name, product, open }) => {
  it.for([
    ["one statement", undefined],
    ["two statements", "client"],
  ] as const)(
    "reads each page and its count from one snapshot, with %s",
    async ([, partitionedBy], { skip }) => {
      const database = await open();
      if (database === undefined) return skip(`${name} is not here`);
      if (database.source.limits?.includes("snapshot") === true) {
        await database.end();
        return skip(`${name} has no snapshots`);
      }
      if (product === "sqlite")
        await database.run("PRAGMA journal_mode = WAL").then(() => database.run("PRAGMA synchronous = OFF"));
      await database.run(
        "CREATE TABLE pairs (id INTEGER NOT NULL PRIMARY KEY, client INTEGER NOT NULL, live INTEGER NOT NULL)",
      );
      const values = rows.map(({ id, client, live }) => `(${id}, ${client}, ${live})`);
      await database.run(`INSERT INTO pairs VALUES ${values.join()}`);
      const table = { table: "pairs", ...(partitionedBy === undefined ? {} : { partitionedBy }) };
      const collection = sqlCollection({ source: database.source, catalog, table });
      const change = (client: number) =>
        database.run(`UPDATE pairs SET live = 1 - live WHERE id = ${2 * client} OR id = ${2 * client + 1}`);
      const counts = await readWhileChanging(collection, change);
      expect(counts.size).toBeGreaterThan(1);
      expect(database.lent()).toBe(0);
      await database.end();
    },
  );
});

it("rows in memory are read in pages whose counts are from the same snapshot", async () => {
  const store = createCollection(rows, { catalog });
  const shown = new Set(everyone);
  const change = (client: number) => {
    const live = Number(!shown.delete(client));
    if (live === 1) shown.add(client);
    return Promise.resolve(store.upsert([2 * client, 2 * client + 1].map((id) => ({ id, client, live }))));
  };
  const counts = await readWhileChanging(store.asCollection(), change);
  expect(counts.size).toBeGreaterThan(1);
});
