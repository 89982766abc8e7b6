import { describe, expect, it } from "vitest";
import { describeBackends } from "./engines/describe-engines.ts";
import { kept } from "./fuzz/regressions.ts";
import { retry } from "./fuzz/trial.ts";

describeBackends((engine) => {
  it.each(kept())("what was once wrong stays right: %s", async (_name, trial) => {
    expect(await retry(engine(), trial)).toBe(undefined);
  });
});

describe("what was once wrong", () => {
  it("has at least one case, so that the replay itself is known to run", () => {
    expect(kept().length).toBeGreaterThan(0);
  });
});
