import type { Backend } from "../engines/engine-under-test.ts";
import type { EngineEntry } from "../engines/list.ts";

/** What of the expressions an engine draws: so many, from so many tables after the first. */
export interface Share {
  readonly from: number;
  readonly count: number;
}

/** Expressions that go over the rows of one table. */
export const PER_TABLE = 200;

/** Spreads expressions over engines by their speed; each draws its own. Together they are a few more than were wanted. */
export function shared<B extends Backend>(
  expressions: number,
  entries: readonly EngineEntry<B>[],
): ReadonlyMap<EngineEntry<B>, Share> {
  const all = entries.reduce((sum, { speed }) => sum + speed, 0);
  let from = 0;
  return new Map(
    entries.map((entry) => {
      const count = Math.ceil((expressions * entry.speed) / all);
      const share = { from, count };
      from += Math.ceil(count / PER_TABLE);
      return [entry, share];
    }),
  );
}
