import { expect, it } from "vitest";
import { createClient } from "tamis/client";
import { Random, SEED } from "../../../../test/bridges/random.ts";
import { countOf } from "../../../../test/effort.ts";
import { folder, lines } from "../files.ts";
import { serve } from "./running-server.ts";

const write = folder();
const COUNT = countOf("apps/cli/test/serve/client: rows");
const LIMIT = 1_000;
const CHANGES_PER_PAGE = 2;

it(`the client reads all rows under inserts and deletes, and returns each once (seed ${SEED})`, async () => {
  // New rows have odd numbers, so that they come before, within and after the pages that were read.
  const rows = Array.from({ length: COUNT }, (_, i) => ({ id: i * 2, name: `Row ${i}` }));
  const server = await serve(["--writable", "--paging", "cursor", write("rows.ndjson", lines(rows))]);
  const random = new Random(SEED);
  const client = createClient({ baseUrl: server.url });
  const writer = client.collection("/rows");
  const seen = new Map<number, number>();
  const [deleted, inserted] = [new Set<number>(), new Set<number>()];
  let pages = 0;
  for await (const page of client.pages<{ id: number }>("/rows", { sortBy: "id", limit: LIMIT })) {
    pages++;
    for (const { id } of page.items) seen.set(id, (seen.get(id) ?? 0) + 1);
    for (let i = 0; i < CHANGES_PER_PAGE; i++) {
      const old = random.below(COUNT) * 2;
      if (!deleted.has(old)) await writer.remove(old);
      deleted.add(old);
      const id = random.below(COUNT) * 2 + 1;
      if (!inserted.has(id)) await writer.create({ id, name: "new" });
      inserted.add(id);
    }
  }
  expect(pages).toBeGreaterThanOrEqual(COUNT / LIMIT);
  expect([...seen.values()].filter((times) => times > 1)).toEqual([]);
  expect(rows.filter(({ id }) => !deleted.has(id) && !seen.has(id))).toEqual([]);
  expect([...seen.keys()].filter((id) => id % 2 === 1 && !inserted.has(id))).toEqual([]);
  expect([...inserted].some((id) => seen.has(id))).toBe(true);
  expect([...inserted].every((id) => seen.has(id))).toBe(false);
  expect((await client.list("/rows", { limit: 1 })).count).toBe(COUNT - deleted.size + inserted.size);
  expect(await server.stop()).toBe(0);
});
