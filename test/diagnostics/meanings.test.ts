import { describe, expect, it } from "vitest";
import { print } from "../../src/ast/print.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { checkPartial } from "../../src/checker/check-partial.ts";
import { CODES, type DiagnosticCode } from "../../src/diagnostics/codes.ts";
import { applyEdits, type Diagnostic } from "../../src/diagnostics/diagnostic.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";
import { encodeQuery } from "../../src/url/encode-query.ts";
import { MEANINGS, WITHOUT_TEXT, type Meaning } from "./meanings.ts";
import { CLOCK, examples, provoke, PROVOKING_CASES } from "./provoking-cases.ts";

interface Read {
  readonly diagnostics: readonly Diagnostic[];
  /** Canonical text of what runs. Undefined if there are errors. */
  readonly canonical: string | undefined;
}

function read(text: string, { kind = "filter", limits = {}, hasClock = false }: Meaning): Read {
  if (kind === "query") {
    const { query, diagnostics } = decodeQuery(text, { catalog: examples, limits });
    return { diagnostics, canonical: query && encodeQuery(query) };
  }
  if (kind === "sortBy") {
    const { expression, diagnostics } = parseSortBy(text, { limits });
    if (expression === undefined) return { diagnostics, canonical: undefined };
    const checked = checkSortBy(expression, examples, { limits });
    return {
      diagnostics: [...diagnostics, ...checked.diagnostics],
      canonical: checked.ok ? print(expression) : undefined,
    };
  }
  const { expression, partial, diagnostics } = parseFilter(text, { limits, catalog: examples });
  if (expression === undefined) {
    const rest = partial === undefined ? [] : checkPartial(partial, examples, { limits });
    return { diagnostics: [...diagnostics, ...rest], canonical: undefined };
  }
  const checked = check(expression, examples, { limits, functions: hasClock ? CLOCK : [] });
  return {
    diagnostics: [...diagnostics, ...checked.diagnostics],
    canonical: checked.filter && print(checked.filter.expression),
  };
}

describe("every diagnostic code", () => {
  it("has an entry with what was meant, or no text to fix", () => {
    expect([...Object.keys(MEANINGS), ...Object.keys(WITHOUT_TEXT)].sort()).toEqual(
      Object.keys(CODES).sort(),
    );
  });
});

describe("the reasons for having no fix", () => {
  it.each(Object.keys(WITHOUT_TEXT) as DiagnosticCode[])(
    "%s has no fix where it is reported",
    async (code) => {
      const found = (await provoke(PROVOKING_CASES[code])).filter((each) => each.code === code);
      expect(found.length).toBeGreaterThan(0);
      expect(found.flatMap(({ fixes }) => fixes)).toEqual([]);
    },
  );

  it("are stated for each text without a fix", () => {
    for (const [code, meanings] of Object.entries(MEANINGS)) {
      for (const { wrote, meant, none } of meanings)
        expect({
          code,
          wrote,
          isStated: (meant === undefined) === (none !== undefined && none.length > 10),
        }).toEqual({
          code,
          wrote,
          isStated: true,
        });
    }
  });
});

const entries = (Object.keys(MEANINGS) as DiagnosticCode[]).flatMap((code) =>
  MEANINGS[code]!.map((meaning) => ({ code, shown: meaning.wrote.slice(0, 60), meaning })),
);

describe("the fix of a diagnostic", () => {
  it.each(entries)(
    "$shown ($code) writes what was meant and nothing else, or there is none",
    ({ code, meaning }) => {
      const found = read(meaning.wrote, meaning).diagnostics.filter((each) => each.code === code);
      expect(found.length).toBeGreaterThan(0);
      const results = found.flatMap(({ fixes }) =>
        fixes.map(({ edits }) => read(applyEdits(meaning.wrote, edits), meaning).canonical),
      );
      // A text with several probable meanings has several entries.
      const meant = entries
        .filter((each) => each.code === code && each.meaning.wrote === meaning.wrote)
        .flatMap((each) => (each.meaning.meant === undefined ? [] : [read(each.meaning.meant, each.meaning)]))
        .map(({ canonical }) => canonical);
      expect(meant).not.toContain(undefined);
      expect(results.toSorted()).toEqual(meant.toSorted());
    },
  );
});
