import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { unreadableMembers } from "../../src/evaluator/unreadable.ts";

const unreadable = unreadableMembers(
  defineCatalog({
    name: "rows",
    members: {
      text: { type: "string", property: "The Text" },
      whole: "integer",
      at: "dateTime",
      list: { type: "list", items: "integer" },
      map: { type: "map", values: "boolean" },
      inner: { type: "object", members: { day: "date", deep: { type: "object", members: { n: "number" } } } },
    },
  }),
);

describe("unreadableMembers", () => {
  it("lists nothing for readable, missing and undeclared values", () => {
    const row = {
      "The Text": "x",
      whole: 9007199254740993n,
      at: "2024-01-31T10:00:00Z",
      list: [1, null, 2],
      map: { a: true, b: null },
      inner: { day: "2024-01-31", deep: { n: 0.5 } },
      other: { text: 5 },
      text: 5,
    };
    expect(unreadable(row)).toEqual([]);
    expect(unreadable({})).toEqual([]);
    expect(unreadable({ "The Text": null, whole: NaN, at: undefined, list: [], inner: {} })).toEqual([]);
  });

  it("lists nested members by dotted name, and lists and maps as a whole", () => {
    const row = {
      "The Text": 5,
      whole: 1.5,
      at: "soon",
      list: [1, "x"],
      map: { a: "yes" },
      inner: { day: "2024-02-30", deep: { n: "1" } },
    };
    expect(unreadable(row)).toEqual(["text", "whole", "at", "list", "map", "inner.day", "inner.deep.n"]);
    expect(unreadable({ list: 1, map: [], inner: "x" })).toEqual(["list", "map", "inner"]);
  });

  it("reads only own data properties, of any value", () => {
    const getter = Object.defineProperty({}, "whole", { get: () => expect.unreachable(), enumerable: true });
    expect(unreadable(getter)).toEqual([]);
    expect(unreadable(Object.create({ whole: "x" }))).toEqual([]);
    for (const row of [null, undefined, 1, "whole", []]) expect(unreadable(row)).toEqual([]);
  });
});
