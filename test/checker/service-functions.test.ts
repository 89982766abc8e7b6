import { describe, expect, it } from "vitest";
import { check } from "../../src/checker/check.ts";
import { compileFilter } from "../../src/evaluator/compile-filter.ts";
import { defineFunction } from "../../src/functions/factories/define-function.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { CATALOG } from "./documents-catalog.ts";

/** `*` matches any characters. Without a regular expression, as a service might write it. */
function wildcard(text: string, pattern: string): boolean {
  const parts = pattern.split("*");
  let at = 0;
  for (const [i, part] of parts.entries()) {
    const found = i === parts.length - 1 && i > 0 ? text.lastIndexOf(part) : text.indexOf(part, at);
    if (found < at || (i === 0 && found !== 0)) return false;
    at = found + part.length;
  }
  return parts.length > 1 ? parts.at(-1) === "" || at === text.length : at === text.length;
}

const calls: unknown[][] = [];
const like = defineFunction({
  name: "like",
  summary: "True if the text matches, * standing for any text.",
  parameters: [
    { name: "e", type: "string" },
    { name: "pattern", type: "string" },
  ],
  result: "boolean",
  evaluate: (text, pattern) => {
    calls.push([text, pattern]);
    return wildcard(text, pattern);
  },
});

const half = defineFunction({
  name: "half",
  summary: "Half of a whole number, if that is whole.",
  parameters: [{ name: "n", type: "integer" }],
  result: "integer",
  evaluate: (n) => (Number(n) % 2 === 0 ? Number(n) / 2 : null),
});

const keeps = (text: string, row: unknown, catalog?: typeof CATALOG) => {
  const compiled = compileFilter(text, {
    functions: [like, half],
    ...(catalog === undefined ? {} : { catalog }),
  });
  expect(compiled.diagnostics, text).toEqual([]);
  return compiled.predicate!(row);
};

describe("a function of a service", () => {
  it("is available only in checks that receive it", () => {
    const { expression } = parseFilter("like(name,'sales*')");
    expect(check(expression!, CATALOG, { functions: [like] }).ok).toBe(true);
    expect(check(expression!, CATALOG).diagnostics.map(({ code }) => code)).toEqual(["unknown-function"]);
    expect(
      check(parseFilter("lik(name,'a')").expression!, CATALOG, { functions: [like] }).diagnostics[0]!.message,
    ).toContain("like");
  });

  it("evaluates like(name,'sales*')", () => {
    expect(keeps("like(name,'sales*')", { name: "sales-2024" }, CATALOG)).toBe(true);
    expect(keeps("like(name,'sales*')", { name: "resales" }, CATALOG)).toBe(false);
    expect(keeps("like(name,'*24')", { name: "sales-2024" })).toBe(true);
    expect(keeps("and(like(name,'a*'),not(like(name,'*b')))", { name: "abc" })).toBe(true);
  });

  it("is not called for a null argument: its result is null", () => {
    calls.length = 0;
    expect(keeps("like(name,'a*')", {})).toBe(false);
    expect(keeps("not(like(name,'a*'))", {})).toBe(false);
    expect(keeps("isNull(like(name,'a*'))", { name: null })).toBe(true);
    expect(calls).toEqual([]);
  });

  it("is not called for a value of another type: its result is null", () => {
    calls.length = 0;
    for (const value of [5, true, ["a"], { a: 1 }, new Date(0), 5n]) {
      expect(keeps("like(name,'a*')", { name: value })).toBe(false);
      expect(keeps("isNull(like(name,'a*'))", { name: value })).toBe(true);
    }
    expect(calls).toEqual([]);
  });

  it("is called only with numbers of its declared type", () => {
    expect(keeps("eq(half(size),2)", { size: 4 })).toBe(true);
    expect(keeps("eq(half(size),2)", { size: 4n })).toBe(true);
    expect(keeps("isNull(half(size))", { size: 4.5 })).toBe(true);
    expect(keeps("isNull(half(size))", { size: 3 })).toBe(true);
    expect(keeps("isNull(half(size))", { size: "4" })).toBe(true);
  });

  it("has its arguments checked against the declared types", () => {
    const codes = (text: string) =>
      check(parseFilter(text).expression!, CATALOG, { functions: [like, half] }).diagnostics.map(
        ({ code }) => code,
      );
    expect(codes("like(size,'a')")).toEqual(["type-mismatch"]);
    expect(codes("like(name)")).toEqual(["wrong-argument-count"]);
    expect(codes("like(name,'a','b')")).toEqual(["wrong-argument-count"]);
    expect(codes("eq(half(1.5),1)")).toEqual(["not-an-integer"]);
    expect(codes("like($primary,name,'a')")).toEqual(["strength-not-allowed"]);
    expect(codes("half(size)")).toEqual(["not-a-condition"]);
    expect(codes("like(name,sales)")).toEqual(["unquoted-string"]);
    expect(codes("like('name','sales')")).toEqual(["quoted-member"]);
  });

  it("cannot have the name of another function", () => {
    const eq = defineFunction({
      name: "eq",
      summary: "No.",
      parameters: [],
      result: "boolean",
      evaluate: () => true,
    });
    expect(() => check(parseFilter("true").expression!, undefined, { functions: [eq] })).toThrow(
      `Two functions have the name "eq"`,
    );
    expect(() => check(parseFilter("true").expression!, undefined, { functions: [like, like] })).toThrow(
      `Two functions have the name "like"`,
    );
  });

  it("must have an implementation, and types of the language", () => {
    const parameters = [{ name: "a", type: "number" }] as const;
    const valid = {
      name: "f",
      summary: "No.",
      parameters,
      result: "number",
      evaluate: (a: number) => a,
    } as const;
    expect(() => defineFunction({ ...valid, evaluate: undefined as never })).toThrow(
      "evaluate must be a function, got undefined",
    );
    const wrong = { ...valid, parameters: [{ name: "a", type: "int" }] as never };
    expect(() => defineFunction(wrong)).toThrow(/^type of a value must be one of boolean, .*, got "int"$/);
    expect(() => defineFunction({ ...valid, result: "list" } as never)).toThrow('got "list"');
  });

  it("must have a valid name", () => {
    for (const name of ["", "a.b", "1a", "a b", "true", "a(", "$a"]) {
      expect(
        () =>
          defineFunction({ name, summary: "No.", parameters: [], result: "boolean", evaluate: () => true }),
        name,
      ).toThrow(TypeError);
    }
  });
});
