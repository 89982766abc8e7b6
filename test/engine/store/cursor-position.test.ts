import { describe, expect, expectTypeOf, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import type { CheckedQuery, Collection, CursorPosition, Query } from "tamis/engine";
import { createCollection, type MemoryCollection, type MemoryQuery } from "tamis/store";
import { type CollectionQuery, decodeQuery } from "tamis/url";
import { filterOf, sortByOf } from "../../sql/checked-query.ts";

const catalog = defineCatalog({
  name: "things",
  key: "id",
  members: {
    id: { type: "integer", nullable: false },
    i: "integer",
    n: "number",
    s: "string",
    b: "boolean",
    at: "dateTime",
    day: "date",
    time: "time",
  },
});

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  i: [
    ...[-(2n ** 70n), -(2n ** 53n) - 1n, -0, 0n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n + 1n],
    ...[null, undefined],
  ],
  n: [-0, 0, NaN, Infinity, -Infinity, 5e-324, -1.5, 2n ** 53n + 1n, undefined, "not a number"],
  s: ["", "\ud800", "\udfff", "é", "\u0000", "😀", "__proto__", null, 7],
  b: [true, false, null, undefined, 0],
  at: [
    ...["2024-05-01T10:00:00.123456789Z", "2024-05-01T12:00:00.123456788+02:00", "soon", undefined],
    ...[new Date(0), new Date(NaN), new Date("2024-05-01T10:00:00.123Z")],
  ],
  day: ["2024-05-01", "0001-01-01", "9999-12-31", "2024-02-30", null],
  time: ["24:00:00", "23:59:59.999999999", "00:00:00", "10:00:00+02:00", null],
};

const collectionOf = (member: string): MemoryCollection<Record<string, unknown>> =>
  createCollection<Record<string, unknown>>(
    VALUES[member]!.flatMap((value, i) => [
      { id: BigInt(2 * i), [member]: value },
      { id: 2 * i + 1, [member]: value },
    ]),
    { catalog },
  );

describe("a cursor position", () => {
  it.each(Object.keys(VALUES).flatMap((member) => [member, `${member}:descending`]))(
    "survives JSON in the order of %s",
    (text) => {
      const collection = collectionOf(text.split(":")[0]!);
      const query = { sortBy: sortByOf(text, catalog), limit: 1 };
      const ids: unknown[] = [];
      for (let after: CursorPosition | undefined; ;) {
        const page = collection.page(query, { after });
        ids.push(...page.items.map(({ id }) => id));
        if (page.next === undefined || ids.length > collection.size) break;
        after = JSON.parse(JSON.stringify(page.next)) as CursorPosition;
        expect(after).toEqual(page.next);
        expect(structuredClone(page.next)).toEqual(page.next);
        const streamed = collection.stream({ sortBy: query.sortBy }, { after });
        expect([...streamed]).toEqual([...collection.stream({ sortBy: query.sortBy }, { after: page.next })]);
      }
      expect(ids).toEqual(collection.all({ sortBy: query.sortBy }).map(({ id }) => id));
    },
  );

  it("is refused by a query with another filter, order, locale or collection", () => {
    const collection = createCollection([{ id: 1 }, { id: 2 }, { id: 3 }], { catalog });
    const query = { limit: 1 };
    const { next } = collection.page(query);
    const after = next!;
    const snapshot = collection.snapshot();
    expect(snapshot.page(query, { after }).items).toEqual([{ id: 2 }]);
    const filter = filterOf("gt(id,0)", catalog);
    const sortBy = sortByOf("id:descending", catalog);
    for (const reader of [collection, snapshot])
      for (const verb of [reader.page, reader.stream, reader.explain]) {
        expect(() => verb({ filter }, { after })).toThrow(OTHER_QUERY);
        expect(() => verb({ sortBy }, { after })).toThrow(OTHER_QUERY);
        expect(() => verb({}, { after, locale: "sv" })).toThrow(OTHER_QUERY);
      }
    snapshot.close();
    expect(() => snapshot.page(query, { after })).toThrow("The snapshot is closed.");
    const { name, members } = catalog.definition;
    const renamed = defineCatalog({ name: "others", key: "id", members });
    const sorted = defineCatalog({ name, key: "id", members, defaultSort: ["id:descending"] });
    const others = [{ catalog, locale: "sv" }, { catalog: renamed }, { catalog: sorted }];
    for (const other of others.map((options) => createCollection([{ id: 1 }], options)))
      expect(() => other.page({}, { after })).toThrow(OTHER_QUERY);
  });

  it("is refused if it is malformed", () => {
    const collection = createCollection([{ id: 1 }, { id: 2 }], { catalog });
    const query = { sortBy: sortByOf("n,s", catalog), limit: 1 };
    const next = collection.page(query).next!;
    const page = (after: unknown) => collection.page(query, { after: after as CursorPosition });
    expect(page(next).items).toEqual([{ id: 2 }]);
    expect(page({ ...next, values: [{ integer: "12" }, "a", 1] }).items).toEqual([]);
    const numbers = ["1", NaN, undefined, { integer: "1.5" }, { integer: "9".repeat(1_000) }, {}, []];
    const values = ["abc", [null, null], [1, 2, 1], ...numbers.map((number) => [number, null, 1])];
    for (const after of [
      ...[null, "x", {}, Object.create(next) as unknown],
      ...[{ query: undefined }, { index: -1 }, { index: "1" }].map((wrong) => ({ ...next, ...wrong })),
      ...values.map((wrong) => ({ ...next, values: wrong })),
    ])
      expect(() => page(after), JSON.stringify(after)).toThrow(TypeError);
  });
});

const OTHER_QUERY =
  "The cursor position belongs to another query: the collection, filter, order or locale differs.";

describe("a query of rows in memory", () => {
  const collection = createCollection([{ id: 1 }, { id: 2 }], { catalog });
  const decoded = decodeQuery("limit=1", { catalog }).query!;

  it("is refused with a property that no query has, by every method", async () => {
    const snapshot = collection.snapshot();
    const asynchronous = collection.asCollection();
    for (const query of [
      { ...decoded, after: undefined },
      { after: undefined },
      { limits: 1 },
    ] as unknown as Query[]) {
      for (const reader of [collection, snapshot]) {
        const { page, count, all, stream, prepare, explain } = reader;
        for (const verb of [page, count, all, stream, prepare, explain])
          expect(() => verb(query)).toThrow(TypeError);
        expect(() => reader.facets("i", query)).toThrow(TypeError);
        expect(() => reader.minMax("i", query)).toThrow(TypeError);
      }
      expect(() => collection.watch(query, () => undefined)).toThrow(TypeError);
      await expect(collection.prepareInSlices([query])).rejects.toThrow(TypeError);
      await expect(asynchronous.facets("i", query)).rejects.toThrow(TypeError);
      await expect(asynchronous.minMax("i", query)).rejects.toThrow(TypeError);
    }
    snapshot.close();
  });

  it("does not compile with a property that belongs to the options", () => {
    interface Misplaced {
      readonly cursor: string;
    }
    expectTypeOf<CollectionQuery>().toExtend<Query>();
    expectTypeOf<CheckedQuery>().toExtend<Query>();
    expectTypeOf<CollectionQuery & Misplaced>().not.toExtend<Query>();
    expectTypeOf<CheckedQuery & Misplaced>().not.toExtend<Query>();
    expectTypeOf<CollectionQuery & { after: CursorPosition }>().not.toExtend<MemoryQuery>();
    const withCursor = { ...decoded, cursor: "x" };
    const page: Collection["page"] = () => Promise.reject(new Error("not called"));
    // @ts-expect-error A cursor belongs to the options.
    const rejected = page({ ...decoded, cursor: "x" });
    // @ts-expect-error A cursor belongs to the options, also if the query is not written as an object literal.
    const alsoRejected = page(withCursor);
    return Promise.allSettled([rejected, alsoRejected]);
  });
});
