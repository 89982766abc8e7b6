import { expect, it } from "vitest";
import { countOf, sampleOf, SEED as seed } from "../../effort.ts";
import { killAndVerify } from "./kill-and-verify.ts";
import { PLACES } from "./places.ts";
import { VersionChain } from "./version-chain.ts";

const puts = countOf("http/crashes/crashes: puts");

it.each(sampleOf("http/crashes/crashes: stores", Object.keys(PLACES) as (keyof typeof PLACES)[]))(
  `no acknowledged change is lost when the server over %s is killed (seed ${seed})`,
  async (name) => {
    const place = await PLACES[name]();
    try {
      const report = await killAndVerify({ place: place.arguments, puts, putsPerKill: puts / 2, seed });
      expect(report.puts).toBeGreaterThanOrEqual(puts);
      expect(report.kills).toBeGreaterThan(0);
      // Clients that have read the same version compete: one of them succeeds, and on average four have the same row.
      expect(report.acknowledged).toBeGreaterThan(puts / 16);
      expect(report.changes).toBeGreaterThanOrEqual(report.acknowledged);
    } finally {
      await place.end();
    }
  },
);

it("a chain with a lost change or two successors is found", () => {
  const chain = new VersionChain();
  chain.seen("a", "");
  chain.acknowledged("b", "a");
  chain.acknowledged("c", "b");
  expect(chain.verify("c")).toBe(2);
  expect(() => chain.verify("b")).toThrow("The acknowledged version c was lost.");
  expect(() => chain.acknowledged("d", "b")).toThrow("Versions c and d both replaced b.");
});
