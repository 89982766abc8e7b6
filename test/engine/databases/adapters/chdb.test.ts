import { afterAll, expect, it } from "vitest";
import { fromChdb } from "../../../../src/engine/databases/adapters/clickhouse/chdb.ts";
import { openChdb } from "../../../sql/engines/clickhouse/open-chdb.ts";
import { all, statement } from "../sessions.ts";

const session = openChdb();
afterAll(() => session?.close());

it("a statement that fails while it runs leaves nothing in the next result", async ({ skip }) => {
  if (session === undefined) return skip("chDB is not installed");
  const source = fromChdb(session);
  const failing = statement("SELECT throwIf(number >= 0) FROM numbers(3)");
  const next = () => all(source, "SELECT 7 AS x");
  await expect(all(source, failing)).rejects.toThrow("ClickHouse refused");
  expect(await next()).toEqual([["7"]]);
  const stream = source.snapshot(async (one) => {
    for await (const batch of one.batches(failing, 10)) expect(batch).toEqual([]);
  });
  await expect(stream).rejects.toThrow("ClickHouse refused");
  expect(await next()).toEqual([["7"]]);
});

it("an aborted statement that fails later leaves nothing in the next result", async ({ skip }) => {
  if (session === undefined) return skip("chDB is not installed");
  const source = fromChdb(session);
  const slow = statement("SELECT throwIf(sleepEachRow(0.1) = 0 AND number = 2) FROM numbers(3)");
  const controller = new AbortController();
  const aborted = all(source, slow, { signal: controller.signal });
  setTimeout(() => controller.abort(), 20);
  await expect(aborted).rejects.toThrow();
  const next = all(source, "SELECT 7 AS x");
  expect(await next).toEqual([["7"]]);
});
