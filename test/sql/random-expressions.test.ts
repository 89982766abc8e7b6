import { describe, expect, it } from "vitest";
import { FUNCTIONS } from "../../src/functions/list.ts";
import { countOf, EFFORT } from "../effort.ts";
import { described, fuzz } from "./fuzz/fuzz.ts";
import { shared } from "./fuzz/shares.ts";
import { describeBackends, triedBackends } from "./engines/describe-engines.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
/** Expressions drawn for all backends together, and for each of them in the proof. */
const TOGETHER = countOf("sql/random-expressions: together");
const EACH = EFFORT === "proof" ? 20_000 : undefined;

const shares = shared(TOGETHER, triedBackends());
const used = new Set<string>();
let drawn = 0;

describeBackends((engine, entry) => {
  const { from, count } = EACH === undefined ? shares.get(entry)! : { from: 0, count: EACH };

  it(`${count} random expressions, orders and pages have the same results as in memory (seed ${seed + from})`, async () => {
    const figures = await fuzz({ engines: [engine()], expressions: count, seed: seed + from });
    expect(figures.found.map(described)).toEqual([]);
    expect(figures.valid).toBeGreaterThan(count * 0.7);
    expect(figures.exact[engine().name]).toBeGreaterThan(figures.valid * 0.2);
    if (count > 100) expect(figures.orders[engine().name]).toBeGreaterThan(0);
    for (const key of Object.keys(figures.functions)) used.add(key.split(" ")[0]!);
    drawn += count;
  }, 600_000);
});

describe("random expressions", () => {
  it("use every function", () => {
    expect(drawn).toBeGreaterThan(TOGETHER / 3);
    expect(FUNCTIONS.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
  });
});
