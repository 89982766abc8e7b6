import { describe, expect, it } from "vitest";
import { defineCatalog, parseFilter } from "tamis";
import {
  chooseType,
  defineResource,
  failRequest,
  memoryStore,
  requireMediaType,
  type AccessFunction,
  type HttpRequestBody,
  type Operation,
  type ServiceOptions,
} from "tamis/http";
import { createCollection } from "tamis/store";
import { send, targets } from "./request.ts";
import { serve } from "./serve.ts";

const jobs = defineCatalog({
  name: "jobs",
  key: "id",
  members: { id: "string", state: "string", links: { type: "list", items: "string" } },
});
const jobStore = () =>
  memoryStore(createCollection([{ id: "j 1", state: "running", links: null }], { catalog: jobs }));

const serveJobs = (options: Partial<ServiceOptions>) => serve({ path: "/jobs", store: jobStore() }, options);

const text = (body: string) => () => ({ status: 200, headers: { "content-type": "text/plain" }, body });

describe("operations", () => {
  const service = serveJobs({
    operations: [
      {
        method: "GET",
        path: "/jobs/{jobId}/state",
        answer: ({ parameters }) => ({
          status: 200,
          headers: { "content-type": "text/plain" },
          body: JSON.stringify(parameters),
        }),
      },
      { method: "GET", path: "/jobs/summary/state", answer: text("all") },
      { method: "POST", path: "/jobs", bodyType: "application/x-selection+json", answer: text("selected") },
      {
        method: "PUT",
        path: "/echo",
        answer: async ({ readBody }) => ({ status: 200, headers: {}, body: await readBody() }),
      },
      {
        method: "GET",
        path: "/fails",
        answer: () => failRequest(409, "It is in use.", { code: 74050, remediation: "Wait." }),
      },
    ],
    limits: { body: 10 },
  });

  it("have decoded parameters, and paths without parameters come first", async () => {
    expect((await send(service, "/jobs/j%201/state")).body).toBe('{"jobId":"j 1"}');
    expect((await send(service, "/jobs/%7B__proto__%7D/state")).body).toBe('{"jobId":"{__proto__}"}');
    expect((await send(service, "/jobs/%40all/state")).body).toBe('{"jobId":"@all"}');
    expect((await send(service, "/jobs/@all/state")).status).toBe(404);
    expect((await send(service, "/jobs/summary/state")).body).toBe("all");
    expect((await send(service, "/jobs/%ff/state")).status).toBe(404);
    expect((await send(service, "/jobs//state")).status).toBe(404);
  });

  it("answer HEAD and OPTIONS, and refuse other methods", async () => {
    const head = await send(service, "/jobs/a/state", { method: "HEAD" });
    expect([head.status, head.body]).toEqual([200, undefined]);
    const options = await send(service, "/echo", { method: "OPTIONS" });
    expect([options.status, options.headers["allow"]]).toEqual([204, "PUT, OPTIONS"]);
    const refused = await send(service, "/jobs/a/state", { method: "POST" });
    expect([refused.status, refused.headers["allow"]]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  it("share a path with a collection, by the type of the body", async () => {
    const type = (name: string) => ({ method: "POST", headers: { "content-type": name }, body: "{}" });
    expect((await send(service, "/jobs", type("application/x-selection+json;v=1"))).body).toBe("selected");
    expect((await send(service, "/jobs", type("application/vnd.vendor.jobs+json"))).status).toBe(201);
    expect((await send(service, "/jobs")).json.name).toBe("jobs");
  });

  it("have the limits and the errors of the service", async () => {
    expect((await send(service, "/echo", { method: "PUT", body: "x".repeat(10) })).body).toBe("x".repeat(10));
    expect((await send(service, "/echo", { method: "PUT", body: "x".repeat(11) })).status).toBe(413);
    const failed = await send(service, "/fails");
    expect(failed.json).toMatchObject({ httpStatusCode: 409, errorCode: 74050, remediation: "Wait." });
  });

  it("read bodies as bytes, up to a smaller limit", async () => {
    const bytes = serveJobs({
      operations: [
        {
          method: "POST",
          path: "/length",
          answer: async ({ readBytes }) => ({
            status: 200,
            headers: {},
            body: String([...(await readBytes(3))]),
          }),
        },
      ],
      limits: { body: 10 },
    });
    const post = (body?: HttpRequestBody) => send(bytes, "/length", { method: "POST", body });
    expect((await post(Uint8Array.of(0xe0, 0xff, 0))).body).toBe("224,255,0");
    expect((await post("é1")).body).toBe("195,169,49");
    expect((await post()).body).toBe("");
    expect((await post(Uint8Array.of(1, 2, 3, 4))).status).toBe(413);
    expect((await post("é12")).status).toBe(413);
    async function* parts() {
      yield await Promise.resolve(Uint8Array.of(1));
      yield Uint8Array.of(2, 3);
    }
    expect((await post(parts())).body).toBe("1,2,3");
  });

  it("negotiate media types and their versions", async () => {
    const offers = [
      { types: ["application/x-a+json", "application/json"], version: 2, value: "json" },
      { types: ["text/plain"], value: "text" },
    ];
    const typed = serveJobs({
      operations: [
        {
          method: "POST",
          path: "/typed",
          answer: ({ request }) => {
            const body = requireMediaType(request, (type) => type === "text/x-b", 3, { missingType: 1 });
            const { type, value } = chooseType(request, offers);
            return {
              status: 200,
              headers: { "content-type": type },
              body: JSON.stringify(`${body} ${value}`),
            };
          },
        },
      ],
    });
    const post = async (headers: Record<string, string>) => {
      const { status, json, body } = await send(typed, "/typed", { method: "POST", headers });
      return status === 200 ? JSON.parse(body as string) : [status, json.errorCode];
    };
    const known = { "content-type": "text/x-b" };
    expect(await post(known)).toBe("text/x-b json");
    expect(await post({ "content-type": "Text/X-B;version=3", accept: "text/*" })).toBe("text/x-b text");
    expect(await post({})).toEqual([406, 1]);
    expect(await post({ "content-type": "text/x-c" })).toEqual([415, 415]);
    expect(await post({ "content-type": "text/x-b;version=2" })).toEqual([400, 10713]);
    expect(await post({ ...known, accept: "image/png" })).toEqual([406, 10712]);
    expect(await post({ ...known, accept: "application/json;version=1" })).toEqual([406, 10743]);
    expect(await post({ ...known, accept: "application/json;version=x" })).toEqual([400, 10713]);
  });

  it("need valid paths", () => {
    const operation = (path: string) =>
      serveJobs({ operations: [{ method: "GET", path, answer: text("") }] });
    expect(() => operation("jobs")).toThrow(TypeError);
    expect(() => operation("/{id}/{id}")).toThrow(TypeError);
  });
});

describe("nested collections", () => {
  const logs = defineCatalog({
    name: "logs",
    key: "id",
    members: { id: "string", job: "string", text: "string" },
  });
  const logStore = memoryStore(
    createCollection(
      [
        { id: "l1", job: "j 1", text: "a" },
        { id: "l2", job: "j2", text: "b" },
      ],
      { catalog: logs },
    ),
  );
  const service = serveJobs({
    nested: [
      {
        path: "/jobs/{jobId}/logs",
        resolve: ({ path, parameters }) => {
          const job = parameters["jobId"]!;
          if (!job.startsWith("j")) return Promise.resolve(undefined);
          const rule = parseFilter(`eq(job,'${job}')`).expression!;
          const access = () => ({ kind: "allowed", rule }) as const;
          return Promise.resolve(
            defineResource({ path, store: logStore, access, assigned: ["job"], initial: { job } }),
          );
        },
      },
    ],
  });

  it("have the rows, the links and the paths of one item", async () => {
    const page = await send(service, "/jobs/j%201/logs?limit=1");
    expect(page.json.items.map(({ id }: { id: string }) => id)).toEqual(["l1"]);
    expect(targets(page.json.links)["collection"]).toBe("/jobs/j%201/logs");
    expect((await send(service, "/jobs/j%201/logs/l1")).status).toBe(200);
    expect((await send(service, "/jobs/j%201/logs/l2")).status).toBe(404);
    expect((await send(service, "/jobs/j%201/logs/@facets/text")).status).toBe(200);
    expect((await send(service, "/jobs/x/logs")).status).toBe(404);
    expect((await send(service, "/jobs/%2e%2e/logs")).status).toBe(404);
  });

  it("give new rows their initial values, whatever the body says", async () => {
    const created = await send(service, "/jobs/j3/logs", {
      method: "POST",
      headers: { "content-type": "application/vnd.vendor.logs+json" },
      body: JSON.stringify({ job: "j2", text: "c" }),
    });
    expect([created.status, created.json.job]).toEqual([201, "j3"]);
    expect(created.headers["location"]).toBe(`/jobs/j3/logs/${created.json.id as string}`);
  });
});

describe("rules of a resource", () => {
  const service = serve({
    path: "/jobs",
    store: jobStore(),
    assigned: ["links"],
    codes: { invalidBody: 1, emptyBody: 2, nullBody: 3 },
    validate: ({ state }) =>
      state !== null && state!.length > 5
        ? [{ member: "state", message: "The state is too long.", errorCode: 4 }]
        : [],
    itemLinks: (path) => [{ method: "GET", rel: "state", path: `${path}/state`, type: "text/plain" }],
  });
  const headers = { "content-type": "application/vnd.vendor.jobs+json" };
  const post = (body: string) => send(service, "/jobs", { method: "POST", headers, body });

  it("have error codes of their own", async () => {
    const codes = [];
    for (const body of ["", "null", "[]", '{"state":1}', '{"state":"longer"}']) {
      const { status, json } = await post(body);
      expect(status).toBe(400);
      codes.push([json.errorCode, json.errors[0].errorCode]);
    }
    expect(codes).toEqual([2, 3, 1, 1, 4].map((code) => [code, code]));
    expect((await post('{"state":"short"}')).status).toBe(201);
  });

  it("also hold for changes, and refuse them before they are stored", async () => {
    const change = (method: string, type: string, body: string) =>
      send(service, "/jobs/j%201", { method, headers: { "content-type": type, "if-match": "*" }, body });
    expect((await change("PUT", headers["content-type"], '{"state":"longer"}')).json.errorCode).toBe(4);
    const patch = await change("PATCH", "application/merge-patch+json", '{"state":"longer"}');
    expect(patch.json.errorCode).toBe(4);
    expect((await send(service, "/jobs/j%201")).json.state).toBe("running");
  });

  it("replace an assigned member `links` by the links of the item", async () => {
    const { json } = await send(service, "/jobs/j%201");
    expect(targets(json.links)["state"]).toBe("/jobs/j%201/state");
    expect(targets(json.links)["self"]).toBe("/jobs/j%201");
  });

  it("leave out links to changes of a part of an item for callers who may not change the item", async () => {
    const itemLinks = (path: string) => [
      { method: "PUT", rel: "updateContent", path: `${path}/content` },
      { method: "GET", rel: "content", path: `${path}/content` },
    ];
    const linksFor = async (operations: readonly Operation[], forbidden: readonly Operation[]) => {
      const access: AccessFunction = ({ operation }) =>
        forbidden.includes(operation) ? { kind: "forbidden" } : { kind: "allowed" };
      const assigned = ["links"];
      const own = { operations, itemLinks, assigned, access };
      const { json } = await send(serve({ path: "/jobs", store: jobStore(), ...own }), "/jobs/j%201");
      const rels = Object.keys(targets(json.links));
      return [rels.includes("content"), rels.includes("updateContent")];
    };
    expect(await linksFor(["read", "replace"], [])).toEqual([true, true]);
    expect(await linksFor(["read", "replace"], ["replace"])).toEqual([true, false]);
    expect(await linksFor(["read"], [])).toEqual([true, true]);
  });
});
