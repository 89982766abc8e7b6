import { describe, expect, it } from "vitest";
import { print } from "../../src/ast/print.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { check } from "../../src/checker/check.ts";
import { applyFixes, type Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import { parseFilter, type ParseMode } from "../../src/parser/parse.ts";
import { CATALOG } from "./documents-catalog.ts";

interface Read {
  readonly read: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The text of a tree after parsing and checking. */
function read(text: string, mode: ParseMode, catalog?: Catalog): Read {
  const parsed = parseFilter(text, { mode });
  if (parsed.expression === undefined) return { read: undefined, diagnostics: parsed.diagnostics };
  const checked = check(parsed.expression, catalog, { mode });
  return {
    read: checked.ok ? print(checked.filter.expression) : undefined,
    diagnostics: [...parsed.diagnostics, ...checked.diagnostics],
  };
}

interface Reading {
  readonly sent: string;
  readonly code: string;
  readonly read: string;
  /** Result without a catalog, and whether it is corrected there too. */
  readonly without: string;
  readonly guesses: boolean;
}

const READINGS: readonly Reading[] = [
  { sent: "and(enabled)", code: "single-argument", read: "enabled", without: "enabled", guesses: true },
  {
    sent: "or(eq(name,'x'))",
    code: "single-argument",
    read: "eq(name,'x')",
    without: "eq(name,'x')",
    guesses: true,
  },
  {
    sent: "eq('name','p1')",
    code: "quoted-member",
    read: "eq(name,'p1')",
    without: "eq('name','p1')",
    guesses: false,
  },
  {
    sent: "in('name','a','b')",
    code: "quoted-member",
    read: "in(name,'a','b')",
    without: "in('name','a','b')",
    guesses: false,
  },
  {
    sent: "eq('owner.name','a')",
    code: "quoted-member",
    read: "eq(owner.name,'a')",
    without: "eq('owner.name','a')",
    guesses: false,
  },
  {
    sent: "eq(name,folder)",
    code: "unquoted-string",
    read: "eq(name,'folder')",
    without: "eq(name,folder)",
    guesses: false,
  },
  {
    sent: "contains(name,COST)",
    code: "unquoted-string",
    read: "contains(name,'COST')",
    without: "contains(name,COST)",
    guesses: false,
  },
  {
    sent: "gt(created,'2018-06-13T00:00:00Z')",
    code: "quoted-value",
    read: "gt(created,2018-06-13T00:00:00Z)",
    without: "gt(created,'2018-06-13T00:00:00Z')",
    guesses: false,
  },
  {
    sent: "eq(enabled,'true')",
    code: "quoted-value",
    read: "eq(enabled,true)",
    without: "eq(enabled,'true')",
    guesses: false,
  },
  { sent: "eq(size,'1')", code: "quoted-value", read: "eq(size,1)", without: "eq(size,'1')", guesses: false },
  {
    sent: "eq(time,10:00:00 02:00)",
    code: "zone-plus-as-space",
    read: "eq(time,10:00:00+02:00)",
    without: "eq(time,10:00:00+02:00)",
    guesses: true,
  },
  {
    sent: "filter=eq(size,1)",
    code: "filter-prefix",
    read: "eq(size,1)",
    without: "eq(size,1)",
    guesses: true,
  },
];

describe("a lenient correction", () => {
  it.each(READINGS)("turns $sent into $read, with the warning $code", ({ sent, code, read: meant }) => {
    const { read: got, diagnostics } = read(sent, "lenient", CATALOG);
    expect(got).toBe(meant);
    expect(diagnostics.map((found) => [found.code, found.severity])).toEqual([[code, "warning"]]);
  });

  it.each(READINGS)("is an error in strict mode for $sent", ({ sent, code }) => {
    const { read: got, diagnostics } = read(sent, "strict", CATALOG);
    expect(got).toBeUndefined();
    expect(diagnostics.map((found) => [found.code, found.severity])).toEqual([[code, "error"]]);
  });

  it.each(READINGS)("has a fix for $sent that strict mode accepts", ({ sent, read: meant }) => {
    const fixed = applyFixes(sent, read(sent, "lenient", CATALOG).diagnostics);
    expect(fixed).toBe(meant);
    expect(read(fixed, "strict", CATALOG)).toEqual({ read: meant, diagnostics: [] });
  });

  it.each(READINGS)(
    "turns $sent into $without if there is no catalog",
    ({ sent, code, without, guesses }) => {
      const lenient = read(sent, "lenient");
      expect(lenient.read).toBe(without);
      expect(lenient.diagnostics.map((found) => found.code)).toEqual(
        guesses ? [code] : code === "quoted-member" ? ["constant-expression"] : [],
      );
      expect(read(sent, "strict").read).toBe(guesses ? undefined : without);
    },
  );
});

describe("lenient mode does not correct", () => {
  it.each(["and()", "or()"])("an empty %s", (text) => {
    for (const mode of ["lenient", "strict"] as const) {
      for (const catalog of [CATALOG, undefined]) {
        const { read: got, diagnostics } = read(text, mode, catalog);
        expect(got).toBeUndefined();
        expect(diagnostics.map(({ code }) => code)).toEqual(["wrong-argument-count"]);
      }
    }
  });

  it.each([
    ["eq(name,null)", "isNull(name)"],
    ["ne(name,null)", "not(isNull(name))"],
    ["eq(name,undefined)", "isNull(name)"],
    ["ne(upCase(name),undefined)", "not(isNull(upCase(name)))"],
  ])("is %s, whose fix is %s", (text, fixed) => {
    for (const mode of ["lenient", "strict"] as const) {
      for (const catalog of [CATALOG, undefined]) {
        const { read: got, diagnostics } = read(text, mode, catalog);
        expect(got).toBeUndefined();
        expect(diagnostics.map(({ code }) => code)).toEqual(["null-literal"]);
        expect(applyFixes(text, diagnostics)).toBe(fixed);
        expect(read(fixed, "strict", catalog).read).toBe(fixed);
      }
    }
  });

  it("a quoted first argument if another argument is not a literal", () => {
    expect(read("eq('name',name)", "lenient", CATALOG)).toEqual({ read: "eq('name',name)", diagnostics: [] });
    expect(read("eq('name',upCase('x'))", "lenient", CATALOG).read).toBe("eq('name',upCase('x'))");
  });

  it("a quoted first argument that is not the name of a member", () => {
    expect(read("eq('nothing','x')", "lenient", CATALOG).read).toBe("eq('nothing','x')");
  });

  it("a bare word as first argument", () => {
    expect(read("eq(folder,'x')", "lenient", CATALOG).diagnostics.map(({ code }) => code)).toEqual([
      "unknown-member",
    ]);
  });

  it("a member in value position", () => {
    expect(read("eq(name,id)", "lenient", CATALOG)).toEqual({ read: "eq(name,id)", diagnostics: [] });
  });

  it("a quoted value that is not of the member's type", () => {
    for (const text of [
      "eq(size,'1.5')",
      "eq(size,'')",
      "eq(size,' 1')",
      "eq(size,'0x1')",
      "eq(enabled,'TRUE')",
      "eq(created,'soon')",
      "eq(day,'2020-02-30')",
      "eq(time,'2020-01-01')",
    ]) {
      expect(
        read(text, "lenient", CATALOG).diagnostics.map(({ code }) => code),
        text,
      ).toEqual(["type-mismatch"]);
    }
  });
});
