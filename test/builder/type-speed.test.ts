import { describe, expect, it } from "vitest";
import { isTried } from "../effort.ts";
import { costOfConditions, measureTypes } from "./type-speed/measure.ts";
import { drizzleProgram, kyselyProgram, tamisProgram } from "./type-speed/programs.ts";

describe("type-checking speed for 100 members nested four levels deep", () => {
  it("is limited in instantiations and time", { timeout: 120_000 }, async () => {
    const all = await measureTypes(tamisProgram(100));
    expect(all.instantiations).toBeLessThan(60_000);
    // Includes the sources of tamis. Generous, because tests share their processors.
    expect(all.milliseconds).toBeLessThan(40_000);
  });

  it.runIf(isTried("builder/type-speed: comparison with other builders"))(
    "costs a third of the instantiations of Drizzle, less than twice those of Kysely, and the milliseconds of a table of either",
    { timeout: 300_000 },
    async () => {
      const ours = await costOfConditions(tamisProgram);
      const kysely = await costOfConditions(kyselyProgram);
      const drizzle = await costOfConditions(drizzleProgram);
      console.log("Cost of 99 conditions", { tamis: ours, kysely, drizzle });
      expect(ours.instantiations).toBeLessThan(drizzle.instantiations / 3);
      expect(ours.instantiations).toBeLessThan(2 * kysely.instantiations);
      expect(ours.milliseconds).toBeLessThan(
        2_000 + 10 * Math.max(kysely.milliseconds, drizzle.milliseconds),
      );
    },
  );
});
