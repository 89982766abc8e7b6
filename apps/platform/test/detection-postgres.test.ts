import { expect, it } from "vitest";
import type { Alert } from "../src/detection/alerts/alert.ts";
import { Journal } from "../src/detection/runtime/journal.ts";
import { ProfileMemory } from "../src/detection/runtime/profile-memory.ts";
import { postgresStorage } from "../src/storage/postgres-storage.ts";
import { createDatabase } from "./database-fixture.ts";

const database = createDatabase("detection");

const TIME = Date.parse("2026-03-01T12:00:00Z");

const alert = (id: string): Alert => ({
  id,
  alertType: "amount",
  rules: ["LIMIT"],
  messageId: id,
  deploymentId: "d",
  build: 1,
  messageClassificationName: null,
  outcome: "review",
  timeStamp: new Date(TIME).toISOString(),
  message: {},
});

it("concurrent messages are all stored and counted on PostgreSQL, and what is not delivered comes again", async ({
  skip,
}) => {
  const { address } = database;
  if (address === undefined) return skip();
  const open = async () => {
    const storage = await postgresStorage(address);
    const journal = await Journal.open(storage, (error) => expect(error).toBeUndefined());
    const pending: number[] = [];
    await journal.load(TIME, new ProfileMemory(), (id) => pending.push(id));
    return { storage, journal, pending };
  };
  const append = (journal: Journal, i: number) =>
    journal.append({
      time: TIME,
      message: { i },
      decision: {},
      events: [{ id: "LIMIT", alert: true, outcome: false, overtime: false }],
      profiles: [],
      alerts: [alert(String(i))],
      isDelivered: true,
    });
  const evaluated = ({ metrics }: Journal) => metrics.save().total[0]?.evaluated;

  const first = await open();
  const ids = await Promise.all(Array.from({ length: 40 }, (_, i) => append(first.journal, i)));
  expect(new Set(ids).size).toBe(40);
  await first.journal.settle(ids.slice(0, 10), "delivered");
  await first.journal.settle([ids[10]!], "failed");
  await first.journal.settle(ids.slice(11, 20), "delivered");
  await first.storage.close();

  const second = await open();
  expect(evaluated(second.journal)).toBe(40);
  expect(second.pending).toEqual([ids[10], ...ids.slice(20)]);
  await second.journal.save(TIME);
  await append(second.journal, 40);
  await second.journal.settle(second.pending, "delivered");
  await second.storage.close();

  const third = await open();
  expect([evaluated(third.journal), third.pending.length]).toEqual([41, 1]);
  await third.storage.close();
}, 120_000);
