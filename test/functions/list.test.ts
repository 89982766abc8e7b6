import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileFilter } from "../../src/evaluator/compile-filter.ts";
import { FUNCTIONS, functionTable } from "../../src/functions/list.ts";
import { parseFilter } from "../../src/parser/parse.ts";

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

describe("the list of functions", () => {
  it("has a file for each, of its name", () => {
    const files = readdirSync(new URL("../../src/functions/", import.meta.url));
    for (const { name } of FUNCTIONS) expect(files).toContain(`${kebab(name)}.ts`);
  });

  it("has each name once, and finds no inherited one", () => {
    const table = functionTable();
    expect(table.size).toBe(FUNCTIONS.length);
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"])
      expect(table.get(name)).toBeUndefined();
  });

  it.each(FUNCTIONS.map((definition) => ({ ...definition })))(
    "says of $name what people and programs need",
    (definition) => {
      const { name, summary, nulls, examples, signatures } = definition;
      expect(summary).toMatch(/^[A-Z].*\.$/);
      expect(nulls).toMatch(/^[A-Z].*\.$/);
      expect(signatures.length).toBeGreaterThan(0);
      expect(examples.filter(({ expression }) => expression.includes(`${name}(`)).length).toBeGreaterThan(3);
      for (const { expression } of examples)
        expect(parseFilter(expression).expression, expression).toBeDefined();
    },
  );
});

describe("a function of null", () => {
  /** A call of each function with one argument that is not there, the others ordinary. */
  const CALLS: Record<string, readonly string[]> = {
    and: ["and(none,true)", "and(true,none)"],
    or: ["or(none,false)", "or(false,none)"],
    not: ["not(none)"],
    eq: ["eq(none,1)", "eq(1,none)", "eq(none,none)", "eq(1,1,none)"],
    ne: ["ne(none,1)", "ne(1,none)", "ne(none,none)"],
    lt: ["lt(none,1)", "lt(1,none)", "lt(1,2,none)"],
    le: ["le(none,1)", "le(1,none)", "le(none,none)"],
    gt: ["gt(none,1)", "gt(1,none)"],
    ge: ["ge(none,1)", "ge(1,none)", "ge(none,none)"],
    in: ["in(none,1,2)", "in(1,none,2)"],
    match: ["match(none,'.*')", "match(none,'.*','.*')"],
    matchAll: ["matchAll('.*',none)", "matchAll('.*','x',none)"],
    matchAny: ["matchAny('y',none)", "matchAny('y','x',none)"],
    contains: ["contains(none,'')", "contains('x',none)"],
    startsWith: ["startsWith(none,'')", "startsWith('x',none)"],
    endsWith: ["endsWith(none,'')", "endsWith('x',none)"],
    blank: ["blank(none)"],
    length: ["length(none)"],
    substr: ["substr(none,0)", "substr('x',none)", "substr('x',0,none)"],
    upCase: ["upCase(none)"],
    downCase: ["downCase(none)"],
  };
  const keeps = (text: string, row: unknown) => compileFilter(text).predicate!(row);

  it("has a case for every function but isNull", () => {
    expect(Object.keys(CALLS).sort()).toEqual(
      FUNCTIONS.map(({ name }) => name)
        .filter((name) => name !== "isNull")
        .sort(),
    );
  });

  it.each(Object.values(CALLS).flat())("is null, and neither true nor false: %s", (text) => {
    for (const row of [{}, { none: null }, { none: undefined }, { none: NaN }, { none: -Infinity }]) {
      expect(keeps(`isNull(${text})`, row)).toBe(true);
      expect(keeps(text, row)).toBe(false);
      expect(keeps(`not(${text})`, row)).toBe(false);
    }
  });

  it("is decided where another argument decides", () => {
    for (const [text, is] of [
      ["and(none,false)", false],
      ["or(none,true)", true],
      ["in(1,none,1)", true],
      ["lt(2,1,none)", false],
      ["eq(1,2,none)", false],
      ["matchAny('x',none,'x')", true],
      ["matchAll('x',none,'y')", false],
      ["isNull(none)", true],
    ] as const) {
      expect(keeps(text, {}), text).toBe(is);
      expect(keeps(`not(${text})`, {}), text).toBe(!is);
    }
  });
});
