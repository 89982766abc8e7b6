import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { describeKeyColumn } from "../../../../src/collation/uca/key-column.ts";
import { fromNodeSqlite } from "../../../../src/engine/databases/adapters/sqlite/node-sqlite.ts";
import type { Dialect } from "../../../../src/sql/dialect-types/dialect.ts";
import { sqliteDdl } from "../../../../src/sql/dialects/sqlite/ddl.ts";
import { render } from "../../../../src/sql/fragments/fragment.ts";
import type { TableDefinition } from "../../../../src/sql/tables/table-definition.ts";
import { exactPage } from "../../checked-query.ts";

const catalog = defineCatalog({
  name: "reports",
  members: {
    id: { type: "integer", nullable: false },
    name: "string",
    city: { type: "string", strength: "primary" },
    code: { type: "string", strength: "codePoint" },
    score: "number",
    size: "number",
    at: "dateTime",
    ended: "dateTime",
    enabled: "boolean",
    labels: { type: "list", items: "string" },
    tags: { type: "list", items: "string" },
    notes: { type: "map", values: "string" },
  },
  key: "id",
});
const table: TableDefinition = {
  table: "reports",
  members: {
    code: { column: "code", repertoire: "ascii" },
    size: { column: "size", finite: true },
    ended: { column: "ended", finite: true },
    tags: { childTable: "tags", parent: "report", value: "tag" },
    notes: { childTable: "notes", parent: "report", key: "kind", value: "note" },
  },
};

let database: DatabaseSync;
let dialect: Dialect;
beforeAll(async () => {
  database = new DatabaseSync(":memory:");
  dialect = await fromNodeSqlite(database).prepare({ locales: ["de"] });
  for (const statement of sqliteDdl({ catalog, table, locales: ["und", "de"] })) database.exec(statement);
  const insert = database.prepare(
    "INSERT INTO reports (id, name, city, code, score, at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  for (let id = 0; id < 2000; id++)
    insert.run(id, `Bericht ${id % 997}`, `Ort ${id % 500}`, `c${id}`, id / 3, id * 86_400_000);
  database.exec("INSERT INTO tags SELECT id, 'tag ' || (id % 100) FROM reports");
  database.exec("ANALYZE");
});

function planOf(filter: string | undefined, sortBy: string | undefined, locale?: string): string {
  const page = exactPage({ catalog, table, dialect, locale }, filter, sortBy);
  const { text, values } = render(page, () => "?");
  return database
    .prepare(`EXPLAIN QUERY PLAN ${text}`)
    .all(...(values as string[]))
    .map(({ detail }) => String(detail))
    .join("\n");
}

describe("common queries use the indexes of sqliteDdl", () => {
  it.each([
    ["eq(name,'Bericht 5')", "reports_name"],
    ["in(name,'Bericht 5','Bericht 6')", "reports_name"],
    ["startsWith(name,'Bericht 99')", "reports_name"],
    ["eq(city,'ORT 5')", "reports_city_und_primary"],
    ["gt(city,'ORT 499')", "reports_city_und_primary"],
    ["eq($tertiary,name,'Bericht 5')", "reports_name_und_tertiary"],
    ["gt(name,'Bericht 996')", "reports_name_und_identical"],
    ["startsWith(code,'c199')", "reports_code"],
    ["lt(code,'c1')", "reports_code"],
    ["and(ge(score,1),lt(score,2))", "reports_score"],
    ["eq(at,2020-01-01T00:00:00Z)", "reports_at"],
    ["lt(at,1970-01-03)", "reports_at"],
  ])("%s", (filter, index) => {
    expect(planOf(filter, undefined)).toMatch(new RegExp(`^SEARCH t USING (?:COVERING )?INDEX ${index} \\(`));
  });

  it("serves the order of a locale", () => {
    const plan = planOf("gt($tertiary,name,'B')", "name", "de");
    expect(plan).toContain("INDEX reports_name_de_tertiary");
    expect(plan).not.toContain("TEMP B-TREE");
  });

  it.each([
    ["name", "reports_name_und_tertiary"],
    ["name:descending,id:descending", "reports_name_und_tertiary"],
    ["city", "reports_city_und_primary"],
    ["code", "reports_code"],
    ["score", "reports_score_finite"],
    ["size", "reports_size"],
    ["at", "reports_at_finite"],
    ["ended", "reports_ended"],
  ])("order by %s", (sortBy, index) => {
    const plan = planOf(undefined, sortBy);
    expect(plan).toMatch(new RegExp(`^SCAN t USING (?:COVERING )?INDEX ${index}$`, "m"));
    expect(plan).not.toContain("TEMP B-TREE");
  });

  it("serves a descending order, with ties by the ascending key", () => {
    const plan = planOf(undefined, "size:descending");
    expect(plan).toMatch(/^SCAN t USING (?:COVERING )?INDEX reports_size$/m);
    expect(plan).toContain("TEMP B-TREE FOR LAST TERM");
  });

  it("finds elements of a child table", () => {
    expect(planOf("eq(tags,'tag 5')", undefined)).toMatch(
      /SEARCH (?:c|\w+) USING COVERING INDEX tags_report/,
    );
  });
});

describe("the table of sqliteDdl", () => {
  it("rejects values of other types than those of its members", () => {
    const insert = (column: string, value: string) => () =>
      database.exec(`INSERT INTO reports (id, ${column}) VALUES (-1, ${value})`);
    expect(insert("size", "9e999")).toThrow(/CHECK/);
    expect(insert("ended", "253402300800000")).toThrow(/CHECK/);
    expect(insert("score", "'many'")).toThrow(/REAL/);
    expect(insert("code", "'é'")).toThrow(/CHECK/);
    expect(insert("labels", "'['")).toThrow(/CHECK/);
  });

  it("has columns of stored sort keys, and keys that are not numbers", () => {
    const people = defineCatalog({
      name: "people",
      members: { code: "string", name: "string" },
      key: "code",
    });
    const keys = [describeKeyColumn("name key", { locale: "de", strength: "tertiary" })];
    const table = { table: ["main", "people"], members: { name: { column: "name", keys } } };
    const statements = sqliteDdl({ catalog: people, table, locales: [] });
    expect(statements).toEqual([
      'CREATE TABLE "main"."people" (\n  "code" TEXT NOT NULL PRIMARY KEY,\n  "name" TEXT,\n  "name key" BLOB\n) STRICT',
      'CREATE INDEX "main"."people_name" ON "people" ("name", "code")',
      `CREATE INDEX "main"."people_name_und_identical" ON "people" (tamis_key("name", 'und', 'identical'), "code")`,
      `CREATE INDEX "main"."people_name_und_tertiary" ON "people" (tamis_key("name", 'und', 'tertiary'), "code")`,
      'CREATE INDEX "main"."people_name key" ON "people" ("name key", "code")',
    ]);
    for (const statement of statements) database.exec(statement);
  });

  it("rejects native lists, which SQLite lacks", () => {
    const create = (members: NonNullable<TableDefinition["members"]>) => () =>
      sqliteDdl({ catalog, table: { table: "x", members }, locales: [] });
    expect(create({ labels: { array: "labels" } })).toThrow(TypeError);
    expect(create({ labels2: "x" })).toThrow("not a member");
  });
});
