import { describe, expect, it } from "vitest";
import { JobQueue, MAX_WAITING, type JobStep } from "../src/authorization/jobs/job-queue.ts";
import { JOBS as JOB_CATALOG, MAX_OPERATIONS, type JobRow } from "../src/authorization/jobs/job-record.ts";
import { memoryStorage } from "../src/storage/storage.ts";
import { connectAll, createRule, JOB_TYPE, JOBS, rule, RULES } from "./authorization-client.ts";
import { sqliteOpener, startPlatform, tokenOf, clientWith } from "./platform-fixture.ts";
import type { Client } from "./platform-fixture.ts";

const post = ({ send }: Client, operations: readonly object[]) =>
  send(JOBS, { type: JOB_TYPE, json: { operations } });

async function ended({ send }: Client, location: string): Promise<string> {
  for (;;) {
    const { text } = await send(`${location}/state`, { headers: { accept: "text/plain" } });
    if (!["pending", "running"].includes(text)) return text;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const create = (objectUri: string) => ({ operation: "create", rule: rule({ objectUri }) });

describe("rule jobs", () => {
  it("change many rules in the background, and report each failure", async () => {
    const { admin } = await connectAll();
    const { json: one } = await createRule(admin, { objectUri: "/t/1" });
    const { json: two } = await createRule(admin, { objectUri: "/t/2" });
    const job = await post(admin, [
      create("/t/3"),
      { operation: "update", ruleId: one.id, rule: rule({ objectUri: "/t/1", enabled: false }) },
      { operation: "delete", ruleId: two.id },
      create("/t/3"),
      { operation: "delete", ruleId: "none" },
      { operation: "create", rule: rule({ type: "allow" }) },
    ]);
    expect([job.status, job.json.state, job.json.createdBy]).toEqual([201, "pending", "root"]);
    const location = job.headers["location"]!;
    expect(await ended(admin, location)).toBe("completedWithErrors");
    const { json } = await admin.send(location);
    expect(json).toMatchObject({ state: "completedWithErrors", done: 6, failed: 3 });
    expect(json.errors).toEqual([
      { index: 3, message: "Another rule does the same." },
      { index: 4, message: "There is no rule none." },
      { index: 5, message: "The type is grant or prohibit." },
    ]);
    expect((await admin.send(`${RULES}/${one.id}`)).json.enabled).toBe(false);
    expect((await admin.send(`${RULES}/${two.id}`)).status).toBe(404);
    const created = (await admin.send(`${RULES}?objectUri=/t/3`)).json.items;
    expect(created).toMatchObject([{ createdBy: "root", modifiedBy: "root", principal: "writers" }]);
    const decision = json.links.find(({ rel }: { rel: string }) => rel === "state");
    expect(decision.href).toBe(`${location}/state`);
  });

  it("end as completed if all operations succeed, and as failed if none does", async () => {
    const { admin } = await connectAll();
    const right = await post(admin, [create("/t/1")]);
    const wrong = await post(admin, [{ operation: "delete", ruleId: "none" }]);
    expect(await ended(admin, right.headers["location"]!)).toBe("completed");
    expect(await ended(admin, wrong.headers["location"]!)).toBe("failed");
    expect((await admin.send(right.headers["location"]!, { method: "DELETE" })).status).toBe(204);
    expect((await admin.send(`${right.headers["location"]!}/state`)).status).toBe(404);
  });

  it("show their state as text only", async () => {
    const { admin, writer } = await connectAll();
    const location = (await post(admin, [create("/t/1")])).headers["location"]!;
    await ended(admin, location);
    expect((await admin.send(`${location}/state`)).headers["content-type"]).toBe("text/plain; charset=utf-8");
    const html = await admin.send(`${location}/state`, { headers: { accept: "text/html" } });
    expect(html.json).toMatchObject({ httpStatusCode: 406, errorCode: 10712 });
    expect((await writer.send(`${location}/state`)).status).toBe(404);
    expect((await admin.platform.send(`${location}/state`)).status).toBe(401);
  });

  it("have 1 to 1,000 complete operations", async () => {
    const { admin } = await connectAll();
    const many = Array.from({ length: MAX_OPERATIONS }, (_, i) => create(`/t/${i}`));
    const accepted = await post(admin, many);
    expect(accepted.status).toBe(201);
    for (const operations of [
      [],
      [...many, create("/t/x")],
      [{ operation: "delete" }],
      [{ operation: "create" }],
      [{ operation: "fly" }],
    ])
      expect((await post(admin, operations)).status).toBe(400);
    expect(await ended(admin, accepted.headers["location"]!)).toBe("completed");
    expect((await admin.send(`${RULES}?objectUri=/t/999`)).json.count).toBe(1);
  });

  it("continue after a restart in the middle, and run each operation once", async () => {
    const open = sqliteOpener();
    const first = await startPlatform({ storage: await open() });
    const { admin } = await connectAll(first);
    const operations = Array.from({ length: 300 }, (_, i) => create(`/t/${i}`));
    const location = (await post(admin, operations)).headers["location"]!;
    while ((await admin.send(`${RULES}?limit=1`)).json.count < 80) await new Promise(setImmediate);
    await first.close();
    const interrupted = (await admin.send(location)).json;
    expect(interrupted.state).toBe("running");
    expect(interrupted.done).toBeLessThan(300);
    const second = await startPlatform({ storage: await open() });
    const client = clientWith(second, await tokenOf(second, "root", "VendorAdministrators"));
    expect(await ended(client, location)).toBe("completed");
    expect((await client.send(`${RULES}?limit=1&filter=startsWith(objectUri,'/t/')`)).json.count).toBe(300);
  });
});

describe("the queue of rule jobs", () => {
  const job = (id: string, others: Partial<JobRow> = {}) => ({
    ...Object.fromEntries([...JOB_CATALOG.members.byName.keys()].map((name) => [name, null])),
    id,
    state: "pending",
    done: 0,
    failed: 0,
    errors: [],
    operations: Array.from({ length: 120 }, () => ({ operation: "delete", ruleId: "x", rule: null })),
    createdBy: "root",
    creationTimeStamp: "2026-03-01T12:00:00Z",
    ...others,
  });
  const options = { now: () => Date.parse("2026-03-01T12:00:00Z"), onError: () => undefined };

  it("tells steps that may have run before a kill from those that have not", async () => {
    const stored = await memoryStorage().open(JOB_CATALOG);
    await stored.create(job("killed", { state: "running", done: 50 }));
    const steps: JobStep[] = [];
    const queue = await JobQueue.open(stored, {
      ...options,
      run: (step) => Promise.resolve(void steps.push(step)),
    });
    await queue.idle();
    expect(steps.map(({ newId }) => newId)).toEqual(Array.from({ length: 70 }, (_, i) => `killed-${i + 50}`));
    expect(steps.filter(({ isRepeated }) => isRepeated)).toHaveLength(50);
    expect((await stored.read("killed"))!.row).toMatchObject({ state: "completed", done: 120, failed: 0 });
  });

  it("refuses jobs beyond its limit, and ends jobs that the server cannot run as failed", async () => {
    const stored = await memoryStorage().open(JOB_CATALOG);
    const errors: unknown[] = [];
    let release: (() => void) | undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const run = async () => {
      await released;
      throw new Error("the disk is full");
    };
    const queue = await JobQueue.open(stored, {
      ...options,
      run,
      onError: (error) => void errors.push(error),
    });
    await queue.rows.create(job("running"));
    for (let i = 0; i < MAX_WAITING; i++) await queue.rows.create(job(`waiting-${i}`));
    const refused: Promise<unknown> = Promise.resolve().then(() => queue.rows.create(job("one-more")));
    await expect(refused).rejects.toMatchObject({ details: { status: 503 } });
    const deleted = Promise.resolve().then(() => queue.rows.delete("running", "any"));
    await expect(deleted).rejects.toMatchObject({ details: { status: 409 } });
    await queue.rows.delete("waiting-0", "any");
    release!();
    await queue.idle();
    expect(errors).toHaveLength(MAX_WAITING);
    const { row } = (await stored.read("waiting-1"))!;
    expect(row).toMatchObject({
      state: "failed",
      errors: [{ message: "The server failed to run the job." }],
    });
    expect(await stored.read("waiting-0")).toBeUndefined();
  });
});
