import type { Condition, Query } from "../../evaluate/queries.ts";
import type { Row } from "../../evaluate/rows.ts";
import type { PageRequest, Store } from "./store.ts";

export const LOOP = "loop written by hand";

/** Hand-written loops, `filter` and `sort` for these rows. Nothing is prepared. */
export function byHand(rows: readonly Row[], queries: readonly Query[]): Store {
  const queryOf = (condition: Condition) => queries.find((query) => query.condition === condition)!;
  const collator = new Intl.Collator("en");
  const byName = (a: Row, b: Row) => collator.compare(a.name, b.name) || a.id - b.id;
  const sorted = ({ condition }: PageRequest) =>
    (condition === undefined ? [...rows] : rows.filter(queryOf(condition).test)).sort(byName);
  return {
    name: LOOP,
    count: (condition) => {
      const { loop } = queryOf(condition);
      return () => loop(rows);
    },
    page: (request) => () => sorted(request).slice(request.start, request.start + request.limit),
  };
}
