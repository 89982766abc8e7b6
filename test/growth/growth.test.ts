import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Largest allowed growth of the work when the input doubles. Linear work has 2, quadratic work 4. The rest is room for
 * buffers that double.
 */
const MAX_GROWTH = 2.25;

// V8 loses counts when it replaces a running function with an optimized one, at a moment that depends on the load.
const interpreted = ["--no-opt", "--no-maglev"];
const printed = execFileSync(
  path("../../node_modules/.bin/node"),
  [...interpreted, path("./count-work.ts")],
  { encoding: "utf8", timeout: 480_000 },
);
const counted = Object.entries(
  JSON.parse(printed) as Record<string, readonly [once: number, twice: number, maximum?: number]>,
);

it("counts the work of every case", () => {
  expect(counted.length).toBeGreaterThan(100);
  expect(counted.filter(([, [once]]) => once < 1)).toEqual([]);
});

it.each(counted)(
  "the work to %s doubles at most with the input",
  (_, [once, twice, maximum = MAX_GROWTH]) => {
    expect(twice / once).toBeLessThan(maximum);
  },
);
