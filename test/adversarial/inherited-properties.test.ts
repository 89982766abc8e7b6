import { beforeAll, describe, expect, it } from "vitest";
import { countOf, EFFORT, sampleOf, SEED } from "../effort.ts";
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

/** One of so many identifiers gets a getter, in addition to the names of all optional properties. */
const EVERY = countOf("adversarial/inherited-properties: every");

const probe = (...args: readonly string[]) => runFixture("pollution-probe", [], {}, args) as Probe;

const WHAT_TO_DO = `These lines read a property that an object may lack, so they would read it from a polluted Object.prototype.
- In options and definitions of a caller: copy them first with ownProperties(options).
- In a single read: ownProperty(object, "name"). Instead of "name" in object: hasOwn(object, "name").
- After the end of an array: array.at(index) instead of array[index].
- In objects of the package: set the property on every object, to undefined if need be.
The functions are in src/values/own-properties.ts. To list the lines again, run
node test/adversarial/fixtures/pollution-probe.ts record
`;

interface CommandLineProbe {
  readonly results: readonly (readonly [command: string, outcome: string])[];
  readonly isRecordedSame: boolean;
  readonly readNames: readonly string[];
  /** Each name and value that changes a result, with its command line. */
  readonly changed: readonly string[];
}

describe("a property of Object.prototype, in the process of the program", () => {
  it("changes the result of no command line", () => {
    const everyName = countOf("adversarial/inherited-properties: every option");
    const values = sampleOf("adversarial/inherited-properties: values of options", ['"x"', "true", "1"]);
    const { results, isRecordedSame, readNames, changed } = runFixture("command-line-probe", [], {}, [
      String(everyName),
      String(Math.floor(Math.random() * everyName)),
      ...values,
    ]) as CommandLineProbe;
    expect(changed).toEqual([]);
    expect(isRecordedSame).toBe(true);
    // Otherwise the getters were not in place, and the test checks nothing.
    expect(readNames).toContain("then");
    const codes = results.map(([, outcome]) => (JSON.parse(outcome) as { code: number }).code);
    expect(codes.filter((code) => code === 0).length).toBeGreaterThan(codes.length / 2);
    expect(new Set(codes)).toEqual(new Set([0, 2, 3]));
    expect(new Set(results.map(([command]) => command)).size).toBeGreaterThan(9);
  }, 240_000);
});

/** Results of an unchanged process, for all tests of this file. */
let unchanged: Probe["results"] | undefined;
const cleanResults = () => (unchanged ??= probe("clean").results);

describe("a property of Array.prototype", () => {
  const INDICES = [...Array.from({ length: 13 }, (_, i) => String(i)), "-1", "100"];
  const NAMES =
    "name key type limit locale strength expression kind members sortBy start end code value rule".split(" ");

  it.each(
    sampleOf("adversarial/inherited-properties: values of arrays", [
      ["an index", '"x"', INDICES],
      ["an index", '{"start":0,"end":9}', INDICES],
      ["a name", "true", NAMES],
      ["a name", '"primary"', NAMES],
    ] as const),
  )(
    "changes no result: %s with the value %s",
    (_, value, names) => {
      const results = cleanResults();
      const polluted = probe("pollute-arrays", value, ...names).results;
      for (const area of Object.keys(results)) expect(polluted[area], area).toBe(results[area]);
    },
    240_000,
  );
});

describe("a property of Object.prototype", () => {
  let recorded: Probe;
  beforeAll(() => {
    recorded = probe("record", String(EVERY), String(SEED % EVERY));
  }, 240_000);

  it("is read by no line of the package", () => {
    const lines = recorded.reads.flatMap(([name, places]) =>
      READ_BY_LANGUAGE.includes(name)
        ? []
        : places.filter((place) => place !== "").map((place) => `${place} reads ${name}`),
    );
    expect(lines, WHAT_TO_DO).toEqual([]);
    // Otherwise the getters were not in place, and the test checks nothing.
    expect(recorded.reads.map(([name]) => name)).toContain("then");
  });

  it("runs uses that give results and not errors", () => {
    for (const [area, result] of Object.entries(recorded.results)) {
      expect(result.length, area).toBeGreaterThan(500);
      expect(result, area).not.toMatch(/^"\w*Error/);
    }
  });

  // Each value needs a process, and the test above finds the reads of the package itself.
  it.skipIf(EFFORT === "sample")(
    "changes no result and sets no option of the platform",
    () => {
      const results = cleanResults();
      expect(recorded.results).toEqual(results);
      for (const value of ["true", '"search"', '"x"'])
        expect(probe("pollute", value, ...PLATFORM_OPTIONS).results, value).toEqual(results);
    },
    600_000,
  );
});
