import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { checking } from "../../sql/checked-query.ts";
import { inEachTurn } from "./largest-turn.ts";
import { KERNEL_NAMES } from "./tried-kernels.ts";

const catalog = defineCatalog({
  name: "things",
  key: "id",
  members: {
    id: "integer",
    name: "string",
    size: "number",
    owner: "string",
    tags: { type: "list", items: "string" },
    properties: { type: "map", values: "string" },
  },
});
const rows = Array.from({ length: 40_000 }, (_, id) => ({
  id,
  name: `name ${(id * 7919) % 40_009}`,
  size: id % 7 === 0 ? null : id % 100,
  owner: id % 3 === 0 ? "a" : "b",
  tags: id % 5 === 0 ? [] : ["x", `t${id % 4}`],
  properties: { color: `c${id % 6}` },
}));
const MEMBERS = ["id", "name", "size", "owner", "tags", "properties.color"];
const { filterOf } = checking(catalog);

describe.each(KERNEL_NAMES)("facets, min and max in time slices, %s kernels", (kernels) => {
  it.each(MEMBERS)(
    "of %s are those of the synchronous methods, for the rows that fulfill the rule",
    async (member) => {
      const collection = createCollection(rows, { catalog, kernels });
      const asked = collection.asCollection({ milliseconds: 0, rule: filterOf("eq(owner,'a')") });
      const query = { filter: filterOf("lt(id,30000)") };
      const both = { filter: filterOf("and(lt(id,30000),eq(owner,'a'))") };
      const other = createCollection(rows, { catalog, kernels });
      const facets = await asked.facets(member, query, { limit: 3 });
      expect(facets).toEqual({ ok: true, ...other.facets(member, both, { limit: 3 }) });
      expect(facets.distinct).toBeGreaterThan(0);
      const minMax = await asked.minMax(member, query);
      expect(minMax).toEqual({ ok: true, minMax: other.minMax(member, both) });
    },
  );

  it("are of one state of the rows", async () => {
    const collection = createCollection(rows, { catalog, kernels });
    const asked = collection.asCollection({ milliseconds: 0 });
    const facets = asked.facets("owner", {});
    const minMax = asked.minMax("size", {});
    inEachTurn((turn) => {
      if (turn % 2 === 0) collection.update([{ ...rows[turn]!, owner: "c", size: 1000 + turn }]);
      return turn < 12;
    });
    const { values } = await facets;
    // However many rows were changed until then, each has one owner.
    expect(values.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
    const found = (await minMax).minMax!;
    expect(found.min).toBe(0);
    expect(found.max).toBeGreaterThanOrEqual(99);
  });

  it("can be canceled, and throw for unknown members", async () => {
    const asked = createCollection(rows, { catalog, kernels }).asCollection({ milliseconds: 0 });
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(asked.facets("name", {}, { signal })).rejects.toThrow("enough");
    await expect(asked.minMax("name", {}, { signal })).rejects.toThrow("enough");
    await expect(asked.facets("nothing", {})).rejects.toThrow(TypeError);
    await expect(asked.minMax("nothing", {})).rejects.toThrow(TypeError);
    expect((await asked.facets("owner", {})).distinct).toBe(2);
    const collection = createCollection(rows, { catalog, kernels });
    await expect(collection.prepareInSlices([], { indexes: ["tags"] })).rejects.toThrow("have no order");
  });
});
