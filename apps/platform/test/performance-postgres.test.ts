import { expect, it } from "vitest";
import { storedJobs, storedResults } from "../src/performance/contract/catalogs.ts";
import { postgresStorage } from "../src/storage/postgres-storage.ts";
import { readRows } from "../src/storage/read-rows.ts";
import { createDatabase } from "./database-fixture.ts";
import { HOMES, LOANS, startPerformance } from "./performance-fixture.ts";
import { SECRET, startPlatform } from "./platform-fixture.ts";

const database = createDatabase("performance");

it("on PostgreSQL, jobs run in a queue, and those that a stopped process has left are run by the next one", async ({
  skip,
}) => {
  const { address } = database;
  if (address === undefined) return skip();
  const first = await postgresStorage(address);
  const platform = await startPerformance({ storage: first, performance: { workers: 1, capacity: 3 } });
  // More than one job and a queue of three: the others are refused.
  const started = await Promise.allSettled(
    Array.from({ length: 12 }, (_, i) => platform.run(i % 2 === 0 ? LOANS : HOMES)),
  );
  const jobs = started.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const refusals = started.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
  expect(jobs.length).toBeGreaterThanOrEqual(4);
  for (const refusal of refusals) expect(refusal).toContain("503");
  await platform.close();
  await first.close();

  const second = await postgresStorage(address);
  const states: unknown[] = [];
  for await (const { state } of readRows(await second.open(storedJobs))) states.push(state);
  expect(states.filter((state) => state === "queued" || state === "running").length).toBeGreaterThan(0);
  const again = await startPlatform({ storage: second });
  const token = (await again.token("c", SECRET)).json.access_token as string;
  const stateOf = async (job: string) => (await again.send(`${job}/state`, { token })).text;
  await expect
    .poll(() => Promise.all(jobs.map(stateOf)), { timeout: 60_000, interval: 50 })
    .toEqual(jobs.map(() => "completed"));
  for (const job of jobs) {
    const { json } = await again.send(`${job}/reportData/mse`, { token });
    // All rows of the table: those without a target or a prediction are counted separately.
    expect(json.items.map((point: Record<string, number>) => point["count"]! + point["missing"]!)).toEqual([
      600,
    ]);
  }
  // Deleting a job deletes its results.
  for (const job of jobs)
    expect((await again.send(job, { method: "DELETE", token, headers: { "if-match": "*" } })).status).toBe(
      204,
    );
  const results = await second.open(storedResults);
  expect(await results.collection.count({})).toMatchObject({ count: 0 });
  await again.close();
  await second.close();
}, 120_000);
