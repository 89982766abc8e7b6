import { describe, expect, it } from "vitest";
import { duckdbFile, sqliteFile } from "./database-files.ts";
import { folder } from "../files.ts";
import { tamis } from "../run-command.ts";

const file = folder();
const ROWS = Array.from({ length: 500 }, (_, i) => ({
  id: i,
  city: `c${i % 7}`,
  amount: 4_611_686_018_427_387_904n - BigInt(i % 3),
  price: (i % 2 === 0 ? 1 : -1) * (1e6 + i / 7),
}));
const values = ROWS.map(({ id, city, amount, price }) => `(${id},'${city}',${amount},${price})`);
const insert = `INSERT INTO sales VALUES ${values.join(",")}`;
const rows = file(
  "sales.ndjson",
  ROWS.map(
    ({ id, city, amount, price }) => `{"id":${id},"city":"${city}","amount":${amount},"price":${price}}\n`,
  ).join(""),
);
const create = (text: string) =>
  `CREATE TABLE sales (id INTEGER PRIMARY KEY, city ${text}, amount BIGINT, price DOUBLE)`;

const DOUBLE = /(?<="price_(?:sum|avg)":)-?[\d.e-]+/g;
/** Guaranteed precision: 1e-12 of the sum of absolute values. */
const PRECISION = 1e-12 * ROWS.reduce((sum, { price }) => sum + Math.abs(price), 0);

describe("sums beyond 2^53 and of doubles", () => {
  it("are the same in files and databases", async () => {
    const args = ["--count-by", "city", "--sum", "amount,price", "--avg", "price", "--max", "amount"];
    const expected = await tamis(["query", rows, ...args]);
    const sum = ROWS.filter(({ city }) => city === "c0").reduce((all, { amount }) => all + amount, 0n);
    expect(expected.out).toContain(`{"city":"c0","count":72,"amount_sum":${sum},`);
    const databases = [
      sqliteFile(file("sales.db", ""), `${create("TEXT")}; ${insert}`),
      await duckdbFile(file("sales.duckdb", ""), create("VARCHAR"), insert),
    ];
    for (const path of databases) {
      const { code, out, err } = await tamis(["query", path, ...args]);
      const exact = (text: string) => text.replace(DOUBLE, "");
      expect({ code, out: exact(out), err }).toEqual({ code: 0, out: exact(expected.out), err: "" });
      const doubles = out.match(DOUBLE)!.map(Number);
      expect(doubles).toHaveLength(14);
      for (const [i, double] of expected.out.match(DOUBLE)!.entries())
        expect(Math.abs(doubles[i]! - Number(double))).toBeLessThanOrEqual(PRECISION);
    }
  });
});
