import { describe, expect, it } from "vitest";
import { connectAll, createRule } from "./authorization-client.ts";
import { startPlatform, codeOf } from "./platform-fixture.ts";
import { ALL, content, create, createWithContent, PUBLIC, save } from "./reports-fixture.ts";

const start = async () => connectAll(await startPlatform({ sample: true }));
const toWriters = { principalType: "client", principal: "writer", type: "prohibit" };

describe("the rules of the platform", () => {
  it("decide who may add reports to a folder", async () => {
    const { admin, writer } = await start();
    expect((await create(writer)).status).toBe(201);
    const rule = await createRule(admin, { ...toWriters, objectUri: PUBLIC, permissions: ["add"] });
    expect(rule.status).toBe(201);
    expect(codeOf(await create(writer, { name: "m" }))).toEqual([403, 10738]);
    expect((await create(admin, { name: "m" })).status).toBe(201);
  });

  it("hide the content and the states of a hidden report", async () => {
    const { admin, writer } = await start();
    const { id, etag } = await createWithContent(admin);
    const paths = ["", "/content", "/states"].map((path) => `${ALL}/${id}${path}`);
    for (const path of paths) expect((await writer.send(path)).status).toBe(200);
    await createRule(admin, { ...toWriters, objectUri: `${ALL}/${id}`, permissions: ["read"] });
    for (const path of paths) expect([path, (await writer.send(path)).status]).toEqual([path, 404]);
    expect((await save(writer, id, content("mine"), { "if-match": etag })).status).toBe(404);
    expect((await writer.send(`${ALL}?filter=eq(id,'${id}')`)).json.count).toBe(0);
    expect((await admin.send(`${ALL}/${id}/content`)).json).toEqual(content());
  });

  it("let readers read content, and refuse their saves", async () => {
    const { admin, reader } = await start();
    const { id, etag } = await createWithContent(admin);
    expect((await reader.send(`${ALL}/${id}/content`)).json).toEqual(content());
    expect((await save(reader, id, content("mine"), { "if-match": etag })).status).toBe(403);
    expect((await create(reader)).status).toBe(403);
  });
});
