import { describe, expect, it } from "vitest";
import { print } from "../../src/ast/print.ts";
import { typedCatalog } from "../properties/typed-catalog.ts";
import { storableRows } from "./against-memory.ts";
import type { Backend, EngineUnderTest } from "./engines/engine-under-test.ts";
import type { EngineEntry } from "./engines/list.ts";
import { sqliteUnderTest } from "./engines/sqlite.ts";
import { draw } from "./fuzz/fuzz.ts";
import type { Trial } from "./fuzz/trial.ts";
import { describeBackends } from "./engines/describe-engines.ts";
import { forcedPlans, ORACLES } from "./oracles.ts";
import { countOf, EFFORT } from "../effort.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const PER_TABLE = countOf("sql/oracles: per table");
/** Numbers of tables, and of expressions per table: fewer on slow databases and on further layouts. */
const triesOn = ({ speed, isFirst }: EngineEntry<Backend>) =>
  EFFORT === "proof"
    ? { tables: 40, each: PER_TABLE }
    : {
        tables: speed > 4 ? countOf("sql/oracles: tables") : 1,
        each: isFirst ? (speed > 1 ? PER_TABLE : PER_TABLE / 2) : PER_TABLE / 5,
      };

async function eachTable(
  engine: Backend,
  { tables, each }: { readonly tables: number; readonly each: number },
  run: (trials: readonly Trial[]) => Promise<void>,
): Promise<void> {
  for (let table = 0; table < tables; table++) {
    const drawn = draw(seed + table, each);
    const rows = storableRows(engine, typedCatalog, drawn.rows);
    await engine.load(typedCatalog, rows);
    await run(drawn.trials.map((trial) => ({ ...trial, rows })));
  }
}

describeBackends((engine, entry) => {
  const tries = triesOn(entry);

  it.each(Object.keys(ORACLES))(
    `no disagreement is found by: %s (seed ${seed})`,
    async (oracle) => {
      const found: object[] = [];
      let tried = 0;
      await eachTable(engine(), tries, async (trials) => {
        for (const trial of trials) {
          tried++;
          const disagreement = await ORACLES[oracle]!(engine(), trial);
          if (disagreement !== undefined)
            found.push({ ...disagreement, filter: print(trial.expression), locale: trial.locale });
        }
      });
      expect(found).toEqual([]);
      expect(tried).toBeGreaterThan(tries.tables * tries.each * 0.6);
    },
    600_000,
  );

  it(`forced query plans find no disagreement (seed ${seed})`, async (context) => {
    if (engine().plans === undefined) return context.skip();
    // Each trial runs several times with each plan, and some plans are slow on purpose.
    const forced = EFFORT === "proof" ? { ...tries, tables: 10 } : { tables: 1, each: tries.each / 2 };
    await eachTable(engine(), forced, async (trials) =>
      expect(await forcedPlans(engine(), trials)).toEqual([]),
    );
  }, 600_000);
});

describe("a query plan that changes the result", () => {
  it("is found", async () => {
    const engine = await sqliteUnderTest();
    let isOn = false;
    const spoiled: EngineUnderTest = {
      ...engine,
      run: async (statement) => (await engine.run(statement)).slice(isOn ? 1 : 0),
      plans: [
        {
          name: "loses a row",
          enter: () => Promise.resolve(void (isOn = true)),
          leave: () => Promise.resolve(void (isOn = false)),
        },
      ],
    };
    await eachTable(spoiled, { tables: 2, each: PER_TABLE }, async (trials) =>
      expect((await forcedPlans(spoiled, trials)).length).toBeGreaterThan(0),
    );
    await engine.close();
  });
});
