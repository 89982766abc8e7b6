import { expect, it } from "vitest";
import {
  registration,
  SECRET,
  sqliteStorage,
  startPlatform,
  withSqliteFile,
  valuesOf,
} from "./platform-fixture.ts";

it("models of the sample can be listed, filtered and changed, and the root leads to them", () =>
  withSqliteFile(async (file) => {
    const storage = sqliteStorage(file);
    const platform = await startPlatform({ storage, sample: true });
    await platform.tokens.addClient(registration("c"));
    const token = (await platform.token("c", SECRET)).json.access_token as string;
    const send: typeof platform.send = (target, parts = {}) => platform.send(target, { token, ...parts });
    const root = await send("/modelManagement/");
    expect(root.json.links.map(({ href }: { href: string }) => href)).toContain("/modelManagement/models");
    const page = await send("/modelManagement/models?filter=eq(targetLevel,'interval')");
    expect(valuesOf(page, "id")).toEqual(["home-price"]);
    expect(page.json.accept).toBe("application/vnd.vendor.models.model");
    const one = await send("/modelManagement/models/home-price");
    expect(one.json.inputVariables).toEqual(["area", "age", "district"]);
    const changed = await send("/modelManagement/models/home-price", {
      method: "PATCH",
      json: { targetLevel: "binary" },
      headers: { "if-match": one.headers["etag"]! },
    });
    expect([changed.status, changed.json.targetLevel]).toEqual([200, "binary"]);
    expect((await platform.send("/modelManagement/models")).status).toBe(401);
    await storage.close();
  }));

it.each([
  ["/folders/folders", {}],
  ["/files/files", { contentType: "text/plain" }],
  ["/modelManagement/models", {}],
])("items of %s have a name of 1 to 255 characters", async (path, members) => {
  const platform = await startPlatform();
  await platform.tokens.addClient(registration("c"));
  const token = (await platform.token("c", SECRET)).json.access_token as string;
  const statuses: number[] = [];
  for (const name of ["", " ", "\u{1f600}".repeat(256), "\u{1f600}".repeat(255)])
    statuses.push((await platform.send(path, { token, json: { ...members, name } })).status);
  expect(statuses).toEqual([400, 400, 400, 201]);
});
