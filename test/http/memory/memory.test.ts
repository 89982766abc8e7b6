import { expect, it } from "vitest";
import { countOf, isTried, SEED } from "../../effort.ts";
import { isFlat, loadServer, type Memory } from "./load-server.ts";

const requests = countOf("http/memory/memory: requests");

it.runIf(isTried("http/memory/memory: load"))(
  `the memory of a loaded server stays flat (seed ${SEED})`,
  async () => {
    const load = { seed: SEED, warmUp: 2 * requests, requests };
    const measurements = await loadServer({ ...load, goesOn: ({ length }) => length < 4 });
    expect(measurements).toHaveLength(5);
    expect(measurements).toSatisfy(isFlat);
  },
);

it("memory that grows with the requests is found", () => {
  const measured = (kind: "used" | "rss", megabytes: readonly number[]): Memory[] =>
    megabytes.map((each, i) => ({ used: 0, rss: 0, requests: i, [kind]: each * 1e6 }));
  expect(isFlat(measured("used", [50, 52, 51, 54, 53]))).toBe(true);
  expect(isFlat(measured("used", [50, 55, 60, 65, 70]))).toBe(false);
  expect(isFlat(measured("rss", [400, 480, 470, 500, 490]))).toBe(true);
  expect(isFlat(measured("rss", [400, 480, 560, 640, 720]))).toBe(false);
});
