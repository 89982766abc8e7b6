import { describe, expect, it } from "vitest";
import { compileFilter } from "../../src/evaluator/compile-filter.ts";

describe("the readers of members of plain rows", () => {
  it("serve any number of members", () => {
    const keeps = (text: string, row: unknown) => compileFilter(text, { rows: "plain" }).predicate!(row);
    for (let i = 0; i < 100; i++) {
      for (let other = 0; other < 100; other += 33) {
        expect(keeps(`eq(many${i},'x')`, { [`many${other}`]: "x" })).toBe(i === other);
        expect(keeps(`eq(many${i}.in,'x')`, { [`many${other}`]: { in: "x" } })).toBe(i === other);
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
