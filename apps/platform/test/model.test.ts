import { expect, it } from "vitest";
import { runModel } from "./model/run-model.ts";
import { isBuilt } from "./process-fixture.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

it.skipIf(!isBuilt)(
  `reports, annotations and tokens are as the model says, also after kills (seed ${seed})`,
  async () => {
    const { steps } = await runModel(seed, 400);
    expect(steps).toBeGreaterThan(50);
  },
  600_000,
);
