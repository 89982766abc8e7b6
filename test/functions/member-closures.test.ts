import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { compileFilter } from "../../src/evaluator/compile-filter.ts";

describe("the readers of members of plain rows", () => {
  it("serve any number of members", () => {
    const keeps = (text: string, row: unknown) => compileFilter(text, { rows: "plain" }).predicate!(row);
    for (let i = 0; i < 100; i++) {
      for (let other = 0; other < 100; other += 33) {
        expect(keeps(`eq(many${i},'x')`, { [`many${other}`]: "x" })).toBe(i === other);
        expect(keeps(`eq(many${i}.in,'x')`, { [`many${other}`]: { in: "x" } })).toBe(i === other);
        expect(keeps(`isNull(many${i})`, { [`many${other}`]: "x" })).toBe(i !== other);
        expect(keeps(`eq(length(many${i}),1)`, { [`many${other}`]: "x" })).toBe(i === other);
        expect(keeps(`ne(many${i},'y')`, { [`many${other}`]: "x" })).toBe(i === other);
        expect(keeps(`eq(in.many${i},'x')`, { in: { [`many${other}`]: "x" } })).toBe(i === other);
      }
    }
  });

  it("accept any value as a row and in place of an object", () => {
    for (const filter of ["eq(a,1)", "eq(a.b,1)", "isNull(a.b)"]) {
      const { predicate } = compileFilter(filter, { rows: "plain" });
      for (const row of [null, undefined, 1, "x", true, {}, { a: null }, { a: "x" }, { a: [] }])
        expect(predicate!(row)).toBe(filter.startsWith("isNull"));
    }
    const { predicate } = compileFilter("eq(a.b,1)", { rows: "plain" });
    expect(predicate!({ a: [{ b: 2 }, null, { b: 1 }] })).toBe(true);
    expect(predicate!({ a: [{ b: 2 }] })).toBe(false);
  });
});

describe("an and or or of many tests", () => {
  const TESTS = [
    "eq(a,'x')",
    "startsWith(a,'x')",
    "in(b,'x','y')",
    "gt(size,1)",
    "or(lt(size,0),gt(size,2))",
    "contains(tags,'x')",
    "eq(o.a,'x')",
    "lt(o.size,2)",
    "match(b,'x.*')",
    "not(eq(a,'y'))",
    "eq(a,b)",
    "ge(at,2020-01-02T00:00:00Z)",
    "isNull(missing)",
    "ne(tags,'x')",
    "not(contains(tags,'x'))",
    "not(gt(size,1))",
    "not(in(b,'x','y'))",
    "not(startsWith(o.a,'x'))",
    "not(or(eq(a,'y'),in(size,3,4)))",
    "not(and(eq(a,'x'),gt(size,0)))",
  ];
  const ROWS: readonly object[] = [
    {},
    { a: "x", b: "x", size: 1.5, tags: ["x"], o: { a: "x", size: 1 }, at: "2020-01-02T00:00:00.000Z" },
    {
      a: "xy",
      b: "y",
      size: 3,
      tags: "axe",
      o: [{ a: "y" }, { a: "x", size: 1 }],
      at: "2020-01-01 24:00:00Z",
    },
    { a: "y", b: "xx", size: -1, tags: ["axe"], o: { a: "y", size: 2 }, at: "2020-01-01T23:59:59.999Z" },
    { a: ["x", "y"], b: null, size: Infinity, tags: 1, o: null, at: new Date(0), missing: 1 },
    { a: 1, b: true, size: 4n, tags: { x: 1 }, o: "x", at: "2020-01-02 00:00:00.000Z" },
  ];

  it.each(["any", "plain"] as const)("is equivalent to the separate tests, for %s rows", (rows) => {
    const compile = (text: string) => compileFilter(text, { rows }).predicate!;
    const separate = new Map(TESTS.map((text) => [text, compile(text)]));
    for (const count of [1, 2, 3, 4, 7, 8, 9, 20, 40]) {
      for (let first = 0; first < TESTS.length; first++) {
        const some = Array.from({ length: count }, (_, i) => TESTS[(first + i * 5) % TESTS.length]!);
        const [and, or] = ["and", "or"].map((name) =>
          compile(count === 1 ? some[0]! : `${name}(${some.join()})`),
        );
        for (const row of ROWS) {
          const each = some.map((text) => separate.get(text)!(row));
          if (and!(row) !== each.every(Boolean)) expect.fail(`and(${some.join()}) of ${inspect(row)}`);
          if (or!(row) !== each.some(Boolean)) expect.fail(`or(${some.join()}) of ${inspect(row)}`);
        }
      }
    }
  });

  it("stops at the first test that decides", () => {
    const read: string[] = [];
    const row = new Proxy<Record<string, unknown>>(
      { a: "x", b: "y", size: 1 },
      {
        getOwnPropertyDescriptor: (target, key) => {
          read.push(String(key));
          return Reflect.getOwnPropertyDescriptor(target, key);
        },
      },
    );
    const reads = (text: string) => {
      read.length = 0;
      compileFilter(text).predicate!(row);
      return read.join();
    };
    expect(reads("and(eq(a,'x'),eq(b,'x'),gt(size,0))")).toBe("a,b");
    expect(reads("or(eq(a,'z'),eq(b,'y'),gt(size,0))")).toBe("a,b");
    expect(reads("and(not(eq(a,'z')),eq(b,'x'),gt(size,0))")).toBe("a,b");
    expect(reads("contains(a,'x')")).toBe("a");
  });
});

describe("merged tests of one member", () => {
  const keeps = (text: string, row: unknown) => compileFilter(text).predicate!(row);
  const NUMBERS = [
    0,
    -0,
    1,
    2,
    3,
    2.5,
    -1,
    1e308,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    Infinity,
    -Infinity,
    NaN,
  ];
  const LITERALS = [
    "0",
    "1",
    "2",
    "2.5",
    "-1",
    "1.7976931348623157e308",
    "-1.7976931348623157e308",
    "5e-324",
  ];
  const RELATIONS = ["eq", "lt", "le", "gt", "ge"];

  it("are equivalent to the separate tests", () => {
    const values: unknown[] = [...NUMBERS, 1n, 2n, "1", null, undefined, [], [1, 3], [0, null, 2.5], true];
    for (const a of RELATIONS.flatMap((name) => LITERALS.map((n) => `${name}(m,${n})`))) {
      for (const b of RELATIONS.flatMap((name) => ["0", "2", "-1", "2.5"].map((n) => `${name}(m,${n})`))) {
        const [first, second, both, either] = [a, b, `and(${a},${b})`, `or(${a},${b})`].map(
          (text) => compileFilter(text).predicate!,
        );
        for (const m of values) {
          if (both!({ m }) !== (first!({ m }) && second!({ m })))
            expect.fail(`and(${a},${b}) of ${String(m)}`);
          if (either!({ m }) !== (first!({ m }) || second!({ m })))
            expect.fail(`or(${a},${b}) of ${String(m)}`);
        }
      }
    }
  });

  it("can be passed by different elements of a list", () => {
    expect(keeps("and(ge(m,3),lt(m,2))", { m: [1, 9] })).toBe(true);
    expect(keeps("and(ge(m,3),lt(m,2))", { m: [2] })).toBe(false);
    const period = "and(ge(t,2024-03-01T00:00:00Z),lt(t,2024-04-01T00:00:00Z))";
    expect(keeps(period, { t: ["2024-01-01T00:00:00.000Z", "2024-05-01T00:00:00.000Z"] })).toBe(true);
    expect(keeps(period, { t: "2024-02-29T24:00:00.000Z" })).toBe(true);
    expect(keeps(period, { t: "2024-03-31T24:00:00.000Z" })).toBe(false);
    expect(keeps(period, { t: "2024-03-31T23:59:59.999Z" })).toBe(true);
  });
});
