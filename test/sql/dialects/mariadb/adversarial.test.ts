import { createConnection, type Connection } from "mariadb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import type { Catalog } from "../../../../src/catalog/types.ts";
import { checkFilterText, checkSortText, verdictOf } from "../../engines/mariadb-queries.ts";
import { compareFilter, compareOrders } from "../../against-memory.ts";
import { canonicalRow } from "../../canonical-row.ts";
import type { EngineUnderTest } from "../../engines/engine-under-test.ts";
import { MARIADB, mariadbAnswers, mariadbUnderTest } from "../../engines/mariadb.ts";
import { words } from "../../../words.ts";

const answers = await mariadbAnswers();

const things = defineCatalog({
  name: "things",
  members: {
    id: "integer",
    s: "string",
    i: "integer",
    n: "number",
    d: "date",
    t: "time",
    dt: "dateTime",
    tags: { type: "list", items: "string" },
    nums: { type: "list", items: "number" },
    m: { type: "map", values: "string" },
    o: {
      type: "object",
      members: { x: "string", n: "integer", deep: { type: "object", members: { y: "string" } } },
    },
    l: { type: "list", items: { type: "object", members: { x: "string" } } },
  },
  key: "id",
});

type Row = Readonly<Record<string, unknown>>;

describe.skipIf(!answers).each([
  ["columns", "mariadb"],
  ["columns", "mysql2"],
  ["binary", "mysql2"],
  ["children", "mariadb"],
] as const)("MariaDB, %s through %s", (layout, driver) => {
  let engine: EngineUnderTest;
  beforeAll(async () => {
    engine = await mariadbUnderTest({ layout, driver });
  });
  afterAll(() => engine.close());

  /** Loads rows and compares the results of filters with memory. */
  const agree = async (
    rows: readonly Row[],
    filters: readonly string[],
    wanted: "exact" | "any" = "exact",
  ) => {
    const loaded = await load(engine, things, rows);
    for (const text of filters) {
      const { isExact, disagreement } = await compareFilter(
        engine,
        checkFilterText(text, things),
        loaded,
        undefined,
      );
      expect(disagreement, text).toBeUndefined();
      if (wanted === "exact") expect(isExact, text).toBe(true);
    }
  };

  it("strings that differ by a trailing space are different, and the shorter sorts first", async () => {
    await agree(
      ["a", "a ", "a\t", "A", "", " ", "a  "].map((s) => ({ s, tags: [s], m: { [s]: s }, o: { x: s } })),
      [
        "eq(s,'a')",
        "eq(s,'a ')",
        "ne(s,'a')",
        "in(s,'a ','')",
        "eq(o.x,'a')",
        "contains(tags,'a ')",
        "eq(m.a,'a')",
        "match(m,'a ','a ')",
        "startsWith(s,'a ')",
        "endsWith(s,' ')",
        "endsWith(s,'')",
        "contains(s,' ')",
        "match(s,'a ?')",
        "lt(s,'a ')",
        "blank(s)",
        "eq(length(s),2)",
      ],
      "any",
    );
  });

  it("search distinguishes case and accents", async () => {
    await agree(
      ["aaa", "AAA", "Ä", "ä", "a\u0308", "ß", "ss", "İ", "i", "😀", "\uffff"].map((s) => ({ s, tags: [s] })),
      words(`
        startsWith(s,'A') contains(s,'a') endsWith(s,'A') contains(s,'ss') eq(s,'ä') in(s,'aaa','ss','i')
        match(s,'[A-Z]+') contains(tags,'AAA') eq(substr(s,-2),'aa') startsWith(s,'😀')
      `),
    );
  });

  it("-0 equals 0, and numbers compare by their exact values", async () => {
    await agree(
      [
        { i: 0, n: -0, nums: [-0] },
        { i: 9007199254740993n, n: 9007199254740992, nums: [5e-324] },
        { i: 9223372036854775807n, n: 9223372036854775807, nums: [1e308] },
        { i: -9223372036854775808n, n: -9223372036854775808, nums: [0.1 + 0.2] },
        { i: -1, n: -1.5, nums: [null, 1] },
        { i: 3, n: 1e300, o: { n: 1e21 } },
        { i: 3, n: 0.30000000000000004, o: { n: 123456789012345680000 } },
      ],
      [
        "eq(n,0)",
        "eq(i,0)",
        "eq(nums,0)",
        "eq(i,9007199254740992)",
        "eq(i,9007199254740993)",
        "lt(i,2.5)",
        "gt(i,-0.5)",
        "le(i,9223372036854775808)",
        "ge(i,-9223372036854775809)",
        "eq(n,0.1)",
        "eq(n,0.30000000000000004)",
        "eq(nums,0.30000000000000004)",
        "eq(nums,5e-324)",
        "eq(i,n)",
        "lt(i,n)",
        "le(i,n)",
        "gt(i,n)",
        "ge(n,i)",
        "ne(i,n)",
        "contains(i,'9007')",
        "eq(length(i),20)",
        "contains(o.n,'e+21')",
        "startsWith(o.n,'12345678901234568')",
        "in(n,0,1e300,-1.5)",
        `in(n,${Array.from({ length: 40 }, (_, i) => i / 10).join(",")},0.30000000000000004,5e-324)`,
        `in(i,${Array.from({ length: 40 }, (_, i) => i).join(",")},9223372036854775807,9007199254740993)`,
      ],
    );
  });

  it("a long list of values is one parameter, whatever the values are", async () => {
    const odd = [
      "a'b",
      'a"b',
      "\\",
      "\\n",
      "\n",
      "😀",
      "%",
      "?",
      "a\u2028",
      "\u0001",
      "[",
      "x".repeat(600),
      " ",
    ];
    const literals = odd.map((each) => `'${each.replaceAll("'", "''")}'`);
    const filler = Array.from({ length: 30 }, (_, i) => `'word ${i}'`);
    await agree(
      [...odd, "A'B", "word 7", "n", "\\\\n"].map((s) => ({ s, tags: [s, "y"], m: { k: s } })),
      [
        `in(s,${[...literals, ...filler].join(",")})`,
        `not(in(s,${[...literals, ...filler].join(",")}))`,
        `in(tags,${[...literals.slice(0, 5), ...filler].join(",")})`,
        `in(m.k,${[...literals, ...filler].join(",")})`,
        ...literals.flatMap((each) => [`eq(s,${each})`, `contains(tags,${each})`, `startsWith(s,${each})`]),
      ],
    );
  });

  it("JSON of unexpected types, with unusual names and within lists is read as in memory", async () => {
    await agree(
      [
        {
          tags: ["a", null, 1, ["a"], { a: "a" }],
          m: { 'q"r': "1", "b\\s": "2", "n\nl": "3", "": "4", "😀": "5" },
        },
        { tags: [], m: {}, o: { x: "1", deep: { y: "😀\n" } }, l: [{ x: "a" }, { x: null }, {}] },
        { tags: [["a"]], o: { x: 1, n: 1.5 }, l: [{ x: 1 }] },
        { tags: ["null", "true"], o: { x: null, n: 3 }, l: [] },
        {},
      ],
      [
        ...["contains(tags,'a')", "eq(length(tags),5)", "eq(length(l.x),1)", "isNull(tags)", "isNull(o)"],
        ...["isNull(l.x)", "eq(o.deep.y,'😀\n')", "ne(l.x,'b')", "eq(length(m),5)", "match(m,'q\"r','1')"],
        ...["match(m,'b.s','2')", "match(m,'(?s)n.l','3')", "match(m,'','4')", "match(m,'.','5')"],
        ...["eq(o.x,'1')", "eq(o.n,3)", "isNull(o.n)", "contains(tags,'null')", "not(contains(tags,'a'))"],
        "not(eq(l.x,'a'))",
      ],
    );
  });

  it("a pattern that would exceed MariaDB's backtracking limit is evaluated in memory", async () => {
    const trap = `${"a".repeat(40)}!`;
    await agree(
      [trap, "aaaa", "b"].map((s) => ({ s })),
      ["match(s,'(a+)+|.*!')", "match(s,'^(a+)+$|!$')", "match(s,'(a|a)*!')", "not(match(s,'(a*)*!'))"],
      "any",
    );
    expect(verdictOf(engine, "match(s,'(a+)+|.*!')", things)).toBe("superset");
  });

  it("patterns that MariaDB evaluates never exceed its limits, however long the string", async () => {
    const long = "a".repeat(300_000);
    const rows = [`${long}b`, long, `b${long}`, `${long}\n`, `${"ab".repeat(100_000)}c`];
    if (layout !== "columns") rows.splice(0, rows.length, "aab", "aa", "b", "a\n");
    await agree(
      rows.map((s) => ({ s })),
      words(`
        match(s,'a+b?') match(s,'[^b]*') match(s,'.*b') match(s,'.*ab.*c') match(s,'b.*') match(s,'(?s)a.*')
        match(s,'(a|b|ab){0,3}[^a]*') match(s,'\\w+') match(s,'a*$\\s') blank(s)
      `),
    );
  });

  it("ASCII strings are sorted by MariaDB's collation if the probe verified it", async () => {
    const rows = ["b", "a", "B", "A", "a b", "a-b", "ab", "_", "1", "10", "2", "", "Z", "ch", "d", "c"];
    const ascii: EngineUnderTest = {
      ...engine,
      tableOf: (catalog) => {
        const table = engine.tableOf(catalog);
        return { ...table, members: { ...table.members, s: { column: "s", repertoire: "ascii" } } };
      },
    };
    const loaded = await load(
      engine,
      things,
      rows.map((s) => ({ s })),
    );
    for (const locale of [undefined, "en", "de", "fr-CA", "ja", "cs", "da", "en-u-kf-upper"]) {
      for (const strength of ["primary", "secondary", "tertiary", "quaternary", "identical"]) {
        const order = await compareOrders(ascii, checkSortText(`s:${strength}`, things), loaded, locale);
        expect(order.disagreement, `${locale} ${strength}`).toBeUndefined();
        // Czech sorts `ch` as a letter. Danish and the last one sort capitals first.
        const isRoot = !["cs", "da", "en-u-kf-upper"].includes(locale ?? "");
        expect(order.isExact, `${locale} ${strength}`).toBe(isRoot);
        for (const filter of [`lt:${strength}`, `eq:${strength}`, `ge:${strength}`]) {
          const [name, level] = filter.split(":");
          const text = `${name}($${level},s,'ab')`;
          const found = await compareFilter(ascii, checkFilterText(text, things), loaded, locale);
          expect(found.disagreement, `${locale} ${text}`).toBeUndefined();
        }
      }
    }
  });
});

async function load(
  engine: EngineUnderTest,
  catalog: Catalog,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const loaded = rows.map((row, id) => {
    const canonical = canonicalRow({ ...row, id }, catalog, engine.precision);
    return engine.settle?.(canonical, catalog) ?? canonical;
  });
  await engine.load(catalog, loaded);
  return loaded;
}

describe.skipIf(!answers)("MariaDB itself", () => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await createConnection(MARIADB);
    await connection.query("SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin");
  });
  afterAll(() => connection.end());

  it("returns false without an error if a pattern exceeds its limit, which is why such patterns are not sent", async () => {
    const [row] = await connection.query<{ found: number }[]>(
      "SELECT CONCAT(REPEAT('a', 40), '!') REGEXP '^(a+)+$|!$' AS found",
    );
    expect(row!.found).toBe(0);
    const warnings = await connection.query<{ Code: number }[]>("SHOW WARNINGS");
    expect(warnings.map(({ Code }) => Code)).toContain(1139);
  });
});
