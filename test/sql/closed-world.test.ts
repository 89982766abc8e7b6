import { describe, expect, it } from "vitest";
import { call, name, string } from "../../src/ast/constructors.ts";
import { fromJson } from "../../src/ast/json.ts";
import { makeCall, makeLiteral, makeSortBy, makeSortKey } from "../../src/ast/make-node.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import { print } from "../../src/ast/print.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import type { Strength } from "../../src/collation/order/strength.ts";
import { NOWHERE } from "../../src/diagnostics/span.ts";
import { sqlCollection } from "../../src/engine/databases/sql-collection.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { keywordLiteral } from "../../src/sql/database-functions/function-call.ts";
import { compileWhere } from "../../src/sql/compile/compile-clauses.ts";
import { compileSql } from "../../src/sql/compile/compile-sql.ts";
import { CURSOR_KEY, throughPages } from "../engine/databases/collection-suite.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { agree, filterOf, sortByOf } from "./agree.ts";
import { compareFilter, comparePage, storableRows } from "./against-memory.ts";
import { selectWhere, targetOf } from "./database-answers.ts";
import { COMPILABLE_DIALECTS } from "./dialects/compilable-dialects.ts";
import { describeEngines } from "./engines/describe-engines.ts";
import { words } from "../words.ts";

/** Tests that only fixed sets of values can influence a statement: literal types, column names, keywords, page sizes. */

const STRANGERS: readonly (readonly [string, unknown])[] = [
  ["a Buffer", Buffer.from("x")],
  ["an array", ["x"]],
  ["an object", { toString: () => "x" }],
  ["a symbol", Symbol("x")],
  ["a function", () => "x"],
  ["a Date", new Date(0)],
  ["a String object", Object("x")],
  ["null", null],
  ["undefined", undefined],
];
const TYPES = ["string", "number", "boolean", "date", "time", "dateTime"] as const;

describe("a tree that is built in code may hold only literals of the language", () => {
  it.each(STRANGERS)("%s is not accepted as a literal of any type", (_what, value) => {
    for (const type of TYPES) {
      const literal = { kind: "literal", type, value, span: NOWHERE } as unknown as Expression;
      const member = { string: "s", number: "n", boolean: "flag", date: "d", time: "t", dateTime: "dt" }[
        type
      ];
      expect(() => call("eq", [name(member), literal])).toThrow(TypeError);
      const made = makeLiteral(type, value as never, NOWHERE);
      const { ok } = check(makeCall("eq", undefined, [name(member), made], NOWHERE), typedCatalog);
      expect([type, ok]).toEqual([type, false]);
      expect([type, fromJson(literal).expression]).toEqual([type, undefined]);
    }
  });

  it("a bigint is a number, not a string", () => {
    const literal = (type: "number" | "string", value: unknown) => makeLiteral(type, value as never, NOWHERE);
    const equals = (member: string, value: Expression) =>
      check(makeCall("eq", undefined, [name(member), value], NOWHERE), typedCatalog).ok;
    expect(equals("i", literal("number", 2n ** 60n))).toBe(true);
    expect(equals("s", literal("string", 2n ** 60n))).toBe(false);
  });
});

describe("keywords that become SQL come from fixed lists", () => {
  it("unknown strengths, types and functions fail the check", () => {
    const evil = "primary') --";
    expect(() => call("eq", [name("s"), string("x")], evil as Strength)).toThrow(TypeError);
    const comparison = makeCall("eq", evil as Strength, [name("s"), string("x")], NOWHERE);
    expect(check(comparison, typedCatalog).ok).toBe(false);
    const key = makeSortKey(name("s"), "ascending", evil as Strength, NOWHERE);
    expect(checkSortBy(makeSortBy([key], NOWHERE), typedCatalog).ok).toBe(false);
    expect(check(call("tamis_key", [name("s")]), typedCatalog).ok).toBe(false);
    const typed = makeLiteral("text) --" as "string", "x", NOWHERE);
    expect(check(makeCall("eq", undefined, [name("s"), typed], NOWHERE), typedCatalog).ok).toBe(false);
    expect(() => defineCatalog({ name: "x", members: { a: "text) --" as "string" } })).toThrow();
  });

  it("a keyword literal consists of letters, digits and hyphens", () => {
    for (const word of ["de'", "de--\n", "de;", "d e", 'd"', "de\0"])
      expect(() => keywordLiteral(word)).toThrow(TypeError);
  });

  it.each(COMPILABLE_DIALECTS)(
    "%s: a language tag that contains SQL is not part of a statement",
    (_name, { dialect, tableOf }) => {
      const filter = filterOf("and(eq($primary,s,'x'),eq(upCase(s),'X'))");
      const options = { catalog: typedCatalog, table: tableOf(typedCatalog), dialect };
      for (const locale of ["de'); DROP TABLE things;--", "de') --", "'"]) {
        let text = "";
        try {
          text = compileSql({ filter, limit: 1 }, { ...options, locale }).where.segments.join("?");
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
        expect(text).not.toMatch(/DROP|--/);
      }
    },
  );
});

const HOSTILE = [
  ...[
    'a"b',
    'a""b',
    "a`b",
    "a]b",
    "[a]",
    "a.b",
    "a--",
    "a/*b*/",
    "a'b",
    "a b",
    "a\\b",
    "a;b",
    "a%b",
    "a?b",
    "$1",
  ],
  ...[":x", "a\nb", "; DROP TABLE t;", "x".repeat(48)],
  ...words("@p é 😀 select from where order group table user null true t c j rowid __proto__ A constructor"),
];

describeEngines((engine) => {
  it.for(HOSTILE)("a column and a table may be named %s", async (odd, context) => {
    // Names in MariaDB are limited to the Basic Multilingual Plane.
    if (odd === "😀" && engine().dialect.name === "mariadb") return context.skip();
    const catalog = defineCatalog({
      // Names of tables in MariaDB have at most 64 characters, and the tests put a prefix of up to 20 before this one.
      name: `things ${odd}`.slice(0, 40),
      members: {
        id: "integer",
        one: { type: "string", property: odd },
        two: { type: "list", items: "string", property: `${odd.slice(0, 60)} 2` },
        three: { type: "object", members: { in: { type: "string", property: odd } } },
      },
      key: "id",
    });
    const rows = [
      { [odd]: "x", [`${odd.slice(0, 60)} 2`]: ["x", "y"], three: { [odd]: "x" } },
      { [odd]: "y", [`${odd.slice(0, 60)} 2`]: [], three: {} },
    ];
    await agree(engine(), {
      catalog,
      rows: rows.map((row) => Object.fromEntries(Object.entries(row))),
      filters: {
        "eq(one,'x')": [0],
        "eq(two,'y')": [0],
        "not(eq(two,'y'))": [1],
        "eq(three.in,'x')": [0],
        "isNull(three.in)": [1],
      },
      sortBys: ["one:descending", "three.in:identical"],
    });
    // mysql2 refuses to read a column of this name.
    if (odd === "__proto__" && engine().name.includes("mysql2")) return;
    const { source } = engine();
    const collection = sqlCollection({
      source,
      catalog,
      table: engine().tableOf(catalog),
      cursorKey: CURSOR_KEY,
    });
    const read = await throughPages(collection, { sortBy: sortByOf("one", catalog), limit: 1 });
    expect(read.map((row) => [row[odd], row["id"]])).toEqual([
      ["x", 0],
      ["y", 1],
    ]);
  });

  it.each(["x".repeat(64), "y".repeat(63)])("a column may be named %s", (long) =>
    agree(engine(), {
      catalog: defineCatalog({
        name: `long names ${long.length}`,
        members: { id: "integer", one: { type: "integer", property: long } },
        key: "id",
      }),
      rows: [{ [long]: 1 }, { [long]: 2 }, {}],
      filters: { "eq(one,1)": [0], "isNull(one)": [2] },
      sortBys: ["one:descending"],
    }),
  );

  it("a name with U+0000 is rejected", () => {
    expect(() => engine().dialect.quote("a\0b")).toThrow(TypeError);
  });

  it("a row rule is combined with the filter as a tree, so that no filter text can escape it", async () => {
    const claims = ["x') , eq('a','a", "x'", "a", "' or true"];
    const rows = storableRows(
      engine(),
      typedCatalog,
      claims.map((s, i) => ({ s, n: i })),
    );
    await engine().load(typedCatalog, rows);
    for (const [i, claim] of claims.entries()) {
      const rule = call("eq", [name("s"), string(claim)]);
      for (const text of ["true", "or(true,true)", "not(eq(s,'zzz'))", "ge(n,0)"]) {
        const ruled = call("and", [rule, parseFilter(text).expression!]);
        const filter = filterOf(ruled);
        const { disagreement } = await compareFilter(engine(), filter, rows, undefined);
        expect([claim, text, disagreement]).toEqual([claim, text, undefined]);
        const target = targetOf(engine(), typedCatalog, undefined);
        const { ids } = await selectWhere(engine(), compileWhere(filter, target).upper, target);
        expect([claim, text, ids]).toEqual([claim, text, [String(i)]]);
        expect(print(parseFilter(print(ruled)).expression!)).toBe(print(ruled));
      }
    }
    for (const text of ["true),or(true", "or(true,true)),or(true,true"])
      expect(parseFilter(text).expression).toBe(undefined);
  });

  it("pages at the start, at the end and beyond are correct", async () => {
    const rows = storableRows(
      engine(),
      typedCatalog,
      Array.from({ length: 25 }, (_, i) => ({ n: i % 4, s: "abc"[i % 3] })),
    );
    await engine().load(typedCatalog, rows);
    const filter = filterOf("ge(n,0)");
    const sortBy = sortByOf("n:descending");
    const starts = [0, 1, 24, 25, 26, 2 ** 31, 2 ** 32, 1e15, Number.MAX_SAFE_INTEGER];
    for (const start of starts) {
      for (const limit of [0, 1, 10, 25, 1000, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
        const { isExact, disagreement } = await comparePage(
          engine(),
          { filter, sortBy, start, limit },
          rows,
          undefined,
        );
        expect([start, limit, isExact, disagreement]).toEqual([start, limit, true, undefined]);
      }
    }
  });
});

describe.each(COMPILABLE_DIALECTS)("%s", (_name, { dialect, tableOf }) => {
  it("a start or limit that is not an integer is rejected", () => {
    const target = { catalog: typedCatalog, table: tableOf(typedCatalog), dialect };
    for (const odd of [-1, 1.5, NaN, Infinity, 1e18, 2 ** 53, "10" as unknown as number]) {
      expect(() => compileSql({ limit: odd }, target)).toThrow(TypeError);
      expect(() => compileSql({ limit: 10, start: odd }, target)).toThrow(TypeError);
    }
  });
});
