import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { print } from "../../src/ast/print.ts";
import { compileFilter, compileSortBy } from "../../src/evaluator/compile-filter.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { conditions, orders, UNTYPED } from "./evaluable.ts";
import { NAMES, rows } from "./hostile-values.ts";

function keeps(text: string, row: unknown): boolean {
  const { predicate, diagnostics } = compileFilter(text);
  expect(diagnostics).toEqual([]);
  return predicate!(row);
}

describe("rows with code", () => {
  /** An object on which every access but that to own data properties is noticed. */
  function trapped(members: Record<string, unknown>): { row: object; calls: string[] } {
    const calls: string[] = [];
    const row = Object.create({
      get inherited() {
        calls.push("inherited");
        return "x";
      },
    }) as object;
    for (const key of ["getter", "toString", "valueOf", "toJSON", "then", "constructor"]) {
      Object.defineProperty(row, key, {
        enumerable: true,
        get: () => {
          calls.push(key);
          return "x";
        },
      });
    }
    for (const key of Object.keys(members))
      Object.defineProperty(row, key, { value: members[key], enumerable: true });
    return { row, calls };
  }

  it("no filter calls a getter or method of a row", () => {
    const names = [...NAMES, "getter", "inherited", "toString", "valueOf", "toJSON", "then"];
    const property = fc.property(
      conditions(UNTYPED),
      orders(UNTYPED),
      fc.constantFrom(...names),
      (condition, order, name) => {
        const inner = trapped({ x: "deep" });
        const { row, calls } = trapped({
          a: inner.row,
          b: [inner.row],
          o: inner.row,
          l: [inner.row, inner.row],
        });
        const { predicate } = compileFilter(print(condition));
        predicate?.(row);
        keeps(
          `or(isNull(${name}),eq(${name},'x'),contains(${name},'x'),match(${name},'x','y'),isNull(length(${name})))`,
          row,
        );
        compileSortBy(print(order)).comparator?.(row, inner.row);
        expect([...calls, ...inner.calls]).toEqual([]);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it("a property with a getter is missing", () => {
    const { row } = trapped({});
    expect(keeps("isNull(getter)", row)).toBe(true);
    expect(keeps("isNull(inherited)", row)).toBe(true);
  });

  it("own properties with the names of methods are ordinary members", () => {
    const row = JSON.parse(
      '{"__proto__":{"x":"own"},"then":1,"toJSON":"j","hasOwnProperty":"h","constructor":"c","length":7}',
    ) as object;
    expect(keeps("eq(__proto__.x,'own')", row)).toBe(true);
    expect(keeps("eq(then,1)", row)).toBe(true);
    expect(keeps("and(eq(toJSON,'j'),eq(hasOwnProperty,'h'),eq(constructor,'c'),eq(length,7))", row)).toBe(
      true,
    );
  });

  it("inherited properties are missing", () => {
    for (const name of [
      "__proto__",
      "constructor",
      "toString",
      "valueOf",
      "hasOwnProperty",
      "name.length",
      "name.constructor",
      "list.length",
      "__proto__.x",
    ]) {
      expect(keeps(`isNull(${name})`, { name: "text", list: ["a"] })).toBe(true);
    }
  });

  it("names of object methods are not functions", () => {
    for (const callee of ["constructor", "valueOf", "toString", "hasOwnProperty", "__proto__", "then"]) {
      const { diagnostics } = compileFilter(`${callee}(a)`);
      expect(diagnostics).toMatchObject([
        { code: "unknown-function", span: { start: 0, end: callee.length } },
      ]);
    }
  });

  it("rows without a prototype, frozen rows, instances, sparse lists and primitive rows are evaluated", () => {
    class Row {
      name = "x";
    }
    const bare = Object.assign(Object.create(null) as object, { name: "x" });
    for (const row of [bare, Object.freeze({ name: "x" }), new Row()])
      expect(keeps("eq(name,'x')", row)).toBe(true);
    const holes = { tags: Object.assign(new Array<string>(3), { 1: "x" }) };
    expect(keeps("and(eq(tags,'x'),eq(length(tags),3))", holes)).toBe(true);
    for (const row of [undefined, null, 1, "name", true, 5n, Symbol("s"), () => 1, [], [1]])
      expect(keeps("isNull(name)", row)).toBe(true);
  });

  it("a list with a changed length is read up to that length", () => {
    const tampered = { tags: ["x"] };
    tampered.tags.length = 1000;
    expect(keeps("eq(tags,'x')", tampered)).toBe(true);
    expect(keeps("ne(tags,'y')", tampered)).toBe(true);
  });
});

/** Names of options and of members that would be read through a prototype if anything was. */
const POLLUTION = [
  ...[
    "$where",
    "filter",
    "sortBy",
    "limit",
    "start",
    "maxDepth",
    "mode",
    "limits",
    "catalog",
    "locale",
    "functions",
    "parameters",
  ],
  ...[
    "text",
    "depth",
    "nodes",
    "sortKeys",
    "width",
    "indent",
    "entries",
    "characters",
    "a",
    "b",
    "c",
    "o",
    "l",
    "x",
    "name",
    "polluted",
    "strength",
    "rest",
    "optional",
    "minimum",
    "node",
    "problem",
    "payload",
    "pointer",
    "constant",
    "key",
  ],
];

describe("a polluted Object.prototype", () => {
  function polluted<T>(value: unknown, run: () => T): T {
    const before = POLLUTION.map(
      (key) => [key, Object.getOwnPropertyDescriptor(Object.prototype, key)] as const,
    );
    try {
      for (const key of POLLUTION) {
        Object.defineProperty(Object.prototype, key, {
          value,
          configurable: true,
          writable: true,
          enumerable: true,
        });
      }
      return run();
    } finally {
      for (const [key, descriptor] of before) {
        if (descriptor === undefined) Reflect.deleteProperty(Object.prototype, key);
        else Object.defineProperty(Object.prototype, key, descriptor);
      }
    }
  }

  function results(filter: string, sortBy: string, list: readonly unknown[]): unknown {
    const { predicate, diagnostics } = compileFilter(filter);
    const { comparator } = compileSortBy(sortBy);
    return {
      diagnostics: diagnostics.map(({ code, span }) => [code, span.start, span.end]),
      kept: list.map((row) => predicate?.(row)),
      signs: list.map((row) => Math.sign(comparator?.(row, list[0]) ?? 0)),
      prints: parseFilter(filter, {}).expression !== undefined,
      sorts: parseSortBy(sortBy, {}).expression !== undefined,
    };
  }

  it.each([
    ["a mode", "strict"],
    ["a strength", "primary"],
    ["a number", 0],
    ["an object", {}],
    ["true", true],
  ])("changes no result: every property is %s", (_, value) => {
    const property = fc.property(
      conditions(UNTYPED),
      orders(UNTYPED),
      fc.array(rows, { minLength: 2, maxLength: 3 }),
      (condition, order, list) => {
        const [filter, sortBy] = [print(condition), print(order)];
        const clean = results(filter, sortBy, list);
        expect(polluted(value, () => JSON.stringify(results(filter, sortBy, list)))).toBe(
          JSON.stringify(clean),
        );
      },
    );
    fc.assert(property, { numRuns: 150 });
  });

  it("lenient mode stays the default", () => {
    expect(polluted("strict", () => parseFilter("filter=eq(a,1)").expression !== undefined)).toBe(true);
    expect(polluted("strict", () => compileFilter("filter=and(eq(a,1))").ok)).toBe(true);
  });

  it("a frozen Object.prototype causes no error", () => {
    // Frozen for good in this process it would hinder other tests: each property is made read-only and then as it was.
    const descriptors = Object.getOwnPropertyDescriptors(Object.prototype) as Record<
      string,
      PropertyDescriptor
    >;
    const fixed = Object.keys(descriptors).filter((key) => descriptors[key]!.writable === true);
    try {
      for (const key of fixed) Object.defineProperty(Object.prototype, key, { writable: false });
      expect(
        keeps("and(eq(constructor,'c'),eq(toString,1))", { ["constructor"]: "c", ["toString"]: 1 }),
      ).toBe(true);
      expect(compileSortBy("constructor:descending").ok).toBe(true);
      expect(parseFilter("toString(valueOf)").expression).toMatchObject({ callee: "toString" });
    } finally {
      for (const key of fixed) Object.defineProperty(Object.prototype, key, { writable: true });
    }
  });
});
