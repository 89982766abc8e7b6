import { describe, expect, it } from "vitest";
import { describeBackends } from "./engines/describe-engines.ts";
import { kept } from "./fuzz/regressions.ts";
import { retry } from "./fuzz/trial.ts";

describeBackends((engine) => {
  it.each(kept())("a former disagreement stays fixed: %s", async (_name, trial) => {
    expect(await retry(engine(), trial)).toBe(undefined);
  });
});

describe("the recorded disagreements", () => {
  it("contain at least one case, so that the replay itself is known to run", () => {
    expect(kept().length).toBeGreaterThan(0);
  });
});
