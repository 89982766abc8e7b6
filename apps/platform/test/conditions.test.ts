import { expect, it } from "vitest";
import { ALL, TYPE } from "./annotations-fixture.ts";
import { connectTo, startPlatform } from "./platform-fixture.ts";

const FUTURE = "Fri, 01 Jan 2100 00:00:00 GMT";

/** Conditions of a change of an annotation with the tag `TAG`, and the status of the answer. */
const CONDITIONS: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
  ["the tag", { "if-match": "TAG" }, 200],
  ["any version", { "if-match": "*" }, 200],
  ["a list with the tag", { "if-match": '"other", TAG' }, 200],
  ["the tag without quotes", { "if-match": "BARE" }, 200],
  ["a list without the tag", { "if-match": '"a", "b"' }, 412],
  ["the tag as a weak one", { "if-match": "W/TAG" }, 412],
  ["no condition", {}, 428],
  ["a future time", { "if-unmodified-since": FUTURE }, 200],
  ["the second of the last change", { "if-unmodified-since": "MODIFIED" }, 200],
  ["an earlier time", { "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" }, 412],
  ["no time", { "if-unmodified-since": "yesterday" }, 428],
  ["another tag and a future time", { "if-match": '"a"', "if-unmodified-since": FUTURE }, 412],
];

/** Creates an annotation. Returns its header fields, and functions that change its label and read it. */
async function annotation() {
  const { send } = await connectTo(await startPlatform());
  const { headers } = await send(ALL, { type: TYPE, json: { domain: "d", name: "n" } });
  const path = headers["location"]!;
  const json = { domain: "d", name: "n", label: "changed" };
  return {
    headers,
    change: async (fields: Readonly<Record<string, string>>) =>
      (await send(path, { method: "PUT", type: TYPE, json, headers: fields })).status,
    label: async () => (await send(path)).json.label as string | null,
  };
}

it.each(CONDITIONS)("a change under the condition %s has the status of the conventions", async (...row) => {
  const [, given, status] = row;
  const { headers, change, label } = await annotation();
  const tag = headers["etag"]!;
  const own = Object.entries(given).map(([name, value]) => [
    name,
    value
      .replace("TAG", tag)
      .replace("BARE", tag.slice(1, -1))
      .replace("MODIFIED", headers["last-modified"]!),
  ]);
  expect(await change(Object.fromEntries(own) as Record<string, string>)).toBe(status);
  expect(await label()).toBe(status === 200 ? "changed" : null);
});

it.each(["", " ", ",", '"', '"a', "a b", "\u0001", `"${"x".repeat(1_000_000)}"`, '"a",'.repeat(10_000)])(
  "a change under a condition that cannot be read changes nothing: %#",
  async (field) => {
    const { change, label } = await annotation();
    expect([400, 412, 428]).toContain(await change({ "if-match": field }));
    expect(await label()).toBeNull();
  },
);

it("a change under If-None-Match is refused if the item has the tag", async () => {
  const { headers, change, label } = await annotation();
  const tag = headers["etag"]!;
  for (const field of ["*", tag])
    expect([field, await change({ "if-none-match": field, "if-match": tag })]).toEqual([field, 412]);
  expect(await label()).toBeNull();
});
