import { afterAll, describe, expect, it } from "vitest";
import { plainKernels } from "../../src/engine/memory/kernels/plain.ts";
import { TUNINGS } from "../engine/memory/against-rows.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { storableRows } from "./against-memory.ts";
import type { CollectionUnderTest } from "./engine-under-test.ts";
import { collectionUnderTest } from "./engines-memory.ts";
import { draw, fuzz } from "./fuzz/fuzz.ts";
import { ORACLES } from "./oracles.ts";
import { PLANTED, type PlantedBug } from "./planted-memory-bugs.ts";

/** Filters after which a mistake has to be found, by the fuzz and by the oracles together. */
const MOST = 3000;
const MOST_FOR_ORACLES = 100;
const PER_TABLE = 50;
const SEED = 20_260_101;

const table: string[] = [];
const foundBy = new Map<string, number>();
afterAll(() => {
  console.log(`planted mistakes, and after how many filters each way finds them:\n${table.join("\n")}`);
});

/** One collection in each tuning; of mistakes in changes one that is changed. */
function spoiled({ kernels, isOfChanges }: PlantedBug): CollectionUnderTest[] {
  const make = () => {
    const usual = plainKernels();
    return { ...usual, ...kernels?.(usual) };
  };
  return TUNINGS.map(([name, tuning]) =>
    collectionUnderTest({ name, tuning, kernels: make, isChanged: isOfChanges === true }),
  );
}

/** After how many trials each oracle finds the mistake. */
async function findWithOracles(engines: readonly CollectionUnderTest[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (let tried = 0; tried < MOST_FOR_ORACLES;) {
    const { trials, rows: drawn } = draw(SEED + tried, PER_TABLE);
    const rows = storableRows(engines[0]!, typedCatalog, drawn);
    for (const engine of engines) await engine.load(typedCatalog, rows);
    for (const trial of trials) {
      tried++;
      for (const [name, oracle] of Object.entries(ORACLES)) {
        if (name in found) continue;
        for (const engine of engines) {
          if ((await oracle(engine, { ...trial, rows })) !== undefined) found[name] = tried;
        }
      }
    }
  }
  return found;
}

describe("a mistake planted in the engine in memory is found", () => {
  it.each(PLANTED.map((bug) => [bug.name, bug] as const))(
    "%s",
    async (name, bug) => {
      const takeAway = bug.replace?.();
      try {
        const figures = await fuzz({ engines: spoiled(bug), expressions: MOST, seed: SEED, mostFound: 1 });
        const found = await findWithOracles(spoiled(bug));
        for (const oracle of Object.keys(found)) foundBy.set(oracle, (foundBy.get(oracle) ?? 0) + 1);
        const by = Object.entries(found).map(([oracle, after]) => `${oracle} ${after}`);
        const fuzzed = figures.found.length > 0 ? [`fuzz within ${figures.drawn}`] : [];
        table.push(`  ${name}: ${[...fuzzed, ...by].join(", ")}`);
        expect(figures.found.length).toBeGreaterThan(0);
      } finally {
        takeAway?.();
      }
    },
    120_000,
  );

  it("by each of the oracles, some mistake or other", () => {
    expect(Object.keys(ORACLES).filter((name) => !foundBy.has(name))).toEqual([]);
  });

  it("and without one nothing is", async () => {
    const none = spoiled({ name: "none" });
    const changed = spoiled({ name: "none", isOfChanges: true });
    const figures = await fuzz({ engines: [...none, ...changed], expressions: 400, seed: SEED });
    expect(figures.found).toEqual([]);
    expect(await findWithOracles(none)).toEqual({});
  }, 120_000);
});
