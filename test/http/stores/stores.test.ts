import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCatalog, type Catalog } from "tamis";
import type { CreateOutcome, RowChange, RowStore, StoredRow } from "tamis/http";
import { filterOf } from "../../sql/checked-query.ts";
import { STORES, TYPED_MEMBERS, type StoreFixture } from "./store-fixtures.ts";

const catalog: Catalog = defineCatalog({
  name: "notes",
  key: "id",
  defaultSort: ["id"],
  members: {
    id: { type: "string", nullable: false },
    name: "string",
    domain: "string",
    ...TYPED_MEMBERS,
    labels: { type: "map", values: "string" },
    owner: { type: "object", members: { name: "string", age: "integer" } },
  },
});

const numbered: Catalog = defineCatalog({
  name: "numbered",
  key: "n",
  members: { n: "integer", text: "string" },
});

const ROW = {
  id: "a/1 ü",
  name: 'Zoë\'s "note"',
  domain: "d",
  size: 9007199254740993n,
  ratio: 0.1,
  done: false,
  day: "2020-02-29",
  at: "13:45:10.500Z",
  changed: "2020-01-31T13:45:10.123Z",
  tags: ["x", null, "y"],
  labels: { a: "1", __b: null },
  owner: { name: "N", age: 3 },
};

const EMPTY = Object.fromEntries([...catalog.members.byName.keys()].map((name) => [name, null]));
const rowOf = (id: string, others: object = {}) => ({ ...EMPTY, id, ...others });

describe.each(STORES)("store in %s", (_name, open) => {
  let fixture: StoreFixture;
  let store: RowStore;
  let numbers: StoreFixture;

  beforeAll(async () => {
    fixture = await open(catalog, { unique: [["domain", "name"]] });
    ({ store } = fixture);
    numbers = await open(numbered);
  });
  afterAll(async () => {
    await fixture.end();
    await numbers.end();
  });

  const create = async (row: Record<string, unknown>) => {
    const outcome = await store.create(row);
    if (outcome.kind !== "created") throw new Error(`The row was not created: ${outcome.kind}.`);
    return outcome.stored;
  };

  it("keeps values of every type exactly, and gives each version of a row a new opaque token", async () => {
    const { row, version } = await create(ROW);
    expect(row).toEqual(ROW);
    expect(version).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(await store.read(ROW.id)).toEqual({ row: ROW, version });
    const outcome = await store.replace(ROW.id, { ...ROW, size: 1 }, [version]);
    expect(outcome).toMatchObject({ kind: "replaced", stored: { row: { ...ROW, size: 1 } } });
    const read = await store.read(ROW.id);
    expect(read?.version).not.toBe(version);
    expect(outcome).toMatchObject({ stored: read });
  });

  it("the collection reads each completed change", async () => {
    await create(rowOf("seen", { name: "seen", domain: "reads" }));
    const filter = filterOf("eq(domain,'reads')", store.collection.catalog);
    const page = await store.collection.page({ filter });
    expect(page).toMatchObject({ ok: true, count: 1, items: [{ id: "seen" }] });
    await store.delete("seen", "any");
    expect(await store.collection.page({ filter })).toMatchObject({ ok: true, count: 0 });
  });

  it("changes a row only if its version is one of those of the condition", async () => {
    const { version } = await create(rowOf("versions"));
    const resized = (size: number, versions: readonly string[] | "any") =>
      store.replace("versions", rowOf("versions", { size }), versions);
    const mismatch = { kind: "mismatch" };
    expect(await resized(1, ["other"])).toEqual(mismatch);
    expect(await store.delete("versions", ["other"])).toEqual(mismatch);
    expect(await resized(2, ["other", version])).toMatchObject({ kind: "replaced" });
    expect(await resized(1, [version])).toEqual(mismatch);
    expect(await resized(3, "any")).toMatchObject({ kind: "replaced" });
    expect((await store.read("versions"))?.row).toMatchObject({ size: 3 });
    expect(await store.delete("versions", "any")).toEqual({ kind: "deleted" });
    expect(await store.read("versions")).toBeUndefined();
    expect(await store.delete("versions", "any")).toEqual({ kind: "missing" });
    expect(await resized(1, "any")).toEqual({ kind: "missing" });
  });

  it("refuses a second row with the same key or the same unique members, and names them", async () => {
    const taken = { domain: "u", name: "n" };
    await create(rowOf("first", taken));
    await create(rowOf("second", { domain: "u", name: "m" }));
    expect(await store.create(rowOf("first"))).toEqual({ kind: "conflict", members: ["id"] });
    const conflict = { kind: "conflict", members: ["domain", "name"] };
    expect(await store.create(rowOf("third", taken))).toEqual(conflict);
    expect(await store.replace("second", rowOf("second", taken), "any")).toEqual(conflict);
    expect((await store.read("second"))?.row).toMatchObject({ name: "m" });
    const unchanged = await store.replace("first", rowOf("first", { ...taken, size: 1 }), "any");
    expect(unchanged).toMatchObject({ kind: "replaced" });
    // Rows with null in a unique member are not compared.
    await create(rowOf("null 1", { domain: "u" }));
    await create(rowOf("null 2", { domain: "u" }));
    await store.delete("first", "any");
    await create(rowOf("third", taken));
  });

  it("creates one row for repeated requests with one idempotency key", async () => {
    const idempotency = { scope: "s", key: "k", digest: "d" };
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, i) => store.create(rowOf(`idempotent ${i}`), { idempotency })),
    );
    const created = outcomes.filter(({ kind }) => kind === "created");
    expect(created).toHaveLength(1);
    const { stored } = created[0] as { readonly stored: StoredRow<Record<string, unknown>> };
    const key = String(stored.row["id"]);
    const repeated = { kind: "repeated", key, stored };
    expect(outcomes.filter((each) => each !== created[0])).toEqual(Array.from({ length: 7 }, () => repeated));
    const other = (changes: object) =>
      store.create(rowOf("other"), { idempotency: { ...idempotency, ...changes } });
    expect(await other({ digest: "e" })).toEqual({ kind: "reused" });
    expect(await other({ scope: "t" })).toMatchObject({ kind: "created" });
    await store.delete(key, "any");
    expect(await store.create(rowOf("again"), { idempotency })).toEqual({ ...repeated, stored: undefined });
  });

  it("a key of a deleted row that another row has does not repeat that row", async () => {
    const idempotency = (key: string) => ({ idempotency: { scope: "deleted", key, digest: "d" } });
    const gone = { kind: "repeated", stored: undefined };
    await store.create(rowOf("reused"), idempotency("1"));
    await store.delete("reused", "any");
    const second = await store.create(rowOf("reused", { size: 2 }), idempotency("2"));
    expect(await store.create(rowOf("reused"), idempotency("1"))).toMatchObject(gone);
    expect(await store.create(rowOf("reused"), idempotency("2"))).toMatchObject({
      kind: "repeated",
      stored: { row: { size: 2 } },
    });
    expect(second.kind).toBe("created");
    // A row with the same key in another table is another row.
    const numberedKey = { n: 7, text: null };
    const others = await fixture.open({ ...numbered, name: "others" });
    const same = await fixture.open({ ...numbered, name: "same" });
    await others.create(numberedKey, idempotency("3"));
    await same.create(numberedKey);
    await same.delete(7, "any");
    expect(await others.create(numberedKey, idempotency("3"))).toMatchObject({ stored: { row: { n: 7 } } });
    await others.delete(7, "any");
  });

  it("a refused row does not use up its idempotency key", async () => {
    const idempotency = { scope: "s", key: "refused", digest: "d" };
    await create(rowOf("taken"));
    expect(await store.create(rowOf("taken"), { idempotency })).toMatchObject({ kind: "conflict" });
    expect(await store.create(rowOf("free"), { idempotency })).toMatchObject({ kind: "created" });
  });

  it("rows without a value of an integer key get the next one", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, i) => numbers.store.create({ n: null, text: String(i) })),
    );
    const keys = outcomes.map((each) => (each.kind === "created" ? Number(each.stored.row["n"]) : each));
    expect(keys.toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await numbers.store.create({ n: 100, text: null })).toMatchObject({ kind: "created" });
    const next = await numbers.store.create({ n: null, text: null });
    expect(next).toMatchObject({ stored: { row: { n: 101 } } });
    expect(await numbers.store.read(101)).toMatchObject({ row: { n: 101, text: null } });
  });

  it("the next integer key is exact above 2^53, up to the greatest one", async () => {
    const large = await fixture.open({ ...numbered, name: "large" });
    const keyOf = (outcome: CreateOutcome<Record<string, unknown>>) =>
      outcome.kind === "created" ? outcome.stored.row["n"] : outcome.kind;
    const greatest = 2n ** 63n - 1n;
    for (const n of [2 ** 53 - 2, 1_500_000_000_000_000_001n, greatest - 1n]) {
      expect(keyOf(await large.create({ n, text: null }))).toBe(n);
      expect(keyOf(await large.create({ n: null, text: null }))).toBe(typeof n === "number" ? n + 1 : n + 1n);
    }
    expect(await large.create({ n: null, text: null })).toEqual({ kind: "exhausted" });
    expect(keyOf(await large.create({ n: 5, text: null }))).toBe(5);
  });

  it("reports each completed change, with the row before and after it, until the listener is removed", async () => {
    const changes: RowChange[] = [];
    const stop = store.watch!((change) => void changes.push(change));
    await create(rowOf("watched"));
    await store.replace("watched", rowOf("watched", { size: 1 }), ["other"]);
    await store.replace("watched", rowOf("watched", { size: 2 }), "any");
    await store.delete("watched", "any");
    stop();
    await create(rowOf("unwatched"));
    const [before, after] = [rowOf("watched"), rowOf("watched", { size: 2 })];
    expect(changes).toEqual([
      { key: "watched", before: undefined, after: before },
      { key: "watched", before, after },
      { key: "watched", before: after, after: undefined },
    ]);
  });
});
