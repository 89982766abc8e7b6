import { describe, expect, it } from "vitest";
import { defineCatalog } from "tamis";
import {
  createService,
  DEFAULT_CODES,
  defineResource,
  failRequest,
  hasCurrent,
  memoryStore,
  requireUnchanged,
  stamped,
  type OperationRequest,
  type RowStore,
} from "tamis/http";
import { createCollection } from "tamis/store";
import { send, targets } from "./request.ts";

const catalog = defineCatalog({
  name: "jobs",
  key: "id",
  members: { id: "string", state: "string", changed: "dateTime", by: "string" },
});

function start(faults: Partial<RowStore> = {}) {
  const rows = [{ id: "j1", state: "new", changed: "2026-01-01T00:00:00Z", by: null }];
  const collection = createCollection<Record<string, unknown>>(rows, { catalog });
  const store: RowStore = { ...memoryStore(collection), ...faults };
  const errors: unknown[] = [];
  const resource = defineResource({
    path: "/jobs",
    store,
    stamps: { modified: "changed", modifiedBy: "by" },
    codes: { failure: 77 },
    itemLinks: (path, { state }) =>
      state === "new" ? [] : [{ method: "GET", rel: "log", path: `${path}/log` }],
  });
  const path = "/jobs/{id}/state";
  const stored = async ({ parameters }: OperationRequest) =>
    (await store.read(parameters["id"]!)) ?? failRequest(404, "There is no such job.");
  const service = createService({
    resources: [resource],
    onError: (error) => void errors.push(error),
    operations: [
      {
        method: "GET",
        path,
        async answer(operation) {
          const { row, version } = await stored(operation);
          const headers = { etag: `"${version}.text"` };
          return hasCurrent(operation.request, resource, row, headers.etag)
            ? { status: 304, headers, body: undefined }
            : { status: 200, headers, body: row["state"] as string };
        },
      },
      {
        method: "PUT",
        path,
        async answer(operation) {
          const { request, readBody } = operation;
          const before = await stored(operation);
          requireUnchanged(request, resource, before, before.row["state"] !== "new");
          const row = stamped({ resource, request }, { ...before.row, state: await readBody() }, before.row);
          await store.replace("j1", row, [before.version]);
          return { status: 204, headers: {}, body: undefined };
        },
      },
      {
        method: "GET",
        path: "/broken",
        answer: () => failRequest(500, "It is broken.", { code: 78, cause: new Error("secret") }),
      },
    ],
  });
  const put = async (body: string, headers: Record<string, string> = {}) =>
    (await send(service, "/jobs/j1/state", { method: "PUT", body, headers, identity: "ann" })).status;
  return { service, errors, put };
}

describe("conditions of operations", () => {
  it("are required, compared with the stored version, and accept the tag of each representation", async () => {
    const { service, put } = start();
    const tag = async () => (await send(service, "/jobs/j1/state")).headers["etag"]!;
    const old = await tag();
    expect(await put("running", { "if-match": '"x"' })).toBe(412);
    expect(await put("running")).toBe(204);
    expect(await put("done")).toBe(428);
    expect(await put("done", { "if-match": old })).toBe(412);
    const current = await tag();
    expect(await put("done", { "if-match": `${current.slice(0, -'.text"'.length)}x"` })).toBe(412);
    expect(await put("done", { "if-match": current })).toBe(204);
    expect(await put("done", { "if-match": (await tag()).replace(".text", "") })).toBe(204);
    expect(await put("done", { "if-unmodified-since": "2026-01-01T00:00:00Z" })).toBe(412);
  });

  it("give 304 to a client that has the current representation", async () => {
    const { service } = start();
    const { headers } = await send(service, "/jobs/j1/state");
    const again = (tag: string) => send(service, "/jobs/j1/state", { headers: { "if-none-match": tag } });
    expect((await again(headers["etag"]!)).status).toBe(304);
    expect((await again(headers["etag"]!.replace(".text", ""))).status).toBe(200);
  });

  it("record who changed an item and when, and the links of an item follow its row", async () => {
    const { service, put } = start();
    expect(targets((await send(service, "/jobs/j1")).json.links)).not.toHaveProperty("log");
    await put("running");
    const { json } = await send(service, "/jobs/j1");
    expect(json.by).toBe("ann");
    expect(Date.parse(json.changed)).toBeGreaterThan(Date.parse("2026-01-01T00:00:00Z"));
    expect(targets(json.links)["log"]).toBe("/jobs/j1/log");
  });
});

describe("failures of the server", () => {
  it("have the code of the resource, and their reason reaches only onError", async () => {
    const reason = new Error("the disk is full");
    const { service, errors } = start({ read: () => Promise.reject(reason) });
    const { status, json } = await send(service, "/jobs/j1");
    expect([status, json.errorCode, JSON.stringify(json).includes("disk")]).toEqual([500, 77, false]);
    expect(errors).toEqual([reason]);
    const missing = await send(service, "/jobs?limit=x");
    expect([missing.status, errors.length]).toEqual([400, 1]);
  });

  it("of operations are reported with their cause", async () => {
    const { service, errors } = start();
    const { status, json } = await send(service, "/broken");
    expect([status, json.errorCode, json.message]).toEqual([500, 78, "It is broken."]);
    expect(JSON.stringify(json)).not.toContain("secret");
    expect(errors).toEqual([new Error("secret")]);
    expect(DEFAULT_CODES.failure).toBeUndefined();
  });
});
