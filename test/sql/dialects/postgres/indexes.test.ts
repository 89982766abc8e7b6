import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { createCollation } from "../../../../src/collation/uca/keyed-collation.ts";
import { describeKeyColumn } from "../../../../src/collation/uca/key-column.ts";
import { fromPg } from "../../../../src/engine/databases/adapters/postgres/pg.ts";
import type { Dialect } from "../../../../src/sql/dialect-types/dialect.ts";
import { postgresDdl } from "../../../../src/sql/dialects/postgres/ddl.ts";
import { render } from "../../../../src/sql/fragments/fragment.ts";
import type { TableDefinition } from "../../../../src/sql/tables/table-definition.ts";
import { exactPage } from "../../checked-query.ts";
import { embeddedPool, machinePool } from "../../engines/postgres.ts";
import { countOf } from "../../../effort.ts";

const catalog = defineCatalog({
  name: "files",
  members: {
    id: { type: "string", strength: "codePoint" },
    name: { type: "string", strength: "codePoint" },
    code: "string",
    title: { type: "string", strength: "tertiary" },
    folded: { type: "string", strength: "primary" },
    size: "integer",
    weight: "number",
    made: "dateTime",
    day: "date",
    tags: { type: "list", items: "string" },
    labels: { type: "list", items: "string" },
    marks: { type: "list", items: "integer" },
    score: "number",
  },
  key: "id",
});

const KEY = { locale: "sv", strength: "tertiary" } as const;
/** Enough rows for the planner to use an index. */
const ROWS = countOf("sql/dialects/postgres/indexes: rows");
const UNUSUAL = 'files "of" $1';

describe.each([
  ["PostgreSQL 18", embeddedPool],
  ["PostgreSQL of the machine", machinePool],
] as const)("%s", (_name, open) => {
  let pool: pg.Pool | undefined;
  let dialect: Dialect;
  let table: TableDefinition;
  const schema = `tamis_indexes_${process.pid}`;

  beforeAll(async () => {
    pool = await open();
    if (pool === undefined) return;
    dialect = await fromPg(pool).prepare({ locales: ["en", "sv"] });
    table = {
      table: [schema, UNUSUAL],
      members: {
        code: { column: "code", repertoire: "ascii" },
        folded: { column: "folded", repertoire: "ascii" },
        title: { column: "title", keys: [describeKeyColumn("title_key", KEY)] },
        weight: { column: "weight", finite: true },
        day: { column: "day", finite: true },
        labels: { array: "labels", form: "text[]" },
        marks: { array: "marks", form: "bigint[]" },
        tags: { childTable: [schema, "tags"], parent: "file", value: "tag" },
      },
    };
    await pool.query(`CREATE SCHEMA ${schema}`);
    for (const statement of postgresDdl({ catalog, table, locales: ["en", "sv"] }))
      await pool.query(statement);
    const collation = createCollation(KEY);
    const numbers = Array.from({ length: ROWS }, (_, i) => i);
    const titles = numbers.map((i) => `Ä title ${i}`);
    await pool.query(
      `INSERT INTO ${schema}."${UNUSUAL.replaceAll('"', '""')}" (id, name, code, title, title_key, folded, size, weight, made, day, labels, marks, score) SELECT 'id' || n, 'name' || n, 'Code-' || n, t, k, 'Folded ' || n, n, n / 7.0, CAST('2020-01-01Z' AS timestamptz) + n * interval '1 minute', CAST('2020-01-01' AS date) + n, ARRAY['l' || n, 'k' || n], ARRAY[n, n + 1000000], n / 3.0 FROM unnest($1::integer[], $2::text[], $3::bytea[]) AS r(n, t, k)`,
      [numbers, titles, titles.map((title) => Buffer.from(collation.sortKey(title)))],
    );
    await pool.query(
      `INSERT INTO ${schema}.tags (file, tag) SELECT 'id' || n, 'tag' || n % 1000 FROM generate_series(0, ${ROWS - 1}) n`,
    );
    await pool.query("ANALYZE");
  }, 120_000);

  afterAll(async () => {
    await pool?.query(`DROP SCHEMA ${schema} CASCADE`);
    await pool?.end();
  });

  async function planOf(filter: string | undefined, sortBy: string | undefined, limit = 10): Promise<string> {
    const page = exactPage({ catalog, table, dialect, locale: "sv" }, filter, sortBy, limit);
    const { text, values } = render(page, dialect.placeholder);
    const { rows } = await pool!.query<[string]>({
      text: `EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, COSTS OFF) ${text}`,
      values: values.map((value) =>
        Array.isArray(value) ? value.map(String) : typeof value === "bigint" ? String(value) : value,
      ),
      rowMode: "array",
    });
    return rows.map(([line]) => line).join("\n");
  }

  const many = (of: (i: number) => string) => Array.from({ length: 30 }, (_, i) => of(i * 600)).join(",");

  it.each<[string, string | undefined, string | undefined]>([
    ["equality of texts", "eq(name,'name77')", undefined],
    ["equality with the key", "eq(id,'id77')", undefined],
    ["a prefix", "startsWith(name,'name7777')", undefined],
    ["many texts", `in(name,${many((i) => `'name${i}'`)})`, undefined],
    ["many numbers", `in(size,${many(String)})`, undefined],
    ["a number between two", "eq(weight,11)", undefined],
    ["a range of whole numbers", "and(gt(size,10.5),lt(size,20))", undefined],
    ["a range of instants", "and(ge(made,2020-02-01T00:00:00Z),lt(made,2020-02-01T01:00:00Z))", undefined],
    ["a day", "eq(day,2020-03-01)", undefined],
    ["equality at tertiary by stored keys", "eq(title,'Ä title 77')", undefined],
    ["equality at primary by stored keys", "eq($primary,title,'ä TITLE 77')", undefined],
    ["ASCII texts at primary", "eq(folded,'folded 77')", undefined],
    ["an order of numbers that may be infinite", undefined, "score"],
    ["the key", undefined, "id"],
    ["an element of a list in a table of its own", "eq(tags,'tag77')", undefined],
    ["an order of code points", undefined, "name"],
    ["an order of numbers", undefined, "size:descending"],
    ["an order of instants that may be infinite", undefined, "made"],
    ["an order of finite days", undefined, "day:descending"],
    ["instants from one on, in order", "gt(made,2020-01-03T00:00:00Z)", "made"],
    ["an order by stored keys", undefined, "title"],
    ["an order of ASCII texts", undefined, "code"],
    ["an order of ASCII texts at primary", undefined, "folded:descending"],
    ["a range and its order", "gt(size,5000)", "size"],
  ])("%s is found by an index", async (_what, filter, sortBy) => {
    if (pool === undefined) return;
    const plan = await planOf(filter, sortBy);
    expect(plan).toMatch(/Index (?:Only )?Scan/);
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it.each([
    ["a text in an array", "eq(labels,'l77')"],
    ["a text that an array contains", "contains(labels,'l77')"],
    ["one of some texts in an array", "in(labels,'l77','l78')"],
    ["a number in an array", "eq(marks,77)"],
    ["one of some numbers in an array", "in(marks,77,78.5)"],
  ])("%s is found by an inverted index", async (_what, filter) => {
    if (pool === undefined) return;
    const plan = await planOf(filter, undefined, ROWS);
    expect(plan).toMatch(/Bitmap Index Scan on .*(?:labels|marks)/);
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it("does not sort rows that an index already returns in order", async () => {
    if (pool === undefined) return;
    for (const order of ["name", "size", "made", "day", "title", "score", "id"])
      expect(await planOf(undefined, order)).not.toMatch(/Sort/);
  });

  it("enforces the promises of the table definition by CHECK constraints", async () => {
    if (pool === undefined) return;
    const insert = (column: string, value: string) =>
      pool!.query(
        `INSERT INTO ${schema}."${UNUSUAL.replaceAll('"', '""')}" (id, ${column}) VALUES ('new', $1)`,
        [value],
      );
    for (const [column, value] of [
      ...[
        ["code", "é"],
        ["weight", "NaN"],
        ["weight", "-Infinity"],
        ["day", "infinity"],
      ],
      ["day", "0001-01-01 BC"],
    ] as const)
      await expect(insert(column, value), value).rejects.toThrow("check");
  });
});
