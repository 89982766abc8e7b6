import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { equalExpressions } from "../../src/ast/equals.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import { print } from "../../src/ast/print.ts";
import { query } from "../../src/builder/query.ts";
import { check } from "../../src/checker/check.ts";
import { compileFilter } from "../../src/evaluator/compile-filter.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { formatInstant, classifyTemporal } from "../../src/values/instant.ts";
import { dateTimeLiteral, instantOf } from "../../src/values/instant-like.ts";
import { temporalTypeOf } from "../../src/values/temporal-spelling.ts";
import { typedCatalog, typedRows } from "../properties/typed-catalog.ts";

const q = query(typedCatalog);
type B = Parameters<Extract<Parameters<(typeof q)["where"]>[0], (...args: never) => unknown>>[0];
type Build = (b: B) => Expression;

const sayable = fc
  .string({ unit: "grapheme", maxLength: 8 })
  .map((text) => text.replaceAll("\0", "").toWellFormed());
const strings = fc.constantFrom("s", "sp", "sc", "o.x", "l.x", "m.k", "tags", "ptags", "a.b");
const numbers = fc.constantFrom("n", "i", "nums", "o.n", "l.n", "mi.key");
const dated = fc.constantFrom("d", "dt", "dts", "o.dt");
const days = fc.constantFrom("2020-01-31", "2020-01-31T10:00:00Z", "0001-01-01");

/** Conditions that the compiler accepts. */
const leaves: fc.Arbitrary<Build> = fc.oneof(
  fc.tuple(strings, sayable).map(
    ([path, value]) =>
      (b: B) =>
        b.eq(path, value),
  ),
  fc.tuple(strings, sayable).map(
    ([path, value]) =>
      (b: B) =>
        b.$primary.contains(path, value),
  ),
  fc.tuple(strings, fc.array(sayable, { minLength: 1, maxLength: 4 })).map(
    ([path, values]) =>
      (b: B) =>
        b.in(path, ...values),
  ),
  fc.tuple(numbers, fc.integer(), fc.bigInt()).map(
    ([path, x, y]) =>
      (b: B) =>
        b.lt(path, x, y),
  ),
  fc.tuple(dated, days).map(
    ([path, day]) =>
      (b: B) =>
        b.ge(path, day),
  ),
  fc.tuple(dated, fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })).map(
    ([path, day]) =>
      (b: B) =>
        b.lt(path, day),
  ),
  fc.constant((b: B) => b.gt("t", "13:45")),
  fc.constant((b: B) => b.eq("d", b.ref("dt"))),
  fc.constant((b: B) => b.isNull("m")),
  fc.constant((b: B) => b.match("m", "k.*", "v.*")),
  fc.tuple(fc.integer(), fc.nat(9)).map(
    ([start, count]) =>
      (b: B) =>
        b.eq(b.substr("s", start, count), b.upCase("sc")),
  ),
  fc.constant((b: B) => b.and("flag")),
);
const { condition } = fc.letrec<{ condition: Build }>((tie) => ({
  condition: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaves,
    fc
      .array(tie("condition"), { maxLength: 3 })
      .map((parts) => (b: B) => b.and(false, ...parts.map((part) => part(b)))),
    fc
      .array(tie("condition"), { maxLength: 3 })
      .map((parts) => (b: B) => b.or(...parts.map((part) => part(b)), null)),
    tie("condition").map((part) => (b: B) => b.not(part(b))),
  ),
}));

describe("a built condition", () => {
  it("is the tree of its text, passes the strict check, and keeps the rows of its text", () => {
    fc.assert(
      fc.property(condition, fc.array(typedRows, { maxLength: 5 }), (build, rows) => {
        const tree = q.where(build).filter;
        const text = print(tree);
        const parsed = parseFilter(text, { mode: "strict" });
        expect(parsed.diagnostics, text).toEqual([]);
        expect(equalExpressions(parsed.expression!, tree), text).toBe(true);
        const checked = check(tree, typedCatalog, { mode: "strict" });
        expect(checked.diagnostics, text).toEqual([]);
        if (!checked.ok) return;
        const ours = compilePredicate(checked.filter);
        const theirs = compileFilter(text, { catalog: typedCatalog });
        for (const row of rows) expect(ours(row)).toBe(theirs.predicate?.(row));
      }),
      { numRuns: 500 },
    );
  });
});

describe("the small functions for dates that browsers load", () => {
  const digits = fc
    .array(fc.constantFrom(..."0123456789-:TZ.+ "), { maxLength: 12 })
    .map((all) => all.join(""));
  const near = fc
    .tuple(
      fc.constantFrom(
        "2020-02-29",
        "2021-02-29",
        "2020-13-01",
        "0000-01-01",
        "1900-02-29",
        "9999-12-31",
        "2020-04-31",
        "",
      ),
      fc.constantFrom("T", "", " ", "t"),
      fc.constantFrom(
        "00:00",
        "24:00",
        "24:00:00.000",
        "24:00:01",
        "23:59:60",
        "12:60",
        "12:30:15.123456789",
        "12:30:15.1234567890",
        "1:00",
        "",
      ),
      fc.constantFrom("", "Z", "+18:00", "-18:01", "+17:59", "+1:00", "-00:00", "+05:60", "z", "+05"),
    )
    .map((parts) => parts.join(""));

  it("agree with the fast ones", () => {
    fc.assert(
      fc.property(fc.oneof(near, digits), (text) => {
        expect(temporalTypeOf(text), text).toBe(classifyTemporal(text));
      }),
      { numRuns: 5_000 },
    );
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 19n), max: 10n ** 20n }),
        fc.constantFrom(1n, 1_000n, 1_000_000n, 1_000_000_000n),
        (n, unit) => {
          const given = { epochNanoseconds: n - (n % unit) };
          const instant = instantOf(given);
          expect(dateTimeLiteral(given)).toBe(instant && formatInstant(instant, "dateTime"));
        },
      ),
    );
  });
});
