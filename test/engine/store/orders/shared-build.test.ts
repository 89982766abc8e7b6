import { expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { createWithKernels } from "../../../../src/engine/store/collections/create-collection.ts";
import { plainKernels } from "../../../../src/engine/store/kernels/plain.ts";
import { TUNING } from "../../../../src/engine/store/tasks/unit-costs.ts";
import { workDone } from "../../../../src/values/work.ts";
import { sortByOf } from "../../../sql/checked-query.ts";

const catalog = defineCatalog({
  name: "notes",
  key: "id",
  members: { id: "integer", text: "string", size: "number" },
});

const ROWS = 60_000;
const sortBy = sortByOf("text,size", catalog);

function open() {
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const id = (i * 7919) % ROWS;
    return { id, text: `note ${id % 30_011}`, size: id / 7 };
  });
  // The first request builds the sorted index.
  const tuning = {
    ...TUNING,
    writtenString: 0,
    writtenNumber: 0,
    placedNumber: 0,
    sortedWord: 0,
  };
  return createWithKernels(rows, { catalog, locale: "en" }, plainKernels(), tuning);
}

/** Returns the work of concurrent requests for the first page, and the keys on each page. */
async function workOf(requests: number) {
  const store = open();
  const collection = store.asCollection({ milliseconds: 0 });
  const before = workDone();
  const pages = await Promise.all(
    Array.from({ length: requests }, () => collection.page({ sortBy, limit: 5 }, { signal: undefined })),
  );
  const keys = pages.map((page) => (page.ok ? page.items.map(({ id }) => id) : []));
  return { work: workDone() - before, keys };
}

it("concurrent requests build the sorted index of an order once", async () => {
  const one = await workOf(1);
  const many = await workOf(8);
  expect(many.keys).toEqual(new Array(8).fill(one.keys[0]));
  expect(many.work).toBeLessThan(2 * one.work);
});

it("a request in one go continues what others have begun, and sees the rows of a change", async () => {
  const store = open();
  const collection = store.asCollection({ milliseconds: 0 });
  const waiting = [0, 1].map(() => collection.page({ sortBy, limit: 2 }));
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  store.insert([{ id: ROWS, text: "a", size: 0 }]);
  const expected = [ROWS, store.page({ sortBy, limit: 2 }).items[1]!.id];
  expect(store.page({ sortBy, limit: 2 }).items.map(({ id }) => id)).toEqual(expected);
  for (const page of await Promise.all(waiting))
    expect(page.ok && page.items.map(({ id }) => id)).toEqual(expected);
});

it("a canceled request leaves the work to the others", async () => {
  const store = open();
  const collection = store.asCollection({ milliseconds: 0 });
  const stop = new AbortController();
  const canceled = collection.page({ sortBy, limit: 2 }, { signal: stop.signal });
  const other = collection.page({ sortBy, limit: 2 });
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  stop.abort(new Error("gone"));
  await expect(canceled).rejects.toThrow("gone");
  const page = await other;
  expect(page.ok && page.items.length).toBe(2);
});
