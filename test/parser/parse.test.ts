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
  it("reads calls, names and literals with the stretch of text that each takes", () => {
    const text = " eq( $primary , a.b ,'it''s' ) ";
    const found: [string, string][] = [];
    walk(read(text), (node) => void found.push([node.kind, text.slice(node.span.start, node.span.end)]));
    expect(found).toEqual([
      ["call", "eq( $primary , a.b ,'it''s' )"],
      ["name", "a.b"],
      ["literal", "'it''s'"],
    ]);
  });

  it("is true for an empty text and for white space", () => {
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

  it("parses a call of any function, one of a service too", () => {
    expect(read("like(name,'a*')")).toMatchObject({ kind: "call", callee: "like" });
    expect(read("größer(a)")).toMatchObject({ kind: "call", callee: "größer" });
    expect(read("f()")).toMatchObject({ kind: "call", callee: "f", args: [] });
  });

  it("gives plain objects that are not frozen, so that a program can copy and change them", () => {
    expect(Object.isFrozen(read("eq(a,1)"))).toBe(false);
    expect(Object.getPrototypeOf(read("eq(a,1)"))).toBe(Object.prototype);
  });

  it("gives no tree if there is an error", () => {
    expect(parseFilter("eq(name,§)").expression).toBeUndefined();
  });

  it("gives a tree with a warning in lenient mode, and none in strict", () => {
    for (const text of ["filter=a", "eq(t,10:00:00 02:00)"]) {
      const lenient = parseFilter(text);
      expect(lenient.diagnostics.map(({ severity }) => severity)).toEqual(["warning"]);
      expect(lenient.expression).toBeDefined();
      const strict = parseFilter(text, { mode: "strict" });
      expect(strict.diagnostics.map(({ severity }) => severity)).toEqual(["error"]);
      expect(strict.expression).toBeUndefined();
    }
  });

  it("keeps spans right behind a prefix that is left out", () => {
    const text = "filter=eq(name,'x')";
    const node = parseFilter(text).expression!;
    expect(text.slice(node.span.start, node.span.end)).toBe("eq(name,'x')");
  });

  it("tells the fix of O'Brien as two quotes, in a message that shows the whole string", () => {
    const [found] = parseFilter("eq(name,'O'Brien')").diagnostics;
    expect(found!.message).toBe(
      "The string ends at this quote, but the text goes on. A quote inside a string is written twice: 'O''Brien'.",
    );
    expect(found!.fixes).toEqual([
      { title: "Double the quote", edits: [{ span: { start: 10, end: 11 }, text: "''" }] },
    ]);
  });

  it("does not take two strings with a comma between for one with quotes in it", () => {
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

  it("reads keys and their options in any order", () => {
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

  it("takes the last of several options of a group, with a hint", () => {
    expect(keys("a:descending:ascending")).toEqual([["a", "ascending", undefined]]);
    expect(keys("a:primary:identical")).toEqual([["a", "ascending", "identical"]]);
    expect(parseSortBy("a:descending:descending").diagnostics.map(({ severity }) => severity)).toEqual([
      "hint",
    ]);
  });

  it("takes an expression with commas and colons in it as one key", () => {
    expect(keys("eq(contentType,'a,b:c'):descending,name")).toEqual([
      ["eq(contentType,'a,b:c')", "descending", undefined],
      ["name", "ascending", undefined],
    ]);
  });

  it("takes a member that has the name of an option, and a key twice", () => {
    expect(keys("ascending:descending,primary,primary")).toEqual([
      ["ascending", "descending", undefined],
      ["primary", "ascending", undefined],
      ["primary", "ascending", undefined],
    ]);
  });

  it("has no keys for an empty text", () => {
    expect(keys("")).toEqual([]);
    expect(keys("  ")).toEqual([]);
  });

  it("keeps the span of a key with its options", () => {
    const text = "a, b:descending:primary ";
    const [, second] = parseSortBy(text).expression!.keys;
    expect(text.slice(second!.span.start, second!.span.end)).toBe("b:descending:primary");
  });

  it("loses no error among hints, however many come first", () => {
    const { expression, diagnostics } = parseSortBy(`a${":ascending".repeat(40)},b:foo`);
    expect(expression).toBeUndefined();
    expect(diagnostics).toHaveLength(20);
    expect(diagnostics.map(({ code }) => code)).toContain("unknown-sort-option");
  });
});
