import { afterAll, describe, expect, it } from "vitest";
import { openEngines } from "./engines.ts";
import { kept } from "./fuzz/regressions.ts";
import { retry } from "./fuzz/trial.ts";

const engines = await openEngines();
afterAll(() => Promise.all(engines.map((engine) => engine.close())));

describe("what was once wrong stays right", () => {
  it.each(kept())("%s", async (_name, trial) => {
    for (const engine of engines) expect(await retry(engine, trial)).toBe(undefined);
  });

  it("has at least one case, so that the replay itself is known to run", () => {
    expect(kept().length).toBeGreaterThan(0);
  });
});
