import { expect, it } from "vitest";
import { countOf } from "../../../test/effort.ts";
import { runModel } from "./model/run-model.ts";
import { isBuilt } from "./process-fixture.ts";

/** Maximum number of commands of a run. */
const COMMANDS = countOf("apps/platform/test/model: commands");

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

it.skipIf(!isBuilt)(
  `reports, annotations and tokens are as the model says, also after kills (seed ${seed})`,
  async () => {
    let total = 0;
    // The number of steps is random, and can be small.
    const least = COMMANDS / 3;
    for (let run = 0; run < 10 && total < least; run++) total += (await runModel(seed + run, COMMANDS)).steps;
    expect(total).toBeGreaterThanOrEqual(least);
  },
  600_000,
);
