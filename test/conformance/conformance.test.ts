import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { decode, encode } from "../../scripts/conformance/case.ts";
import { conformanceFiles } from "../../scripts/conformance.ts";
import { runCase, suites } from "./run-case.ts";

/** Runs the conformance suite. README.md explains how other implementations can run it. */

const all = suites.flatMap(([, { cases }]) => cases);

describe.each(suites)("%s", (_, file) => {
  it.each(file.cases.map((given) => [given.id, given] as const))("%s", (_id, given) => {
    expect(runCase(given, file)).toEqual(given.expect);
  });
});

describe("the suite", () => {
  it("has at least 1,000 cases with unique ids, a third of them with errors", () => {
    expect(all.length).toBeGreaterThanOrEqual(1000);
    expect(all.filter(({ expect: wanted }) => "error" in wanted).length * 3).toBeGreaterThanOrEqual(all.length);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  for (const [file, content] of conformanceFiles()) {
    it(`${basename(file)} is up to date; otherwise run node scripts/conformance.ts`, () => {
      expect(existsSync(file)).toBe(true);
      expect(readFileSync(file, "utf8")).toBe(content);
    });
  }

  it("encodes values that JSON cannot represent", () => {
    const values = [1n, -0, NaN, Infinity, undefined, { $: "x" }, [{ a: 2n ** 70n }], "\ud800", new Date(0)];
    expect(values.map((value) => decode(JSON.parse(JSON.stringify(encode(value)))))).toEqual(values);
  });
});
