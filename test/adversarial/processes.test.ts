import { expect, it } from "vitest";
import { sampleOf } from "../effort.ts";
import { runFixture } from "./child.ts";
import { words } from "../words.ts";

const ZONES = words(`
  UTC America/New_York Europe/London Asia/Kathmandu Pacific/Apia Australia/Lord_Howe Pacific/Kiritimati
`);

interface Suite {
  readonly zone: number;
  readonly cases: number;
  readonly failed: readonly string[];
}

it("the conformance suite has the same results in each time zone of the process", () => {
  const zones = new Set<number>();
  const tried = sampleOf("adversarial/processes: time zones", ZONES);
  for (const zone of tried) {
    const { zone: offset, ...suite } = runFixture("conformance-suite", [], { TZ: zone }) as Suite;
    zones.add(offset);
    expect({ zone, ...suite }).toEqual({ zone, cases: expect.any(Number) as number, failed: [] });
    expect(suite.cases).toBeGreaterThan(1_000);
  }
  // Otherwise the variable has no effect, and the test checks nothing.
  expect(zones.size).toBeGreaterThanOrEqual(tried.length - 1);
});

it("the conformance suite runs in a heap of 128 MB", () => {
  const { failed } = runFixture("conformance-suite", ["--max-old-space-size=128"]) as Suite;
  expect(failed).toEqual([]);
});

it.each([
  ["default", 128],
  ["maximum", 256],
])("inputs of the %s limits are answered or refused in a heap of %i MB", (limits, megabytes) => {
  const flags = [`--max-old-space-size=${megabytes}`];
  const { texts, urls } = runFixture("large-inputs", flags, { LIMITS: limits }) as {
    readonly texts: readonly string[];
    readonly urls: readonly string[];
  };
  expect(texts[0]).toMatch(/^true true true /);
  expect(texts.slice(5).filter((result) => !result.startsWith("refused"))).toEqual([]);
  expect(urls[0]).toBe("accepted");
});
