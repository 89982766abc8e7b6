import { expect, it } from "vitest";
import { connectTo, startPlatform } from "./platform-fixture.ts";

const ALL = "/annotations/annotations";
const TYPE = "application/vnd.vendor.annotation+json";

/** Conditions of a change of an annotation with the tag `TAG`, and the status of the answer. */
const CONDITIONS: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
  ["the tag", { "if-match": "TAG" }, 200],
  ["any version", { "if-match": "*" }, 200],
  ["a list with the tag", { "if-match": '"other", TAG' }, 200],
  ["the tag without quotes", { "if-match": "BARE" }, 200],
  ["a list without the tag", { "if-match": '"a", "b"' }, 412],
  ["the tag as a weak one", { "if-match": "W/TAG" }, 412],
  ["no condition", {}, 428],
  ["a future time", { "if-unmodified-since": "Fri, 01 Jan 2100 00:00:00 GMT" }, 200],
  ["the second of the last change", { "if-unmodified-since": "MODIFIED" }, 200],
  ["an earlier time", { "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" }, 412],
  ["no time", { "if-unmodified-since": "yesterday" }, 428],
  [
    "another tag and a future time",
    { "if-match": '"a"', "if-unmodified-since": "Fri, 01 Jan 2100 00:00:00 GMT" },
    412,
  ],
];

it.each(CONDITIONS)("a change under the condition %s has the status of the conventions", async (...row) => {
  const [, given, status] = row;
  const { send } = await connectTo(await startPlatform());
  const { headers } = await send(ALL, { type: TYPE, json: { domain: "d", name: "n" } });
  const tag = headers["etag"]!;
  const own = Object.entries(given).map(([name, value]) => [
    name,
    value
      .replace("TAG", tag)
      .replace("BARE", tag.slice(1, -1))
      .replace("MODIFIED", headers["last-modified"]!),
  ]);
  const answer = await send(headers["location"]!, {
    method: "PUT",
    type: TYPE,
    json: { domain: "d", name: "n", label: "changed" },
    headers: Object.fromEntries(own) as Record<string, string>,
  });
  expect(answer.status).toBe(status);
  const { json } = await send(headers["location"]!);
  expect(json.label).toBe(status === 200 ? "changed" : null);
});

it.each(["", " ", ",", '"', '"a', "a b", "\u0001", `"${"x".repeat(1_000_000)}"`, '"a",'.repeat(10_000)])(
  "a change under a condition that cannot be read changes nothing: %#",
  async (field) => {
    const { send } = await connectTo(await startPlatform());
    const { headers } = await send(ALL, { type: TYPE, json: { domain: "d", name: "n" } });
    const answer = await send(headers["location"]!, {
      method: "PUT",
      type: TYPE,
      json: { domain: "d", name: "n", label: "changed" },
      headers: { "if-match": field },
    });
    expect([400, 412, 428]).toContain(answer.status);
    expect((await send(headers["location"]!)).json.label).toBeNull();
  },
);

it("a change under If-None-Match is refused if the item has the tag", async () => {
  const { send } = await connectTo(await startPlatform());
  const { headers } = await send(ALL, { type: TYPE, json: { domain: "d", name: "n" } });
  for (const field of ["*", headers["etag"]!]) {
    const answer = await send(headers["location"]!, {
      method: "PUT",
      type: TYPE,
      json: { domain: "d", name: "n", label: "changed" },
      headers: { "if-none-match": field, "if-match": headers["etag"]! },
    });
    expect([field, answer.status]).toEqual([field, 412]);
  }
  expect((await send(headers["location"]!)).json.label).toBeNull();
});
