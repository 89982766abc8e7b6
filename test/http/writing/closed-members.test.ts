import { expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { createService, defineResource, memoryStore } from "tamis/http";
import { createCollection } from "tamis/store";
import { send, sendJson } from "../request.ts";

const catalog = defineCatalog({
  name: "people",
  key: "id",
  members: { id: "string", name: "string", salary: "integer" },
});

function makeService() {
  const store = memoryStore(createCollection([{ id: "p1", name: "Ann", salary: 10 }], { catalog }));
  const people = defineResource({
    path: "/people",
    store,
    access: ({ identity }) => ({ kind: "allowed", closed: identity === "boss" ? [] : ["salary"] }),
  });
  return createService({ resources: [people] });
}

it("a change of a closed member does not change the entity tag, and is kept by later changes", async () => {
  const service = makeService();
  const before = await send(service, "/people/p1");
  const raise = await sendJson(service, "PATCH", "/people/p1", { salary: 20 }, { identity: "boss" });
  expect(raise.json).toMatchObject({ salary: 20 });
  const after = await send(service, "/people/p1");
  expect(after.headers).toEqual(before.headers);
  expect(after.body).toBe(before.body);
  const headers = { "if-match": before.headers["etag"]! };
  const renamed = await sendJson(service, "PUT", "/people/p1", { name: "Anna" }, { headers });
  expect(renamed.status).toBe(200);
  expect(renamed.headers["etag"]).not.toBe(before.headers["etag"]);
  const whole = await send(service, "/people/p1", { identity: "boss" });
  expect(whole.json).toMatchObject({ name: "Anna", salary: 20 });
});

it("an entity tag of an older visible state is refused, also without a representation in the response", async () => {
  const service = makeService();
  const { headers } = await send(service, "/people/p1");
  const change = (etag: string, name: string) => {
    const fields = { "if-match": etag, prefer: "return=minimal" };
    return sendJson(service, "PUT", "/people/p1", { name }, { headers: fields });
  };
  const first = await change(headers["etag"]!, "Anna");
  expect(first.status).toBe(204);
  expect((await change(headers["etag"]!, "Anne")).status).toBe(412);
  expect((await change(first.headers["etag"]!, "Anne")).status).toBe(204);
});

it("a closed time of the last change is in no header field, and no condition compares it", async () => {
  const stamped = defineCatalog({
    name: "people",
    key: "id",
    members: { id: "string", name: "string", changed: "dateTime" },
  });
  const rows = [{ id: "p1", name: "Ann", changed: "2026-01-02T03:04:05Z" }];
  const people = defineResource({
    path: "/people",
    store: memoryStore(createCollection<Record<string, unknown>>(rows, { catalog: stamped })),
    stamps: { modified: "changed" },
    access: ({ identity }) => ({ kind: "allowed", closed: identity === "boss" ? [] : ["changed"] }),
  });
  const service = createService({ resources: [people] });
  const read = await send(service, "/people/p1", {
    headers: { "if-modified-since": "Fri, 02 Jan 2026 03:04:05 GMT" },
  });
  expect(read.status).toBe(200);
  expect(read.headers).not.toHaveProperty("last-modified");
  for (const date of [
    "Thu, 01 Jan 2026 00:00:00 GMT",
    "Sat, 03 Jan 2026 00:00:00 GMT",
    "2026-01-02T03:04:05Z",
  ]) {
    const headers = { "if-match": [], "if-unmodified-since": date };
    const change = await sendJson(service, "PUT", "/people/p1", { name: "Anna" }, { headers });
    expect(change.status, date).toBe(428);
    expect(change.json.remediation, date).toBe("Send If-Match with the ETag of the item.");
  }
  const headers = { prefer: "return=minimal" };
  const minimal = await sendJson(service, "PUT", "/people/p1", { name: "Anna" }, { headers });
  expect(minimal.status).toBe(204);
  expect(minimal.headers).not.toHaveProperty("last-modified");
  const seen = await send(service, "/people/p1", { identity: "boss" });
  expect(seen.headers).toHaveProperty("last-modified");
});
