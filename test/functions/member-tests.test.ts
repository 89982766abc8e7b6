import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { compileFilter } from "../../src/evaluator/compile-filter.ts";
import {
  compareInstants,
  lastReadInstant,
  parseTemporal,
  readStoredTemporal,
} from "../../src/values/instant.ts";

const keeps = (text: string, row: unknown, catalog?: ReturnType<typeof defineCatalog>) =>
  compileFilter(text, catalog === undefined ? {} : { catalog }).predicate!(row);

const RELATIONS: Record<string, (order: number) => boolean> = {
  eq: (order) => order === 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
};

describe("a member compared with a date-time", () => {
  const texts = [
    "2020-01-01T24:00:00.000Z",
    "2020-01-02T00:00:00.000Z",
    "2020-01-02T00:00:00Z",
    "2020-01-02T00:00Z",
    "2020-01-02",
    "2020-01-02T02:00:00.000+02:00",
    "2020-01-02T00:00:00.0000Z",
    "2020-01-01T23:59:59.999Z",
    "2020-01-01T23:59:59.999999Z",
    "2020-01-02T00:00:00.001Z",
    "2020-13-02T00:00:00.000Z",
    "2020-01-02T25:00:00.000Z",
    "2020-01-02T24:00:00.001Z",
    "2020-01-02 00:00:00.000Z",
    "2020-01-02T00:00:00.00 Z",
    "2020-01-02 00:00:00.00 Z",
    "2020-01-02 00:00:00",
    "2020-01-02 00:00",
    "2020-01-02 02:00:00 +02:00",
    "2020-01-02 02:00:00+02",
    "2020-01-01 24:00:00.000Z",
    "2020-01-01 23:59:59.999Z",
    "2020-01-02  00:00:00.00Z",
    "0001-01-01T00:00:00.000Z",
    "9999-12-31T24:00:00.000Z",
    "zzzzzzzzzzzzzzzzzzzzzzzZ",
    "~~~~~~~~~~~~~~~~~~~~~~~Z",
    "",
  ];
  const literals = [
    "2020-01-02T00:00:00Z",
    "2020-01-02T00:00:00.000Z",
    "2020-01-01T24:00:00Z",
    "2020-01-02",
    "2020-01-02T00:00:00.001Z",
    "2020-01-02T00:00:00.0000001Z",
    "2020-01-02T01:00:00+01:00",
    "0001-01-01T00:00:00+18:00",
    "9999-12-31T24:00:00Z",
  ];
  it.each(literals)("is compared by instant, in any notation: %s", (literal) => {
    const wanted = parseTemporal(literal.length === 10 ? "date" : "dateTime", literal)!;
    for (const text of texts) {
      const instant = readStoredTemporal("any-dated", text) ? { ...lastReadInstant } : undefined;
      for (const [name, holds] of Object.entries(RELATIONS)) {
        const is = instant !== undefined && holds(compareInstants(instant, wanted));
        expect(keeps(`${name}(at,${literal})`, { at: text }), `${name}(${text},${literal})`).toBe(is);
        expect(keeps(`${name}(in.at,${literal})`, { in: { at: text } })).toBe(is);
        expect(keeps(`${name}(at,${literal})`, { at: [null, text] })).toBe(is);
      }
    }
  });
});

describe("a member compared with a number", () => {
  const values = [
    0,
    1,
    1.5,
    2,
    -1,
    NaN,
    Infinity,
    -Infinity,
    1n,
    2n,
    0n,
    null,
    undefined,
    "1",
    true,
    [],
    {},
    new Date(1),
  ];
  it.each(Object.keys(RELATIONS))("%s is true only for finite numbers", (name) => {
    for (const value of values) {
      const isThere = typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value));
      const is = isThere && RELATIONS[name]!(value < 1 ? -1 : value > 1 ? 1 : 0);
      expect(keeps(`${name}(size,1)`, { size: value })).toBe(is);
      expect(keeps(`${name}(size,1)`, { size: [value] })).toBe(is);
      expect(keeps(`${name}(file.size,1)`, { file: { size: value } })).toBe(is);
      expect(keeps(`${name}(file.size,1)`, { file: [{ size: value }] })).toBe(is);
    }
  });

  it("has a null value for a fraction if the member is an integer", () => {
    const catalog = defineCatalog({ name: "files", members: { size: "integer", ratio: "number" } });
    expect(keeps("gt(size,1)", { size: 1.5 }, catalog)).toBe(false);
    expect(keeps("gt(size,1)", { size: 2 }, catalog)).toBe(true);
    expect(keeps("gt(size,1)", { size: 2n }, catalog)).toBe(true);
    expect(keeps("gt(size,1)", { size: [2] }, catalog)).toBe(false);
    expect(keeps("in(size,1.5,2)", { size: 1.5 }, catalog)).toBe(false);
    expect(keeps("contains(size,'5')", { size: 1.5 }, catalog)).toBe(false);
    expect(keeps("contains(size,'5')", { size: "5" }, catalog)).toBe(false);
    expect(keeps("gt(ratio,1)", { ratio: 1.5 }, catalog)).toBe(true);
  });
});

describe("a member within an object", () => {
  it("is read through a list without a catalog; with a catalog it is null unless a list is declared", () => {
    const catalog = defineCatalog({
      name: "files",
      members: { owner: { type: "object", members: { city: "string" } } },
    });
    const row = { owner: [{ city: "Oslo" }, { city: "Bern" }] };
    for (const filter of [
      "eq(owner.city,'Bern')",
      "startsWith(owner.city,'Ber')",
      "in(owner.city,'Bern','Rome')",
    ]) {
      expect(keeps(filter, row)).toBe(true);
      expect(keeps(filter, row, catalog)).toBe(false);
      expect(keeps(filter, { owner: { city: "Bern" } }, catalog)).toBe(true);
      expect(keeps(filter, { owner: null })).toBe(false);
      expect(keeps(filter, { owner: "Bern" })).toBe(false);
    }
  });

  it("is not read from a prototype or getter", () => {
    const getter = Object.defineProperty({}, "city", {
      get: () => expect.fail("a getter of the row was called"),
    });
    expect(keeps("eq(owner.city,'Bern')", { owner: getter })).toBe(false);
    expect(keeps("eq(owner.city,'Bern')", { owner: Object.create({ city: "Bern" }) })).toBe(false);
    expect(keeps("eq(constructor.name,'Object')", {})).toBe(false);
  });
});

describe("many conditions", () => {
  it("are evaluated in order, for any number of conditions", () => {
    for (let count = 2; count <= 70; count++) {
      const names = Array.from({ length: count }, (_, i) => `m${i}`);
      const all = compileFilter(`and(${names.map((name) => `gt(${name},0)`).join(",")})`).predicate!;
      const any = compileFilter(`or(${names.map((name) => `gt(${name},0)`).join(",")})`).predicate!;
      const row = (value: number) => Object.fromEntries(names.map((name) => [name, value]));
      expect([all(row(1)), any(row(1)), all(row(0)), any(row(0))]).toEqual([true, true, false, false]);
      for (const name of names) {
        expect(all({ ...row(1), [name]: 0 })).toBe(false);
        expect(any({ ...row(0), [name]: 1 })).toBe(true);
      }
    }
  });

  it("compile for ten thousand equalities of one member", () => {
    const text = `or(${"eq(a,'x'),".repeat(9_999)}eq(a,'y'))`;
    const { predicate } = compileFilter(text, {
      limits: { text: 200_000, nodes: 100_000, arguments: 10_000 },
    });
    expect(predicate!({ a: "y" })).toBe(true);
  });
});
