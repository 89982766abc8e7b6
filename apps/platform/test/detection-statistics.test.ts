import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { countOf } from "../../../test/effort.ts";
import { sqliteOpener, sqlitePath } from "./platform-fixture.ts";
import { startDetection, VALID, type DetectionClient } from "./detection-fixture.ts";

const METRICS = "/detection/decision/rulemetrics";
const LARGE = VALID.replace("12.50", "150");
const DAY = 86_400_000;
/** Restarts of a platform. The second start follows an orderly end, and the third one a crash. */
const ROUNDS = countOf("apps/platform/test/detection-statistics: rounds");

async function metricsOf({ send }: Pick<DetectionClient, "send">) {
  const { status, json } = await send(METRICS);
  expect(status).toBe(200);
  return json as Record<string, { metrics: readonly Record<string, unknown>[] | null }>;
}

describe("rule metrics", () => {
  it("count in total and by day, and move to the next day at midnight", async () => {
    const client = await startDetection();
    const { execute, platform } = client;
    platform.clock.time = Date.parse("2026-03-01T23:59:59.999Z");
    await execute(VALID);
    await execute(LARGE);
    const first = await metricsOf(client);
    const days = Array.from({ length: 6 }, (_, i) => `today-${i + 1}`);
    expect(Object.keys(first)).toEqual(["total", "today", ...days]);
    const limit = { evaluated: 2, alertFired: 1, outcomeFired: 1, overtime: 0, referenceIdentifier: "LIMIT" };
    expect(first["today"]!.metrics).toContainEqual(limit);
    expect(first["total"]!.metrics).toContainEqual(limit);
    expect(first["today-1"]!.metrics).toBeNull();

    platform.clock.time += 1;
    const next = await metricsOf(client);
    expect(next["today"]!.metrics).toBeNull();
    expect(next["today-1"]!.metrics).toContainEqual(limit);
    await execute(VALID);
    const once = expect.objectContaining({
      evaluated: 1,
      alertFired: 0,
      referenceIdentifier: "LIMIT",
    }) as object;
    expect((await metricsOf(client))["today"]!.metrics).toContainEqual(once);

    platform.clock.time += 5 * DAY;
    expect((await metricsOf(client))["today-6"]!.metrics).toContainEqual(limit);
    platform.clock.time += DAY;
    const later = await metricsOf(client);
    expect(later["today-6"]!.metrics).toContainEqual(expect.objectContaining({ evaluated: 1 }));
    expect(later["total"]!.metrics).toContainEqual({ ...limit, evaluated: 3 });
    platform.clock.time += DAY;
    expect((await metricsOf(client))["today-6"]!.metrics).toBeNull();
  });

  it("count only messages of the classes of a rule", async () => {
    const client = await startDetection();
    await client.execute(VALID.replace('"authorization"', '"settlement"'));
    const rules = (await metricsOf(client))["total"]!.metrics!.map((count) => count["referenceIdentifier"]);
    expect(rules).toEqual(["ABROAD", "VELOCITY", "GAMBLING"]);
  });

  it("count rules that take longer than the package allows", async () => {
    let time = 0;
    const clock = { step: 0 };
    const monotonic = () => (time += clock.step);
    const client = await startDetection({ detection: { monotonic } });
    const overtime = async () => {
      await client.execute(VALID);
      const counts = (await metricsOf(client))["total"]!.metrics!;
      return counts.find((count) => count["referenceIdentifier"] === "ABROAD")!["overtime"];
    };
    clock.step = 10;
    expect(await overtime()).toBe(0);
    clock.step = 11;
    expect(await overtime()).toBe(1);
  });

  it("survive restarts exactly, also without an orderly end", async () => {
    const open = sqliteOpener();
    let total = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const client = await startDetection({ storage: await open() });
      const counts = (await metricsOf(client))["total"]!.metrics;
      expect(counts?.[0]?.["evaluated"] ?? 0).toBe(total);
      const amount = 30 + round;
      await Promise.all(Array.from({ length: amount }, () => client.execute(VALID)));
      total += amount;
      // Every other round, the counts are not saved: they are in the messages.
      if (round % 2 === 0) await client.platform.close();
    }
  });

  it("survive a saving between concurrent messages", async () => {
    const open = sqliteOpener();
    const client = await startDetection({ storage: await open() });
    // More than 1,000 messages save the counts while others are being stored.
    for (let i = 0; i < 11; i++) await Promise.all(Array.from({ length: 100 }, () => client.execute(VALID)));
    const again = await startDetection({ storage: await open() });
    expect((await metricsOf(again))["total"]!.metrics![0]).toMatchObject({ evaluated: 1_100 });
  });
});

it("messages older than a day are deleted, and stay counted", async () => {
  const path = sqlitePath();
  const open = sqliteOpener(path);
  const count = () => {
    const database = new DatabaseSync(path, { readOnly: true });
    const row = database.prepare('SELECT count(*) AS count FROM "platform_detectionMessages"').get();
    database.close();
    return row!["count"];
  };
  let total = 0;
  for (let day = 0; day < ROUNDS; day++) {
    const now = Date.parse("2026-03-01T12:00:00Z") + day * (DAY + 1);
    const client = await startDetection({ storage: await open(), now: () => now });
    expect((await metricsOf(client))["total"]!.metrics?.[0]?.["evaluated"] ?? 0).toBe(total);
    for (let i = 0; i < 4; i++) await client.execute(LARGE);
    total += 4;
    await client.platform.close();
    expect(count()).toBe(4);
  }
});

describe("profiles", () => {
  it("survive a restart", async () => {
    const open = sqliteOpener();
    const client = await startDetection({ storage: await open() });
    for (let i = 0; i < 5; i++) expect((await client.execute(VALID)).json.outcome).toBe("approve");
    const again = await startDetection({ storage: await open() });
    expect((await again.execute(VALID)).json.outcome).toBe("review");
  });
});

describe("statistics over time", () => {
  const NODE = {
    "1_Description": expect.any(String),
    "2_MetricMatch": expect.any(String),
    "3_Count": expect.any(Number),
    "4_Avg": expect.any(Number),
    "5_ChildMap": expect.any(Object),
  };
  const ENTRY = {
    ...NODE,
    processTxnCount: expect.any(Number),
    processTxnSumMilliseconds: expect.any(Number),
    processTxnThroughput: expect.any(Number),
  };

  it("have an entry for each of the last 60 minutes, in the published shape", async () => {
    let time = 0;
    const client = await startDetection({ detection: { monotonic: () => (time += 2) } });
    const { execute, send, platform } = client;
    const timeline = async () => (await send("/detection/stats/timeline")).json as Record<string, unknown>[];
    expect(await timeline()).toEqual([]);
    await execute(VALID);
    await execute("{");
    platform.clock.time += 60_000;
    await execute(VALID);
    platform.clock.time += 30_000;
    const [now, before, ...others] = await timeline();
    expect(others).toEqual([]);
    expect(now).toEqual(ENTRY);
    expect(now).toMatchObject({ processTxnCount: 1, processTxnThroughput: 1 / 30 });
    expect(before).toMatchObject({ "2_MetricMatch": "2026-03-01T12:00:00.000Z", "3_Count": 2 });
    const children = before!["5_ChildMap"] as Record<string, object>;
    expect(Object.keys(children)).toEqual(["read", "check", "profiles", "rules", "store"]);
    for (const child of Object.values(children)) expect(child).toEqual(NODE);
    // The message that is no Ion reached only the first tool.
    expect(children["read"]).toMatchObject({ "3_Count": 2, "4_Avg": 2 });
    expect(children["check"]).toMatchObject({ "3_Count": 1 });
    platform.clock.time += 59 * 60_000;
    expect(await timeline()).toHaveLength(1);
    platform.clock.time += 60_000;
    expect(await timeline()).toHaveLength(0);
  });

  it("have an entry for each tool", async () => {
    const { execute, send } = await startDetection();
    await execute(VALID);
    const tools = (await send("/detection/stats/tools")).json as Record<string, unknown>[];
    const names = ["read", "check", "profiles", "rules", "store"];
    expect(tools.map((tool) => tool["2_MetricMatch"])).toEqual(names);
    for (const tool of tools) expect(tool).toEqual(ENTRY);
    expect(tools.map((tool) => tool["processTxnCount"])).toEqual([1, 1, 1, 1, 1]);
  });
});
