import { expect, it } from "vitest";
import { connectTo, sqliteOpener, startPlatform, valuesOf } from "./platform-fixture.ts";

it("models of the sample can be listed, filtered and changed, and the root leads to them", async () => {
  const platform = await startPlatform({ storage: await sqliteOpener()(), sample: true });
  const { send } = await connectTo(platform);
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
});

it.each([
  ["/folders/folders", {}],
  ["/files/files", { contentType: "text/plain" }],
  ["/modelManagement/models", {}],
])("items of %s have a name of 1 to 255 characters", async (path, members) => {
  const { statusOf } = await connectTo(await startPlatform());
  const statuses: number[] = [];
  for (const name of ["", " ", "\u{1f600}".repeat(256), "\u{1f600}".repeat(255)])
    statuses.push(await statusOf(path, { json: { ...members, name } }));
  expect(statuses).toEqual([400, 400, 400, 201]);
});
