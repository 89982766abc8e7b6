import { expect, it } from "vitest";
import { runFixture } from "./child.ts";

interface Probe {
  /** Number of exported functions and classes. */
  readonly names: number;
  readonly calls: number;
  readonly errors: number;
  readonly failures: readonly string[];
  readonly withoutSample: readonly string[];
  readonly unknown: readonly string[];
}

const WHAT_TO_DO = `Check the argument at the beginning of the function, with a function of src/diagnostics/require-argument.ts or
requireCatalog. Options read with ownProperties are checked. To see the stacks, run
node test/adversarial/fixtures/argument-probe.ts stacks
`;

it("no exported function fails from inside for a wrong argument", { timeout: 120_000 }, () => {
  const { names, calls, errors, failures, withoutSample, unknown } = runFixture("argument-probe") as Probe;
  expect(failures, WHAT_TO_DO).toEqual([]);
  expect(withoutSample, "Add valid arguments to argument-samples.ts, or a reason.").toEqual([]);
  expect(unknown, "argument-samples.ts has functions that are not exported.").toEqual([]);
  // Otherwise the functions were not called.
  expect(names).toBeGreaterThan(250);
  expect(calls).toBeGreaterThan(2_000);
  expect(errors).toBeGreaterThan(1_000);
});
