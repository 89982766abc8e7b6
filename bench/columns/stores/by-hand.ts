import type { Condition, Query } from "../../evaluate/queries.ts";
import type { Row } from "../../evaluate/rows.ts";
import type { Store } from "./store.ts";

export const LOOP = "loop written by hand";

/** Hand-written loops and `sort` for these rows. Nothing is prepared. */
export function byHand(rows: readonly Row[], queries: readonly Query[]): Store {
  const queryOf = (condition: Condition) => queries.find((query) => query.condition === condition)!;
  const collator = new Intl.Collator("en");
  const byName = (a: Row, b: Row) => collator.compare(a.name, b.name) || a.id - b.id;
  const sorted = () => [...rows].sort(byName);
  return {
    name: LOOP,
    count: (condition) => {
      const { loop } = queryOf(condition);
      return () => loop(rows);
    },
    page:
      ({ start, limit }) =>
      () =>
        sorted().slice(start, start + limit),
  };
}
