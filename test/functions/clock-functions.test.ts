import { describe, expect, it } from "vitest";
import { print } from "../../src/ast/print.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { createCollection } from "../../src/engine/store/collections/create-collection.ts";
import type { FilterContext } from "../../src/engine/store/filter/row-test.ts";
import { orderId } from "../../src/engine/store/order/order-state.ts";
import { compileFilter } from "../../src/evaluator/compile-filter.ts";
import { explain } from "../../src/evaluator/explain.ts";
import { applyFixes } from "../../src/diagnostics/diagnostic.ts";
import type { FunctionDefinition } from "../../src/functions/definition/types.ts";
import { clockFunctions } from "../../src/functions/factories/clock-functions.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";
import { encodeQuery } from "../../src/url/encode-query.ts";

const catalog = defineCatalog({
  name: "events",
  members: { id: { type: "integer", nullable: false }, name: "string", at: "dateTime", day: "date" },
  key: "id",
});
// Half an hour before midnight in UTC: the next day has begun in Berlin. The night after this one begins summer time.
const NOW = "2026-03-28T23:30:00.250Z";
const functions = clockFunctions({ now: NOW });
const system = clockFunctions({ now: NOW, timeZone: "system" });
const berlin = clockFunctions({ now: NOW, timeZone: "Europe/Berlin" });

function valueOf(text: string, added = functions): unknown {
  const { filter } = check(parseFilter(`isNull(${text})`).expression!, undefined, { functions: added });
  return explain(filter!, {}).tree.children[0]!.value;
}

describe("the clock functions", () => {
  it.each([
    ["now()", NOW],
    ["today()", "2026-03-28"],
    ["ago(0,'days')", NOW],
    ["ago(90,'seconds')", "2026-03-28T23:28:30.250Z"],
    ["ago(1,'minute')", "2026-03-28T23:29:00.250Z"],
    ["ago(2,'hours')", "2026-03-28T21:30:00.250Z"],
    ["ago(7,'days')", "2026-03-21T23:30:00.250Z"],
    ["ago(1,'week')", "2026-03-21T23:30:00.250Z"],
    ["ago(1,'months')", "2026-02-28T23:30:00.250Z"],
    ["ago(2,'years')", "2024-03-28T23:30:00.250Z"],
    ["ago(-1,'days')", "2026-03-29T23:30:00.250Z"],
  ])("%s is %s in UTC", (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it.each([
    ["today()", "2026-03-29"],
    // The day that ends has 23 hours: the same time of day is 23 hours later.
    ["ago(-1,'days')", "2026-03-29T22:30:00.250Z"],
    ["ago(-24,'hours')", "2026-03-29T23:30:00.250Z"],
    // 29 March, 00:30 in Berlin. February has no such day.
    ["ago(1,'months')", "2026-02-27T23:30:00.250Z"],
  ])("%s is %s in Berlin", (text, value) => {
    expect(valueOf(text, berlin)).toBe(value);
  });

  it("have days in the time zone of the computer if it is system", () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const local = clockFunctions({ now: NOW, timeZone });
    for (const text of ["today()", "ago(1,'days')"]) expect(valueOf(text, system)).toBe(valueOf(text, local));
  });

  it("accept a Date, and a date-time of another zone", () => {
    expect(valueOf("now()", clockFunctions({ now: new Date(0) }))).toBe("1970-01-01T00:00:00.000Z");
    expect(valueOf("now()", clockFunctions({ now: "2026-01-31T01:00:00+02:00" }))).toBe(
      "2026-01-30T23:00:00.000Z",
    );
  });

  it("return the time of their creation without an option, in each call", async () => {
    const before = Date.now();
    const added = clockFunctions();
    const after = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const first = Date.parse(String(valueOf("now()", added)));
    expect(first).toBeGreaterThanOrEqual(before);
    expect(first).toBeLessThanOrEqual(after);
    expect(Date.parse(String(valueOf("now()", added)))).toBe(first);
  });

  it.each([
    [{ now: "yesterday" }, /^now must be a Date or a date-time/],
    [{ now: "2026-01-31" }, /^now must be a Date or a date-time/],
    [{ now: new Date(NaN) }, /^now must be a Date or a date-time/],
    [{ now: new Date(8.64e15) }, /^now must be a Date or a date-time/],
    [{ timeZone: "Berlin" }, /^timeZone must be an IANA time zone such as Europe\/Berlin, got "Berlin"/],
  ])("reject the options %o", (options, message) => {
    expect(() => clockFunctions(options)).toThrow(message);
  });
});

describe("a filter with a clock function", () => {
  const rows = [
    { id: 1, name: "old", at: "2026-03-20T00:00:00Z", day: "2026-03-20" },
    { id: 2, name: "recent", at: "2026-03-27T12:00:00Z", day: "2026-03-28" },
    { id: 3, name: "next", at: "2026-03-29T00:00:00Z", day: "2026-03-29" },
    { id: 4, name: "unknown" },
  ];
  const cases = [
    ["ge(at,ago(7,'days'))", [2, 3]],
    ["gt(at,now())", [3]],
    ["lt(at,now())", [1, 2]],
    ["eq(day,today())", [2]],
    ["in(day,today(),2026-03-20)", [1, 2]],
    ["or(eq(day,today()),eq(day,2026-03-20))", [1, 2]],
    ["lt(ago(1,'weeks'),at,now())", [2]],
    ["not(ge(at,ago(7,'days')))", [1]],
    ["lt(ago(7,'days'),now())", [1, 2, 3, 4]],
  ] as const;

  it.each(cases)("%s selects the same rows by rows, by columns and without a catalog", (text, ids) => {
    const compiled = compileFilter(text, { catalog, functions });
    expect(rows.filter(compiled.predicate!).map(({ id }) => id)).toEqual(ids);
    const collection = createCollection<Record<string, unknown>>(rows, { catalog });
    const page = collection.page({ filter: compiled.filter!, sortBy: undefined });
    expect(page.items.map(({ id }) => id)).toEqual(ids);
    const untyped = compileFilter(text, { functions });
    expect(rows.filter(untyped.predicate!).map(({ id }) => id)).toEqual(ids);
  });

  it("is printed, and encoded in URLs, as the user wrote it", () => {
    const text = "and(ge(at,ago(7,'days')),eq(day,today()))";
    const { filter } = check(parseFilter(text).expression!, catalog, { functions });
    expect(print(filter!.expression)).toBe(text);
    const { query } = decodeQuery(`filter=${text}`, { catalog, functions });
    expect(encodeQuery(query!)).toBe(`filter=${text}`);
    expect(print(query!.checkedFilter.expression)).toBe(text);
  });

  it("is explained with the values of the calls", () => {
    const { filter } = check(parseFilter("ge(at,ago(7,'days'))").expression!, catalog, { functions });
    const { tree, kept } = explain(filter!, rows[0]!);
    expect(kept).toBe(false);
    expect(tree.text).toBe("ge(at,ago(7,'days'))");
    expect(tree.children.map(({ text, value }) => [text, value])).toEqual([
      ["at", "2026-03-20T00:00:00Z"],
      ["ago(7,'days')", "2026-03-21T23:30:00.250Z"],
    ]);
  });

  it("uses the index of a column like a literal", () => {
    const collection = createCollection<Record<string, unknown>>(rows, { catalog });
    const plan = (text: string) => {
      const { filter } = check(parseFilter(text).expression!, catalog, { functions });
      return collection
        .explain({ filter: filter! })
        .filter.map(({ by, cost, rows: found }) => [by, cost, found]);
    };
    expect(plan("ge(at,ago(7,'days'))")).toEqual(plan("ge(at,2026-03-21T23:30:00.250Z)"));
  });

  it("shares sorted indexes with requests of other instants, unless a key calls the clock", () => {
    const idOf = (text: string, added: readonly FunctionDefinition[]) => {
      const { sortBy } = checkSortBy(parseSortBy(text).expression!, catalog, { functions: added });
      return orderId(sortBy!, { locale: undefined } as FilterContext);
    };
    for (const text of ["name,at", "upCase(name)"]) {
      expect(idOf(text, clockFunctions())).toBe(idOf(text, []));
      expect(idOf(text, clockFunctions())).toBe(idOf(text, clockFunctions()));
    }
    expect(idOf("now()", functions)).not.toBe(idOf("now()", berlin));
  });
});

describe("the checker", () => {
  const messages = (text: string, added = functions) =>
    check(parseFilter(text).expression!, catalog, { functions: added }).diagnostics.map(
      ({ code, message, fixes }) => ({ code, message, fixes: fixes.map(({ title }) => title) }),
    );

  it("explains calls without the functions", () => {
    for (const text of ["gt(at,now())", "gt(at,NOW())", "gt(at,getdate())"]) {
      const [found, ...others] = messages(text, []);
      expect(others).toEqual([]);
      expect(found!.message).toMatch(
        /^There is no function \w+ here: this service does not offer now\(\), today\(\) and ago\(…\)\. Write a date-time, such as 2026-01-31T12:00:00Z\.$/,
      );
      expect(found!.fixes).toEqual([]);
    }
    expect(messages("eq(day,today())", [])[0]!.message).toMatch(/Write a date, such as 2026-01-31\.$/);
    expect(messages("ge(at,ago(7,'days'))", [])).toHaveLength(1);
  });

  it("offers now() for its names in other languages", () => {
    expect(messages("gt(at,getdate())")[0]!.fixes).toEqual(["Write now"]);
    expect(messages("eq(day,CURRENT_DATE())")[0]!.fixes).toEqual(["Write today"]);
  });

  it("compares their types", () => {
    expect(messages("gt(name,now())")[0]!.code).toBe("type-mismatch");
    expect(messages("gt(day,now())")).toEqual([]);
    expect(messages("now()")[0]!.code).toBe("not-a-condition");
  });

  it.each([
    ["gt(at,ago(7,'dayz'))", ["Write 'days'"]],
    ["gt(at,ago(7,'m'))", ["Write 'minutes'", "Write 'months'"]],
    ["gt(at,ago(7,'fortnights'))", []],
    ["gt(at,ago(id,'days'))", []],
    ["gt(at,ago(99999,'years'))", []],
    ["gt(at,ago(1e300,'years'))", []],
  ])("rejects the arguments of %s", (text, fixes) => {
    expect(messages(text)).toMatchObject([{ code: "invalid-argument", fixes }]);
  });

  it("reads a unit without quotes as a string", () => {
    expect(messages("gt(at,ago(7,days))")).toMatchObject([{ code: "unquoted-string" }]);
    const { diagnostics } = check(parseFilter("gt(at,ago(7,days))").expression!, undefined, { functions });
    expect(diagnostics).toMatchObject([{ code: "invalid-argument", fixes: [{ title: "Write 'days'" }] }]);
  });

  it("reports a wrong type of an argument once", () => {
    expect(messages("gt(at,ago('7 days','days'))")).toMatchObject([{ code: "type-mismatch" }]);
    expect(messages("gt(at,ago(1.5,'days'))")).toMatchObject([{ code: "not-an-integer" }]);
  });

  it.each([
    ["gt(at,now)", "gt(at,now())"],
    ["in(day,CURRENT_DATE,2024-01-01)", "in(day,today(),2024-01-01)"],
    ["eq(name,now)", "eq(name,'now')"],
  ])("are written with parentheses, beside dates: %s", (text, fixed) => {
    const problems = (added: readonly FunctionDefinition[]) =>
      check(parseFilter(text).expression!, catalog, { functions: added }).diagnostics;
    expect(applyFixes(text, problems(functions))).toBe(fixed);
    expect(applyFixes(text, problems([]))).toBe(fixed.includes("'") ? fixed : text);
  });
});
