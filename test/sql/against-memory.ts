import type { Catalog } from "../../src/catalog/types.ts";
import type { CheckedFilter, CheckedSortBy } from "../../src/checker/checked.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { sortRows } from "../../src/evaluator/sort-rows.ts";
import { canonicalRow } from "./canonical-row.ts";
import { databaseAnswers } from "./database-answers.ts";
import type {
  Answers,
  Asked,
  AskedPage,
  Backend,
  Kept,
  Listed,
  StoredRow,
  Wrong,
} from "./engines/engine-under-test.ts";

/** Compares the results of a backend with the row predicate and the comparator in memory. */

export interface Disagreement extends Wrong {
  readonly engine: string;
  /** The query for messages; for a database, the statement. */
  readonly text: string;
}

export interface Comparison {
  readonly isExact: boolean;
  readonly disagreement: Disagreement | undefined;
}

export function answersOf(backend: Backend): Answers {
  return backend.kind === "database" ? databaseAnswers(backend) : backend.answers;
}

/** Returns rows as the backend can store them, with consecutive keys. */
export function storableRows(backend: Backend, catalog: Catalog, rows: readonly StoredRow[]): StoredRow[] {
  return rows.map((row, id) => {
    const given = { ...row, id };
    const held = backend.kind === "database" ? canonicalRow(given, catalog, backend.precision) : given;
    return backend.settle?.(held, catalog) ?? held;
  });
}

/** Returns the keys of the rows that a filter keeps, evaluated in memory. */
export function keptInMemory(
  filter: CheckedFilter,
  rows: readonly StoredRow[],
  locale: string | undefined,
  identity?: string,
): string[] {
  return idsOf(rows.filter(compilePredicate(filter, optionsOf(locale))), filter.catalog!, identity);
}

/** Compares the rows that a filter keeps in memory with those that a backend keeps. */
export async function compareFilter(
  backend: Backend,
  filter: CheckedFilter,
  rows: readonly StoredRow[],
  locale: string | undefined,
): Promise<Comparison> {
  const kept = await answersOf(backend).keep({ filter, locale });
  return judge(backend, kept, keptInMemory(filter, rows, locale, backend.identity));
}

/** Compares many filters like `compareFilter`. Returns the reasons of inexact ones. */
export async function compareMany(
  backend: Backend,
  asked: readonly Asked[],
  rows: readonly StoredRow[],
): Promise<(Comparison & { readonly reasons: readonly string[] })[]> {
  const kept = await answersOf(backend).keepEach(asked);
  return asked.map(({ filter, locale }, i) => ({
    ...judge(backend, kept[i]!, keptInMemory(filter, rows, locale, backend.identity)),
    reasons: kept[i]!.reasons,
  }));
}

/** Compares results. Exact ones must be equal. For inexact ones, the rows of memory must lie between the lower and upper bound. */
function judge(backend: Backend, kept: Kept, expected: readonly string[]): Comparison {
  const { isExact, upper, lower, error } = kept;
  const right: Comparison = { isExact, disagreement: undefined };
  const wrong = (what: string, { ids: actual, text }: Listed): Comparison => ({
    isExact,
    disagreement: { engine: backend.name, what, expected, actual, text },
  });
  if (error !== undefined) return wrong("error", { ids: [error], text: "" });
  if (isExact) return sameMembers(expected, upper.ids) ? right : wrong("exact", upper);
  const above = new Set(upper.ids);
  const memory = new Set(expected);
  if (!expected.every((id) => above.has(id))) return wrong("superset", upper);
  return lower.ids.every((id) => memory.has(id)) ? right : wrong("subset", lower);
}

/** Compares the order of all rows. */
export async function compareOrders(
  backend: Backend,
  sortBy: CheckedSortBy,
  rows: readonly StoredRow[],
  locale: string | undefined,
): Promise<Comparison> {
  const listed = await answersOf(backend).order(sortBy, locale);
  const expected = idsOf(sortRows(rows, sortBy, optionsOf(locale)), sortBy.catalog!, backend.identity);
  return compareLists(backend, "order", expected, listed);
}

/** Compares a page and its count, if the backend evaluates both exactly. */
export async function comparePage(
  backend: Backend,
  asked: Omit<AskedPage, "locale">,
  rows: readonly StoredRow[],
  locale: string | undefined,
): Promise<Comparison> {
  const { filter, sortBy, start, limit } = asked;
  const listed = await answersOf(backend).page({ filter, sortBy, start, limit, locale });
  const kept = rows.filter(compilePredicate(filter, optionsOf(locale)));
  const sorted = sortRows(kept, sortBy, optionsOf(locale));
  const page = idsOf(sorted, filter.catalog!, backend.identity).slice(start, start + limit);
  return compareLists(backend, "page", [...page, `of ${kept.length}`], listed);
}

function compareLists(
  backend: Backend,
  what: string,
  expected: readonly string[],
  listed: Listed | undefined,
): Comparison {
  if (listed === undefined) return { isExact: false, disagreement: undefined };
  const { ids: actual, text } = listed;
  const isSame = expected.join() === actual.join();
  return {
    isExact: true,
    disagreement: isSame ? undefined : { engine: backend.name, what, expected, actual, text },
  };
}

/** Runs the backend's further comparisons. */
export async function compareOthers(
  backend: Backend,
  asked: AskedPage,
  rows: readonly StoredRow[],
): Promise<Disagreement | undefined> {
  const wrong = await answersOf(backend).alsoWrong?.(asked, rows);
  return wrong === undefined ? undefined : { ...wrong, engine: backend.name, text: "" };
}

export const optionsOf = (locale: string | undefined) => (locale === undefined ? {} : { locale });

/** @param identity property that identifies a row. Default: the catalog's key. */
export function idsOf(rows: readonly StoredRow[], { key }: Catalog, identity = key!): string[] {
  return rows.map((row) => String(row[identity]));
}

export function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.toSorted().join() === b.toSorted().join();
}
