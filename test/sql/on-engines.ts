import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import type { EngineUnderTest } from "./engine-under-test.ts";
import { enginesCalled, type EngineEntry } from "./engines.ts";

/** Whether everything is tried, however long it takes: `TAMIS_TESTS=full`. */
export const IS_FULL = process.env["TAMIS_TESTS"] === "full";

/**
 * Describes what holds on every engine that is wanted, one after the other: each is opened when its own tests begin and
 * closed after them, so no more than one is open. Tests of one that is not there are skipped.
 *
 * @param layouts `first`: the first layout of each database is enough in the usual run, since the rest tries the others.
 */
export function describeEngines(
  body: (engine: () => EngineUnderTest, entry: EngineEntry) => void,
  layouts: "all" | "first" = "all",
): void {
  const entries = enginesCalled().filter(({ isFirst }) => layouts === "all" || isFirst || IS_FULL);
  describe.each(entries.map((entry) => [entry.name, entry] as const))("%s", (_name, entry) => {
    let opened: EngineUnderTest | undefined;
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
