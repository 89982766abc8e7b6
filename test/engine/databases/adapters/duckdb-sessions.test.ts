import * as driver from "@duckdb/node-api";
import { describe, expect, it } from "vitest";
import { compileComparator, compilePredicate, defineCatalog } from "tamis";
import { fromDuckdb, sqlCollection, StatementError } from "tamis/databases";
import { filterOf, sortByOf } from "../../../sql/checked-query.ts";
import { sampleOf } from "../../../effort.ts";
import { words } from "../../../words.ts";
import { CURSOR_KEY, pageOf, throughPages } from "../collection-suite.ts";
import { openedDuckdb } from "./opened-duckdb.ts";

const opened = async (...setUp: string[]) => (await openedDuckdb(...setUp)).connection;

const catalog = defineCatalog({
  name: "things",
  members: {
    id: { type: "string", strength: "codePoint", nullable: false },
    s: "string",
    o: "string",
    c: { type: "string", strength: "codePoint", property: "s" },
    n: "integer",
    d: "number",
    at: "dateTime",
    day: "date",
    l: { type: "list", items: "string" },
    m: { type: "map", values: "string" },
    j: { type: "list", items: "string" },
  },
  key: "id",
});

const storage = {
  table: "things",
  members: { at: { column: "at", form: "timestamptz" }, l: { array: "l" }, m: { array: "m" } },
} as const;

const STRINGS = [null, "", "a", "A", "ä", "Ä", "a\u0308", "á", "e", "\u0301", "ab", "aB", "b", "B", "z", "Z"];

const ROWS = STRINGS.map((s, i) => ({
  id: `k${i === 3 ? "2" : i === 2 ? "\u03022" : i}`,
  s,
  o: STRINGS[(i * 7 + 3) % STRINGS.length]!,
  n: i % 5 === 0 ? null : i - 6,
  d: i % 4 === 0 ? null : i / 4 - 2,
  at: i % 6 === 0 ? null : `2020-01-${String(i + 1).padStart(2, "0")}T00:00:00.500Z`,
  day: i % 6 === 1 ? null : `2020-02-${String(i + 1).padStart(2, "0")}`,
  l: i === 1 ? null : [s, STRINGS[(i * 3) % STRINGS.length]!],
  m: i === 2 ? null : { [s ?? "none"]: STRINGS[(i * 5) % STRINGS.length]! },
  j: [s],
}));

const text = (value: string | number | null) =>
  value === null ? "NULL" : typeof value === "number" ? String(value) : `'${value}'`;

/** Statements that create the table, with a collation for its strings. */
function tableWith(collation: string): string[] {
  const of = collation === "" ? "" : ` COLLATE ${collation}`;
  const other = collation === "" ? "" : " COLLATE NOACCENT";
  const entryOf = ([key, value]: [string, string | null]) => `${text(key)}: ${text(value)}`;
  const rows = ROWS.map(({ id, s, o, n, d, at, day, l, m, j }) => {
    const list = l === null ? "NULL" : `[${l.map(text).join(", ")}]`;
    const map = m === null ? "NULL" : `MAP {${Object.entries(m).map(entryOf).join()}}`;
    return `(${[id, s, o, n, d, at, day].map(text).join(", ")}, ${list}, ${map}, '${JSON.stringify(j)}')`;
  });
  return [
    `CREATE TABLE things (id VARCHAR${of} NOT NULL, s VARCHAR${of}, o VARCHAR${other}, n BIGINT, d DOUBLE, "at" TIMESTAMPTZ, day DATE, l VARCHAR[], m MAP(VARCHAR, VARCHAR), j JSON)`,
    `INSERT INTO things VALUES ${rows.join(", ")}`,
  ];
}

const FILTERS = [
  ...words(`
    eq(s,'a') ne(s,'a') lt(s,'a') ge(s,'b') in(s,'a','B') eq(s,'') eq(s,o) lt(s,o) eq($primary,s,'a')
    lt($secondary,s,'ab') in($tertiary,s,'a','b') eq($primary,s,o) contains(s,'a') startsWith(s,'a')
    endsWith(s,'B') contains(s,o) startsWith(s,o) endsWith(o,s)
  `),
  "match(s,'\\p{Lu}')",
  ...words(`
    contains($primary,s,'a') contains($primary,s,o) match(s,'a.*') blank(s)
    eq(upCase(s),'A') eq(downCase(s),'a') eq(substr(s,0,1),'a') isNull(s) eq(length(s),1) eq(l,'a')
    ne(l,'a') in(l,'A','ab') contains(l,'a') startsWith(l,'a') eq($primary,l,'a') match(m,'a','.*')
    match(m,'.*','B') eq(m.a,'A') eq(j,'a') eq(j,'A') in(id,'k2','k5') eq(id,'k2') gt(at,2020-01-05)
    eq(at,2020-01-08T00:00:00.5Z) lt(at,day) eq(day,2020-02-09) lt(n,d) eq(n,d) lt(n,2.5)
    eq(upCase(s),upCase(o))
  `),
  `in(s,${Array.from({ length: 25 }, (_, i) => `'${"aBc"[i % 3]}'`).join()})`,
];

const ORDERS = [
  ...["s:identical", "s", "c:descending", "s:primary,o", "n", "n:descending", "d", "at:descending"],
  ...["day", "eq(s,'a'),n", "upCase(c):identical", "o:descending,c", "id"],
];

async function expectRowsOfMemory(connection: driver.DuckDBConnection) {
  const source = fromDuckdb(connection, driver);
  const collection = sqlCollection({ source, catalog, table: storage, cursorKey: CURSOR_KEY });
  const all = await collection.page({ sortBy: sortByOf("id", catalog), limit: 100 });
  const byId = [...ROWS].sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(all.ok && all.items).toEqual(byId);
  for (const filter of FILTERS) {
    const checked = filterOf(filter, catalog);
    const { items, count } = await pageOf(collection, { filter: checked, limit: 100 });
    const kept = byId.filter(compilePredicate(checked, {}));
    expect([filter, items.map((row) => row["id"]).sort()]).toEqual([filter, kept.map(({ id }) => id)]);
    expect([filter, count]).toEqual([filter, kept.length]);
  }
  for (const text of ORDERS) {
    const sortBy = sortByOf(text, catalog);
    const expected = [...ROWS].sort(compileComparator(sortBy, {}));
    expect([text, await throughPages(collection, { sortBy, limit: 5 })]).toEqual([text, expected]);
  }
}

describe("a collation of a column does not change results", () => {
  it.each([
    "",
    ...sampleOf("engine/databases/adapters/duckdb-sessions: collations", [
      ...["NOCASE", "NOACCENT", "NFC", "de", "NOCASE.NOACCENT", "NOACCENT.de"],
    ]),
  ])("COLLATE %s", async (collation) => {
    await expectRowsOfMemory(await opened(...tableWith(collation)));
  });
});

/** Settings that change the results of statements which rely on their defaults. */
const SETTINGS = [
  ...["NOCASE", "NOCASE.NOACCENT", "de"].map((name) => `default_collation = '${name}'`),
  "default_order = 'DESC'",
  ...words(`
    NULLS_FIRST NULLS_LAST NULLS_FIRST_ON_ASC_LAST_ON_DESC NULLS_LAST_ON_ASC_FIRST_ON_DESC
  `).map((name) => `default_null_order = '${name}'`),
  ...["buddhist", "chinese"].map((name) => `Calendar = '${name}'`),
  ...["Pacific/Apia", "America/New_York"].map((name) => `TimeZone = '${name}'`),
  ...words(
    "integer_division old_implicit_casting order_by_non_integer_literal disable_timestamptz_casts",
  ).map((name) => `${name} = true`),
  ...words(`
    ieee_floating_point_ops preserve_insertion_order preserve_identifier_case
    scalar_subquery_error_on_multiple_rows
  `).map((name) => `${name} = false`),
  "lambda_syntax = 'DISABLE_SINGLE_ARROW'",
];

describe("a setting of the connection does not change results, and stays as it is", () => {
  it.each(sampleOf("engine/databases/adapters/duckdb-sessions: settings", SETTINGS))(
    "SET %s",
    async (setting) => {
      const connection = await opened(...tableWith(""));
      await connection.run(`SET ${setting}`);
      const name = setting.split(" ")[0]!;
      const value = async () =>
        (await connection.runAndReadAll(`SELECT current_setting('${name}')`)).getRowsJson();
      const before = await value();
      await expectRowsOfMemory(connection);
      expect(await value()).toEqual(before);
    },
  );
});

describe("macros with the names of functions", () => {
  const prepared = (connection: driver.DuckDBConnection) =>
    fromDuckdb(connection, driver).prepare({ locales: [] });

  it.each([
    ["main.contains", "CREATE MACRO contains(a, b) AS true"],
    ["main.LTRIM", "CREATE TEMP MACRO \"LTRIM\"(a, b) AS ''"],
    ["main.||", 'CREATE MACRO "||"(a, b) AS true'],
    ["main.tamis_key", "CREATE MACRO tamis_key(a, b, c) AS a"],
  ])("%s is rejected when the collection is prepared", async (name, statement) => {
    const error = await prepared(await opened(statement)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StatementError);
    expect((error as StatementError).message).toContain(`same name: ${name}.`);
  });

  it("are accepted outside the search path, and with other names", async () => {
    const connection = await opened(
      "CREATE SCHEMA other",
      "CREATE MACRO other.contains(a, b) AS true",
      "CREATE MACRO my_own(a) AS a",
    );
    await expect(prepared(connection)).resolves.toBeDefined();
    await connection.run("SET search_path = 'other,main'");
    await expect(prepared(connection)).rejects.toThrow("other.contains");
  });
});
