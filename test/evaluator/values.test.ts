import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { compileFilter } from "../../src/evaluator/compile-filter.ts";

const catalog = defineCatalog({
  name: "rows",
  members: {
    text: "string",
    size: "integer",
    ratio: "number",
    flag: "boolean",
    day: "date",
    time: "time",
    at: "dateTime",
    tags: { type: "list", items: "string" },
    sizes: { type: "list", items: "integer" },
    owner: {
      type: "object",
      members: { city: "string", age: "integer", pets: { type: "list", items: "string" } },
    },
    members: {
      type: "list",
      items: { type: "object", members: { name: "string", roles: { type: "list", items: "string" } } },
    },
    labels: { type: "map", values: "string" },
    "file.size": "integer",
    renamed: { type: "string", property: "other name" },
  },
});
/** Truth of a condition; null if it is unknown. */
const truth = (text: string, row: unknown, typed = true) => {
  const options = typed ? { catalog } : {};
  const is = (filter: string) => {
    const { predicate, diagnostics } = compileFilter(filter, options);
    expect(diagnostics, filter).toEqual([]);
    return predicate!(row);
  };
  const [yes, no, unknown] = [is(text), is(`not(${text})`), is(`isNull(${text})`)];
  expect([yes, no, unknown].filter(Boolean), text).toHaveLength(1);
  return yes ? true : no ? false : null;
};

describe("a value that the declared type cannot read", () => {
  const WRONG: Record<string, readonly unknown[]> = {
    text: [5, true, ["x"], { a: 1 }, new Date(0), 5n],
    size: ["5", 1.5, true, [5], {}],
    ratio: ["1.5", true, [1.5], {}],
    flag: ["true", 1, 0, [true], {}],
    day: ["soon", "2020-02-30", "2020-01-01T00:00:00Z", 5, ["2020-01-01"], {}],
    time: ["25:00:00", "2020-01-01", 5, {}],
    at: ["soon", "2020-01-01", "12:00:00", 5, new Date(NaN), {}],
    tags: ["a", { 0: "a", length: 1 }, 5],
    labels: ["a", ["a"], 5],
    owner: ["a", ["a"], 5],
  };
  const LITERALS: Record<string, string> = {
    text: "'x'",
    size: "5",
    ratio: "1.5",
    flag: "true",
    day: "2020-01-01",
    time: "12:00:00",
    at: "2020-01-01T00:00:00Z",
    tags: "'a'",
  };

  it.each(Object.keys(WRONG))("counts as null: %s", (member) => {
    for (const value of WRONG[member]!) {
      const row = { [member]: value };
      expect(truth(`isNull(${member})`, row), String(value)).toBe(true);
      const literal = LITERALS[member];
      if (literal === undefined) continue;
      for (const callee of ["eq", "ne", "lt", "ge", "in"])
        expect(truth(`${callee}(${member},${literal})`, row), `${callee} ${String(value)}`).toBeNull();
      expect(truth(`eq(${member},${member})`.replace("eq(tags,tags)", "eq(tags,'a')"), row)).toBeNull();
    }
  });

  it("is skipped by comparisons and counted by length if it is an element of a list", () => {
    expect(truth("eq(sizes,5)", { sizes: ["5", 5.5, null, 5] })).toBe(true);
    expect(truth("eq(sizes,5)", { sizes: ["5", 5.5] })).toBe(false);
    expect(truth("ne(sizes,5)", { sizes: ["5"] })).toBe(true);
    expect(truth("eq(length(sizes),4)", { sizes: ["5", 5.5, null, 5] })).toBe(true);
  });

  it("does not include bigints, Dates and whole doubles", () => {
    expect(truth("eq(size,5)", { size: 5n })).toBe(true);
    expect(truth("eq(size,5)", { size: 5.0 })).toBe(true);
    expect(truth("eq(ratio,1.5)", { ratio: 1.5 })).toBe(true);
    expect(truth("eq(at,2020-01-01)", { at: new Date("2020-01-01") })).toBe(true);
    expect(truth("gt(at,2020-01-01)", { at: new Date("2020-01-01T00:00:00.001Z") })).toBe(true);
  });
});

describe("a Date object in a row", () => {
  it("compares with date and date-time literals, with a catalog and without", () => {
    for (const typed of [true, false]) {
      const row = { at: new Date("2020-01-01T12:00:00Z") };
      expect(truth("gt(at,2020-01-01)", row, typed)).toBe(true);
      expect(truth("eq(at,2020-01-01T13:00:00+01:00)", row, typed)).toBe(true);
      expect(truth("lt(at,2020-01-01)", row, typed)).toBe(false);
      expect(truth("isNull(at)", row, typed)).toBe(false);
    }
  });

  it("has no string form and is neither a map nor a list", () => {
    const row = { at: new Date(0) };
    expect(truth("contains(at,'1970')", row, false)).toBeNull();
    expect(truth("isNull(length(at))", row, false)).toBe(true);
    expect(truth("match(at,'.*','.*')", row, false)).toBeNull();
  });
});

describe("a path", () => {
  const row = {
    owner: { city: "Linz", age: 5, pets: ["cat", "dog"] },
    members: [{ name: "a", roles: ["x", "y"] }, { name: null }, {}, { name: "b", roles: ["z"] }],
    labels: { color: "red", "file.size": "big" },
    "file.size": 7,
    "other name": "yes",
    tags: [],
  };

  it.each<[string, boolean | null]>([
    ["eq(owner.city,'Linz')", true],
    ["eq(owner.pets,'dog')", true],
    ["eq(owner.pets,'cow')", false],
    ["eq(members.name,'b')", true],
    ["eq(members.name,'c')", false],
    ["eq(members.roles,'z')", true],
    ["eq(length(members.name),2)", true],
    ["eq(length(members.roles),3)", true],
    ["eq(labels.color,'red')", true],
    ["eq(labels.shade,'red')", null],
    ["eq(file.size,7)", true],
    ["eq(renamed,'yes')", true],
    ["isNull(tags)", false],
    ["eq(tags,'a')", false],
    ["ne(tags,'a')", true],
  ])("is resolved with a catalog: %s is %s", (text, is) => {
    expect(truth(text, row)).toBe(is);
  });

  it.each<[string, unknown]>([
    ["isNull(owner.city)", {}],
    ["isNull(owner.city)", { owner: null }],
    ["isNull(owner.city)", { owner: "Linz" }],
    ["isNull(owner.city)", { owner: {} }],
    ["isNull(members.name)", { members: [] }],
    ["isNull(members.name)", { members: [{}, null, "x"] }],
    ["isNull(members.name)", { members: [{ name: null }] }],
    ["isNull(file.size)", { file: { size: 7 } }],
    ["isNull(renamed)", { renamed: "yes" }],
  ])("has no value: %s for %o", (text, given) => {
    expect(truth(text, given)).toBe(true);
  });

  it("leads through objects, lists and nested lists without a catalog", () => {
    expect(truth("eq(a.b.c,1)", { a: { b: { c: 1 } } }, false)).toBe(true);
    expect(truth("eq(a.b.c,1)", { a: [{ b: [{ c: 2 }, { c: 1 }] }] }, false)).toBe(true);
    expect(truth("eq(a.b,1)", { a: [[{ b: 1 }]] }, false)).toBe(true);
    expect(truth("eq(a.b,1)", { "a.b": 1 }, false)).toBeNull();
    expect(truth("eq(a.length,1)", { a: ["x"] }, false)).toBeNull();
    expect(truth("eq(members.name,'b')", row, false)).toBe(true);
  });
});

describe("a list", () => {
  it.each<[string, unknown, boolean | null]>([
    ["eq(tags,'x')", ["w", "x"], true],
    ["ne(tags,'x')", ["w", "x"], false],
    ["lt(tags,'b')", ["c", "a"], true],
    ["gt(tags,'b')", ["a"], false],
    ["in(tags,'p','x')", ["w", "x"], true],
    ["contains(tags,'x')", ["xy"], false],
    ["startsWith(tags,'x')", ["w", "xy"], true],
    ["endsWith(tags,'y')", ["w", "xy"], true],
    ["match(tags,'x.')", ["w", "xy"], true],
    ["eq(tags,'x')", [], false],
    ["match(tags,'.*')", [], false],
    ["eq(tags,'x')", null, null],
    ["eq(tags,'x')", [null, "x"], true],
    ["eq('x',tags)", ["x"], true],
  ])("means some element: %s of %o is %s", (text, tags, is) => {
    expect(truth(text, { tags })).toBe(is);
    expect(truth(text, { tags }, false)).toBe(is);
  });

  it("compared with a list is unknown without a catalog", () => {
    expect(truth("eq(a,b)", { a: ["x"], b: ["x"] }, false)).toBeNull();
    expect(truth("eq(a,b)", { a: [], b: [] }, false)).toBeNull();
    expect(truth("eq(a,b)", { a: ["x"], b: "x" }, false)).toBe(true);
  });
});
