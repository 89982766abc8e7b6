import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { createCollection, readCollection } from "tamis/store";
import { checksumOf, plainChecksum } from "../../../../src/engine/store/file/checksum.ts";
import { checking } from "../../../sql/checked-query.ts";
import { succeeded } from "../../../succeeded.ts";
import { forged, manifestOf, savedBytes } from "./bytes.ts";

const catalog = defineCatalog({
  name: "things",
  key: "id",
  members: {
    id: "integer",
    name: "string",
    at: "dateTime",
    tags: { type: "list", items: "string" },
    o: { type: "object", members: { x: "string", description: "string" } },
  },
  maximumLimit: 100_000,
});

function thing(id: number) {
  return { id, name: `n${id % 3}`, at: "2020-01-01T00:00:00Z", tags: ["x"], o: { x: "é" }, big: 2n ** 60n };
}

function collectionOf(count: number) {
  return createCollection(
    Array.from({ length: count }, (_, id) => thing(id)),
    { catalog, locale: "en" },
  );
}

const { filterOf } = checking(catalog);

async function opened(bytes: Uint8Array, options = {}) {
  const result = succeeded(await readCollection<ReturnType<typeof thing>>(bytes, { catalog, ...options }));
  return result.collection;
}

describe("a collection that is written to bytes and read again", () => {
  it("has the same rows in the same order, and the same objects on each read", async () => {
    const before = collectionOf(40_000);
    const { result, bytes } = await savedBytes(before);
    expect(result).toEqual({ ok: true, rows: 40_000, bytes: bytes.length, leftOut: [] });
    const after = await opened(bytes);
    expect(after.size).toBe(40_000);
    const end = { start: 39_990, limit: 20 };
    expect(after.page(end).items).toEqual(before.page(end).items);
    expect(after.page(end).items[0]).toBe(after.page(end).items[0]);
  });

  it("has only the live rows, and can be changed", async () => {
    const before = collectionOf(100);
    before.delete([0, 1, 50, 99]);
    before.update([{ ...thing(7), name: "seven" }]);
    const after = await opened((await savedBytes(before)).bytes);
    expect(after.all({})).toEqual(before.all({}));
    expect(after.delete([2, 7])).toMatchObject({ ok: true, deleted: 2 });
    after.insert([thing(1)]);
    expect(after.insert([thing(1)]).ok).toBe(false);
    const again = await opened((await savedBytes(after)).bytes);
    expect(again.all({})).toEqual(after.all({}));
    const filter = filterOf("eq(name,'n1')");
    expect(again.count({ filter })).toBe(after.count({ filter }));
  });

  it("is empty if it was empty", async () => {
    const after = await opened((await savedBytes(createCollection([], { catalog }))).bytes);
    expect(after.size).toBe(0);
    expect(after.insert([thing(1)])).toMatchObject({ ok: true });
  });

  it("is the collection at the time of the call, whatever changes meanwhile", async () => {
    const before = collectionOf(50_000);
    const expected = before.all({}).slice();
    const saving = savedBytes(before);
    const progress = { isDone: false };
    void saving.finally(() => (progress.isDone = true));
    for (let i = 0; !progress.isDone && i < 1000; i++) {
      const update = [{ ...thing(i), name: "changed" }];
      before.change({ update, delete: [49_000 - i], insert: [thing(100_000 + i)] });
      await new Promise((resolve) => setImmediate(resolve));
    }
    const after = await opened((await saving).bytes);
    expect(after.all({})).toEqual(expected);
  });

  it("has the saved catalog, and rejects a different one", async () => {
    const { bytes } = await savedBytes(collectionOf(3));
    const result = await readCollection(bytes);
    expect(result.ok && result.collection.catalog.definition).toEqual(catalog.definition);
    const { members, ...rest } = catalog.definition;
    const same = defineCatalog({
      ...rest,
      description: "Things.",
      members: { ...members, name: { type: "string", description: "Its name." } },
    } as never);
    expect((await readCollection(bytes, { catalog: same })).ok).toBe(true);
    const o = { type: "object", members: { x: "string", description: "date" } };
    for (const [changes, what] of [
      [{ members: { ...members, name: "integer" } }, "member name"],
      [{ members: { ...members, more: "string" } }, "member more"],
      [{ members: { ...members, o } }, "member o"],
      [{ members, maximumLimit: 50 }, "maximumLimit"],
    ] as const) {
      const other = defineCatalog({ ...rest, ...changes } as never);
      const refused = await readCollection(bytes, { catalog: other });
      expect(refused).toMatchObject({ ok: false, reason: { code: "other-catalog" } });
      expect(!refused.ok && refused.reason.message).toContain(what);
    }
  });

  it("reports unsavable rows by index, and leaves out their unsavable parts on request", async () => {
    const rows = [{ id: 1 }, { id: 2, name: () => 1 }, { id: 3, o: { x: Symbol("x") } }];
    const collection = createCollection<unknown>([{ id: 0 }, ...rows], { catalog });
    collection.delete([0]);
    const unsavable = [
      { index: 1, member: "name", kind: "function" },
      { index: 2, member: "o.x", kind: "symbol" },
    ];
    const refused = await savedBytes(collection);
    expect(refused.result).toMatchObject({ ok: false, reason: { code: "unsavable", unsavable } });
    const { result, bytes } = await savedBytes(collection, { unsavable: "leave out" });
    expect(result).toMatchObject({ ok: true, rows: 3, leftOut: unsavable });
    expect((await opened(bytes)).all({})).toEqual([{ id: 1 }, { id: 2 }, { id: 3, o: {} }]);
  });

  it("reports progress, and can be canceled", async () => {
    const collection = collectionOf(40_000);
    const rows: number[] = [];
    const { bytes } = await savedBytes(collection, { onProgress: (progress) => rows.push(progress.rows) });
    expect(rows.length).toBeGreaterThan(10);
    expect(rows).toEqual(rows.toSorted((a, b) => a - b));
    expect(rows.at(-1)).toBe(40_000);
    const read: number[] = [];
    await opened(bytes, {
      onProgress: (progress: { bytes: number; of: number }) => read.push(progress.bytes / progress.of),
    });
    expect(read.at(-1)).toBeGreaterThan(0.9);
    expect(read.at(-1)).toBeLessThanOrEqual(1);
    const given = new Error("given up");
    for (const signal of [AbortSignal.abort(given), abortingSoon(given)]) {
      await expect(savedBytes(collection, { signal })).rejects.toBe(given);
      await expect(readCollection(bytes, { signal })).rejects.toBe(given);
    }
    expect(collection.change({ delete: [1] }).ok).toBe(true);
  });

  it("must be made by createCollection", async () => {
    await expect(savedBytes({} as never)).rejects.toThrow(TypeError);
  });
});

describe("changed bytes", () => {
  it("are rejected for a change of any byte", async () => {
    const { bytes } = await savedBytes(collectionOf(8));
    const codes = new Set<string>();
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice();
      changed[at]! ^= 1 << (at % 8);
      const result = await readCollection(changed, { catalog, kernels: "plain" });
      if (result.ok) expect.fail(`byte ${at} was changed in bit ${at % 8} and nobody saw it`);
      codes.add(result.reason.code);
      expect(result.reason.message).toMatch(/\.$/);
    }
    expect([...codes].sort()).toEqual(["checksum", "foreign", "impossible", "newer-version", "truncated"]);
  });

  it("are rejected if truncated at any length", async () => {
    const { bytes } = await savedBytes(collectionOf(8));
    for (let length = 0; length < bytes.length; length++) {
      const result = await readCollection(bytes.subarray(0, length), { catalog });
      expect(result).toMatchObject({ ok: false, reason: { code: "truncated" } });
    }
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    expect((await readCollection(longer)).ok).toBe(false);
  });

  it("are rejected if they are not a saved collection", async () => {
    for (const text of ["[]", '{"rows":[]}', "PK\u0003\u0004", "SQLite format 3\0"]) {
      const result = await readCollection(new TextEncoder().encode(text.padEnd(100)));
      expect(result).toMatchObject({ ok: false, reason: { code: "foreign", offset: 0 } });
    }
  });

  it("allocate no memory for sizes that exceed the file, despite correct checksums", async () => {
    const { bytes } = await savedBytes(collectionOf(20));
    const manifest = manifestOf(bytes) as Record<string, never>;
    const { sections, blocks } = manifest as unknown as { sections: number[][]; blocks: object[] };
    const huge = 2 ** 52;
    for (const change of [
      { rows: huge },
      { rows: huge, blocks: [{ ...blocks[0], rows: huge }] },
      { rows: -1 },
      { rows: 1.5 },
      { rows: 2 ** 60 },
      { sections: [[huge, 0], ...sections.slice(1)] },
      { sections: [[-8, 0], ...sections.slice(1)] },
      { sections: [[1e300, 0], ...sections.slice(1)] },
      { sections: sections.slice(1) },
      { sections: [...sections, [0, 0]], live: sections.length },
      { sections: "x" },
      { blocks: [{ rows: 20, texts: 7, starts: 1 }] },
      { blocks: [{ rows: 20, texts: 1, starts: 0 }] },
      { blocks: [null] },
      { blocks: [] },
      { live: 99 },
      { columns: [{}] },
      { columns: {} },
      { catalog: { name: 1 } },
      { columns: [{ key: "k", form: "codes", values: [0], width: 3, codes: 0 }] },
      { columns: [{ key: "k", form: "codes", values: [99], width: 1, codes: 0 }] },
      { columns: [{ key: "k", form: "codes", values: [0], width: 1, codes: 0 }] },
      { columns: [{ key: "k", form: "codes", values: [], width: 1, codes: 0 }] },
      ...FORGED_NUMBERS.map((numbers) => ({ columns: [numbers] })),
      { columns: [{ key: "k", form: "texts", values: [0] }] },
      { columns: [{ key: "k", form: "lists", values: [] }] },
      { columns: [{ key: "k", form: "codes", values: [0], width: 1, codes: 0, ranks: 1 }] },
      { columns: [{ key: "k", form: "codes", values: [0], width: 1, codes: 0, ranks: [{ order: "o" }] }] },
    ]) {
      const result = await readCollection(forged(bytes, { ...manifest, ...change }));
      expect(result).toMatchObject({ ok: false, reason: { code: "impossible" } });
    }
    for (const document of [[], null, 7, "x"])
      expect((await readCollection(forged(bytes, document))).ok).toBe(false);
    expect((await readCollection(forged(bytes, manifest))).ok).toBe(true);
  });
});

it("the native and the portable checksum are equal", () => {
  expect(plainChecksum(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 7919) >>> 3);
  for (let end = 0; end < 40; end++) {
    const [one, other] = [bytes.subarray(3, end + 3), bytes.subarray(end + 3)];
    expect(plainChecksum(one)).toBe(checksumOf(one));
    expect(plainChecksum(other, plainChecksum(one))).toBe(checksumOf(bytes.subarray(3)));
  }
});

/** Invalid number columns, which refer to the sections of rows. */
const FORGED_NUMBERS = [
  {},
  { type: "string" },
  { unit: "second" },
  { width: 3 },
  { width: 1, first: 0.5 },
  { width: 1, step: 0 },
  { width: 1, step: -1 },
  { width: 1, first: 2 ** 60 },
  { width: 1, first: -(2 ** 53) + 1 },
  { width: 1, numbers: 99 },
  { width: 1, scale: 0 },
  { width: 1, scale: 12 },
  { width: 1, scale: 1e10 },
  { width: 1, first: 2 ** 50, scale: 10 },
].map((wrong) => ({
  ...{ key: "k", form: "numbers", type: "number", unit: "number", width: 8 },
  ...{ first: 0, step: 1, scale: 1, numbers: 0, exceptions: 1 },
  ...wrong,
}));

function abortingSoon(reason: Error): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 5);
  return controller.signal;
}
