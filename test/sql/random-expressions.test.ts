import { describe, expect, it } from "vitest";
import { FUNCTIONS } from "../../src/functions/list.ts";
import { BACKENDS, entriesCalled } from "./engines/list.ts";
import { described, fuzz } from "./fuzz/fuzz.ts";
import { shared } from "./fuzz/shares.ts";
import { describeBackends, IS_FULL } from "./engines/describe-engines.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
/** In the usual run so many are drawn for all engines together; in the full one for each. */
const TOGETHER = 6_000;
const EACH = 20_000;

const shares = shared(TOGETHER, entriesCalled(BACKENDS));
const used = new Set<string>();
let drawn = 0;

describeBackends((engine, entry) => {
  const { from, count } = IS_FULL ? { from: 0, count: EACH } : shares.get(entry)!;

  it(`${count} random expressions, orders and pages are the same as in memory (seed ${seed + from})`, async () => {
    const figures = await fuzz({ engines: [engine()], expressions: count, seed: seed + from });
    expect(figures.found.map(described)).toEqual([]);
    expect(figures.valid).toBeGreaterThan(count * 0.7);
    expect(figures.exact[engine().name]).toBeGreaterThan(figures.valid * 0.2);
    expect(figures.orders[engine().name]).toBeGreaterThan(0);
    for (const key of Object.keys(figures.functions)) used.add(key.split(" ")[0]!);
    drawn += count;
  }, 600_000);
});

describe("random expressions", () => {
  it("are of every function", () => {
    expect(drawn).toBeGreaterThan(TOGETHER / 3);
    expect(FUNCTIONS.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
  });
});
