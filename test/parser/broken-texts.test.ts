import { describe, expect, it } from "vitest";
import { print } from "../../src/ast/print.ts";
import { applyFixes, hasErrors } from "../../src/diagnostics/diagnostic.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { BROKEN_FILTERS, BROKEN_SORTS, type BrokenText } from "./broken-texts.ts";

/** A fix can uncover the next mistake: three rounds are more than any of the texts needs. */
const ROUNDS = 3;

const PARSERS = [
  ["filter", parseFilter, BROKEN_FILTERS],
  ["sort", parseSortBy, BROKEN_SORTS],
] as const;

describe.each(PARSERS)("a broken %s", (_what, parse, table: readonly BrokenText[]) => {
  const texts = table.map(([text, told, mended]) => ({ text, told, mended, shown: JSON.stringify(text) }));

  it.each(texts)("$shown is answered with $told", ({ text, told, mended }) => {
    const { expression, diagnostics } = parse(text);
    expect(diagnostics.map(({ code, span }) => `${code} ${span.start}-${span.end}`).join(", ")).toBe(told);
    expect(expression === undefined).toBe(hasErrors(diagnostics));
    let current = text;
    for (let round = 0; round < ROUNDS; round++) current = applyFixes(current, parse(current).diagnostics);
    const last = parse(current);
    if (mended === undefined) {
      expect(last.diagnostics).not.toEqual([]);
    } else {
      expect(current).toBe(mended);
      expect(last.diagnostics).toEqual([]);
      expect(parse(print(last.expression!)).diagnostics).toEqual([]);
    }
  });

  it.each(texts)("$shown: each message is one sentence or two of plain words", ({ text }) => {
    for (const { message, fixes } of parse(text).diagnostics) {
      expect(message).toMatch(/^[^\s].*\.$/su);
      expect(message.length).toBeLessThan(260);
      for (const { title } of fixes) expect(title).toMatch(/^[A-Z].{1,80}[^.]$/su);
    }
  });

  it.each(texts)("$shown is refused by strict mode wherever lenient mode warns", ({ text }) => {
    const { diagnostics } = parse(text, { mode: "strict" });
    const lenient = parse(text).diagnostics;
    expect(diagnostics.map(({ code, span, fixes }) => ({ code, span, fixes }))).toEqual(
      lenient.map(({ code, span, fixes }) => ({ code, span, fixes })),
    );
    expect(diagnostics.some(({ severity }) => severity === "warning")).toBe(false);
    expect(diagnostics.every(({ severity }) => severity === "error" || severity === "hint")).toBe(true);
  });
});
