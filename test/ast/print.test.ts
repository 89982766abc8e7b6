import { describe, expect, it } from "vitest";
import {
  boolean,
  call,
  name,
  number,
  sortBy,
  sortKey,
  string,
  temporal,
} from "../../src/ast/constructors.ts";
import { format, type FormatOptions } from "../../src/ast/format.ts";
import { print } from "../../src/ast/print.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";

const filter = (text: string) => parseFilter(text).expression!;

describe("printing", () => {
  it.each([
    [` eq( name ,"O'Brien" ) `, "eq(name,'O''Brien')"],
    [`eq(name,'say "x"')`, `eq(name,'say "x"')`],
    [`eq(name,"say ""x""")`, `eq(name,'say "x"')`],
    ["eq( $primary , name , 'x' )", "eq($primary,name,'x')"],
    ["eq(a,-0)", "eq(a,0)"],
    ["eq(a,1.50)", "eq(a,1.5)"],
    ["eq(a,1e2)", "eq(a,100)"],
    ["eq(a,9007199254740993)", "eq(a,9007199254740993)"],
    ["eq(a,1e-7)", "eq(a,1e-7)"],
    ["eq(a,1e21)", "eq(a,1e+21)"],
    ["eq(a,2020-01-01T00:00:00.5Z)", "eq(a,2020-01-01T00:00:00.5Z)"],
    ["eq(a,'x\ny')", "eq(a,'x\ny')"],
    ["", "true"],
    ["f()", "f()"],
    ["f($identical)", "f($identical)"],
  ])("makes %j %j, which parses to the same and prints the same", (text, printed) => {
    expect(print(filter(text))).toBe(printed);
    expect(print(filter(printed))).toBe(printed);
  });

  it.each([
    ["name:ascending", "name"],
    ["a:primary:descending , b", "a:descending:primary,b"],
    ["eq(a, 'x'):descending", "eq(a,'x'):descending"],
    ["", ""],
  ])("makes the sort %j %j", (text, printed) => {
    expect(print(parseSortBy(text).expression!)).toBe(printed);
  });

  it("prints trees built by the constructors", () => {
    expect(
      print(
        call(
          "in",
          [name("a"), string("'"), number(1n), boolean(false), temporal("time", "13:45")],
          "secondary",
        ),
      ),
    ).toBe("in($secondary,a,'''',1,false,13:45)");
    expect(print(sortBy([sortKey(name("a"), "descending", "primary"), sortKey(name("b"))]))).toBe(
      "a:descending:primary,b",
    );
  });
});

describe("formatting", () => {
  const laidOut = (text: string, options?: FormatOptions) => {
    const shown = format(filter(text), options);
    expect(print(filter(shown)), "parses to the same").toBe(print(filter(text)));
    return shown;
  };

  it("keeps a call on one line if it fits, with a space after each comma", () => {
    expect(laidOut("and(eq(a,1),eq($primary,b,'x'))")).toBe("and(eq(a, 1), eq($primary, b, 'x'))");
  });

  it("breaks long calls, the outer ones first", () => {
    expect(laidOut("and(contains($primary,name,'straße'),gt(size,10))", { width: 40 })).toBe(
      ["and(", "  contains($primary, name, 'straße'),", "  gt(size, 10)", ")"].join("\n"),
    );
    expect(laidOut("and(contains($primary,name,'straße'),gt(size,10))", { width: 20, indent: 4 })).toBe(
      [
        "and(",
        "    contains(",
        "        $primary,",
        "        name,",
        "        'straße'",
        "    ),",
        "    gt(size, 10)",
        ")",
      ].join("\n"),
    );
  });

  it("breaks a line that is one column too long", () => {
    const text = "and(eq(a,1),eq(b,2))";
    const line = "and(eq(a, 1), eq(b, 2))";
    expect(laidOut(text, { width: line.length })).toBe(line);
    expect(laidOut(text, { width: line.length - 1 })).toBe(
      ["and(", "  eq(a, 1),", "  eq(b, 2)", ")"].join("\n"),
    );
  });

  it("keeps every breakable line within the width, including its comma", () => {
    const text = "and(or(eq(aa,1),eq(bb,2),eq(cc,3)),not(in(d,1,2,3,4,5)),or(eq(e,'x'),isNull(f)))";
    for (let width = 16; width < 90; width++) {
      const longest = Math.max(
        ...laidOut(text, { width })
          .split("\n")
          .map((line) => line.length),
      );
      expect(longest, String(width)).toBeLessThanOrEqual(width);
    }
  });

  it("has one argument per line at width 0, and never breaks a literal", () => {
    expect(laidOut("eq(name,'a long text')", { width: 0 })).toBe(
      ["eq(", "  name,", "  'a long text'", ")"].join("\n"),
    );
    expect(laidOut("f()", { width: 0 })).toBe("f()");
  });

  it("keeps line breaks in strings", () => {
    expect(laidOut("and(eq(a,'x\n  y'),eq(b,'\n'))", { width: 12 })).toContain("'x\n  y'");
  });

  it("puts each key of a long sort on its own line", () => {
    const keys = parseSortBy("name:descending:primary,size,eq(a,'x'):descending").expression!;
    expect(format(keys)).toBe("name:descending:primary, size, eq(a, 'x'):descending");
    const shown = format(keys, { width: 30 });
    expect(shown).toBe(["name:descending:primary,", "size,", "eq(a, 'x'):descending"].join("\n"));
    expect(print(parseSortBy(shown).expression!)).toBe(print(keys));
  });
});
