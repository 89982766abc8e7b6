import { describe, expect, it } from "vitest";
import { applyFixes, hasErrors } from "../../src/diagnostics/diagnostic.ts";
import { check } from "../../src/checker/check.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { print } from "../../src/ast/print.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { CATALOG } from "./documents-catalog.ts";
import { FINDINGS } from "./findings.ts";

const findings = FINDINGS.map(([text, found, fixed]) => ({ text, found, fixed }));
const checked = (text: string, mode: "lenient" | "strict" = "lenient") =>
  check(parseFilter(text).expression!, CATALOG, { mode });

/** Codes of warnings about filters that are not corrected. */
const WARNINGS = new Set(["constant-expression", "not-an-enum-value"]);

/** Codes of mistakes that can remain after all fixes. */
const UNFIXABLE = new Set([
  "constant-expression",
  "not-a-condition",
  "type-mismatch",
  "wrong-argument-count",
]);

describe("the checker", () => {
  it.each(findings)("reports $found for $text", ({ text, found, fixed }) => {
    const { ok, diagnostics } = checked(text);
    expect(diagnostics.map(({ code, span }) => `${code} ${span.start}-${span.end}`).join(", ")).toBe(found);
    expect(ok).toBe(!hasErrors(diagnostics));
    const applied = applyFixes(text, diagnostics);
    expect(applied).toBe(fixed ?? text);
    if (fixed === undefined) return;
    for (const { code } of checked(fixed).diagnostics) expect(UNFIXABLE).toContain(code);
  });

  it("reads a quoted property as the member with another name", () => {
    const people = defineCatalog({
      name: "people",
      members: { First_Name: { type: "string", property: "First Name" }, n: "integer" },
    });
    const { expression } = parseFilter("and(in('First Name','A'),eq('x','First Name'))");
    const { ok, filter, diagnostics } = check(expression!, people);
    expect(ok).toBe(true);
    expect(print(filter!.expression)).toBe("and(in(First_Name,'A'),eq('x','First Name'))");
    expect(diagnostics.map(({ code, fixes }) => [code, fixes[0]?.edits[0]?.text])).toEqual([
      ["quoted-member", "First_Name"],
      ["constant-expression", "First_Name"],
    ]);
  });

  it("offers the name of the member for a constant that is its property", () => {
    const years = defineCatalog({
      name: "years",
      members: Object.fromEntries(
        ["2020", "2020-01-05", "a.b"].map((property) => [
          `_${property.replace(".", "_")}`,
          { type: "integer", property },
        ]),
      ),
    });
    const fixed = (text: string) => {
      const { expression } = parseFilter(text);
      return applyFixes(text, check(expression!, years).diagnostics);
    };
    expect(fixed("gt(2020,1)")).toBe("gt(_2020,1)");
    expect(fixed("gt(1,2020)")).toBe("gt(1,_2020)");
    expect(fixed("gt(2020-01-05,1)")).toBe("gt(_2020-01-05,1)");
    expect(fixed("eq('a.b',1)")).toBe("eq(_a_b,1)");
    expect(fixed("gt(2021,1)")).toBe("gt(2021,1)");
  });

  it.each(findings)("describes the mistakes in $text in sentences", ({ text }) => {
    for (const { message, fixes } of checked(text).diagnostics) {
      expect(message).toMatch(/^\S.*\.$|\?$/su);
      expect(message.length).toBeLessThan(260);
      for (const { title } of fixes) expect(title).toMatch(/^[A-Z].*[^.]$/su);
    }
  });

  it.each(findings)("reports every lenient correction of $text as an error in strict mode", ({ text }) => {
    const lenient = checked(text).diagnostics;
    const strict = checked(text, "strict").diagnostics;
    expect(strict.map(({ code, span, fixes }) => ({ code, span, fixes }))).toEqual(
      lenient.map(({ code, span, fixes }) => ({ code, span, fixes })),
    );
    for (const { code, severity } of strict) expect(severity).toBe(WARNINGS.has(code) ? "warning" : "error");
  });

  it("finds several errors in one pass, and at most twenty", () => {
    const { expression } = parseFilter("and(eq(nmae,'x'),foo(size),gt(size,'x'),not(name),match(name,'('))");
    expect(check(expression!, CATALOG).diagnostics.map(({ code }) => code)).toEqual([
      "unknown-member",
      "unknown-function",
      "type-mismatch",
      "not-a-condition",
      "invalid-pattern",
    ]);
    const many = parseFilter(`and(${Array.from({ length: 50 }, (_, i) => `eq(zzz${i},1)`).join(",")})`);
    expect(check(many.expression!, CATALOG).diagnostics).toHaveLength(20);
  });

  it("reports an error even after many warnings", () => {
    const words = Array.from({ length: 30 }, (_, i) => `w${i}`).join(",");
    for (const last of ["eq(secret,'x')", "eq(zzz,'x')", "foo(name)", "gt(size,'x')"]) {
      const { ok, diagnostics } = checked(`and(in(name,${words}),${last})`);
      expect(ok, last).toBe(false);
      expect(diagnostics, last).toHaveLength(20);
      expect(hasErrors(diagnostics), last).toBe(true);
    }
  });
});
