import type { Expression, SortBy } from "../../../src/ast/nodes.ts";
import { check, checkSortBy } from "../../../src/checker/check.ts";
import type { CheckedFilter, CheckedSortBy } from "../../../src/checker/checked.ts";
import { typedCatalog } from "../../properties/typed-catalog.ts";
import {
  compareFilter,
  compareMany,
  compareOrders,
  compareOthers,
  comparePage,
  storableRows,
  type Disagreement,
} from "../against-memory.ts";
import type { Backend, StoredRow } from "../engines/engine-under-test.ts";

/** A filter, an order and a page over rows. */
export interface Trial {
  readonly expression: Expression;
  readonly filter: CheckedFilter;
  readonly order: SortBy;
  readonly sortBy: CheckedSortBy;
  readonly rows: readonly StoredRow[];
  readonly locale: string | undefined;
  readonly start: number;
  readonly limit: number;
}

/** Repeats a trial separately and returns the disagreement, if any. */
export async function retry(engine: Backend, trial: Trial): Promise<Disagreement | undefined> {
  const { filter } = check(trial.expression, typedCatalog);
  const { sortBy } = checkSortBy(trial.order, typedCatalog);
  if (filter === undefined || sortBy === undefined) return undefined;
  const rows = storableRows(engine, typedCatalog, trial.rows);
  const { locale } = trial;
  try {
    await engine.load(typedCatalog, rows);
    const [answer] = await compareMany(engine, [{ filter, locale }], rows);
    return (
      answer!.disagreement ??
      (await compareFilter(engine, filter, rows, locale)).disagreement ??
      (await compareOrders(engine, sortBy, rows, locale)).disagreement ??
      (await comparePage(engine, { ...trial, filter, sortBy }, rows, locale)).disagreement ??
      (await compareOthers(engine, { ...trial, filter, sortBy }, rows))
    );
  } catch (error) {
    return { engine: engine.name, what: "error", expected: [], actual: [String(error)], text: "" };
  }
}
