import { compileFilter, compileSortBy } from "tamis";
import { createCollection } from "tamis/store";

const ROWS = Array.from({ length: 64 }, (_, i) => ({
  id: i,
  name: `n${i % 7}`,
  day: `2026-01-0${1 + (i % 9)}`,
}));

/** Runs each part of a query once, while the page loads. Otherwise the first query would include the time to start them. */
export function warmUp(): void {
  const collection = createCollection(ROWS, { rows: "plain", kernels: "plain" });
  const { catalog } = collection;
  const text = "and(gt(id,3),contains($primary,name,'n'),ge(day,2026-01-02),not(eq(name,'n1')))";
  const { filter } = compileFilter(text, { catalog });
  const { sortBy } = compileSortBy("name:descending:primary,id", { catalog });
  collection.page({ filter, sortBy, limit: 5 });
  collection.close();
}
