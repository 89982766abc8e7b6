import type { Backend } from "../engines/engine-under-test.ts";
import type { EngineEntry } from "../engines/list.ts";

/** An engine's share of the expressions: their number, and the offset of the first table. */
export interface Share {
  readonly from: number;
  readonly count: number;
}

/** Number of expressions per table. */
export const PER_TABLE = 200;

/** Distributes expressions over engines by their speed, rounded up. */
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
