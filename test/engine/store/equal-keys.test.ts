import { expect, it } from "vitest";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import type { CursorPosition } from "../../../src/engine/cursor-position.ts";
import { createCollection } from "../../../src/engine/store/collections/create-collection.ts";
import { countOf } from "../../effort.ts";
import { sortByOf } from "../../sql/checked-query.ts";

const catalog = defineCatalog({
  name: "things",
  key: "id",
  members: { id: { type: "integer", nullable: false }, s: "string" },
});
const ROWS = countOf("engine/store/equal-keys: rows");
const LIMIT = 7;
/** Coprime to the number of rows, so that the keys are a permutation of the row numbers. */
const STRIDE = 7_919;

const rowsInAnyOrder = () => Array.from({ length: ROWS }, (_, i) => ({ id: (i * STRIDE) % ROWS, s: "same" }));

it("pages of rows with equal sort values have each row once, in the order of the key", () => {
  const collection = createCollection(rowsInAnyOrder(), { catalog });
  const sortBy = sortByOf("s:descending", catalog);
  let expected = 0;
  let after: CursorPosition | undefined;
  do {
    const page = collection.page({ sortBy, limit: LIMIT }, { after });
    if (page.start !== expected || page.items.some(({ id }, i) => id !== expected + i))
      expect.fail(`the page that starts at ${expected} is wrong`);
    expected += page.items.length;
    after = page.next;
  } while (after !== undefined);
  expect(expected).toBe(ROWS);
});
