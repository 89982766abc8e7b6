import * as driver from "@duckdb/node-api";
import { expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { duckdbDdl } from "../../../../src/sql/dialects/duckdb/ddl.ts";

it("creates a table with a typed column for each member, and child tables of lists", async () => {
  const catalog = defineCatalog({
    name: "reports",
    members: {
      id: { type: "string", nullable: false },
      code: { type: "string", nullable: false },
      score: "number",
      at: "dateTime",
      seen: "dateTime",
      day: "date",
      labels: { type: "list", items: "string" },
      counts: { type: "map", values: "integer" },
      tags: { type: "list", items: "string" },
      owner: { type: "object", members: { city: "string" } },
    },
    key: "id",
  });
  const members = {
    code: { column: "code", repertoire: "ascii" },
    seen: { column: "seen", form: "timestamptz", finite: true },
    labels: { array: "labels" },
    counts: { array: "counts" },
    tags: { childTable: "tags", parent: "report", value: "tag" },
    "owner.city": { column: "owner city" },
  } as const;
  const statements = duckdbDdl({ catalog, table: { table: "reports", members }, locales: [] });
  const instance = await driver.DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  const columns = await connection.run(
    "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns ORDER BY table_name, ordinal_position",
  );
  expect((await columns.getRows()).map((row) => row.join(" "))).toEqual([
    "reports id VARCHAR NO",
    "reports code VARCHAR NO",
    "reports score DOUBLE YES",
    "reports at TIMESTAMP YES",
    "reports seen TIMESTAMP WITH TIME ZONE YES",
    "reports day DATE YES",
    "reports labels VARCHAR[] YES",
    "reports counts MAP(VARCHAR, BIGINT) YES",
    "reports owner JSON YES",
    "reports owner city VARCHAR YES",
    "tags report VARCHAR NO",
    "tags tag VARCHAR YES",
  ]);
  const insert = (values: string) =>
    connection.run(`INSERT INTO reports (id, code, seen) VALUES (${values})`);
  await insert("'a', 'x', NULL");
  await expect(insert("'a', 'y', NULL")).rejects.toThrow(/unique|primary/i);
  await expect(insert("'b', 'é', NULL")).rejects.toThrow(/CHECK/);
  await expect(insert("'b', 'y', 'infinity'")).rejects.toThrow(/CHECK/);
  connection.closeSync();
  instance.closeSync();
});
