import { describe, expect, it } from "vitest";
import { randomNumbers } from "../../../../bench/harness.ts";
import { compilePredicate, defineCatalog, sortRows } from "tamis";
import { createCollection, type MemoryCollection, readCollection } from "tamis/store";
import { filterOf, sortByOf } from "../../../sql/checked-query.ts";
import { countOf, EFFORT } from "../../../effort.ts";
import { succeeded } from "../../../succeeded.ts";
import { savedBytes } from "./bytes.ts";
import { fileOf, FORGERIES, partsOf, type Random } from "./forgeries.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? 20_264_013);
const forgeriesPerKind = countOf("engine/store/file/forgeries: forgeries per kind");

const catalog = defineCatalog({
  name: "things",
  key: "id",
  members: {
    id: "integer",
    name: "string",
    size: "number",
    isOpen: "boolean",
    at: "dateTime",
    day: "date",
    tags: { type: "list", items: "string" },
    props: { type: "map", values: "string" },
    o: { type: "object", members: { x: "string" } },
  },
  maximumLimit: 100_000,
});

const things = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    name: `n${id % 3}`,
    size: id % 5 === 0 ? null : id / 4,
    isOpen: id % 2 === 0,
    at: `2020-01-${String(1 + (id % 28)).padStart(2, "0")}T00:00:00Z`,
    day: `2021-02-${String(1 + (id % 28)).padStart(2, "0")}`,
    tags: ["x", `t${id % 4}`].slice(id % 3),
    props: { [`k${id % 2}`]: `v${id % 3}` },
    o: { x: `unique ${id}` },
  }));

const QUERIES = [
  ["eq(name,'n1')", "name:descending"],
  ["gt(size,2)", "size"],
  ["isOpen", "isOpen,at:descending"],
  ["gt(at,2020-01-05T00:00:00Z)", "at"],
  ["lt(day,2021-02-09)", "day:descending"],
  ["or(eq(tags,'t1'),gt(length(tags),1))", "id:descending"],
  ["match(props,'k1','v[12]')", "o.x:descending:primary"],
  ["contains($primary,o.x,'UNIQUE 1')", "name:primary,o.x"],
  ["isNull(size)", "id"],
].map(([filter, sortBy]) => ({
  filter: filterOf(filter!, catalog),
  sortBy: sortByOf(sortBy!, catalog),
}));

/** Saves a collection with the columns and ranks of all queries. */
async function savedWithColumns(count: number): Promise<Uint8Array> {
  const collection = createCollection<object>(things(count), { catalog });
  for (const query of QUERIES) {
    collection.prepare(query);
    collection.page({ ...query, limit: 5 });
  }
  collection.delete([3]);
  return (await savedBytes(collection)).bytes;
}

/** Returns a description of the first query whose answer contradicts the rows of the file. */
function wrongAnswer(collection: MemoryCollection<object>): unknown {
  const rows = collection.all({});
  for (const [i, query] of QUERIES.entries()) {
    const expected = sortRows(rows.filter(compilePredicate(query.filter)), query.sortBy);
    const actual = collection.all(query);
    if (actual.length !== expected.length || actual.some((row, at) => row !== expected[at]))
      return { query: i, expected: expected.length, actual: actual.length };
  }
  return undefined;
}

describe("a forged file with correct checksums", () => {
  it.each(Object.entries(FORGERIES))(
    `is refused when it is opened, or answers all queries from its rows: %s (seed ${seed})`,
    async (kind, forge) => {
      const bytes = await savedWithColumns(40);
      const numbers = randomNumbers(seed);
      const random: Random = (below) => Math.floor(numbers() * below);
      const wrong: unknown[] = [];
      let refused = 0;
      for (let i = 0; i < forgeriesPerKind; i++) {
        const parts = partsOf(bytes);
        forge(parts, random);
        const kernels = i % 4 === 0 ? "auto" : "plain";
        try {
          const result = await readCollection<object>(fileOf(bytes, parts), { catalog, kernels });
          if (!result.ok) {
            refused++;
            continue;
          }
          const found = wrongAnswer(result.collection);
          if (found !== undefined) wrong.push({ kind, i, found });
        } catch (error) {
          wrong.push({ kind, i, error });
        }
      }
      expect(wrong.slice(0, 3)).toEqual([]);
      // A few forgeries of one kind can all be harmless.
      if (EFFORT !== "sample" && !forge.name.startsWith("swap")) expect(refused).toBeGreaterThan(0);
    },
  );

  it("is refused because of any malformed row if it is opened with verify", async () => {
    const count = 20_000;
    const parts = partsOf(await savedWithColumns(count));
    const { sections, manifest } = parts;
    const { texts } = manifest.blocks[0]!;
    const text = new TextDecoder().decode(sections[texts]);
    // Row 7 is not in the sample of a file of this size.
    sections[texts] = new TextEncoder().encode(text.replace('{"id":7,', '{"id"?7,'));
    const file = fileOf(await savedWithColumns(count), parts);
    const verified = await readCollection<object>(file, { catalog, verify: true });
    expect(verified).toMatchObject({ ok: false, reason: { code: "impossible", part: "row 7" } });
    const opened = succeeded(await readCollection<object>(file, { catalog }));
    expect(() => opened.collection.all({})).toThrow("The contents of row 7 are invalid.");
  });

  it("has no wrong answers because of a changed value in any row if it is opened with verify", async () => {
    const parts = partsOf(await savedWithColumns(20_000));
    const column = parts.manifest.columns.find(({ key }) => String(key).includes('"isOpen"'))!;
    // The value of row 7 is not in the sample of the column.
    const codes = parts.sections[column["codes"] as number]!;
    codes[7] = 3 - codes[7]!;
    const file = fileOf(await savedWithColumns(20_000), parts);
    const verified = succeeded(await readCollection<object>(file, { catalog, verify: true }));
    expect(wrongAnswer(verified.collection)).toBeUndefined();
  });
});
