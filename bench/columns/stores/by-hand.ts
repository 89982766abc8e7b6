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
    first: (condition, limit) => {
      const { test } = queryOf(condition);
      return () => {
        const found: Row[] = [];
        for (let i = 0; i < rows.length && found.length < limit; i++)
          if (test(rows[i]!)) found.push(rows[i]!);
        return found;
      };
    },
    page: (request) => () => sorted(request).slice(request.start, request.start + request.limit),
    request: (request) => () => {
      const kept = sorted(request);
      return { count: kept.length, items: kept.slice(request.start, request.start + request.limit) };
    },
  };
}
