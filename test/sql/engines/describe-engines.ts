import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import { EFFORT, isTriedOnLayout } from "../../effort.ts";
import type { Backend, EngineUnderTest } from "./engine-under-test.ts";
import { BACKENDS, ENGINES, entriesCalled, type EngineEntry } from "./list.ts";

type Body<B extends Backend> = (engine: () => B, entry: EngineEntry<B>) => void;

/**
 * Declares tests for every selected database. Each database is opened before its tests and closed after them, so that at
 * most one is open. Tests of a database that is not available are skipped.
 *
 * @param layouts `first`: the first layout of each database is enough, except in the proof. A sample run never tries more.
 */
export function describeEngines(body: Body<EngineUnderTest>, layouts: "all" | "first" = "all"): void {
  describeEach(ENGINES, body, layouts);
}

/** Declares tests for every database and every collection in memory. */
export function describeBackends(body: Body<Backend>, layouts: "all" | "first" = "all"): void {
  describeEach(BACKENDS, body, layouts);
}

/** Returns the backends that `describeBackends` tests. */
export function triedBackends(): readonly EngineEntry<Backend>[] {
  return tried(BACKENDS, "all");
}

function tried<B extends Backend>(
  all: readonly EngineEntry<B>[],
  layouts: "all" | "first",
): readonly EngineEntry<B>[] {
  const isEvery = EFFORT === "proof" || (EFFORT === "full" && layouts === "all");
  return entriesCalled(all).filter(({ isFirst }) => isEvery || isFirst);
}

function describeEach<B extends Backend>(
  all: readonly EngineEntry<B>[],
  body: Body<B>,
  layouts: "all" | "first",
): void {
  const entries = tried(all, layouts);
  describe.each(entries.map((entry) => [entry.name, entry] as const))("%s", (_name, entry) => {
    let opened: B | undefined;
    beforeAll(async () => {
      opened = await entry.open();
    }, 60_000);
    afterAll(() => opened?.close());
    beforeEach((context) => {
      if (opened === undefined) context.skip();
      if (!entry.isFirst && !isTriedOnLayout(context.task.id)) context.skip("not in this sample");
    });
    body(() => opened!, entry);
  });
}
