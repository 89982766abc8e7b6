import { describe, expect, it } from "vitest";
import type { Expression } from "../../src/ast/nodes.ts";
import { print } from "../../src/ast/print.ts";
import { walk } from "../../src/ast/walk.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";

const read = (text: string) => {
  const { expression, diagnostics } = parseFilter(text);
  expect(diagnostics, text).toEqual([]);
  return expression!;
};
const literal = (text: string) => {
  const node = read(text);
  return node.kind === "literal" ? [node.type, node.value] : node;
};

describe("parsing a filter", () => {
  it("returns calls, names and literals with their spans", () => {
    const text = " eq( $primary , a.b ,'it''s' ) ";
    const found: [string, string][] = [];
    walk(read(text), (node) => void found.push([node.kind, text.slice(node.span.start, node.span.end)]));
    expect(found).toEqual([
      ["call", "eq( $primary , a.b ,'it''s' )"],
      ["name", "a.b"],
      ["literal", "'it''s'"],
    ]);
  });

  it("returns true for an empty text and for white space", () => {
    expect(literal("")).toEqual(["boolean", true]);
    expect(literal(" \t\r\n ")).toEqual(["boolean", true]);
    expect(read("  ").span).toEqual({ start: 0, end: 2 });
  });

  it.each([
    ["''", ""],
    ["''''", "'"],
    ["'a''b'", "a'b"],
    ['"a""b"', 'a"b'],
    [`"it's"`, "it's"],
    [`'say "x"'`, 'say "x"'],
    ["'a\\'", "a\\"],
    ["'a\\n'", "a\\n"],
    ["'( ) , : |'", "( ) , : |"],
    ["'a\nb'", "a\nb"],
    ["'O''Brien'", "O'Brien"],
    ["'''O'''", "'O'"],
  ])("reads the string %j", (text, value) => {
    expect(literal(text)).toEqual(["string", value]);
  });

  it.each([
    ["0", 0],
    ["-0", 0],
    ["-1.5e-3", -0.0015],
    ["1E5", 100000],
    ["9007199254740991", 9007199254740991],
    ["9007199254740992", 9007199254740992n],
    ["-9007199254740993", -9007199254740993n],
    ["00", undefined],
    ["1e21", 1e21],
    ["100000000000000000000000", 100000000000000000000000n],
  ])("reads the number %s", (text, value) => {
    if (value === undefined) expect(parseFilter(text).expression).toBeUndefined();
    else expect(literal(text)).toEqual(["number", value]);
  });

  it.each([
    ["true", "boolean"],
    ["false", "boolean"],
    ["2020-01-31", "date"],
    ["13:45", "time"],
    ["13:45:10.123456789+02:00", "time"],
    ["2020-01-31T13:45:10.5Z", "dateTime"],
    ["2020-01-31T13:45", "dateTime"],
    ["2020-01-31T24:00:00", "dateTime"],
  ])("reads %s as a %s", (text, type) => {
    const node = read(text);
    expect(node).toMatchObject({ kind: "literal", type });
    expect(print(node)).toBe(text);
  });

  it.each(["@type", "a-b", "_x", "größe", "имя.город", "true.x", "TRUE", "null", "a.true", "名前"])(
    "reads the name %s",
    (text) => {
      expect(read(text)).toMatchObject({ kind: "name", name: text });
    },
  );

  it("accepts calls of unknown functions, which a service may define", () => {
    expect(read("like(name,'a*')")).toMatchObject({ kind: "call", callee: "like" });
    expect(read("größer(a)")).toMatchObject({ kind: "call", callee: "größer" });
    expect(read("f()")).toMatchObject({ kind: "call", callee: "f", args: [] });
  });

  it("returns nodes that are not frozen, and whose own properties are data", () => {
    expect(Object.isFrozen(read("eq(a,1)"))).toBe(false);
    expect(Object.keys(read("eq(a,1)"))).toEqual(["kind", "callee", "args", "span"]);
    expect(JSON.stringify(read("a"))).toBe('{"kind":"name","name":"a","span":{"start":0,"end":1}}');
  });

  it("returns no tree if there is an error", () => {
    expect(parseFilter("eq(name,§)").expression).toBeUndefined();
  });

  it("returns a tree with a warning in lenient mode, and an error in strict mode", () => {
    for (const text of ["filter=a", "eq(t,10:00:00 02:00)"]) {
      const lenient = parseFilter(text);
      expect(lenient.diagnostics.map(({ severity }) => severity)).toEqual(["warning"]);
      expect(lenient.expression).toBeDefined();
      const strict = parseFilter(text, { mode: "strict" });
      expect(strict.diagnostics.map(({ severity }) => severity)).toEqual(["error"]);
      expect(strict.expression).toBeUndefined();
    }
  });

  it("keeps the offsets after an ignored prefix", () => {
    const text = "filter=eq(name,'x')";
    const node = parseFilter(text).expression!;
    expect(text.slice(node.span.start, node.span.end)).toBe("eq(name,'x')");
  });

  it("suggests a doubled quote for 'O'Brien'", () => {
    const [found] = parseFilter("eq(name,'O'Brien')").diagnostics;
    expect(found!.message).toBe(
      "The string ends at this quote, but the text goes on. A quote inside a string is written twice: 'O''Brien'.",
    );
    expect(found!.fixes).toEqual([
      { title: "Double the quote", edits: [{ span: { start: 10, end: 11 }, text: "''" }] },
    ]);
  });

  it("does not join two strings with a comma between them", () => {
    const node = read("in(a,'x','y')") as Extract<Expression, { kind: "call" }>;
    expect(node.args).toHaveLength(3);
    expect(parseFilter("in(a,'x' 'y')").diagnostics.map(({ code }) => code)).toEqual(["missing-comma"]);
  });
});

describe("parsing a sort", () => {
  const keys = (text: string) =>
    parseSortBy(text).expression?.keys.map(({ expression, direction, strength }) => [
      print(expression),
      direction,
      strength,
    ]);

  it("accepts options in any order", () => {
    expect(keys("name:descending:primary,id")).toEqual([
      ["name", "descending", "primary"],
      ["id", "ascending", undefined],
    ]);
    expect(keys("name:primary:descending")).toEqual([["name", "descending", "primary"]]);
    expect(keys(" name : ascending , id ")).toEqual([
      ["name", "ascending", undefined],
      ["id", "ascending", undefined],
    ]);
  });

  it("uses the last of several directions or strengths, with a hint", () => {
    expect(keys("a:descending:ascending")).toEqual([["a", "ascending", undefined]]);
    expect(keys("a:primary:identical")).toEqual([["a", "ascending", "identical"]]);
    expect(parseSortBy("a:descending:descending").diagnostics.map(({ severity }) => severity)).toEqual([
      "hint",
    ]);
  });

  it("accepts commas and colons inside an expression", () => {
    expect(keys("eq(contentType,'a,b:c'):descending,name")).toEqual([
      ["eq(contentType,'a,b:c')", "descending", undefined],
      ["name", "ascending", undefined],
    ]);
  });

  it("accepts a member with the name of an option, and the same key twice", () => {
    expect(keys("ascending:descending,primary,primary")).toEqual([
      ["ascending", "descending", undefined],
      ["primary", "ascending", undefined],
      ["primary", "ascending", undefined],
    ]);
  });

  it("returns no keys for an empty text", () => {
    expect(keys("")).toEqual([]);
    expect(keys("  ")).toEqual([]);
  });

  it("keeps the span of a key with its options", () => {
    const text = "a, b:descending:primary ";
    const [, second] = parseSortBy(text).expression!.keys;
    expect(text.slice(second!.span.start, second!.span.end)).toBe("b:descending:primary");
  });

  it("reports an error even after many hints", () => {
    const { expression, diagnostics } = parseSortBy(`a${":ascending".repeat(40)},b:foo`);
    expect(expression).toBeUndefined();
    expect(diagnostics).toHaveLength(20);
    expect(diagnostics.map(({ code }) => code)).toContain("unknown-sort-option");
  });
});
