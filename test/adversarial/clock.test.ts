import { afterEach, expect, it, vi } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { compileFilter } from "../../src/evaluator/compile-filter.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";

const HOUR = 3_600_000;
const catalog = defineCatalog({ name: "rows", members: { id: "integer", name: "string" }, key: "id" });
const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id % 100}` }));

afterEach(() => vi.restoreAllMocks());

it.each([HOUR, -HOUR])("a step of the clock by %i ms neither ends nor prolongs a request", async (step) => {
  const { filter } = compileFilter("contains(name,'9')", { catalog });
  const real = Date.now.bind(Date);
  let steps = 0;
  vi.spyOn(Date, "now").mockImplementation(() => real() + step * ++steps);
  const collection = createCollection(rows, { catalog }).asCollection();
  const page = await collection.page({ filter: filter!, limit: 5 }, { timeout: 30_000 });
  expect(page).toMatchObject({ ok: true, count: 3_800 });
});
