import { beforeAll, describe, expect, it } from "vitest";
import { runFixture } from "./child.ts";

/**
 * A program that merges JSON into objects can be made to set properties of `Object.prototype`. Each test runs every use of
 * the package in a process of its own.
 */

interface Probe {
  readonly results: Readonly<Record<string, string>>;
  /** For each name that was read as an inherited property: the lines of the sources, or an empty string. */
  readonly reads: readonly (readonly [name: string, places: readonly string[]])[];
}

/** Names that JavaScript itself reads: `await` reads `then`, and a loop that ends early reads `return`. */
const READ_BY_LANGUAGE = ["then", "return"];

const PLATFORM_OPTIONS = [
  ...["localeMatcher", "usage", "sensitivity", "ignorePunctuation", "numeric", "caseFirst", "collation"],
  ...["granularity", "fatal", "ignoreBOM", "stream"],
];

const probe = (...args: readonly string[]) => runFixture("pollution-probe", [], {}, args) as Probe;

describe("a property of Object.prototype", () => {
  let clean: Probe["results"];
  beforeAll(() => {
    clean = probe("clean").results;
  }, 60_000);

  it("is read by no line of the package", { timeout: 120_000 }, () => {
    const { results, reads } = probe("record");
    const lines = reads.flatMap(([name, places]) =>
      READ_BY_LANGUAGE.includes(name)
        ? []
        : places.filter((place) => place !== "").map((place) => `${name}: ${place}`),
    );
    expect(lines).toEqual([]);
    expect(results).toEqual(clean);
    // Otherwise the getters were not in place, and the test checks nothing.
    expect(reads.map(([name]) => name)).toContain("then");
  });

  it.each(["true", '"search"', '"x"'])(
    "sets no option of the platform if its value is %s",
    (value) => {
      const { results } = probe("pollute", value, ...PLATFORM_OPTIONS);
      expect(results).toEqual(clean);
    },
    60_000,
  );

  it("runs uses that give results and not errors", () => {
    for (const [area, result] of Object.entries(clean)) {
      expect(result.length, area).toBeGreaterThan(500);
      expect(result, area).not.toMatch(/^"\w*Error/);
    }
  });
});
