import { afterAll, describe, expect, it } from "vitest";
import { print } from "../../src/ast/print.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { storableRows } from "./against-memory.ts";
import type { EngineUnderTest } from "./engine-under-test.ts";
import { openEngines } from "./engines.ts";
import { draw } from "./fuzz/fuzz.ts";
import type { Trial } from "./fuzz/trial.ts";
import { forcedPlans, ORACLES } from "./oracles.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const tables = process.env["TAMIS_TESTS"] === "full" ? 40 : 3;
const PER_TABLE = 100;

const engines = await openEngines();
afterAll(() => Promise.all(engines.map((engine) => engine.close())));

async function eachTable(
  engine: EngineUnderTest,
  run: (trials: readonly Trial[]) => Promise<void>,
): Promise<void> {
  for (let table = 0; table < tables; table++) {
    const drawn = draw(seed + table, PER_TABLE);
    const rows = storableRows(engine, typedCatalog, drawn.rows);
    await engine.load(typedCatalog, rows);
    await run(drawn.trials.map((trial) => ({ ...trial, rows })));
  }
}

describe.each(engines.map((engine) => [engine.name, engine] as const))("%s", (_name, engine) => {
  it.each(Object.keys(ORACLES))(
    `no mistake is found by: %s (seed ${seed})`,
    async (oracle) => {
      const found: object[] = [];
      let tried = 0;
      await eachTable(engine, async (trials) => {
        for (const trial of trials) {
          tried++;
          const disagreement = await ORACLES[oracle]!(engine, trial);
          if (disagreement !== undefined)
            found.push({ ...disagreement, filter: print(trial.expression), locale: trial.locale });
        }
      });
      expect(found).toEqual([]);
      expect(tried).toBeGreaterThan(tables * PER_TABLE * 0.8);
    },
    600_000,
  );

  it.skipIf(engine.plans === undefined)(
    `no mistake is found by: forced plans (seed ${seed})`,
    async () => {
      await eachTable(engine, async (trials) => expect(await forcedPlans(engine, trials)).toEqual([]));
    },
    600_000,
  );
});

describe("a plan that changes what comes out", () => {
  it("is found", async () => {
    const [engine] = await openEngines(["sqlite"]);
    let isOn = false;
    const spoiled: EngineUnderTest = {
      ...engine!,
      run: async (statement) => (await engine!.run(statement)).slice(isOn ? 1 : 0),
      plans: [
        {
          name: "loses a row",
          enter: () => Promise.resolve(void (isOn = true)),
          leave: () => Promise.resolve(void (isOn = false)),
        },
      ],
    };
    await eachTable(spoiled, async (trials) =>
      expect((await forcedPlans(spoiled, trials)).length).toBeGreaterThan(0),
    );
    await engine!.close();
  });
});
