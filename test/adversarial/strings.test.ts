import { describe, expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { compileFilter } from "../../src/evaluator/compile-filter.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { codes, kept, values } from "./keep.ts";

describe("strings", () => {
  it.each([
    ["''", ""],
    ["''''", "'"],
    [`'""'`, '""'],
    [`"''"`, "''"],
    ["'a''b'", "a'b"],
    ['"a""b"', 'a"b'],
  ])("%s is the string %j", (text, value) => {
    expect(parseFilter(text).expression).toMatchObject({ type: "string", value });
  });

  it.each(["'", "'''", "'a\\'b'", "`a`", "‘a’", "´", "＇a＇"])("%s is not a string", (text) => {
    expect(parseFilter(text).expression).toBeUndefined();
    expect(parseFilter(`eq(a,${text})`).expression).toBeUndefined();
  });

  it("a backslash is an ordinary character", () => {
    expect(values("eq(v,'a\\')", ["a\\", "a"])).toEqual(["a\\"]);
    expect(values("eq(v,'\\n')", ["\n", "\\n"])).toEqual(["\\n"]);
  });

  const MARKERS = [
    ...["' OR '1'='1", "'; DROP TABLE t;--", "/*", "*/", "--", "#", "\\", "%", "_", "?", "$1", ":x", "@p0"],
    ...["{fn}", "0x27", "CHAR(39)", '"', "`", "]"],
  ];
  it.each(MARKERS)("%j is an ordinary string", (marker) => {
    const literal = `'${marker.replaceAll("'", "''")}'`;
    const rows = [marker, `a${marker}`, `${marker}b`, `a${marker}b`, "", "x", "aXb"];
    expect(values(`eq(v,${literal})`, rows)).toEqual([marker]);
    expect(values(`contains(v,${literal})`, rows)).toEqual(rows.slice(0, 4));
    expect(values(`startsWith(v,${literal})`, rows)).toEqual([marker, `${marker}b`]);
    expect(values(`endsWith(v,${literal})`, rows)).toEqual([marker, `a${marker}`]);
  });

  it("wildcards of SQL and globs are literal", () => {
    const rows = ["100%", "1000", "a_c", "abc", "[a]", "a", "c:\\", "c:/"];
    expect(values("contains(v,'%')", rows)).toEqual(["100%"]);
    expect(values("contains(v,'_')", rows)).toEqual(["a_c"]);
    expect(values("contains(v,'[a]')", rows)).toEqual(["[a]"]);
    expect(values("startsWith(v,'100%')", rows)).toEqual(["100%"]);
    expect(values("endsWith(v,'\\')", rows)).toEqual(["c:\\"]);
    expect(values("contains(v,'.')", rows)).toEqual([]);
    expect(values("contains(v,'*')", rows)).toEqual([]);
  });

  it("a search string of 60 KB is found", () => {
    const long = "ab".repeat(30_000);
    const limits = { string: 65_536 };
    expect(values(`contains(v,'${long}')`, [`x${long}y`, long.slice(1)], { limits })).toEqual([`x${long}y`]);
    expect(values(`eq(v,'${long}')`, [long], { limits })).toEqual([long]);
  });

  it("identical is case-sensitive", () => {
    expect(values("startsWith(v,'A')", ["aaa", "Aaa"])).toEqual(["Aaa"]);
    expect(values("contains(v,'A')", ["aaa", "aAa"])).toEqual(["aAa"]);
    expect(values("eq(v,'A')", ["a", "A"])).toEqual(["A"]);
  });

  it("U+0000 and lone surrogates are errors in a filter and ordinary characters in a row", () => {
    for (const bad of ["\0", "a\0b", "\ud800", "\udc00", "a\ud83d"])
      expect(codes(`eq(v,'${bad}')`), JSON.stringify(bad)).toEqual(["forbidden-string-character"]);
    expect(values("eq(v,'\ufffd')", ["\ud800", "\ufffd", "\0"])).toEqual(["\ufffd"]);
    expect(values("eq(length(v),1)", ["\ud800", "\0", "ab"])).toEqual(["\ud800", "\0"]);
    expect(values("startsWith(v,'a')", ["a\0"])).toEqual(["a\0"]);
  });

  it("byte order marks and line separators are kept in literals and are errors outside", () => {
    for (const odd of ["\ufeff", "\u2028", "\u0085", "\r", "\r\n", "\n", "\t"]) {
      expect(values(`eq(v,'a${odd}b')`, [`a${odd}b`, "ab", "a b"]), JSON.stringify(odd)).toEqual([
        `a${odd}b`,
      ]);
    }
    for (const odd of ["\ufeff", "\u2028", "\u0085"]) {
      for (const text of [`${odd}eq(v,1)`, `eq(v,${odd}1)`, `eq(v,1)${odd}`])
        expect(codes(text), JSON.stringify(text)).toEqual(["invalid-character"]);
    }
    expect(parseFilter("eq(v,\r\n'x'§)").diagnostics[0]!.span).toEqual({ start: 10, end: 11 });
  });

  it("equivalent strings are equal up to quaternary, and at identical only with the same code points", () => {
    const pairs = [
      ["é", "e\u0301"],
      ["Å", "\u212b"],
      ["가", "\u1100\u1161"],
    ];
    for (const [a, b] of pairs) {
      expect(values(`eq(v,'${a}')`, [a, b])).toEqual([a]);
      for (const strength of ["primary", "secondary", "tertiary"])
        expect(values(`eq($${strength},v,'${a}')`, [a, b])).toEqual([a, b]);
    }
    expect(values("eq($primary,v,'fi')", ["ﬁ", "fi"])).toEqual(["ﬁ", "fi"]);
    expect(values("eq(v,'fi')", ["ﬁ"])).toEqual([]);
    expect(values("eq($primary,v,'1')", ["①"])).toEqual(["①"]);
    expect(values("eq($tertiary,v,'1')", ["①"])).toEqual([]);
  });

  it.each([
    ["ß", "STRASSE".slice(4, 6), "ß", undefined],
    ["ẞ", "ẞ", "ß", undefined],
    ["ﬃ", "FFI", "ﬃ", undefined],
    ["ŉ", "ʼN", "ŉ", undefined],
    ["i", "I", "i", undefined],
    ["i", "İ", "i", "tr"],
    ["ı", "I", "ı", "tr"],
    ["I", "I", "ı", "tr"],
    ["İ", "İ", "i", "tr"],
    ["İ", "İ", "i\u0307", undefined],
    ["ΑΣ", "ΑΣ", "ας", undefined],
    ["ſ", "S", "ſ", undefined],
    ["\u212a", "\u212a", "k", undefined],
  ])("%s is %s in upper and %s in lower case, in the locale %s", (text, upper, lower, locale) => {
    const options = locale === undefined ? {} : { locale };
    expect(values(`eq(upCase(v),'${upper}')`, [text], options)).toEqual([text]);
    expect(values(`eq(downCase(v),'${lower}')`, [text], options)).toEqual([text]);
  });

  it.each([
    ["length('😀')", 1],
    ["length('👨‍👩‍👧')", 5],
    ["length('e\u0301')", 2],
    ["length('')", 0],
  ])("the length of %s is %i code points", (text, count) => {
    expectResult(text, String(count));
  });

  it.each([
    ["substr('😀x',0,1)", "😀"],
    ["substr('😀x',1)", "x"],
    ["substr('abcdef',-2)", "ef"],
    ["substr('abcdef',-10,5)", "abcde"],
    ["substr('abcdef',10)", ""],
    ["substr('abcdef',2147483648)", ""],
    ["substr('abcdef',-2147483649)", "abcdef"],
    ["substr('abcdef',0,9007199254740993)", "abcdef"],
    ["substr('abcdef',-9223372036854775808,2)", "ab"],
    ["substr('abcdef',1,0)", ""],
  ])("%s is %j", (text, part) => {
    expectResult(text, `'${part}'`);
  });

  it("a fractional start and a negative length are errors in a filter and null from a row", () => {
    const told = (text: string) => compileFilter(text).diagnostics.map(({ code }) => code);
    expect(told("eq(substr(v,1.5),'x')")).toEqual(["not-an-integer"]);
    expect(told("eq(substr(v,0,-1),'x')")).toEqual(["negative-length"]);
    expect(told("eq(substr(v,0,0.5),'x')")).toEqual(["not-an-integer"]);
    for (const n of [1.5, "1", true, NaN])
      expect(kept("isNull(substr(v,n))", [{ v: "abc", n }])).toHaveLength(1);
    expect(kept("isNull(substr(v,0,n))", [{ v: "abc", n: -1 }])).toHaveLength(1);
  });

  it.each([
    ["", true],
    [" ", true],
    ["\t\r\n", true],
    ["\u00a0", true],
    ["\u3000", true],
    ["\u2028\u0085", true],
    ["\u1680\u205f", true],
    ["\u200b", false],
    ["\ufeff", false],
    ["\u180e", false],
    [" x ", false],
    ["\0", false],
  ])("blank of %j is %s", (text, blank) => {
    expect(values("blank(v)", [text])).toHaveLength(blank ? 1 : 0);
    expect(values("not(blank(v))", [text])).toHaveLength(blank ? 0 : 1);
  });

  it("blank of null is unknown", () => {
    expect(values("blank(v)", [null])).toEqual([]);
    expect(values("not(blank(v))", [null])).toEqual([]);
  });

  it("trailing spaces are significant", () => {
    expect(values("eq(v,'a')", ["a", "a ", " a"])).toEqual(["a"]);
    expect(values("eq($identical,v,'a ')", ["a", "a "])).toEqual(["a "]);
  });

  it("messages name control characters and direction marks and never contain them", () => {
    for (const odd of ["\u001b[2J", "\r\nSet-Cookie: a", "\u202e", "\u0007", "\u2066"]) {
      for (const text of [`eq(${odd},1)`, `eq(a,'x${odd}`, `${odd}(a)`, `eq(a,b) ${odd}`, `eq($p${odd},a)`]) {
        for (const { message, fixes } of parseFilter(text).diagnostics) {
          expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
          for (const { title } of fixes) expect(title).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        }
      }
    }
    const { diagnostics } = compileFilter("eq(size,'\u001b[2J\u202e')", {
      catalog: defineCatalog({ name: "x", members: { size: "integer" } }),
    });
    expect(diagnostics[0]!.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(diagnostics[0]!.message).toContain("<U+001B>");
  });
});

/** Evaluates a call for a row that has its string as a member: a comparison of constants would be a warning. */
function expectResult(call: string, result: string): void {
  const string = /'([^']*)'/.exec(call)![1]!;
  expect(values(`eq(${call.replace(/'[^']*'/, "v")},${result})`, [string])).toEqual([string]);
}
