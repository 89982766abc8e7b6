import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineCatalog, type Catalog, type MemberDefinitions } from "tamis";
import { memoryStore, MigrationError } from "tamis/http";
import { createCollection } from "tamis/store";
import { filterOf, sortByOf } from "../../sql/checked-query.ts";
import { DATABASES, type StoreDatabase } from "./store-fixtures.ts";

const NAMES = ["zebra", "Zebra", "Ängel", "angel", "ånger", "", null, "école", "éclair", "東京", "straße"];

const catalogOf = (members: MemberDefinitions): Catalog =>
  defineCatalog({
    name: "things",
    key: "id",
    members: { id: { type: "string", nullable: false }, ...members },
  });

describe.each(DATABASES)("tables of %s", (name, openDatabase) => {
  let database: StoreDatabase;
  beforeEach(async () => {
    database = await openDatabase();
  });
  afterEach(() => database.end());

  it("a store opens its own table again, and adds columns that the table lacks", async () => {
    const first = await database.open({ catalog: catalogOf({ a: "string" }) });
    await first.create({ id: "x", a: "1" });
    const before = await first.read("x");
    const wider = catalogOf({ a: "string", b: "integer", c: { type: "list", items: "string" } });
    const second = await database.open({ catalog: wider });
    const { version } = before!;
    expect(await second.read("x")).toEqual({ row: { id: "x", a: "1", b: null, c: null }, version });
    const replaced = await second.replace("x", { id: "x", a: "2", b: 3, c: ["y"] }, [version]);
    expect(replaced).toMatchObject({ kind: "replaced", stored: { row: { b: 3, c: ["y"] } } });
    expect((await first.read("x"))?.row).toEqual({ id: "x", a: "2" });
  });

  it("an existing table gets versions and unique indexes", async () => {
    await database.run("CREATE TABLE things (id text NOT NULL PRIMARY KEY, a text, b bigint)");
    await database.run("INSERT INTO things VALUES ('x', '1', 2), ('y', '3', 4)");
    const store = await database.open({ catalog: catalogOf({ a: "string" }), unique: [["a"]] });
    const [x, y] = [await store.read("x"), await store.read("y")];
    expect(x!.version).not.toBe(y!.version);
    expect(await store.create({ id: "z", a: "1" })).toEqual({ kind: "conflict", members: ["a"] });
    expect(await store.replace("x", { id: "x", a: "5" }, [x!.version])).toMatchObject({ kind: "replaced" });
  });

  it.each([
    [
      "has another type",
      "a bigint",
      /^The column a of the table things has the type (?:BIGINT|bigint), and its member needs/i,
    ],
    [
      "has no column for a required member",
      "b text",
      "The table things has no column a, and its member cannot be null",
    ],
    [
      "requires a column without member",
      "a text NOT NULL, b text NOT NULL",
      "The table things has the column b, which cannot be null",
    ],
  ])("a table that %s is refused", async (_title, columns, message) => {
    await database.run(`CREATE TABLE things (id text NOT NULL PRIMARY KEY, ${columns})`);
    const opened = database.open({ catalog: catalogOf({ a: { type: "string", nullable: false } }) });
    await expect(opened).rejects.toThrow(message);
    await expect(opened).rejects.toBeInstanceOf(MigrationError);
  });

  it("without migration, a table stays as it is, and digests of the rows are versions", async () => {
    await database.run("CREATE TABLE things (id text NOT NULL PRIMARY KEY, a text, b bigint)");
    await database.run("INSERT INTO things VALUES ('x', '1', 2)");
    const store = await database.open({ catalog: catalogOf({ a: "string", b: "integer" }), migrate: false });
    const first = await store.read("x");
    const version = expect.stringMatching(/^[\w-]{22}$/) as unknown;
    expect(first).toEqual({ row: { id: "x", a: "1", b: 2 }, version });
    await database.run("UPDATE things SET b = 3");
    const mismatch = { kind: "mismatch" };
    expect(await store.replace("x", { id: "x", a: "4", b: 5 }, [first!.version])).toEqual(mismatch);
    const second = await store.read("x");
    const replace = (i: number) => store.replace("x", { id: "x", a: "4", b: 100 + i }, [second!.version]);
    const outcomes = await Promise.all(Array.from({ length: 16 }, (_, i) => replace(i)));
    expect(outcomes.filter(({ kind }) => kind === "replaced")).toHaveLength(1);
    expect(await store.delete("x", [second!.version])).toEqual(mismatch);
    expect(await store.delete("x", [(await store.read("x"))!.version])).toEqual({ kind: "deleted" });
  });

  it("a table without a unique key, or without a table, cannot be changed", async () => {
    const options = { catalog: catalogOf({ a: "string" }), migrate: false };
    await expect(database.open(options)).rejects.toThrow("There is no table things.");
    await database.run("CREATE TABLE things (id text NOT NULL, a text)");
    await expect(database.open(options)).rejects.toThrow(
      "The table things can be read but not changed: it has no unique index on id, so two rows could share these values.",
    );
  });

  it("indexes are created when a table is opened again, and the database sorts strings of all rows", async () => {
    const catalog = defineCatalog({
      name: "things",
      key: "id",
      members: { id: { type: "integer", nullable: false }, name: "string", kind: "string", at: "dateTime" },
    }) as Catalog;
    const rows = Array.from({ length: 1_100 }, (_, id) => {
      return { id, name: NAMES[id % NAMES.length]!, kind: `k${id % 3}`, at: null };
    });
    const indexes = [
      { order: "name" },
      { equal: ["kind"], order: "name" },
      { order: "at" },
      { equal: ["id"] },
    ];
    const locales = ["de", "sv"];
    const first = await database.open({ catalog, indexes: [] });
    expect(await first.createAll!(rows)).toEqual({ kind: "created" });
    const memory = createCollection(rows.slice(1), { catalog });
    const store = await database.open({ catalog, indexes, locales, strict: true });
    await database.open({ catalog, indexes, locales });
    // Changes write sort keys, too.
    await store.delete(0, "any");
    for (const id of [7, 8, 9]) {
      const changed = { ...rows[id]!, name: NAMES[id - 5]! };
      expect(await store.replace(id, changed, "any")).toMatchObject({ kind: "replaced" });
      memory.update([changed]);
    }
    const added = { ...rows[3]!, id: 5_000 };
    await store.create(added);
    memory.insert([added]);
    const sortBy = sortByOf("name:descending", catalog);
    const filter = filterOf("eq(kind,'k1')", catalog);
    for (const query of [{ sortBy }, { sortBy, filter }])
      for (const locale of locales) {
        const page = await store.collection.page({ ...query, limit: 1_000 }, { locale });
        expect(page).toMatchObject({ items: memory.page({ ...query, limit: 1_000 }, { locale }).items });
      }
    await expect(database.open({ catalog, indexes: [{ equal: ["nane"] }] })).rejects.toThrow(
      'Unknown member "nane" of an index: catalog things does not have it.',
    );
  });

  it("long strings can be stored in members without an index, and SQLite stores them with one", async () => {
    const store = await database.open({ catalog: catalogOf({ a: "string" }), indexes: [] });
    const ideographs = Array.from({ length: 20_000 }, (_, i) => 0x4e00 + ((i * 7919) % 20_000));
    const long = { id: "x", a: String.fromCodePoint(...ideographs) };
    expect(await store.create(long)).toMatchObject({ kind: "created" });
    const indexed = await database.open({
      catalog: catalogOf({ a: "string" }),
      table: { table: "indexed" },
      indexes: [{ equal: ["a"] }],
    });
    // An index of PostgreSQL does not take the string, which is a rule of the database.
    expect(await indexed.create(long)).toMatchObject(
      name === "SQLite" ? { kind: "created" } : { kind: "conflict", members: [] },
    );
  });

  it("values that a constraint of the table refuses are a conflict", async () => {
    await database.run("CREATE TABLE things (id text NOT NULL PRIMARY KEY, a text CHECK (length(a) < 3))");
    const store = await database.open({ catalog: catalogOf({ a: "string" }) });
    const conflict = { kind: "conflict", members: [] };
    expect(await store.create({ id: "x", a: "long" })).toEqual(conflict);
    await store.create({ id: "x", a: "ok" });
    expect(await store.replace("x", { id: "x", a: "long" }, "any")).toEqual(conflict);
    expect((await store.read("x"))?.row).toEqual({ id: "x", a: "ok" });
  });

  it("names of tables and columns are quoted", async () => {
    const catalog: Catalog = defineCatalog({
      name: "things",
      key: "select",
      members: { select: "string", Ü: { type: "string", property: 'a "b" c' }, time: "time" },
    });
    const table = { table: 'or"der by' };
    const store = await database.open({ catalog, table, unique: [["Ü"]] });
    const row = { select: "x", 'a "b" c': "y", time: "01:02:03Z" };
    expect(await store.create(row)).toMatchObject({ kind: "created", stored: { row } });
    expect(await store.create({ ...row, select: "z" })).toEqual({ kind: "conflict", members: ["Ü"] });
  });
});

it("stores and resources refuse catalogs without a key, unknown members and members that nothing keeps unique", async () => {
  const catalog: Catalog = defineCatalog({ name: "things", members: { a: "string" } });
  const collection = createCollection<Record<string, unknown>>([], { catalog });
  expect(() => memoryStore(collection)).toThrow("A store requires a key, and the catalog things has none.");
  const [, open] = DATABASES[0]!;
  const database = await open();
  await expect(database.open({ catalog })).rejects.toThrow("A store requires a key");
  await expect(database.open({ catalog: catalogOf({}), unique: [["b"]] })).rejects.toThrow(
    'Unknown member "b"',
  );
  await database.end();
});
