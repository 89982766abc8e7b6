import { describe, expect, it } from "vitest";
import type { Catalog } from "../../src/catalog/types.ts";
import { parseSortBy } from "../../src/parser/parse.ts";
import { dataQuality } from "../../src/families/data-quality.ts";
import { restrict } from "../../src/families/restrict.ts";
import { cell, families, familyByName, table } from "./reference.ts";

const COLLECTIONS = table("collections", [
  "family",
  "path",
  "filter",
  "sort",
  "functions",
  "defaultSort",
  "defaultLimit",
  "parameters",
]);

const everyCollection = families.flatMap((family) =>
  Object.entries(family.collections).map(([name, collection]) => ({
    title: `${family.name}/${name}`,
    family,
    collection: collection,
  })),
);

const withCatalog = everyCollection.flatMap(({ title, family, collection }) =>
  collection.catalog === undefined ? [] : [{ title, family, collection, catalog: collection.catalog }],
);

describe("published collections", () => {
  it.each(COLLECTIONS)("$path allows exactly the published members, functions and parameters", (row) => {
    const collection = Object.values(familyByName(row.family).collections).find(
      ({ path }) => path === row.path,
    );
    const catalog = collection!.catalog!;
    const all = [...catalog.members.byName.keys()].filter((name) => name !== "links");
    const published = (text: string) => (text === "-" ? all : text === "none" ? [] : cell(text)).toSorted();
    expect(named(catalog, "filterable")).toEqual(published(row.filter));
    expect(named(catalog, "sortable")).toEqual(published(row.sort));
    expect([...(catalog.functions ?? [])].sort()).toEqual(cell(row.functions).sort());
    expect(catalog.functions === undefined).toBe(row.functions === "-");
    expect(catalog.defaultSort.map((key) => key.replace(":", " "))).toEqual(
      row.defaultSort === "-" ? [] : [row.defaultSort],
    );
    expect(catalog.definition.defaultLimit).toBe(
      row.defaultLimit === "-" ? undefined : Number(row.defaultLimit),
    );
    expect([...catalog.parameters]).toEqual(cell(row.parameters));
  });

  it("include every collection with a catalog", () => {
    expect(withCatalog.map(({ collection }) => collection.path).sort()).toEqual(
      COLLECTIONS.map(({ path }) => path).sort(),
    );
  });

  it("of annotations can be sorted only by name", () => {
    const catalog = familyByName("annotations").collections["annotations"]!.catalog!;
    expect(named(catalog, "sortable")).toEqual(["name"]);
    expect(catalog.members.byName.get("label")).toMatchObject({ filterable: true, sortable: false });
  });

  it("of QKBs filter by default and created, which are isDefault and creationTimeStamp in rows", () => {
    const { byName } = dataQuality.collections.qkbs.catalog.members;
    const inFilters = { filterable: true, selectable: false };
    expect(byName.get("default")).toMatchObject({ type: "boolean", property: "isDefault", ...inFilters });
    expect(byName.get("created")).toMatchObject({
      type: "dateTime",
      property: "creationTimeStamp",
      ...inFilters,
    });
    for (const name of ["isDefault", "creationTimeStamp"])
      expect(byName.get(name)).toMatchObject({ filterable: false, selectable: true });
  });
});

describe.each(withCatalog)("$title", ({ family, collection, catalog }) => {
  it("has the fields of its items with the same types", () => {
    const item = family.resources[collection.items]!;
    if (item.fields !== "all") throw new Error("The fields of its items are not published.");
    expect(shape(catalog)).toEqual(shape(item.catalog));
  });

  it("has a default sort that parses without diagnostics and uses sortable members", () => {
    const text = catalog.defaultSort.join(",");
    if (text !== "") expect(parseSortBy(text, { mode: "strict" }).diagnostics).toEqual([]);
    for (const key of catalog.defaultSort) expect(named(catalog, "sortable")).toContain(key.split(":")[0]);
  });

  it("has an endpoint that accepts the parameters that it declares", () => {
    const endpoint = family.endpoints.find(
      ({ path, method }) => path === collection.path && method === (collection.method ?? "GET"),
    );
    const names = endpoint?.query?.map(({ name }) => name);
    for (const name of catalog.parameters) expect(names).toContain(name);
    if (names !== undefined) {
      expect(names.includes("filter")).toBe(named(catalog, "filterable").length > 0);
      expect(names.includes("sortBy")).toBe(named(catalog, "sortable").length > 0);
      const limit = endpoint!.query!.find(({ name }) => name === "limit");
      expect(limit?.default).toBe(catalog.definition.defaultLimit);
    }
  });
});

describe("collections without a catalog", () => {
  it("are those without published members", () => {
    const bare = everyCollection.filter(({ collection }) => collection.catalog === undefined);
    expect(bare.map(({ title }) => title)).toEqual([
      "model-management/performanceTasks",
      "data-quality/contexts",
      "data-quality/contextQkbs",
      "data-quality/locales",
      "data-quality/definitions",
    ]);
  });
});

describe("restrict", () => {
  const members = { id: "string", size: { type: "integer", nullable: false, filterable: false } } as const;

  it("keeps the definition and sets filterable and sortable", () => {
    expect(restrict(members, { filter: ["size"] })).toEqual({
      id: { type: "string", filterable: false, sortable: false, selectable: true },
      size: { type: "integer", nullable: false, filterable: true, sortable: true, selectable: true },
    });
  });

  it("can make different members filterable and sortable", () => {
    const { id, size } = restrict(members, { filter: ["id", "size"], sort: ["id"] });
    expect([id.sortable, size.sortable]).toEqual([true, false]);
  });
});

function named(catalog: Catalog, flag: "filterable" | "sortable"): string[] {
  return [...catalog.members.byName.values()]
    .filter((member) => member[flag])
    .map(({ name }) => name)
    .sort();
}

/** Members by property, without the settings for filters and sort keys. */
function shape(catalog: Catalog) {
  return Object.fromEntries(
    [...catalog.members.byName.values()]
      .map(({ property, type, nullable }) => [property, { type, nullable }] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
