import { afterAll, describe, expect, it } from "vitest";
import {
  openDatabase,
  openTable,
  TableMismatchError,
  type DatabaseDriver,
} from "../../../src/engine/databases/index.ts";
import { createService, tableResource } from "../../../src/http/index.ts";
import { assumedDialect } from "../../../src/sql/dialects/list.ts";
import { send } from "../../http/request.ts";
import { filterOf } from "../../sql/checked-query.ts";
import { useOpened } from "./collection-suite.ts";
import { DATABASES, type OpenedDatabase } from "./opened-databases.ts";
import { PRODUCTS } from "./products.ts";

const SCHEMA = `Other Place ${process.pid}`;

describe.each(DATABASES)("a table of $name", (entry) => {
  const { product } = entry;
  let opened: OpenedDatabase;
  let dropSchema: (() => Promise<unknown>) | undefined;
  const q = assumedDialect(product).quote;

  useOpened(entry, async (database) => {
    opened = database;
    const orders = q("Sales Orders");
    await database.run(
      `CREATE TABLE ${orders} (id integer NOT NULL PRIMARY KEY, ${q("Customer Name")} varchar(40), price double precision)`,
    );
    await database.run(`INSERT INTO ${orders} VALUES (1, 'Ada', 2.5), (2, 'Bo', 3.5), (3, NULL, 1)`);
    await database.run(`CREATE VIEW cheap AS SELECT id, price FROM ${orders} WHERE price < 3`);
    await database.run("CREATE TABLE parts (a integer NOT NULL, b integer NOT NULL, PRIMARY KEY (a, b))");
    await database.run("INSERT INTO parts VALUES (1, 1), (1, 2), (2, 1)");
    await database.run(`CREATE VIEW loose AS SELECT CASE WHEN a = 2 THEN a END AS a, b FROM parts`);
    if (product === "sqlite") return;
    await database.run(`CREATE SCHEMA ${q(SCHEMA)}`);
    const cascade = product === "mariadb" ? "" : " CASCADE";
    dropSchema = () => database.run(`DROP SCHEMA ${q(SCHEMA)}${cascade}`);
    await database.run(`CREATE TABLE ${q(SCHEMA)}.${q("Returned Goods")} (id integer NOT NULL PRIMARY KEY)`);
    await database.run(`INSERT INTO ${q(SCHEMA)}.${q("Returned Goods")} VALUES (7)`);
  });
  afterAll(() => dropSchema?.());

  const page = async (
    driver: DatabaseDriver,
    name: Parameters<typeof openTable>[1],
    options: Parameters<typeof openTable>[2],
    filter = "",
  ) => {
    const table = await openTable(driver, name, options);
    const result = await table.page(filter === "" ? {} : { filter: filterOf(filter, table.catalog) });
    return result.ok ? result.items : result.diagnostics;
  };

  it("is found by its name, with its key and types, and answers requests", async () => {
    const { driver } = opened;
    const hasNoKeys = PRODUCTS[product].hasUniqueKeys === false;
    const orders = await openTable(driver, "Sales Orders", hasNoKeys ? { key: "id" } : {});
    if (hasNoKeys) expect((await openTable(driver, "Sales Orders")).catalog.key).toBeUndefined();
    expect(orders.catalog.key).toBe("id");
    expect(orders.catalog.name).toBe("Sales Orders");
    const service = createService({ resources: [tableResource("/orders", orders)] });
    const { status, body } = await send(service, "/orders?filter=gt(price,2)&sortBy=price");
    expect(status).toBe(200);
    expect(JSON.parse(body as string)).toMatchObject({ count: 2, items: [{ id: 1 }, { id: 2 }] });
    expect((await send(service, "/orders/2")).status).toBe(200);
  });

  it("has the members, the key and the order of the options", async () => {
    const { driver } = opened;
    const options = {
      hidden: ["price"],
      members: { buyer: { type: "string", property: "Customer Name" } },
    } as const;
    const orders = await openTable(driver, "Sales Orders", { ...options, defaultSort: ["id:descending"] });
    expect([...orders.catalog.members.byName.keys()]).toEqual(["id", "Customer_Name", "buyer"]);
    const result = await orders.page({ filter: filterOf("startsWith(buyer,'A')", orders.catalog) });
    expect(result).toMatchObject({ count: 1, items: [{ id: 1 }] });
    expect(await orders.page({})).toMatchObject({ items: [{ id: 3 }, { id: 2 }, { id: 1 }] });
    await expect(openTable(driver, "Sales Orders", { hidden: ["prize"] })).rejects.toThrow(
      'hidden must name members of the table, got "prize". Did you mean price?',
    );
    await expect(openTable(driver, "Sales Orders", { key: "prize" })).rejects.toThrow(TableMismatchError);
  });

  it("can be a view, or have several columns or none as its key", async () => {
    const { driver } = opened;
    expect(await page(driver, "cheap", { key: "id", defaultSort: ["id"] })).toMatchObject([
      { id: 1 },
      { id: 3 },
    ]);
    expect(await page(driver, "parts", {}, "eq(a,1)")).toHaveLength(2);
    expect((await openTable(driver, "parts")).catalog.key).toBeUndefined();
  });

  it("does not lose rows whose key is null, but rejects pages that cannot continue", async () => {
    const { driver } = opened;
    const loose = await openTable(driver, "loose", { key: "a", cursorKey: new Uint8Array(32) });
    await expect(loose.page({ limit: 1 })).rejects.toThrow("not unique: rows have no key or share one");
    expect(await loose.page({})).toMatchObject({ count: 3, items: { length: 3 } });
  });

  it("can be in another schema, or another database of MariaDB", async ({ skip }) => {
    if (product === "sqlite") skip();
    const { driver } = opened;
    for (const name of [[SCHEMA, "Returned Goods"], `${SCHEMA}.Returned Goods`])
      expect(await page(driver, name, {})).toMatchObject([{ id: 7 }]);
    if (product === "mariadb") return;
    await expect(openTable(driver, "Returnd Goods")).rejects.toThrow(
      `has no table "Returnd Goods". Did you mean ${SCHEMA}.Returned Goods?`,
    );
  });

  it("that does not exist is an error that names the tables", async () => {
    const { driver } = opened;
    await expect(openTable(driver, "part")).rejects.toMatchObject({
      failure: "missing-table",
      message: 'The database has no table "part". Did you mean parts?',
    });
    await expect(openTable(driver, "zzzz")).rejects.toThrow(
      /has no table "zzzz"\. It has (?=.*cheap)(?=.*parts)/,
    );
    await expect(openTable(driver, undefined as never)).rejects.toThrow(
      "table must be the name of a table, or a list of names, got undefined",
    );
  });

  it("is one of all tables of the database", async () => {
    const { driver } = opened;
    const { tables, omitted } = await openDatabase(driver, { cursorKey: new Uint8Array(32) });
    // A server can have tables of other tests.
    const names = tables.map(({ catalog }) => catalog.name);
    expect(names).toEqual(expect.arrayContaining(["Sales Orders", "cheap", "parts"]));
    expect(omitted.map(({ table }) => table.at(-1))).not.toContain("parts");
    // A table without a key has no cursors.
    for (const { catalog, hasCursors } of tables) expect(hasCursors).toBe(catalog.key !== undefined);
  });
});

it.each([
  [undefined, "got undefined"],
  [7, "got 7"],
  [{}, "got an object"],
  [{ registerScalarFunction: () => undefined }, "fromDuckdb(connection, driver)"],
])("openTable names the drivers that it accepts instead of %o", async (driver, message) => {
  await expect(openTable(driver as unknown as DatabaseDriver, "t")).rejects.toThrow(message);
});
