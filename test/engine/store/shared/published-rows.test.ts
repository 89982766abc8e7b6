import { expect, it } from "vitest";
import { defineCatalog, type RowOf } from "tamis";
import { attachCollection, createCollection, type Publication, publishCollection } from "tamis/store";
import { succeeded } from "../../../succeeded.ts";

const catalog = defineCatalog({
  name: "row",
  key: "id",
  members: { id: { type: "number" }, name: { type: "string" } },
});
type Row = RowOf<typeof catalog>;
const row = (id: number): Row => ({ id, name: `row ${id}` });
/** A block of rows has this many rows. */
const BLOCK = 16_384;

async function published(count: number) {
  const collection = createCollection(
    Array.from({ length: count }, (_, id) => row(id)),
    { catalog },
  );
  const result = succeeded(await publishCollection(collection));
  return { collection, publication: result.publication };
}

const blocksOf = ({ shared }: Publication) => shared.rows.blocks;

async function rowsOf({ shared }: Publication): Promise<readonly Row[]> {
  const attached = succeeded(await attachCollection<Row>(shared));
  return attached.collection.all({});
}

it.each([BLOCK - 1, BLOCK, BLOCK + 1])(
  "keep %i rows where they are when others are published",
  async (count) => {
    const { collection, publication } = await published(count);
    const before = blocksOf(publication);
    const [{ texts }] = before as [(typeof before)[number]];
    const copy = texts.slice();
    let progress = { rows: -1, of: -1 };
    collection.change({ delete: [7], upsert: [row(8), row(count), row(count + 1)] });
    const result = await publication.publish({ onProgress: (each) => (progress = each) });
    expect(result).toMatchObject({ ok: true, rows: count + 1, leftOut: [] });
    expect(progress).toEqual({ rows: count + 1, of: count + 1 });
    expect(await rowsOf(publication)).toEqual(collection.all({}));
    const after = blocksOf(publication);
    expect(before.map((block, i) => block.texts.buffer === after[i]!.texts.buffer)).not.toContain(false);
    expect(after).toHaveLength(Math.ceil((count + 3) / BLOCK));
    expect(texts.slice()).toEqual(copy);
    publication.close();
  },
);

it("write all rows again after a publication that was aborted or has left out parts", async () => {
  const { collection, publication } = await published(3);
  collection.insert(Array.from({ length: 40_000 }, (_, i) => row(i + 3)));
  const abort = new AbortController();
  const aborted = publication.publish({ signal: abort.signal, onProgress: () => abort.abort() });
  await expect(aborted).rejects.toThrow("abort");
  expect(await publication.publish()).toMatchObject({ ok: true, rows: 40_003 });
  expect(await rowsOf(publication)).toEqual(collection.all({}));

  collection.change({ delete: [0], insert: [{ id: -1, name: (() => 1) as never }] });
  const kind = "function";
  const refused = await publication.publish();
  expect(refused).toMatchObject({ ok: false, reason: { unsavable: [{ index: 40_002, kind }] } });
  expect(await rowsOf(publication)).toHaveLength(40_003);
  for (let times = 0; times < 2; times++)
    expect(await publication.publish({ unsavable: "leave out" })).toMatchObject({
      ok: true,
      leftOut: [{ index: 40_002, member: "name", kind }],
    });
  expect((await rowsOf(publication))[0]).toEqual({ id: -1, name: undefined });
  collection.delete([-1]);
  expect(await publication.publish()).toMatchObject({ ok: true, rows: 40_002 });
  expect(await rowsOf(publication)).toEqual(collection.all({}));
  publication.close();
});

it("write the rows again when deleted ones were removed from the collection", async () => {
  const { collection, publication } = await published(70_000);
  collection.delete(Array.from({ length: 69_999 }, (_, id) => id));
  expect(await publication.publish()).toMatchObject({ ok: true, rows: 1 });
  expect(blocksOf(publication)).toHaveLength(1);
  expect(await rowsOf(publication)).toEqual([row(69_999)]);
  publication.close();
});
