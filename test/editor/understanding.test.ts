import { describe as group, expect, it } from "vitest";
import { applyEdits } from "../../src/diagnostics/diagnostic.ts";
import { openEmbedded } from "../../src/editor/embedded/embedded-document.ts";
import { findEmbedded } from "../../src/editor/embedded/find-embedded.ts";
import { createLanguageService } from "../../src/editor/service.ts";
import { describe } from "../../src/understand/describe/describe.ts";
import { reviewFilter } from "../../src/understand/review.ts";
import { simplify } from "../../src/understand/simplify/simplify.ts";
import { REPORTS } from "./catalog.ts";

const understanding = { describe, simplify, reviewFilter };
const service = createLanguageService({ catalog: REPORTS, understanding });
const filter = (text: string) => service.open(text, { kind: "filter" });

group("with the functions of tamis/understand, a service", () => {
  it("describes the condition under the cursor", () => {
    const document = filter("or(eq(state,'open'),gt(length(name),3))");
    expect(document.hover(1)?.lines[0]).toBe(
      "Rows where state is 'open' or the length of name is greater than 3.",
    );
    expect(document.hover(4)?.lines[0]).toBe("Rows where state is 'open'.");
    expect(document.hover(24)?.lines[0]).toContain("number of code points");
    const german = createLanguageService({ catalog: REPORTS, understanding, locale: "de" });
    expect(german.open("isNull(name)", { kind: "filter" }).hover(1)?.lines[0]).toBe(
      "Zeilen, für die gilt: name hat keinen Wert.",
    );
    expect(filter("eq(state,").hover(1)?.lines[0]).toContain("True if");
  });

  it("offers to simplify a filter", () => {
    const text = " and(gt(size,3), gt(size,5))\n";
    const actions = filter(text).codeActions({ start: 1, end: 1 });
    const action = actions.find(({ title }) => title === "Simplify the filter");
    expect(action && applyEdits(text, action.edits)).toBe(" gt(size,5)\n");
    const titles = (other: string) =>
      filter(other)
        .codeActions({ start: 0, end: 0 })
        .map(({ title }) => title);
    expect(titles("gt(size,5)")).not.toContain("Simplify the filter");
    expect(titles("and(gt(size,5),eq(nmae,1))")).not.toContain("Simplify the filter");
  });

  it("warns about filters that never or always match", () => {
    const codes = (text: string) =>
      filter(text)
        .diagnostics()
        .map(({ code }) => code);
    expect(codes("and(eq(state,'open'),eq(state,'done'))")).toEqual(["never-matches"]);
    expect(codes("or(isNull(name),not(isNull(name)))")).toEqual(["always-matches"]);
    expect(codes("and(eq(tags,'a'),eq(tags,'b'))")).toEqual([]);
    expect(codes("true")).toEqual([]);
    const query = "limit=1&filter=and(isNull(name),%20eq(name,'a'))&state=open";
    const inQuery = service.open(query, { kind: "query" }).diagnostics();
    expect(inQuery.map(({ code, span }) => [code, query.slice(span.start, span.end)])).toEqual([
      ["never-matches", "and(isNull(name),%20eq(name,'a'))"],
    ]);
    expect(createLanguageService().open("and(isNull(a),eq(a,1))", { kind: "filter" }).diagnostics()).toEqual(
      [],
    );
  });

  it("assumes nothing of the values of placeholders", () => {
    const open = (expression: string) =>
      openEmbedded(service, findEmbedded(`filter\`${expression}\``, "typescript")[0]!);
    for (const expression of [
      "and(eq(name,${x}),eq(name,${y}))",
      "eq('x',${member})",
      "le(1,${x},3)",
      `and(eq(name,'${"a".repeat(60)}'),eq(name,'b\${x}'))`,
    ]) {
      expect(open(expression).diagnostics(), expression).toEqual([]);
      const titles = open(expression)
        .codeActions({ start: 8, end: 8 })
        .map(({ title }) => title);
      expect(titles, expression).not.toContain("Simplify the filter");
      expect(JSON.stringify(open(expression).hover(8)), expression).not.toContain("hole");
    }
    const certain = open("or(eq(name,${x}),and(isNull(size),gt(size,5)))");
    expect(certain.diagnostics().map(({ code }) => code)).toEqual(["never-matches"]);
    expect(open("eq(name,'${x}')").hover(18)).toBeUndefined();
  });
});
