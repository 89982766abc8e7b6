import { describe, expect, it } from "vitest";
import { BRIDGES } from "tamis/bridges";
import { byEffort } from "../effort.ts";
import { Random } from "../text-fuzz/random.ts";
import { roundTrips } from "./round-trips.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const bridges = await Promise.all([...BRIDGES.values()].map((load) => load()));

describe(`round trips over random catalogs (seed ${seed})`, () => {
  it("keep the same rows if both reports are empty", { timeout: 3_600_000 }, () => {
    const count = byEffort({ sample: 1_500, full: 15_000, proof: 75_000 });
    const { tried, carried, differences } = roundTrips(new Random(seed), bridges, count);
    expect(differences).toEqual([]);
    expect(carried).toBeGreaterThan(tried / 10);
  });
});
