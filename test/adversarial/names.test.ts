import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { compileFilter, compileSortBy } from "../../src/evaluator/compile-filter.ts";
import { explain } from "../../src/evaluator/explain.ts";
import { sortRows } from "../../src/evaluator/sort-rows.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { CATALOG } from "../checker/documents-catalog.ts";
import { words } from "../words.ts";

const INHERITED = words(`
  __proto__ constructor prototype toString valueOf hasOwnProperty __defineGetter__ isPrototypeOf then
`);
const codes = (text: string, catalog?: typeof CATALOG) =>
  compileFilter(text, catalog === undefined ? {} : { catalog }).diagnostics.map(({ code }) => code);
const keeps = (text: string, row: unknown) => compileFilter(text).predicate!(row);

describe("names, prototypes and types", () => {
  it.each([...INHERITED, "length"])(
    "%s is an unknown member of a catalog, and an own property of a row or nothing",
    (member) => {
      expect(codes(`eq(${member},1)`, CATALOG)).toEqual(["unknown-member"]);
      expect(keeps(`isNull(${member})`, {})).toBe(true);
      expect(keeps(`isNull(${member})`, [])).toBe(member !== "length");
      expect(keeps(`eq(${member},1)`, JSON.parse(`{"${member}":1}`))).toBe(true);
      const catalog =
        member === "__proto__" ? undefined : defineCatalog({ name: "x", members: { [member]: "integer" } });
      if (catalog !== undefined)
        expect(compileFilter(`eq(${member},1)`, { catalog }).predicate!({ [member]: 1 })).toBe(true);
    },
  );

  it.each(["name.constructor.name", "name.length", "name.toString", "owner.constructor", "tags.length"])(
    "%s leads nowhere",
    (path) => {
      expect(codes(`isNull(${path})`, CATALOG)).toEqual(["unknown-member"]);
      expect(keeps(`isNull(${path})`, { name: "x", owner: { name: "y" }, tags: ["a"] })).toBe(true);
    },
  );

  it.each(INHERITED)("%s is not a function at any depth", (callee) => {
    for (const text of [
      `${callee}(a)`,
      `${callee}()`,
      `not(${callee}(a,b))`,
      `eq(upCase(${callee}(a)),'x')`,
      `in(a,${callee}(b))`,
    ]) {
      expect(parseFilter(text).diagnostics, text).toEqual([]);
      expect(codes(text), text).toEqual(["unknown-function"]);
    }
  });

  it("only own data properties of rows are read, and nothing of a row is called", () => {
    let called = 0;
    const touch = () => {
      called++;
      throw new Error("a row was run");
    };
    const hostile = {
      get name() {
        return touch();
      },
      toJSON: touch,
      then: touch,
      valueOf: touch,
      toString: touch,
      hasOwnProperty: touch,
      [Symbol.toPrimitive]: touch,
      [Symbol.iterator]: touch,
      size: { valueOf: touch, [Symbol.toPrimitive]: touch, toString: touch },
      tags: Object.defineProperty(["x"], 0, { get: touch }),
      owner: Object.defineProperty({}, "city", { get: touch, enumerable: true }),
      created: Object.assign(Object.create(Date.prototype) as object, { getTime: touch, valueOf: touch }),
    };
    const texts = words(`
      eq(name,'x') isNull(name) gt(size,1) eq(size,name) contains(name,'x') match(name,'.*') in(size,1,2)
      eq(tags,'x') contains(tags,'x') length(tags) eq(owner.city,'x') match(owner,'c.*','.*')
      gt(created,2020-01-01) eq(then,1) eq(toString,'x') eq(hasOwnProperty,1) blank(size) upCase(size)
      substr(name,0,size) and(name,size) not(size)
    `);
    for (const text of texts) {
      const filter = compileFilter(`or(isNull(${text}),${text})`);
      expect(filter.diagnostics, text).toEqual([]);
      filter.predicate!(hostile);
      explain(filter.filter!, hostile);
    }
    for (const text of ["name", "size", "tags", "created:descending", "owner.city", "upCase(size)"]) {
      sortRows([hostile, {}, hostile], compileSortBy(text).sortBy!);
    }
    expect(called).toBe(0);
  });

  it("rows may be frozen, instances, without a prototype, lists with holes, or not objects", () => {
    class Row {
      name = "x";
      get other(): string {
        return "y";
      }
    }
    expect(keeps("eq(name,'x')", Object.assign(Object.create(null) as object, { name: "x" }))).toBe(true);
    expect(keeps("eq(name,'x')", Object.freeze({ name: "x" }))).toBe(true);
    expect(keeps("eq(name,'x')", new Row())).toBe(true);
    expect(keeps("isNull(other)", new Row())).toBe(true);
    expect(keeps("eq(name,'x')", Object.create({ name: "x" }))).toBe(false);
    expect(keeps("eq(__proto__.name,'x')", JSON.parse('{"__proto__":{"name":"x"}}'))).toBe(true);
    expect(keeps("eq(name,'x')", JSON.parse('{"__proto__":{"name":"x"}}'))).toBe(false);
    const holes: unknown[] = ["a"];
    holes[5] = "z";
    expect(keeps("eq(tags,'z')", { tags: holes })).toBe(true);
    expect(keeps("eq(length(tags),6)", { tags: holes })).toBe(true);
    for (const row of [null, undefined, 5, "name", true, Symbol("x"), () => 1, []])
      expect(keeps("isNull(name)", row)).toBe(true);
  });

  it.each([
    ["pаyload", "U+0430"],
    ["ｎａｍｅ", "U+FF4E"],
    ["nаme", "U+0430"],
  ])("%s, which only looks like a member, is unknown, and the character is named %s", (member, character) => {
    const [found] = compileFilter(`eq(${member},'x')`, { catalog: CATALOG }).diagnostics;
    expect(found!.code).toBe("unknown-member");
    expect(found!.message).toContain(character);
  });

  it.each(["na\u200bme", "name\u00ad", "name\u0301", "\u202ename", "na\u2060me"])(
    "%j is no name",
    (member) => {
      const { expression, diagnostics } = parseFilter(`eq(${member},'x')`);
      expect(expression).toBeUndefined();
      expect(diagnostics[0]!.message).toMatch(/U\+(200B|00AD|0301|202E|2060)/);
    },
  );

  it("with a catalog, wrong types are errors or corrected; without one, they compare as unknown", () => {
    expect(codes("gt('a',1)", CATALOG)).toEqual(["type-mismatch", "constant-expression"]);
    expect(codes("lt(2020-01-01,12:00:00)", CATALOG)).toEqual(["type-mismatch", "constant-expression"]);
    expect(compileFilter("eq(1,'1')", { catalog: CATALOG, mode: "strict" }).ok).toBe(false);
    for (const text of words("eq(1,'1') gt('a',1) lt(2020-01-01,12:00:00) eq(0,'x') eq(true,1) eq(id,'1')")) {
      expect(keeps(text, { id: 1 }), text).toBe(false);
      expect(keeps(`not(${text})`, { id: 1 }), text).toBe(false);
    }
    expect(keeps("contains(5,'5')", {})).toBe(true);
    expect(keeps("eq(length(5),1)", {})).toBe(true);
    expect(keeps("eq(upCase(true),'TRUE')", {})).toBe(true);
  });

  it.each(
    words(`
      and() ne(a,b,c) not() not(a,b) in(a) match(a) match(a,'b','c','d') substr(a) substr(a,1,2,3) isNull()
      eq(a) eq()
    `),
  )("%s is an error that states the function's rule", (text) => {
    const { ok, diagnostics } = compileFilter(text);
    expect(ok).toBe(false);
    expect(diagnostics.map(({ code }) => code)).toEqual(["wrong-argument-count"]);
    expect(diagnostics[0]!.message).toMatch(/takes .+, not \d+: \w+\(/);
  });
});
