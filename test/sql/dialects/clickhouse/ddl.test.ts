import { expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { describeKeyColumn } from "../../../../src/collation/uca/key-column.ts";
import { loadCollations } from "../../../../src/collation/uca/tables/tailoring.ts";
import { fromChdb } from "../../../../src/engine/databases/adapters/clickhouse/chdb.ts";
import { findTable } from "../../../../src/engine/databases/introspect/find-table.ts";
import { clickhouseDdl } from "../../../../src/sql/dialects/clickhouse/ddl.ts";
import { quoteClickhouse } from "../../../../src/sql/dialects/clickhouse/quote.ts";
import { openChdb } from "../../engines/clickhouse/open-chdb.ts";

const catalog = defineCatalog({
  name: "orders",
  members: {
    id: { type: "integer", nullable: false },
    name: "string",
    code: { type: "string", nullable: false },
    day: "date",
    at: "time",
    added: "dateTime",
    price: "number",
    isOpen: "boolean",
    tags: { type: "list", items: "string" },
    counts: { type: "map", values: "integer" },
    owner: { type: "object", members: { city: "string" } },
  },
  key: "id",
});

it("creates a table that ClickHouse accepts, sorted by the key, and that findTable reads as the same types", async ({
  skip,
}) => {
  const session = openChdb() ?? skip("chDB is not installed");
  await loadCollations("sv");
  const members = {
    name: { column: "name", keys: [describeKeyColumn("name key", { locale: "sv", strength: "primary" })] },
    code: { column: "code", repertoire: "ascii" },
    tags: { array: "tags" },
    counts: { array: "counts" },
    owner: { json: "owner" },
  } as const;
  const table = { table: "orders", members };
  const statements = clickhouseDdl({ catalog, table, locales: ["sv"] });
  expect(statements.join(";\n")).toBe(`CREATE TABLE "orders" (
  "id" Int64 NOT NULL,
  "name" Nullable(String),
  "name key" Nullable(String),
  "code" String NOT NULL,
  "day" Nullable(Date32),
  "at" Nullable(Time64(6)),
  "added" Nullable(DateTime64(6, 'UTC')),
  "price" Nullable(Float64),
  "isOpen" Nullable(Bool),
  "tags" Array(Nullable(String)),
  "counts" Map(String, Nullable(Int64)),
  "owner" Nullable(String),
  PRIMARY KEY ("id"),
  CONSTRAINT "code ascii" CHECK match("code", '^[ -~]*$')
) ENGINE = MergeTree`);
  for (const statement of statements) session.query(statement);
  expect(() => session.query("INSERT INTO orders (id, name, code) VALUES (1, 'å', 'é')")).toThrow(
    "code ascii",
  );
  const found = await findTable(fromChdb(session), "orders", { catalog });
  expect(found.table.members).toMatchObject({ tags: { array: "tags" }, counts: { array: "counts" } });
  session.close();
});

it("quotes names with backslashes and quotation marks", ({ skip }) => {
  const session = openChdb() ?? skip("chDB is not installed");
  const name = `a"b\\c'd\`e`;
  session.query(`CREATE TABLE ${quoteClickhouse(name)} (id Int64) ENGINE = Memory`);
  expect(
    session.query("SELECT name FROM system.tables WHERE database = currentDatabase()", "JSONCompactEachRow"),
  ).toBe(`${JSON.stringify([name])}\n`);
  session.close();
});
