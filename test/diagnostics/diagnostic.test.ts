import { describe, expect, it } from "vitest";
import { CODES } from "../../src/diagnostics/codes.ts";
import { MILDER_CODES } from "../../src/diagnostics/severities.ts";
import {
  applyFixes,
  asError,
  diagnostic,
  hasErrors,
  replace,
  type TextEdit,
} from "../../src/diagnostics/diagnostic.ts";
import {
  DEFAULT_LIMITS,
  MAXIMUM_LIMITS,
  resolveLimits,
  URL_TEXT_LIMIT,
  type Limits,
} from "../../src/diagnostics/limits.ts";

const fix = (...edits: readonly (readonly [number, number, string])[]) => {
  const made: TextEdit[] = edits.map(([start, end, text]) => ({ span: { start, end }, text }));
  return diagnostic("invalid-number", { start: 0, end: 1 }, "No.", [{ title: "Mend it", edits: made }]);
};

describe("applyFixes", () => {
  it("does not change a text without fixes", () => {
    expect(applyFixes("abc", [])).toBe("abc");
    expect(applyFixes("abc", [diagnostic("invalid-number", { start: 0, end: 1 }, "No.")])).toBe("abc");
  });

  it("applies the first fix of each diagnostic, in any order", () => {
    expect(applyFixes("abcdef", [fix([4, 5, "E"]), fix([0, 1, "A"], [2, 3, "C"])])).toBe("AbCdEf");
  });

  it("skips a fix if one of its edits overlaps an accepted edit", () => {
    expect(applyFixes("abcdef", [fix([1, 4, "X"]), fix([3, 5, "Y"], [5, 6, "Z"])])).toBe("aXef");
    expect(applyFixes("abcdef", [fix([1, 4, "X"]), fix([0, 6, ""])])).toBe("aXef");
    expect(applyFixes("abcdef", [fix([1, 4, "X"]), fix([2, 2, "Y"])])).toBe("aXef");
    expect(applyFixes("abcdef", [fix([2, 2, "Y"]), fix([1, 4, "X"])])).toBe("abYcdef");
  });

  it("applies adjacent fixes", () => {
    expect(applyFixes("abcd", [fix([0, 2, "X"]), fix([2, 4, "Y"])])).toBe("XY");
  });

  it("puts an insertion before a replacement at the same position, in any order", () => {
    expect(applyFixes("abc", [fix([1, 2, "B"]), fix([1, 1, ","])])).toBe("a,Bc");
    expect(applyFixes("abc", [fix([1, 1, ","]), fix([1, 2, "B"])])).toBe("a,Bc");
    expect(applyFixes("abc", [fix([2, 2, ","]), fix([1, 2, "B"])])).toBe("aB,c");
  });

  it("keeps the order of insertions at the same position", () => {
    expect(applyFixes("ab", [fix([1, 1, "1"]), fix([1, 1, "2"])])).toBe("a12b");
  });
});

describe("a diagnostic", () => {
  it("has the severity of its code", () => {
    expect(Object.keys(CODES)).toEqual(expect.arrayContaining([...MILDER_CODES.keys()]));
    for (const [code, { severity, summary }] of Object.entries(CODES)) {
      expect(diagnostic(code as keyof typeof CODES, { start: 0, end: 0 }, "m").severity).toBe(severity);
      expect(summary).toMatch(/^[A-Z`].*\.$/);
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    }
  });

  it("can be copied as an error for strict mode", () => {
    const warning = diagnostic("filter-prefix", { start: 0, end: 1 }, "m", [
      replace("t", { start: 0, end: 1 }, ""),
    ]);
    expect(asError(warning)).toEqual({ ...warning, severity: "error" });
    expect(warning.severity).toBe("warning");
    expect(hasErrors([warning])).toBe(false);
    expect(hasErrors([warning, asError(warning)])).toBe(true);
  });
});

describe("limits", () => {
  const names = Object.keys(DEFAULT_LIMITS) as (keyof Limits)[];

  it("have defaults", () => {
    expect(resolveLimits()).toBe(DEFAULT_LIMITS);
    expect(resolveLimits({})).toEqual(DEFAULT_LIMITS);
    expect(DEFAULT_LIMITS).toEqual({
      text: 65_536,
      depth: 64,
      nodes: 2_000,
      arguments: 1_000,
      sortKeys: 8,
      string: 4_096,
      pattern: 1_000,
      patternStates: 2_500,
    });
    expect(MAXIMUM_LIMITS).toEqual({
      text: 1_048_576,
      depth: 256,
      nodes: 100_000,
      arguments: 10_000,
      sortKeys: 32,
      string: 65_536,
      pattern: 10_000,
      patternStates: 10_000,
    });
    expect(URL_TEXT_LIMIT).toBe(8_192);
  });

  it.each(names)("accept %s from 0 to its maximum and throw for other values", (name) => {
    expect(resolveLimits({ [name]: 0 })[name]).toBe(0);
    expect(resolveLimits({ [name]: MAXIMUM_LIMITS[name] })).toEqual({
      ...DEFAULT_LIMITS,
      [name]: MAXIMUM_LIMITS[name],
    });
    for (const wrong of [
      -1,
      0.5,
      NaN,
      Infinity,
      MAXIMUM_LIMITS[name] + 1,
      "1" as unknown as number,
      null as unknown as number,
    ]) {
      expect(() => resolveLimits({ [name]: wrong })).toThrow(`limits.${name} must be an integer`);
    }
  });

  it("are read only from own properties", () => {
    expect(resolveLimits(Object.create({ depth: 1 }) as Partial<Limits>)).toEqual(DEFAULT_LIMITS);
  });

  it("are frozen", () => {
    expect(Object.isFrozen(DEFAULT_LIMITS)).toBe(true);
    expect(Object.isFrozen(MAXIMUM_LIMITS)).toBe(true);
  });
});
