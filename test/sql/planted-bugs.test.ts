import { afterAll, describe, expect, it } from "vitest";
import { call } from "../../src/ast/constructors.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { storableRows } from "./against-memory.ts";
import { clickhouseUnderTest } from "./engines/clickhouse.ts";
import type { EngineUnderTest } from "./engines/engine-under-test.ts";
import { sqliteUnderTest } from "./engines/sqlite.ts";
import { draw, fuzz } from "./fuzz/fuzz.ts";
import { ORACLES } from "./oracles.ts";
import { PLANTED, type PlantedBug } from "./planted-bugs.ts";
import { beyondSample, countOf, EFFORT, sampleOf } from "../effort.ts";

/** Number of filters within which a bug must be found by fuzzing and oracles together. */
const MOST = 5000;
/** 0 in a sample, which does not require that each oracle finds a mistake. */
const MOST_FOR_ORACLES = countOf("sql/planted-bugs: filters for oracles");
const UNSPOILED = countOf("sql/planted-bugs: expressions without a bug");
const PER_TABLE = 50;
const SEED = 20_260_101;

const sqlite = await sqliteUnderTest();
const withoutFunctions = await sqliteUnderTest({ functions: false });
const clickhouse = await clickhouseUnderTest();
const table: string[] = [];
afterAll(async () => {
  console.log(`planted mistakes, and after how many filters each way finds them:\n${table.join("\n")}`);
  for (const engine of [sqlite, withoutFunctions, clickhouse]) await engine?.close();
});

const foundBy = new Map<string, number>();

function spoiled({ plant, rewriteText }: PlantedBug, engine: EngineUnderTest): EngineUnderTest {
  if (rewriteText === undefined) return { ...engine, plant: plant! };
  const run: EngineUnderTest["run"] = ({ segments, ...rest }) => {
    // Placeholders are between segments; no replaced text contains one.
    return engine.run({ ...rest, segments: rewriteText(segments.join("\0")).split("\0") });
  };
  return { ...engine, run };
}

/** Number of trials after which each oracle finds the bug. */
async function findWithOracles(engine: EngineUnderTest): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (let tried = 0; tried < MOST_FOR_ORACLES;) {
    const drawn = draw(SEED + tried, PER_TABLE);
    const rows = storableRows(engine, typedCatalog, drawn.rows);
    await engine.load(typedCatalog, rows);
    for (const trial of drawn.trials) {
      tried++;
      for (const [name, oracle] of Object.entries(ORACLES)) {
        if (name in found) continue;
        if ((await oracle(engine, { ...trial, rows })) !== undefined) found[name] = tried;
      }
    }
  }
  return found;
}

const SAMPLE = sampleOf("sql/planted-bugs: bugs", PLANTED);

describe("a bug planted in the compiler is found", () => {
  it.for([
    ...SAMPLE.map(
      (bug) => [bug.name, bug, bug.withoutFunctions === true ? withoutFunctions : sqlite] as const,
    ),
    // Some of them are found after a minute.
    ...beyondSample(
      ...SAMPLE.filter(({ notInClickhouse }) => notInClickhouse === undefined).map(
        (bug) => [`${bug.name}, in ClickHouse`, bug, clickhouse] as const,
      ),
    ),
  ])("%s", async ([name, bug, usual], { skip }) => {
    if (usual === undefined) return skip("chDB is not installed");
    const engine = spoiled(bug, usual);
    const shown = usual === clickhouse ? bug.shownInClickhouse : undefined;
    const change = (filter: Expression) => (shown === undefined ? filter : call("or", [filter, shown]));
    const figures = await fuzz({ engines: [engine], expressions: MOST, seed: SEED, mostFound: 1, change });
    const found = await findWithOracles(engine);
    for (const oracle of Object.keys(found)) foundBy.set(oracle, (foundBy.get(oracle) ?? 0) + 1);
    const by = Object.entries(found).map(([oracle, after]) => `${oracle} ${after}`);
    const fuzzed = figures.found.length > 0 ? [`fuzz within ${figures.drawn}`] : [];
    table.push(`  ${name}: ${[...fuzzed, ...by].join(", ")}`);
    expect(figures.found.length).toBeGreaterThan(0);
  });

  it.skipIf(EFFORT !== "proof")("by each oracle at least once", () => {
    expect(Object.keys(ORACLES).filter((name) => !foundBy.has(name))).toEqual([]);
  });

  it("and nothing is found without a planted bug", async () => {
    const figures = await fuzz({
      engines: [sqlite, withoutFunctions, ...(clickhouse === undefined ? [] : [clickhouse])],
      expressions: UNSPOILED,
      seed: SEED,
    });
    expect(figures.found).toEqual([]);
    expect(await findWithOracles(sqlite)).toEqual({});
  });
});
