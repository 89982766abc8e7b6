import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { checking } from "../../sql/checked-query.ts";
import { KERNEL_NAMES } from "./tried-kernels.ts";

const catalog = defineCatalog({
  name: "things",
  members: { id: "integer", name: "string", state: "string", size: "number", time: "dateTime" },
});
const { filterOf } = checking(catalog);
const ALL = filterOf(
  "and(ge(id,0),contains(name,'1'),ne(state,'s1'),ge(size,0),gt(time,1970-01-01T00:00:00.000Z))",
);

const ROWS = 30_000;
const valuesOf = (id: number) => ({
  id,
  name: `name ${id}`,
  state: `s${id % 50}`,
  size: id / 4,
  time: new Date(1e12 + id).toISOString(),
});

describe.each(KERNEL_NAMES)("columns of a filter, %s kernels", (kernels) => {
  it("need no more memory while they are built than if each were built by a filter of its own", () => {
    const twoStrings = defineCatalog({ name: "pairs", members: { a: "string", b: "string" } });
    const rows = Array.from({ length: 8000 }, (_, i) => ({
      a: `first ${i % 7000}`,
      b: `second ${i % 7001}`,
    }));
    const conditions = ["eq(a,'first 1')", "eq(b,'second 1')"].map((text) =>
      checking(twoStrings).filterOf(text),
    );
    const both = checking(twoStrings).filterOf("and(eq(a,'first 1'),eq(b,'second 1'))");
    const succeeds = (maxBytes: number) => {
      try {
        const collection = createCollection(rows, { catalog: twoStrings, kernels, maxBytes });
        for (const filter of conditions) collection.count({ filter });
        return true;
      } catch (error) {
        expect(error).toMatchObject({ code: "memory-limit" });
        return false;
      }
    };
    let enough = 500_000;
    while (!succeeds(enough)) enough += 20_000;
    const collection = createCollection(rows, { catalog: twoStrings, kernels, maxBytes: enough + 20_000 });
    expect(collection.count({ filter: both })).toBe(1);
  });

  it("are ready for a request that waits for one of them before the others", async () => {
    const rows = Array.from({ length: ROWS }, (_, id) => valuesOf(id));
    const collection = createCollection(rows, { catalog, kernels });
    const ended: string[] = [];
    const all = collection.prepareInSlices([{ filter: ALL }], { milliseconds: 0 });
    const one = collection.asCollection({ milliseconds: 0 }).count({ filter: filterOf("lt(size,0)") });
    await Promise.all([all.then(() => ended.push("all")), one.then(() => ended.push("one"))]);
    expect(ended).toEqual(["one", "all"]);
    expect(await one).toMatchObject({ count: 0 });
  });
});
