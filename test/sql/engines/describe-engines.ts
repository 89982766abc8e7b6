import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import type { Backend, EngineUnderTest } from "./engine-under-test.ts";
import { BACKENDS, ENGINES, entriesCalled, type EngineEntry } from "./list.ts";

/** Whether everything is tried, however long it takes: `TAMIS_TESTS=full`. */
export const IS_FULL = process.env["TAMIS_TESTS"] === "full";

type Body<B extends Backend> = (engine: () => B, entry: EngineEntry<B>) => void;

/**
 * Describes what holds on every database that is wanted, one after the other: each is opened when its own tests begin
 * and closed after them, so no more than one is open. Tests of one that is not there are skipped.
 *
 * @param layouts `first`: the first layout of each database is enough in the usual run, since the rest tries the others.
 */
export function describeEngines(body: Body<EngineUnderTest>, layouts: "all" | "first" = "all"): void {
  describeEach(ENGINES, body, layouts);
}

/** The same of every database and every collection in memory. */
export function describeBackends(body: Body<Backend>, layouts: "all" | "first" = "all"): void {
  describeEach(BACKENDS, body, layouts);
}

function describeEach<B extends Backend>(
  all: readonly EngineEntry<B>[],
  body: Body<B>,
  layouts: "all" | "first",
): void {
  const entries = entriesCalled(all).filter(({ isFirst }) => layouts === "all" || isFirst || IS_FULL);
  describe.each(entries.map((entry) => [entry.name, entry] as const))("%s", (_name, entry) => {
    let opened: B | undefined;
    beforeAll(async () => {
      opened = await entry.open();
    }, 60_000);
    afterAll(() => opened?.close());
    beforeEach((context) => {
      if (opened === undefined) context.skip();
    });
    body(() => opened!, entry);
  });
}
