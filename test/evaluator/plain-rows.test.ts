import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { check } from "../../src/checker/check.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { FUNCTIONS } from "../../src/functions/list.ts";
import { parseFilter } from "../../src/parser/parse.ts";

const compile = (text: string, rows: "any" | "plain", locale?: string) =>
  compilePredicate(check(parseFilter(text).expression!).filter!, {
    rows,
    ...(locale === undefined ? {} : { locale }),
  });

describe("a filter of plain rows", () => {
  it("keeps the same rows as the default filter, for every example", () => {
    for (const { examples, result } of FUNCTIONS) {
      for (const { expression, row, is, locale } of examples) {
        if (result !== "boolean") continue;
        const plain: unknown = JSON.parse(JSON.stringify(row));
        expect([expression, compile(expression, "plain", locale)(plain)]).toEqual([expression, is === true]);
      }
    }
  });

  it("keeps the same rows as the default filter, for a file of places", () => {
    const rows = readFileSync(new URL("../../examples/data/places.ndjson", import.meta.url), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    for (const text of [
      "eq(adm0name,'France')",
      "not(eq(adm1name,'Lazio'))",
      "and(gt(pop_max,1000000),lt(pop_max,5000000))",
      "or(startsWith(name,'S'),isNull(namealt),in(sov_a3,'FRA','DEU'))",
      "eq(boolean,true)",
      "gt(start,2021-01-01T00:00:00Z)",
    ]) {
      expect(rows.filter(compile(text, "plain")), text).toEqual(rows.filter(compile(text, "any")));
    }
  });

  it("does not read inherited properties", () => {
    for (const text of [
      "isNull(constructor)",
      "isNull(toString)",
      "isNull(a.constructor)",
      "isNull(__proto__)",
    ]) {
      expect(compile(text, "plain")({ a: {} }), text).toBe(true);
    }
    expect(compile("eq(constructor,'x')", "plain")({ constructor: "x" })).toBe(true);
    expect(compile("eq(constructor,'x')", "plain")({})).toBe(false);
  });

  it("accepts rows that are no objects", () => {
    for (const row of [null, undefined, 1, "x", true]) expect(compile("eq(a,1)", "plain")(row)).toBe(false);
  });
});

it("a getter counts as missing even if Object.prototype.value is polluted", () => {
  const row = Object.defineProperty({ b: 1 }, "a", { get: () => "x", enumerable: true });
  const test = compile("and(isNull(a),eq(b,1))", "any");
  const prototype = Object.prototype as { value?: unknown };
  try {
    prototype.value = "x";
    expect(test(row)).toBe(true);
  } finally {
    delete prototype.value;
  }
});
