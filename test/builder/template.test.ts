import fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { name, string, temporal } from "../../src/ast/constructors.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import { print } from "../../src/ast/print.ts";
import { equalExpressions } from "../../src/ast/equals.ts";
import { and, eq } from "../../src/builder/functions.ts";
import { filter, type Insertable } from "../../src/builder/template.ts";
import { parseFilter } from "../../src/parser/parse.ts";

const argument = (text: string, index: number): Expression => {
  const { expression, diagnostics } = parseFilter(text);
  expect(diagnostics, text).toEqual([]);
  if (expression?.kind !== "call") throw new Error(`${text} is no call`);
  return expression.args[index]!;
};

describe("a filter from a template", () => {
  it.each<[Insertable, string]>([
    ["O'Brien", "'O''Brien'"],
    ["", "''"],
    ["2020-01-01", "'2020-01-01'"],
    ["true", "'true'"],
    ["name", "'name'"],
    ["'", "''''"],
    ["x') , eq('a','a", "'x'') , eq(''a'',''a'"],
    [10, "10"],
    [-0, "0"],
    [1.5, "1.5"],
    [1e21, "1e+21"],
    [2 ** 53, "9007199254740992"],
    [9007199254740993n, "9007199254740993"],
    [5n, "5"],
    [true, "true"],
    [false, "false"],
    [new Date(1500), "1970-01-01T00:00:01.500Z"],
    [DateTime.fromISO("2020-01-31T13:45:10.500+02:00", { setZone: true }), "2020-01-31T11:45:10.500Z"],
    [temporal("date", "2020-01-31"), "2020-01-31"],
    [name("owner.city"), "owner.city"],
    [eq(name("a"), string("it's")), "eq(a,'it''s')"],
    [[name("a"), string("b'")], "a,'b'''"],
    [filter`isNull(${name("x")})`, "isNull(x)"],
  ])("writes %o as %s", (value, written) => {
    expect(filter`f(${value})`.text).toBe(`f(${written})`);
  });

  it("inserts values at their placeholders and converts to a string", () => {
    const made = filter`and(eq(name,${"O'Brien"}),gt(size,${10}),in(type,${["user", "group"]}))`;
    expect(made.text).toBe("and(eq(name,'O''Brien'),gt(size,10),in(type,'user','group'))");
    expect(String(made)).toBe(made.text);
    expect(filter`true`.text).toBe("true");
  });

  it("inserts the text of another template as an expression", () => {
    const inner = filter`eq(owner,${"me"})`;
    expect(filter`or(${inner},${filter`and(${inner},${inner})`})`.text).toBe(
      "or(eq(owner,'me'),and(eq(owner,'me'),eq(owner,'me')))",
    );
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["undefined", undefined],
    ["an empty list", []],
    ["a list with null in it", ["a", null]],
    ["a list in a list", [["a"]]],
    ["an object", {}],
    ["a function", () => "x"],
    ["a symbol", Symbol("x")],
    ["an invalid date", new Date(NaN)],
    ["a map", new Map()],
    ["bytes", Buffer.from("x")],
  ])("throws for %s", (_what, value) => {
    expect(() => filter`eq(a,${value as Insertable})`).toThrow(TypeError);
  });

  it("names the value that has no literal, and the test for null", () => {
    const text = "Cannot convert null (value 2 of the template) to a literal. Use isNull(…).";
    expect(() => filter`and(eq(a,${1}),eq(b,${null as never}))`).toThrow(new TypeError(text));
    expect(() => filter`in(a,${[null as never]})`).toThrow("null (value 1 of the template)");
    expect(() => filter`eq(a,${{} as never})`).toThrow("an object (value 1 of the template)");
  });

  it.each([NaN, Infinity, -Infinity])("throws for %s, which has no literal", (value) => {
    expect(() => filter`eq(a,${value})`).toThrow(RangeError);
  });

  it("inserts a list of values as the values of in only, because JSON can contain a list in place of a value", () => {
    expect(filter`in(a,${["a", "b'"]})`.text).toBe("in(a,'a','b''')");
    expect(filter`or(in (a , 1, ${[1, true, "x"]}),b)`.text).toBe("or(in (a , 1, 1,true,'x'),b)");
    expect(filter`in(f(a),${["x"]})`.text).toBe("in(f(a),'x')");
    const list = ["x", "y"];
    for (const make of [
      () => filter`not(eq(name,${list}))`,
      () => filter`in(${list},a)`,
      () => filter`in(a,f(${list}))`,
      () => filter`f(in,${list})`,
      () => filter`within(a,${list})`,
      () => filter`in(a,'in(',eq(a,${list}))`,
      () => filter`eq(name,${["x", name("a")]})`,
      () => filter`${list}`,
    ]) {
      expect(make).toThrow("A list of values must be inserted as the values of in(…)");
    }
    expect(() => filter`in(a,${new Array<string>(2)})`).toThrow(TypeError);
    expect(() => filter`in(a,${["x", ["y"] as never]})`).toThrow(TypeError);
  });

  it("throws for a placeholder that is not an argument of its own, where its value would merge with the text", () => {
    for (const make of [
      () => filter`eq(a,'x'${"y"})`,
      () => filter`eq(a,${"x"}'y')`,
      () => filter`eq(a,${1}${2})`,
      () => filter`eq(a,-${1})`,
      () => filter`eq(a,${1}e5)`,
      () => filter`eq($${"primary"},a)`,
      () => filter`${name("f")}(a)`,
      () => filter`a.${name("b")}`,
    ]) {
      expect(make).toThrow("Separate ${…} from the text around it");
    }
    expect(filter`${name("a")}`.text).toBe("a");
    expect(filter` f( ${1} , ${2} ) `.text).toBe(" f( 1 , 2 ) ");
    expect(filter`${name("a")}:descending`.text).toBe("a:descending");
  });

  it("throws for quotes that are not closed, an invalid escape and an array that is not a template", () => {
    expect(() => filter`eq(a,'x)`).toThrow("must be closed");
    expect(filter`match(a,'\\u')`.text).toBe("match(a,'\\u')");
    // A tag function also receives invalid escapes: their part is undefined.
    expect(() => filter`match(a,'\u')`).toThrow("valid escape sequences");
    const parts = JSON.parse('["eq(a,",")"]') as TemplateStringsArray;
    expect(() => filter(parts, "x")).toThrow("must be the tag of a template");
  });

  it("quotes hostile claims in a rule that a server builds", () => {
    const claims = ["x') , eq('a','a", "x'),or(true,true", "' or 1 eq 1", "x\\'", "%27", "a|b", "), or(true"];
    for (const claim of claims) {
      const text = filter`and(eq(owner,${claim}),eq(tenant,${"t1"}))`.text;
      const { expression, diagnostics } = parseFilter(text, { mode: "strict" });
      expect(diagnostics).toEqual([]);
      const built = and(eq(name("owner"), claim), eq(name("tenant"), "t1"));
      expect(equalExpressions(expression!, built)).toBe(true);
      expect(built.args[0]).toMatchObject({
        callee: "eq",
        args: [{ name: "owner" }, { type: "string", value: claim }],
      });
      expect(print(built)).toBe(text);
    }
  });

  it("throws for a placeholder inside quotes at every use, but not for one between two quoted strings", () => {
    for (let use = 0; use < 2; use++) {
      expect(() => filter`eq(a,'${"x"}')`).toThrow("Remove the quotes around");
      expect(() => filter`eq(a,"x ${"y"} z")`).toThrow(TypeError);
      expect(() => filter`eq(a,'it''s ${"y"}')`).toThrow(TypeError);
      expect(() => filter`eq(a,'"${"x"}"')`).toThrow(TypeError);
    }
    expect(filter`and(eq(a,'x'),eq(b,${"y"}),eq(c,'it''s'))`.text).toBe(
      "and(eq(a,'x'),eq(b,'y'),eq(c,'it''s'))",
    );
    expect(filter`and(eq(a,"'"),eq(b,${"y"}))`.text).toBe(`and(eq(a,"'"),eq(b,'y'))`);
  });

  it("rejects objects from JSON that imitate a filter text, a node or an instant", () => {
    const sent = (json: string) => JSON.parse(json) as Insertable;
    for (const json of [
      '{"kind":"filterText","text":"\'x\'),or(true"}',
      '{"kind":"name","name":"owner","span":{}}',
      '{"kind":"name","name":"a),or(true","span":{}}',
      '{"kind":"literal","type":"boolean","value":true,"span":{}}',
      '{"epochMilliseconds":0}',
      '{"kind":"call","callee":"x(),or","args":[]}',
      '{"kind":"call","callee":"eq","strength":"primary,a),or(true","args":[]}',
      '{"kind":"literal","type":"date","value":"1),or(true"}',
      '{"kind":"literal","type":"number","value":"1),or(true"}',
      '{"kind":"literal","type":"boolean","value":"true),or(true"}',
      '{"toMillis":1}',
      '{"$ne":null}',
    ]) {
      expect(() => filter`eq(owner,${sent(json)})`, json).toThrow(TypeError);
    }
  });

  it("writes any string as a literal that parses to the same string, without changing the filter", () => {
    const sayable = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", "").toWellFormed());
    const hostile = fc
      .array(
        fc.constantFrom(
          "'",
          '"',
          ")",
          "(",
          ",",
          "\\",
          "$primary",
          "or(true",
          "eq(a,1)",
          " ",
          "\n",
          "%27",
          ":",
          "|",
          "’",
          "\u2028",
        ),
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(sayable, hostile), (value) => {
        const { text } = filter`and(eq(name,${value}),eq(owner,${"me"}))`;
        const { expression, diagnostics } = parseFilter(text);
        expect(diagnostics).toEqual([]);
        expect(expression).toMatchObject({
          callee: "and",
          args: [
            { callee: "eq", args: [{ name: "name" }, { type: "string", value }] },
            { callee: "eq", args: [{ name: "owner" }, { type: "string", value: "me" }] },
          ],
        });
      }),
      { numRuns: 2_000 },
    );
  });

  it("writes any number, boolean or list as literals that parse to the same values", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.bigInt(), fc.boolean()),
        (value) => {
          const node = argument(filter`eq(a,${value})`.text, 1);
          expect(node.kind === "literal" && node.value == value).toBe(true);
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme-ascii" }), { minLength: 1, maxLength: 20 }),
        (list) => {
          const { expression } = parseFilter(filter`in(a,${list})`.text);
          expect(
            expression?.kind === "call" &&
              expression.args.slice(1).map((node) => node.kind === "literal" && node.value),
          ).toEqual(list);
        },
      ),
    );
  });

  it("throws for characters that no string literal may contain", () => {
    for (const value of ["\0", "\ud800"]) expect(() => filter`eq(a,${value})`).toThrow(TypeError);
  });
});
