import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromJson } from "../../../src/ast/json.ts";
import { toJson } from "../../../src/ast/to-json.ts";
import { defineCatalog } from "../../../src/catalog/define-catalog.ts";
import type { Catalog } from "../../../src/catalog/types.ts";
import { check } from "../../../src/checker/check.ts";
import { FILTER_SCHEMA_EXCEPTIONS, filterSchema } from "../../../src/checker/schema/filter-schema.ts";
import { clockFunctions, defineFunction, type FunctionDefinition } from "../../../src/functions/index.ts";
import { FUNCTIONS } from "../../../src/functions/list.ts";
import { parseFilter } from "../../../src/parser/parse.ts";
import { typedCatalog } from "../../properties/typed-catalog.ts";

const limitedCatalog = defineCatalog({
  name: "limited",
  members: {
    s: { type: "string", functions: ["eq", "in"] },
    n: "integer",
    hidden: { type: "string", filterable: false },
    d: "date",
    m: { type: "map", values: { type: "object", members: { k: "integer" } } },
    "m.x": { type: "map", values: "string" },
    "m.x.k": "boolean",
    deep: { type: "list", items: { type: "list", items: "string" } },
  },
  functions: ["eq", "in", "and", "not", "contains", "length", "isNull"],
});

/** Functions of a service: a condition and values, with all kinds of parameters and a role, and those of the clock. */
const ownFunctions = [
  ...clockFunctions({ now: "2026-01-31T12:00:00Z" }),
  defineFunction({
    name: "distance",
    summary: "The distance of two points on a line.",
    parameters: [
      { name: "a", type: "number" },
      { name: "b", type: "integer" },
    ],
    result: "number",
    evaluate: (a, b) => Math.abs(a - Number(b)),
  }),
  defineFunction({
    name: "isWeekend",
    summary: "True if the day is a Saturday or a Sunday.",
    parameters: [{ name: "day", type: "date" }],
    result: "boolean",
    evaluate: (day) => [0, 6].includes(new Date(day).getUTCDay()),
  }),
  defineFunction({
    name: "mentions",
    summary: "True if the string contains the other one, ignoring case and accents.",
    role: { kind: "search", search: "contains", strength: "primary" },
  }),
];

const validator = (catalog: Catalog, functions: readonly FunctionDefinition[] = []) =>
  new Ajv2020({ strictTypes: true, strictTuples: false }).compile(filterSchema(catalog, { functions }));

const exempt = new Set<string>(FILTER_SCHEMA_EXCEPTIONS.flatMap(({ codes }) => codes));

const LISTS = ["tags", "nums", "dts", "l.x", "l.n", "deep"];

/** Of the codes that also have other causes, only the exempt cause counts. */
function isExempt(code: string, json: unknown): boolean {
  if (code === "type-mismatch") return comparesListsAfterLiteral(json as Tree);
  return code !== "invalid-tree" && exempt.has(code);
}

interface Tree {
  readonly name?: string;
  readonly call?: string;
  readonly args?: readonly Tree[];
}

function comparesListsAfterLiteral({ args = [] }: Tree): boolean {
  const startsWithLiteral = args[0] !== undefined && args[0].name === undefined && args[0].call === undefined;
  const lists = args.filter(({ name }) => name !== undefined && LISTS.includes(name));
  return (startsWithLiteral && lists.length > 1) || args.some(comparesListsAfterLiteral);
}

/** Codes of the errors of a JSON filter. */
function errorsOf(
  json: unknown,
  catalog: Catalog,
  functions: readonly FunctionDefinition[] = [],
): readonly string[] {
  const { expression, diagnostics } = fromJson(json);
  if (expression === undefined) return diagnostics.map(({ code }) => code);
  const checked = check(expression, catalog, { mode: "strict", functions });
  return checked.ok
    ? []
    : checked.diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

const NAMES = [
  ...["s", "sp", "n", "i", "flag", "d", "t", "dt", "tags", "nums", "dts", "m", "m.k", "mi.key", "o", "o.x"],
  ...["o.dt", "l", "l.x", "l.n", "a.b", "p", "hidden", "nope", "m.x", "m.x.k", "m.y.k", "m.x.y", "deep", "a"],
];
const literals = fc.oneof(
  fc
    .constantFrom(
      "x",
      "",
      "a.*",
      "(",
      "s",
      "m.k",
      "o",
      "o.x",
      "hidden",
      "m.y.k",
      "é\u{1f600}",
      "a\0",
      "\ud800",
    )
    .map((string) => ({ string })),
  fc
    .constantFrom<number | string>(0, -1, 1.5, 2, 1e300, "9007199254740993", "-3", "01", "1e3")
    .map((number) => ({ number })),
  fc.boolean().map((boolean) => ({ boolean })),
  fc.constantFrom("2020-01-31", "2021-02-29", "2020-13-01", "0000-01-01", "13:45").map((date) => ({ date })),
  fc.constantFrom("13:45", "24:00", "24:01", "10:00:00.5+02:00", "25:00").map((time) => ({ time })),
  fc.constantFrom("2020-01-31T10:00Z", "2020-01-31", "2020-02-30T10:00").map((dateTime) => ({ dateTime })),
);
const own = [...ownFunctions, ...ownFunctions].map(({ name }) => name);
const callees = fc.constantFrom(...FUNCTIONS.map(({ name }) => name), ...own, "nope");

/** Trees whose names, types and numbers of arguments are right now and then. */
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", maxDepth: 4 },
    literals,
    fc.constantFrom(...NAMES).map((name) => ({ name })),
    fc.record(
      {
        call: callees,
        strength: fc.constantFrom("primary", "identical", "loud"),
        args: fc.array(tie("tree"), { minLength: 1, maxLength: 4 }),
      },
      { requiredKeys: ["call", "args"] },
    ),
  ),
}));

/** Calls of a function, most of them right: arguments of one type. */
const TYPED: Readonly<Record<string, readonly unknown[]>> = {
  string: [
    { name: "s" },
    { string: "s" },
    { string: "m.k" },
    { name: "l.x" },
    { name: "m.k" },
    { name: "tags" },
    { string: "x" },
    { string: "a.*" },
  ],
  number: [{ name: "n" }, { name: "i" }, { name: "nums" }, { number: 2 }, { number: "-3" }, { number: 1.5 }],
  dated: [{ name: "d" }, { name: "dt" }, { name: "dts" }, { date: "2020-01-31" }, { date: "2021-02-29" }],
  boolean: [{ name: "flag" }, { boolean: true }, { call: "isNull", args: [{ name: "m" }] }],
  mixed: [
    { name: "m" },
    { name: "deep" },
    { string: "x" },
    { string: "o.x" },
    { number: 0 },
    { name: "o" },
    { name: "s" },
  ],
};
const typedCalls = fc.constantFrom(...Object.keys(TYPED)).chain((type) =>
  fc.record({
    call: callees,
    args: fc.array(fc.constantFrom(...TYPED[type]!), { minLength: 1, maxLength: 4 }),
  }),
);
const conditions = fc.oneof(
  tree,
  typedCalls,
  fc.record({
    call: fc.constantFrom("and", "or", "not"),
    args: fc.array(typedCalls, { minLength: 1, maxLength: 3 }),
  }),
);

describe("the JSON Schema of filters", () => {
  it.each([
    ["a catalog", typedCatalog, []],
    ["a catalog with few functions", limitedCatalog, []],
    ["a catalog and functions of a service", typedCatalog, ownFunctions],
  ])("accepts what the strict check accepts, and nothing else: %s", (_, catalog, functions) => {
    const validate = validator(catalog, functions);
    const seen = new Set<string>();
    let valid = 0;
    fc.assert(
      fc.property(conditions, (json) => {
        const codes = errorsOf(json, catalog, functions);
        const isValid = validate(json);
        if (isValid && codes.length === 0) valid++;
        if (codes.length === 0) expect(isValid, JSON.stringify(json)).toBe(true);
        if (!isValid) return;
        for (const code of codes) seen.add(code);
        expect(
          codes.filter((code) => !isExempt(code, json)),
          JSON.stringify(json),
        ).toEqual([]);
      }),
      { numRuns: 6_000 },
    );
    console.log(
      `Filters of ${catalog.name}: ${valid} valid ones, exceptions met: ${[...seen].sort().join(", ")}`,
    );
    expect(valid).toBeGreaterThan(100);
  });

  it("lists the rules that it cannot express", () => {
    console.log(
      `A schema cannot express:\n${FILTER_SCHEMA_EXCEPTIONS.map(({ rule, codes }) => `- ${rule} (${codes.join(", ")})`).join("\n")}`,
    );
    const validate = validator(typedCatalog);
    const text = (length: number) => "\u{1f600}".repeat(length);
    const met = [
      { call: "eq", args: [{ name: "d" }, { date: "2021-02-29" }] },
      { call: "match", args: [{ name: "s" }, { string: "(" }] },
      { call: "match", args: [{ name: "s" }, { string: "(a{1000}){1000}" }] },
      { call: "match", args: [{ name: "s" }, { string: text(600) }] },
      { call: "eq", args: [{ name: "s" }, { string: text(2_100) }] },
      { call: "eq", args: [{ name: "n" }, { number: "9".repeat(309) }] },
      { call: "eq", args: [{ string: "x" }, { name: "tags" }, { name: "l.x" }] },
    ];
    for (const json of met) {
      expect(validate(json), JSON.stringify(json)).toBe(true);
      const codes = errorsOf(json, typedCatalog);
      expect(codes).not.toEqual([]);
      expect(codes.every((code) => exempt.has(code))).toBe(true);
    }
  });

  it("accepts calls of a service's own functions, with arguments of their types", () => {
    const validate = validator(typedCatalog, ownFunctions);
    const json = (text: string) => toJson(parseFilter(text).expression!);
    const cases = {
      "isWeekend(d)": true,
      "lt(distance(n,i),3)": true,
      "ge(dt,ago(7,'days'))": true,
      "mentions(s,'x')": true,
      "isWeekend(s)": false,
      "distance(n,i)": false,
      "isWeekend()": false,
      "lt(distance(n,i,n),3)": false,
      "mentions(s)": false,
    };
    const accepted = Object.keys(cases).map((text) => [text, validate(json(text))]);
    expect(Object.fromEntries(accepted)).toEqual(cases);
  });

  it("accepts filters as users write them, and refuses wrong names, types and functions", () => {
    const validate = validator(limitedCatalog);
    const json = (text: string) => toJson(parseFilter(text).expression!);
    for (const text of ["eq(s,'x')", "eq(m.x.k,true)", "eq(m.y.k,1)", "contains(m.x.y,'a')", "gt"]) {
      expect(validate(json(text)), text).toBe(text !== "gt");
    }
    for (const text of [
      "eq(hidden,'x')",
      "contains(s,'x')",
      "eq(n,'1')",
      "gt(n,1)",
      "eq(m.x.k,1)",
      "or(true,false)",
    ])
      expect(validate(json(text)), text).toBe(false);
  });
});
