import { readFileSync } from "node:fs";
import fc from "fast-check";
import { check } from "../../../src/checker/check.ts";
import { parseFilter } from "../../../src/parser/parse.ts";
import { describe, expect, it } from "vitest";
import { readCatalog } from "../../../src/catalog/read-catalog.ts";
import { catalogFromRows } from "../../../src/catalog/rows/from-rows.ts";
import type { CatalogImport } from "../../../src/catalog/import-report.ts";
import { words } from "../../words.ts";

function read(rows: Iterable<unknown>, sample?: number) {
  const result = catalogFromRows(rows, { name: "rows", ...(sample === undefined ? {} : { sample }) });
  expect(result.problems).toEqual([]);
  return { definition: JSON.parse(JSON.stringify(result.catalog!.definition)), notes: result.notes };
}

/** The inferred definition of a member with these values, one per row. The rows have another member, too. */
function memberOf(values: readonly unknown[]): unknown {
  return read(values.map((m, i) => ({ m, other: i % 2 }))).definition.members.m;
}

function notesOf({ notes }: Pick<CatalogImport, "notes">): string[] {
  return notes.map(({ pointer, message }) => `${pointer}: ${message}`);
}

const never = { nullable: false };

describe("the type of a member", () => {
  it.each([
    [[true, false], { type: "boolean", ...never }],
    [[1, 2], { type: "integer", ...never }],
    [[1, 2n], { type: "integer", ...never }],
    [[1, 2.5], { type: "number", ...never }],
    [[1.5, 2n], { type: "number", ...never }],
    [["a", ""], { type: "string", ...never }],
    [["2020-01-31", "2020-02-29"], { type: "date", ...never }],
    [["13:45", "13:45:10.5+02:00"], { type: "time", ...never }],
    [["2020-01-31T13:45Z", "2020-01-31T13:45:10.123456789"], { type: "dateTime", ...never }],
    [["2020-01-31", "2020-02-30"], { type: "string", ...never }],
    [["2020-01-31", "2020-01-31T13:45Z"], { type: "string", ...never }],
    [["2020-01-31", "soon"], { type: "string", ...never }],
    [["2020-01-31", ""], { type: "string", evidence: { type: "date", more: 0, rows: 2 }, ...never }],
    [[1, null], "integer"],
    [[1, undefined], "integer"],
    [[1, NaN], "integer"],
    [[1.5, Infinity], "number"],
    [["2020-01-31", null], "date"],
    [[["a"], ["b", "c"], []], { type: "list", items: { type: "string", ...never }, ...never }],
    [[["a", null]], { type: "list", items: "string", ...never }],
    [[[1], [2.5]], { type: "list", items: { type: "number", ...never }, ...never }],
    [
      [[[1]], [[2], []]],
      { type: "list", items: { type: "list", items: { type: "integer", ...never }, ...never }, ...never },
    ],
    [
      [{ a: 1 }, { a: 2, b: "x" }],
      { type: "object", members: { a: { type: "integer", ...never }, b: "string" }, ...never },
    ],
    [
      [[{ a: 1 }], [{ a: null }, {}]],
      { type: "list", items: { type: "object", members: { a: "integer" }, ...never }, ...never },
    ],
  ])("of %o is %j", (values, definition) => {
    expect(memberOf(values)).toEqual(definition);
  });

  it("is the type of at least 90 % of the values; the others are noted", () => {
    const values = [...Array.from({ length: 9 }, (_, i) => i), "n/a"];
    const result = read(values.map((m) => ({ m, x: 1 })));
    expect(result.definition.members.m).toBe("integer");
    expect(notesOf(result)).toContain("/m: 1 of 10 values are not of type number. They are read as null.");
  });

  it("is undefined below that share: the member is left out", () => {
    const result = read([1, "a"].map((m) => ({ m, x: 1 })));
    expect(Object.keys(result.definition.members)).toEqual(["x"]);
    expect(notesOf(result)).toEqual([
      "/m: It has values of several types: 1 integer, 1 string. It is left out.",
    ]);
  });

  it("is undefined without values, with only empty lists, and for unsupported values", () => {
    const other = { c: () => 1, d: {}, e: Symbol("e"), f: new Uint8Array(4), g: [{}] };
    const result = read([{ a: null, b: [], ...other, x: 1 }]);
    expect(Object.keys(result.definition.members)).toEqual(["x"]);
    expect(result.notes.map(({ pointer }) => pointer)).toEqual(["/a", "/b", "/c", "/d", "/e", "/f", "/g/*"]);
  });
});

describe("inferred maps", () => {
  const labels = [{ env: "prod" }, { team: "a", zone: "1" }, { region: "eu" }, { cost: "9" }];

  it("are objects with many different keys and values of one scalar type", () => {
    expect(memberOf(labels)).toEqual({ type: "map", values: "string", ...never });
    const numbers = [{ a: 1 }, { b: 2 }, { c: 3 }, { d: 4.5 }];
    expect(memberOf(numbers)).toEqual({ type: "map", values: "number", ...never });
  });

  it("are not objects with equal keys, fewer than three objects, or values of several types", () => {
    expect(memberOf([labels[0], labels[0], labels[0], labels[0]])).toMatchObject({ type: "object" });
    expect(memberOf(labels.slice(0, 2))).toMatchObject({ type: "object" });
    expect(memberOf([{ a: 1 }, { b: "x" }, { c: 1 }, { d: 1 }])).toMatchObject({ type: "object" });
  });

  it("are objects with more keys than the limit; objects with values of several types are then left out", () => {
    const wide = (value: (i: number) => unknown) =>
      Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`k${i}`, value(i)]));
    expect(memberOf([wide((i) => i)])).toEqual({ type: "map", values: "integer", ...never });
    const mixed = read([{ m: wide((i) => (i % 2 ? i : "x")), x: 1 }]);
    expect(notesOf(mixed)).toEqual(["/m: Its objects have too many different properties. It is left out."]);
  });
});

describe("a nullable member", () => {
  it("is null or missing in some row", () => {
    const missing = { a: 2, b: null };
    const { members } = read([{ a: 1, b: 1, c: 1 }, missing]).definition;
    expect(members).toEqual({ a: { type: "integer", ...never }, b: "integer", c: "integer" });
  });

  it("is every member if only a sample was read", () => {
    const result = read([{ a: 1 }, { a: 2 }, { a: 3 }], 2);
    expect(result.definition.members).toEqual({ a: "integer" });
    expect(notesOf(result)).toEqual([": Only the first 2 rows were read. Later rows can differ."]);
    expect(read([{ a: 1 }, { a: 2 }], 2).definition.members).toEqual({ a: { type: "integer", ...never } });
  });

  it("reads no more rows than the sample size", () => {
    let given = 0;
    let closed = false;
    function* endless() {
      try {
        for (;;) yield { id: ++given };
      } finally {
        closed = true;
      }
    }
    read(endless(), 50);
    expect([given, closed]).toEqual([51, true]);
  });
});

describe("the inferred key", () => {
  const inferredKey = (rows: readonly object[]) => read(rows).definition.key as string | undefined;

  it.each([
    ["id", [], [1, 2]],
    ["id", [], [1n, 2]],
    ["reportId", ["name"], ["x", "y"]],
    ["id", ["fid"], ["a", "b"]],
    ["the-ID", ["row id"], ["a", "b"]],
  ])("is %s, also next to %j, with the distinct values %o", (key, others, values) => {
    const rows = values.map((value, i) => ({
      ...Object.fromEntries(others.map((other) => [other, i])),
      [key]: value,
    }));
    expect(inferredKey(rows)).toBe(key);
  });

  it("is the name of the member, not of the property", () => {
    expect(read([{ "my ID": 1 }]).definition).toMatchObject({
      key: "my_ID",
      members: { my_ID: { property: "my ID" } },
    });
  });

  it.each([
    ["has another name", [{ name: "a" }, { name: "b" }]],
    ["repeats a value", [{ id: 1 }, { id: 1 }]],
    ["repeats a value as a bigint", [{ id: 1 }, { id: 1n }]],
    ["is null somewhere", [{ id: 1 }, { id: null }]],
    ["is missing somewhere", [{ id: 1, x: 1 }, { x: 1 }]],
    ["is a fraction", [{ id: 1.5 }, { id: 2 }]],
    ["is a date", [{ id: "2020-01-01" }, { id: "2020-01-02" }]],
    ["has two types", [...Array.from({ length: 20 }, (_, id) => ({ id })), { id: "x" }]],
  ])("is not a member that %s", (_, rows) => {
    expect(inferredKey(rows)).toBeUndefined();
  });
});

describe("unusual rows", () => {
  const problemsOf = (rows: readonly unknown[], name = "a") => catalogFromRows(rows, { name }).problems;

  it("are read without calling getters or reading prototypes", () => {
    class Row {
      own = 1;
      get inherited(): number {
        throw new Error("called");
      }
      toJSON(): never {
        throw new Error("called");
      }
    }
    const row = Object.defineProperty(new Row(), "getter", {
      enumerable: true,
      get: () => expect.fail("called"),
    });
    const bare = Object.assign(Object.create(null) as object, { own: 2 });
    const { members } = read([row, bare, Object.freeze({ own: 3 })]).definition;
    expect(members).toEqual({ own: { type: "integer", ...never } });
  });

  it("can have properties __proto__, hasOwnProperty, then and toJSON", () => {
    const row: unknown = JSON.parse(
      '{"__proto__":{"a":1},"hasOwnProperty":1,"then":"x","toJSON":true,"constructor":2}',
    );
    const { catalog } = catalogFromRows([row], { name: "rows" });
    const names = words("__proto__ hasOwnProperty then toJSON constructor");
    expect([...catalog!.members.byName.keys()]).toEqual(names);
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  it("can have a property with an empty name", () => {
    const { definition } = read([{ "": 1, a: "x" }]);
    expect(definition.members).toMatchObject({ _: { type: "integer", property: "" } });
  });

  it("can have lists with holes", () => {
    const holes: unknown[] = [1];
    holes[3] = 2;
    expect(memberOf([holes])).toEqual({ type: "list", items: "integer", ...never });
  });

  it("that are not objects are left out; there must be another row", () => {
    expect(notesOf(read([1, null, "x", [1], { a: 1 }]))).toEqual([
      ": 4 rows are not objects. They are left out.",
    ]);
    const empty = { pointer: "", message: "There are no rows to infer members from." };
    expect(problemsOf([1])).toEqual([empty]);
    expect(problemsOf([])).toEqual([empty]);
    expect(problemsOf([{}])).toEqual([{ pointer: "", message: "No member has values of a single type." }]);
    const unnamed = { pointer: "/name", message: 'Expected a non-empty string, got "".' };
    expect(problemsOf([{ a: 1 }], "")).toEqual([unnamed]);
  });

  it("can contain themselves", () => {
    const row: Record<string, unknown> = { id: 1 };
    row["self"] = row;
    row["list"] = [row];
    expect(Object.keys(read([row]).definition.members)).toEqual(["id"]);
  });

  it("are read up to a limited number of values, depth and members", () => {
    let lists: unknown = 1;
    let objects: unknown = 1;
    for (let i = 0; i < 40; i++) {
      lists = [lists, lists];
      objects = { l: objects, r: objects };
    }
    let deep: unknown = 1;
    for (let i = 0; i < 50_000; i++) deep = { deep };
    for (const value of [lists, objects, deep]) expect(read([{ id: 1, value }]).definition.key).toBe("id");
    const wide = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`m${i}`, i]));
    expect(problemsOf([wide])).toEqual([{ pointer: "", message: "The rows have more than 10000 members." }]);
  });

  it("always lead to a catalog or a problem", () => {
    const row = fc.oneof(
      { weight: 4, arbitrary: fc.object({ withBigInt: true, withDate: true, withNullPrototype: true }) },
      fc.anything(),
    );
    let catalogs = 0;
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (rows) => {
        const { catalog, problems } = catalogFromRows(rows, { name: "rows" });
        expect(catalog === undefined).toBe(problems.length > 0);
        // The pointer is empty for problems of the rows. Other pointers would refer to an invalid inferred definition.
        for (const { pointer } of problems) expect(pointer).toBe("");
        if (catalog !== undefined) catalogs++;
      }),
      { numRuns: 300 },
    );
    expect(catalogs).toBeGreaterThan(100);
  });
});

describe("rows of real data sets", () => {
  const lines = (name: string) =>
    readFileSync(new URL(`./fixtures/${name}.ndjson`, import.meta.url), "utf8")
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));

  it("of countries have names, numbers and a key", () => {
    const { definition, notes } = read(lines("countries"));
    const [integer, string] = ["integer", "string"].map((type) => ({ type, ...never }));
    const members = { fid: integer, NAME_EL: string, POP_EST: integer };
    expect(definition).toMatchObject({ key: "fid", members });
    expect(Object.keys(definition.members)).toHaveLength(20);
    expect(notes).toHaveLength(1);
  });

  it("of places have dates, date-times and booleans, some of them missing", () => {
    expect(read(lines("places")).definition.members).toMatchObject({
      date: "date",
      start: "dateTime",
      end: "dateTime",
      boolean: "boolean",
      namealt: "string",
      pop_max: { type: "integer", ...never },
    });
  });
});

describe("evidence of a string member", () => {
  const evidenceOf = (values: readonly unknown[], numbers?: readonly number[]) =>
    catalogFromRows(
      values.map((value) => ({ value })),
      { name: "rows", ...(numbers === undefined ? {} : { numbers }) },
    ).catalog?.members.byName.get("value")?.evidence;
  const many = (count: number, value: (i: number) => unknown) =>
    Array.from({ length: count }, (_, i) => value(i));

  it("names the first value that is not a number, its row and the number of others", () => {
    const values = [...many(56, String), "twelve", ...many(40, String), "n/a", "1.5", ""];
    expect(evidenceOf(values)).toEqual({ type: "number", misfit: "twelve", row: 57, more: 1, rows: 100 });
    const last = { type: "integer", misfit: "x", row: 11, more: 0, rows: 11 };
    expect(evidenceOf([...many(10, String), "x"])).toEqual(last);
  });

  it("names no value if all look like another type, and counts no blank string", () => {
    const rows = [{ value: "10" }, { value: " " }, { value: "20" }];
    const { catalog } = catalogFromRows(rows, { name: "rows" });
    const evidence = { type: "integer", more: 0, rows: 3 };
    expect(catalog!.members.byName.get("value")!.evidence).toEqual(evidence);
    const { diagnostics } = check(parseFilter("gt(value,10)").expression!, catalog);
    const message = "The strings of value in 3 rows look like values of type integer.";
    expect(diagnostics[0]!.message).toContain(message);
  });

  it("names dates in other formats", () => {
    const [day, at] = ["05.01.2024", "2024-01-05 9:00:00"];
    expect(evidenceOf([day, "06.01.2024"])).toMatchObject({ type: "date", misfit: day, more: 1 });
    const evidence = { type: "dateTime", misfit: at, row: 1, more: 0 };
    expect(evidenceOf([at, "2024-01-06T13:00:00Z"])).toMatchObject(evidence);
  });

  it("needs more than half of the values", () => {
    expect(evidenceOf([...many(3, String), "x", "y"])?.misfit).toBe("x");
    expect(evidenceOf([...many(2, String), "x", "y"])).toBeUndefined();
    expect(evidenceOf(["a", "b"])).toBeUndefined();
    expect(evidenceOf(many(10, (i) => i))).toBeUndefined();
  });

  it("keeps at most 60 characters of a value", () => {
    const misfitOf = (length: number) =>
      evidenceOf([...many(10, String), "x".repeat(length)])?.misfit?.length;
    expect(misfitOf(60)).toBe(60);
    expect(misfitOf(61)).toBe(60);
    expect(evidenceOf([...many(10, String), `${"x".repeat(59)}😀`])?.misfit?.isWellFormed()).toBe(true);
  });

  it("has the given numbers of the rows", () => {
    expect(evidenceOf([...many(10, String), "x"], many(11, (i) => 7 * i + 1) as number[])?.row).toBe(71);
  });

  it("is part of a catalog document", () => {
    const { catalog } = catalogFromRows(
      [...many(10, String), "x"].map((value) => ({ value })),
      { name: "rows" },
    );
    const document: unknown = JSON.parse(JSON.stringify(catalog!.definition));
    expect(readCatalog(document).catalog?.members.byName.get("value")?.evidence?.misfit).toBe("x");
    const { problems } = readCatalog({ name: "rows", members: { n: { type: "integer", evidence: {} } } });
    const message = "A member of type integer cannot have evidence.";
    expect(problems.map((problem) => problem.message)).toContain(message);
  });

  it("appears in the message of an order comparison, which offers no quotes", () => {
    const { catalog } = catalogFromRows(
      [...many(20, String), "tw\u001belve", "x"].map((value) => ({ value })),
      { name: "rows", numbers: many(22, (i) => i + 1_000) as number[] },
    );
    const [found] = check(parseFilter("gt(value,10)").expression!, catalog).diagnostics;
    expect(found).toMatchObject({
      code: "type-mismatch",
      message:
        "value is a string, and 10 is an integer: they do not compare. value is a string because of 'tw<U+001B>elve' in row 1,020 and 1 more of 22 rows.",
      fixes: [],
      inferred: { member: "value", type: "integer" },
    });
    const [equal] = check(parseFilter("eq(value,10)").expression!, catalog).diagnostics;
    expect(equal!.fixes.map(({ title }) => title)).toEqual(["Write '10'"]);
    const [date] = check(parseFilter("gt(value,2024-01-01)").expression!, catalog).diagnostics;
    expect(date!.inferred).toBeUndefined();
  });
});
