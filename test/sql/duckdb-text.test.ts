import * as driver from "@duckdb/node-api";
import { expect, it } from "vitest";
import { fromDuckdb } from "../../src/engine/adapters/duckdb.ts";
import { layOut, parameter, sql } from "../../src/sql/fragment.ts";

const MARK = "\uFEFF";
const TEXTS = [
  "",
  MARK,
  `${MARK}a`,
  `${MARK}${MARK}`,
  `a${MARK}`,
  `${MARK}${"long ".repeat(10)}`,
  "\uFEFEa",
  "ï»¿",
];

it("a text that begins with U+FEFF comes out as it went in, as a value and into functions of ours", async () => {
  const instance = await driver.DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const source = fromDuckdb(connection, driver);
  await source.prepare({ locales: [] });
  for (const each of TEXTS) {
    const value = () => sql`CAST(${parameter("text", each)} AS VARCHAR)`;
    const statement = layOut(sql`SELECT ${value()}, tamis_lower(${value()}, '')`);
    const [[plain, lower] = []] = await source.snapshot((session) => session.all(statement));
    expect([plain, lower]).toEqual([each, each.toLowerCase()]);
  }
  connection.closeSync();
  instance.closeSync();
});
