import { describe, expect, it } from "vitest";
import { CODES, type DiagnosticCode } from "../../src/diagnostics/codes.ts";
import { PROVOKING_CASES, provoke, unmark } from "./provoking-cases.ts";

describe("every diagnostic code", () => {
  it("has a case, and there is no case without a code", () => {
    expect(Object.keys(PROVOKING_CASES)).toEqual(Object.keys(CODES));
  });

  for (const code of Object.keys(CODES) as DiagnosticCode[]) {
    const provoking = PROVOKING_CASES[code];
    it(`${code} is caused by ${provoking.marked.slice(0, 60)}, at that very place and alone`, async () => {
      const found = await provoke(provoking);
      expect(found.map((each) => each.code)).toEqual([code, ...(provoking.also ?? [])]);
      const { severity, span, message } = found[0]!;
      expect(severity).toBe(CODES[code].severity);
      expect(message).toMatch(/[.?]$/);
      const { start, end } = unmark(provoking.marked);
      if (provoking.kind !== "json") expect(span).toEqual({ start, end });
    });
  }
});
