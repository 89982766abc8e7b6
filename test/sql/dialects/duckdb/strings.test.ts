import * as driver from "@duckdb/node-api";
import { expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { fromDuckdb } from "../../../../src/engine/databases/adapters/duckdb/duckdb.ts";
import { sqlCollection } from "../../../../src/engine/databases/sql-collection.ts";
import { duckdbDdl } from "../../../../src/sql/dialects/duckdb/ddl.ts";
import { toStatement, bindable, sql } from "../../../../src/sql/fragments/fragment.ts";
import { filterOf } from "../../checked-query.ts";

const MARK = "\uFEFF";
const MARKED = [MARK, `${MARK}a`, `${MARK}${MARK}`, `a${MARK}`, `${MARK}${"long ".repeat(10)}`];
const TEXTS = ["", ...MARKED, "\uFEFEa", "ï»¿"];

it("a string that starts with U+FEFF is unchanged as a value and as an argument of installed functions", async () => {
  const instance = await driver.DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const source = fromDuckdb(connection, driver);
  await source.prepare({ locales: [] });
  for (const each of TEXTS) {
    const value = () => sql`CAST(${bindable("text", each)} AS VARCHAR)`;
    const statement = toStatement(sql`SELECT ${value()}, tamis_lower(${value()}, '')`);
    const [[plain, lower] = []] = await source.snapshot((session) => session.all(statement));
    expect([plain, lower]).toEqual([each, each.toLowerCase()]);
  }
  connection.closeSync();
  instance.closeSync();
});

it("a string that starts with U+FEFF is unchanged in native lists and maps", async () => {
  const instance = await driver.DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const catalog = defineCatalog({
    name: "marked",
    members: {
      id: { type: "integer", nullable: false },
      tags: { type: "list", items: "string" },
      notes: { type: "map", values: "string" },
    },
    key: "id",
  });
  const table = { table: "marked", members: { tags: { array: "tags" }, notes: { array: "notes" } } };
  for (const statement of duckdbDdl({ catalog, table, locales: [] })) await connection.run(statement);
  const text = (value: string) => `'${value}'`;
  for (const [id, each] of TEXTS.entries())
    await connection.run(
      `INSERT INTO marked VALUES (${id}, [${text(each)}, 'z'], MAP {${text(`${MARK}k`)}: ${text(each)}, 'k': 'z'})`,
    );
  const collection = sqlCollection({ source: fromDuckdb(connection, driver), catalog, table });
  const page = await collection.page({});
  expect(page.ok && page.items).toEqual(
    TEXTS.map((each, id) => ({ id, tags: [each, "z"], notes: { [`${MARK}k`]: each, k: "z" } })),
  );
  const idsOf = async (filter: string) => {
    const found = await collection.page({ filter: filterOf(filter, catalog) });
    return found.ok && found.items.map((row) => (row as { readonly id: number }).id);
  };
  for (const [id, each] of TEXTS.entries()) {
    expect(await idsOf(`eq(tags,'${each}')`)).toEqual([id]);
    expect(await idsOf(`in(tags,'${each}','no')`)).toEqual([id]);
    expect(await idsOf(`eq($tertiary,tags,'${each}')`)).toContain(id);
    expect(await idsOf(`match(notes,'${MARK}k','${each}')`)).toEqual([id]);
  }
  connection.closeSync();
  instance.closeSync();
});
