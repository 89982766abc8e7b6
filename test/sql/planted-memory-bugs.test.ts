import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { plainKernels } from "../../src/engine/store/kernels/plain.ts";
import type { Kernels } from "../../src/engine/store/kernels/kernels.ts";
import { historiesOf, wrongIn } from "../engine/store/histories.ts";
import { TUNINGS } from "../engine/store/against-rows.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { check } from "../../src/checker/check.ts";
import { compareMany, storableRows } from "./against-memory.ts";
import type { CollectionUnderTest } from "./engines/engine-under-test.ts";
import { collectionUnderTest } from "./engines-memory.ts";
import { everyExpression, everyRow } from "./fuzz/exhaustive.ts";
import { draw, fuzz } from "./fuzz/fuzz.ts";
import { ORACLES } from "./oracles.ts";
import { PLANTED, type PlantedBug } from "./planted-memory-bugs.ts";
import { countOf, EFFORT, sampleOf } from "../effort.ts";

/**
 * Number of random filters within which a bug must be found; otherwise an expression of three nodes or a history of changes
 * must find it.
 */
const MOST = 1500;
const UNSPOILED = countOf("sql/planted-memory-bugs: expressions without a bug");
/** 0 in a sample, which does not require that each oracle finds a mistake. */
const MOST_FOR_ORACLES = countOf("sql/planted-memory-bugs: filters for oracles");
const HISTORIES = 40;
const SEED = 20_260_101;

const table: string[] = [];
const foundBy = new Map<string, number>();
afterAll(() => {
  console.log(`planted mistakes, and after how many filters each way finds them:\n${table.join("\n")}`);
});

function kernelsWith({ kernels }: PlantedBug): Kernels {
  const usual = plainKernels();
  return { ...usual, ...kernels?.(usual) };
}

/** One collection with each set of tuning; of mistakes in changes one that is changed. */
function spoiled(bug: PlantedBug): CollectionUnderTest[] {
  const isChanged = bug.isOfChanges === true;
  const kernels = () => kernelsWith(bug);
  return TUNINGS.map(([name, tuning]) => collectionUnderTest({ name, tuning, kernels, isChanged }));
}

function findInHistories(bug: PlantedBug): boolean {
  const sample = fc.sample(historiesOf(0), { numRuns: HISTORIES, seed: SEED });
  return sample.some((history) => wrongIn(history, kernelsWith(bug), TUNINGS[1]![1]) !== undefined);
}

/** Number of trials after which each oracle finds the bug. */
async function findWithOracles(engine: CollectionUnderTest): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  if (MOST_FOR_ORACLES === 0) return found;
  const { trials, rows: drawn } = draw(SEED, MOST_FOR_ORACLES);
  const rows = storableRows(engine, typedCatalog, drawn);
  // Twice: what is wrong after changes is wrong when there were some.
  for (const held of [rows.slice(1), rows]) await engine.load(typedCatalog, held);
  for (const [tried, trial] of trials.entries()) {
    for (const [name, oracle] of Object.entries(ORACLES)) {
      if (name in found) continue;
      if ((await oracle(engine, { ...trial, rows })) !== undefined) found[name] = tried + 1;
    }
  }
  return found;
}

const plainOnes = [...everyExpression()].filter(
  (each) => each.kind === "call" && each.args.length === 2 && each.args[1]!.kind === "literal",
);

/** Whether some expression of three nodes finds the mistake. */
async function findExhaustively(engines: readonly CollectionUnderTest[]): Promise<boolean> {
  const asked = plainOnes.flatMap((expression) => {
    const { filter } = check(expression, typedCatalog);
    return filter === undefined ? [] : [{ filter, locale: undefined }];
  });
  for (const engine of engines) {
    const rows = storableRows(engine, typedCatalog, everyRow());
    for (const held of [rows.slice(1), rows]) await engine.load(typedCatalog, held);
    const answers = await compareMany(engine, asked, rows);
    if (answers.some(({ disagreement }) => disagreement !== undefined)) return true;
  }
  return false;
}

describe("a bug planted in the engine in memory is found", () => {
  it.each(sampleOf("sql/planted-memory-bugs: bugs", PLANTED).map((bug) => [bug.name, bug] as const))(
    "%s",
    async (name, bug) => {
      const takeAway = bug.replace?.();
      try {
        const figures = await fuzz({ engines: spoiled(bug), expressions: MOST, seed: SEED, mostFound: 1 });
        const isFuzzed = figures.found.length > 0;
        const found = await findWithOracles(spoiled(bug)[1]!);
        for (const oracle of Object.keys(found)) foundBy.set(oracle, (foundBy.get(oracle) ?? 0) + 1);
        const by = Object.entries(found).map(([oracle, after]) => `${oracle} ${after}`);
        const first = isFuzzed
          ? `fuzz within ${figures.drawn}`
          : (await findExhaustively(spoiled(bug)))
            ? "every expression"
            : findInHistories(bug)
              ? "histories"
              : undefined;
        table.push(`  ${name}: ${[first, ...by].join(", ")}`);
        expect(first).toBeDefined();
      } finally {
        takeAway?.();
      }
    },
    120_000,
  );

  it.skipIf(EFFORT !== "proof")("by each oracle at least once", () => {
    expect(Object.keys(ORACLES).filter((name) => !foundBy.has(name))).toEqual([]);
  });

  it("and nothing is found without a planted bug", async () => {
    const none = spoiled({ name: "none" });
    const changed = spoiled({ name: "none", isOfChanges: true });
    const figures = await fuzz({ engines: [...none, ...changed], expressions: UNSPOILED, seed: SEED });
    expect(figures.found).toEqual([]);
    expect(await findWithOracles(none[1]!)).toEqual({});
    expect(await findExhaustively([none[1]!, changed[1]!])).toBe(false);
    expect(findInHistories({ name: "none" })).toBe(false);
  }, 120_000);
});
