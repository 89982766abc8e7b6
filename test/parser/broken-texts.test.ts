import { describe, expect, it } from "vitest";
import { print } from "../../src/ast/print.ts";
import { applyFixes, hasErrors } from "../../src/diagnostics/diagnostic.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { BROKEN_FILTERS, BROKEN_SORTS, type BrokenText } from "./broken-texts.ts";

/** A fix can uncover the next mistake. No text in the table needs more rounds. */
const ROUNDS = 3;

const PARSERS = [
  ["filter", parseFilter, BROKEN_FILTERS],
  ["sort", parseSortBy, BROKEN_SORTS],
] as const;

describe.each(PARSERS)("a broken %s", (_what, parse, table: readonly BrokenText[]) => {
  const texts = table.map(([text, found, fixed]) => ({ text, found, fixed, shown: JSON.stringify(text) }));

  it.each(texts)("$shown has the diagnostics $found", ({ text, found, fixed }) => {
    const { expression, diagnostics } = parse(text);
    expect(diagnostics.map(({ code, span }) => `${code} ${span.start}-${span.end}`).join(", ")).toBe(found);
    expect(expression === undefined).toBe(hasErrors(diagnostics));
    let current = text;
    for (let round = 0; round < ROUNDS; round++) current = applyFixes(current, parse(current).diagnostics);
    const last = parse(current);
    if (fixed === undefined) {
      expect(last.diagnostics).not.toEqual([]);
    } else {
      expect(current).toBe(fixed);
      expect(last.diagnostics).toEqual([]);
      expect(parse(print(last.expression!)).diagnostics).toEqual([]);
    }
  });

  it.each(texts)("the messages about $shown are short sentences", ({ text }) => {
    for (const { message, fixes } of parse(text).diagnostics) {
      expect(message).toMatch(/^[^\s].*\.$/su);
      expect(message.length).toBeLessThan(260);
      for (const { title } of fixes) expect(title).toMatch(/^[A-Z].{1,80}[^.]$/su);
    }
  });

  it.each(texts)("strict mode reports every warning about $shown as an error", ({ text }) => {
    const { diagnostics } = parse(text, { mode: "strict" });
    const lenient = parse(text).diagnostics;
    expect(diagnostics.map(({ code, span, fixes }) => ({ code, span, fixes }))).toEqual(
      lenient.map(({ code, span, fixes }) => ({ code, span, fixes })),
    );
    expect(diagnostics.some(({ severity }) => severity === "warning")).toBe(false);
    expect(diagnostics.every(({ severity }) => severity === "error" || severity === "hint")).toBe(true);
  });
});
