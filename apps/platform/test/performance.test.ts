import { describe, expect, it } from "vitest";
import { HOMES, LOANS, startPerformance, TASKS } from "./performance-fixture.ts";
import { sqliteOpener, type Answer, codeOf } from "./platform-fixture.ts";

const TYPE = "application/vnd.vendor.models.performance.task+json";
const JOB = "application/vnd.vendor.models.performance.job+json";
const KIND = (kind: string) => `application/vnd.vendor.models.performance.task.report.data.${kind}+json`;
const VALID = { name: "x", modelId: "loan-default", dataLibrary: "public", prefix: "loans" };

const hrefs = ({ json }: Answer): Record<string, string> =>
  Object.fromEntries(
    json.links.map(({ rel, href }: { readonly rel: string; readonly href: string }) => [rel, href]),
  );

describe("definitions of performance tasks", () => {
  it("are created, read, changed and deleted", async () => {
    const { send } = await startPerformance();
    const creation = await send(TASKS, { json: VALID, type: TYPE });
    expect([creation.status, creation.json.projectId, creation.json.createdBy]).toEqual([201, "loans", "c"]);
    const path = creation.headers["location"]!;
    const headers = { "if-match": creation.headers["etag"]! };
    const changed = await send(path, { method: "PUT", json: { ...VALID, bins: 20 }, type: TYPE, headers });
    expect([changed.status, changed.json.bins]).toEqual([200, 20]);
    expect((await send(path, { method: "PUT", json: VALID })).status).toBe(428);
    expect((await send(path, { method: "DELETE" })).status).toBe(204);
    expect((await send(path)).status).toBe(404);
  });

  it.each([
    [21300, { modelId: undefined }],
    [21300, { modelId: " " }],
    [21301, { modelId: "none" }],
    [21301, { modelId: "a\u{10FFFF}/.." }],
    [21301, { modelId: "loan-segments" }],
    [21302, { name: undefined }],
    [21302, { dataLibrary: "" }],
    [21302, { prefix: null }],
    [21303, { modelId: "loan-purpose" }],
    [21304, { modelId: "loan-default-draft" }],
    [21305, { modelId: "loan-default-pmml" }],
  ])(
    "are refused with the code %i for %o, when they are created and when they are changed",
    async (code, wrong) => {
      const { send } = await startPerformance();
      expect(codeOf(await send(TASKS, { json: { ...VALID, ...wrong }, type: TYPE }))).toEqual([400, code]);
      const headers = { "if-match": (await send(LOANS)).headers["etag"]! };
      const put = await send(LOANS, { method: "PUT", json: { ...VALID, ...wrong }, headers });
      expect(codeOf(put)).toEqual([400, code]);
    },
  );

  it.each([
    [{ bins: 2 }, 201],
    [{ bins: 1 }, 400],
    [{ bins: 100 }, 201],
    [{ bins: 101 }, 400],
    [{ name: "x".repeat(255) }, 201],
    [{ name: "x".repeat(256) }, 400],
    [{ inputVariables: Array.from({ length: 20 }, (_, i) => `v${i}`) }, 201],
    [{ inputVariables: Array.from({ length: 21 }, (_, i) => `v${i}`) }, 400],
  ])("with limits: %#", async (others, status) => {
    const { send } = await startPerformance();
    expect((await send(TASKS, { json: { ...VALID, ...others }, type: TYPE })).status).toBe(status);
  });
});

describe("jobs", () => {
  it("are run by the link `create`, and show their state, code and report data", async () => {
    const { send, ended, reader, anonymous } = await startPerformance();
    const task = await send(LOANS);
    const template = await send(hrefs(task)["defaultJob"]!, { headers: { accept: JOB } });
    const create = template.json.links.find(({ rel }: { readonly rel: string }) => rel === "create");
    expect(create).toMatchObject({ method: "POST", type: JOB, responseType: JOB });
    expect((await anonymous(create.href, { method: "POST" })).status).toBe(401);
    // An unknown task has the same answer, so nobody without a token learns which tasks exist.
    const unknown = `${TASKS}/none/@defaultTask/performanceJobs`;
    expect((await anonymous(unknown, { method: "POST" })).status).toBe(401);
    expect((await send(create.href, { method: "POST", token: reader })).status).toBe(403);
    const json = { dataTable: "loans_1_q1", state: "completed" };
    const creation = await send(create.href, { type: JOB, json });
    expect(creation.status).toBe(201);
    const of = { taskId: "loan-default-quarterly", modelId: "loan-default", projectId: "loans" };
    expect(creation.json).toMatchObject({ ...of, state: "queued", createdBy: "c" });
    const job = creation.headers["location"]!;
    expect(await ended(job)).toBe("completed");
    const done = await send(job, { headers: { accept: JOB } });
    expect(done.json).toMatchObject({ state: "completed", dataTable: "loans_1_q1" });
    expect(done.json.failure).toBeUndefined();
    expect(done.json.startTime <= done.json.stopTime).toBe(true);
    const code = await send(`${job}/code`);
    expect(code.headers["content-type"]).toContain("text/vnd.vendor.source.script");
    expect(code.text).toBe(done.json.code);
    expect(code.text).toContain('dataTable = "loans_1_q1";');
    const state = await send(`${job}/state`, { headers: { accept: "text/plain" } });
    expect([state.text, state.headers["content-type"]]).toEqual(["completed", "text/plain; charset=utf-8"]);
    expect((await send(`${job}/state`, { headers: { accept: "application/json" } })).status).toBe(406);
    const kinds = ["lift", "variable.summary", "variable.deviation", "roc"];
    for (const kind of [...kinds, "ks.cumulative", "ks.statistic", "mse", "gini"]) {
      const page = await send(hrefs(done)[kind]!);
      expect([page.status, `${page.json.accept}+json`]).toEqual([200, KIND(kind)]);
      const point = await send(`${hrefs(done)[kind]!}/1`, { headers: { accept: KIND(kind) } });
      expect(point.headers["content-type"]).toContain(KIND(kind));
      expect(point.json.dataTable).toBe("loans_1_q1");
    }
    const query = "filter=gt(cumulativeLift,1)&sortBy=depth:descending&limit=1";
    const top = await send(`${hrefs(done)["lift"]!}?${query}`);
    expect(top.json.items[0].depth).toBeGreaterThan(10);
  });

  it("are read as collections, unless the client asks for a job", async () => {
    const { send, run, ended } = await startPerformance();
    const job = await run(LOANS);
    await run(LOANS);
    await ended(job);
    const shown = await send(job);
    expect([shown.status, shown.json.count, shown.json.items[0].state]).toEqual([200, 1, "completed"]);
    expect(hrefs(shown)).toEqual({ self: job, collection: `${LOANS}/performanceJobs` });
    const query = "sortBy=creationTimeStamp&filter=eq(dataTable,'loans_2_q2')";
    const all = await send(`${LOANS}/performanceJobs?${query}`);
    expect(all.json.count).toBeGreaterThan(0);
    for (const path of [
      `${HOMES}/performanceJobs/${job.split("/").at(-1)!}`,
      `${LOANS}/performanceJobs/none`,
    ])
      for (const end of ["", "/state", "/code", "/reportData/mse"]) {
        const answer = await send(`${path}${end}`);
        expect([answer.status, answer.json.httpStatusCode], `${path}${end}`).toEqual([404, 404]);
      }
    expect((await send(`${TASKS}/none/performanceJobs`)).status).toBe(404);
    expect((await send(`${TASKS}/none/@defaultTask/performanceJobs`)).status).toBe(404);
  });

  it("fail with a reason instead of report data", async () => {
    const { send, run, ended } = await startPerformance();
    const job = await run(LOANS, { dataTable: "homes_1_q1" });
    expect(await ended(job)).toBe("failed");
    const reason = expect.stringContaining("'homes_1_q1' is no table") as string;
    const answer = await send(`${job}/reportData/roc`);
    expect([answer.status, answer.json.message]).toEqual([404, reason]);
    const item = await send(job, { headers: { accept: JOB } });
    const failure = await send(hrefs(item)["failure"]!);
    expect([failure.status, failure.text]).toEqual([200, reason]);
    const completed = await run(LOANS);
    expect((await send(`${completed}/failure`)).status).toBe(204);
    expect(hrefs(await send(completed, { headers: { accept: JOB } }))["failure"]).toBeUndefined();
  });

  it("of an interval target have no data of classes", async () => {
    const { send, run, ended } = await startPerformance();
    const job = await run(HOMES);
    expect(await ended(job)).toBe("completed");
    expect((await send(`${job}/reportData/mse`)).json.count).toBe(1);
    expect((await send(`${job}/reportData/roc`)).status).toBe(404);
    expect((await send(`${job}/reportData/other`)).status).toBe(404);
  });

  it("are deleted with their data, also by deleting the task", async () => {
    const { send, run, ended } = await startPerformance();
    const [first, second] = [await run(LOANS), await run(LOANS)];
    await ended(first);
    expect((await send(first, { method: "DELETE" })).status).toBe(204);
    expect((await send(`${first}/reportData/mse`)).status).toBe(404);
    expect((await send(second, { headers: { accept: JOB } })).status).toBe(200);
    expect((await send(LOANS, { method: "DELETE" })).status).toBe(204);
    expect((await send(second)).status).toBe(404);
  });

  it("are refused while too many wait, and for bodies that are not jobs", async () => {
    const { send } = await startPerformance({ performance: { workers: 0, capacity: 2 } });
    const path = `${LOANS}/@defaultTask/performanceJobs`;
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await send(path, { method: "POST" })).status);
    expect(statuses).toEqual([201, 201, 503]);
    expect((await send(path, { body: "{", type: JOB })).status).toBe(400);
    expect((await send(path, { json: { dataTable: 1 } })).status).toBe(400);
  });

  it("are not run for a model that cannot be measured any more", async () => {
    const { send } = await startPerformance();
    const model = "/modelManagement/models/loan-default";
    const { headers } = await send(model);
    const patch = { method: "PATCH", json: { projectId: null }, headers: { "if-match": headers["etag"]! } };
    expect((await send(model, patch)).status).toBe(200);
    const answer = await send(`${LOANS}/@defaultTask/performanceJobs`, { method: "POST" });
    expect(codeOf(answer)).toEqual([400, 21304]);
  });

  it("are kept in a SQLite file, and one with the same idempotency key runs once", async () => {
    const { send, ended, close } = await startPerformance({ storage: await sqliteOpener()() });
    const headers = { "idempotency-key": '"k1"' };
    const run = () => send(`${LOANS}/@defaultTask/performanceJobs`, { method: "POST", headers });
    const [first, second] = [await run(), await run()];
    expect(second.headers["location"]).toBe(first.headers["location"]);
    expect(await ended(first.headers["location"]!)).toBe("completed");
    const page = await send(`${first.headers["location"]!}/reportData/lift?limit=3`);
    expect([page.json.count, page.json.items.length]).toEqual([10, 3]);
    await close();
  });
});
