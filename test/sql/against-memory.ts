import type { Catalog } from "../../src/catalog/types.ts";
import type { CheckedFilter, CheckedSortBy } from "../../src/checker/checked.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { sortRows } from "../../src/evaluator/sort-rows.ts";
import {
  compileOrder,
  compileWhere,
  keyScalar,
  sqlTarget,
  type SqlTarget,
  type WhereParts,
} from "../../src/sql/compile.ts";
import { fromTable, selectCount, selectPage, whereClause } from "../../src/sql/compile-sql.ts";
import { joined, layOut, sql, type SqlStatement, type SqlText } from "../../src/sql/fragment.ts";
import { asText } from "../../src/sql/truth.ts";
import { isRefusal, type Truth } from "../../src/functions/port.ts";
import { canonicalRow } from "./canonical-row.ts";
import type { EngineUnderTest, StoredRow } from "./engine-under-test.ts";

export interface Disagreement {
  readonly engine: string;
  readonly what: string;
  readonly memory: readonly unknown[];
  readonly database: readonly unknown[];
  readonly sql: string;
}

export interface Comparison {
  readonly isExact: boolean;
  readonly disagreement: Disagreement | undefined;
}

/** Rows as the engine's table can hold them, numbered by the catalog's key `id`. */
export function storableRows(
  engine: EngineUnderTest,
  catalog: Catalog,
  rows: readonly StoredRow[],
): StoredRow[] {
  return rows.map((row, id) => {
    const canonical = canonicalRow({ ...row, id }, catalog, engine.precision);
    return engine.settle?.(canonical, catalog) ?? canonical;
  });
}

/** What statements for a catalog are compiled for: the engine's dialect, or a spoiled one. */
export function targetOf(engine: EngineUnderTest, catalog: Catalog, locale: string | undefined): SqlTarget {
  const target = sqlTarget({ catalog, table: engine.tableOf(catalog), dialect: engine.dialect, locale });
  return engine.plant?.(target) ?? target;
}

/** The keys, in memory, of the rows that a filter keeps. */
export function keptInMemory(
  filter: CheckedFilter,
  rows: readonly StoredRow[],
  locale: string | undefined,
): string[] {
  return ids(rows.filter(compilePredicate(filter, optionsOf(locale))), filter.catalog!);
}

/** The keys of the rows of which a truth is true after WHERE. */
export async function selectWhere(
  engine: EngineUnderTest,
  truth: Truth,
  target: SqlTarget,
): Promise<{ readonly ids: readonly string[]; readonly sql: string }> {
  const statement = layOut(
    sql`SELECT ${keyOf(target)} FROM ${fromTable(target)}${whereClause(truth, target)}`,
  );
  const found = await engine.run(statement);
  return { ids: found.map(([id]) => String(id)), sql: textOf(statement) };
}

/** For each truth, the keys of the rows of which it is true, counted from a select: no WHERE and no index is asked. */
export async function selectTruths(
  engine: EngineUnderTest,
  truths: readonly Truth[],
  target: SqlTarget,
): Promise<{ readonly ids: readonly (readonly string[])[]; readonly sql: string }> {
  const columns = truths.map((truth) => sql`CASE WHEN ${asText(truth, target.dialect)} THEN 1 ELSE 0 END`);
  const statement = layOut(
    sql`SELECT ${joined([keyOf(target), ...columns], ", ")} FROM ${fromTable(target)}`,
  );
  const found = await engine.run(statement);
  return {
    ids: truths.map((_, i) => found.flatMap((row) => (Number(row[i + 1]) === 1 ? [String(row[0])] : []))),
    sql: textOf(statement),
  };
}

/** Compares the rows that a filter keeps in memory with those that a database keeps. Rows have a key of their own. */
export async function compareFilter(
  engine: EngineUnderTest,
  filter: CheckedFilter,
  rows: readonly StoredRow[],
  locale: string | undefined,
): Promise<Comparison> {
  const target = targetOf(engine, filter.catalog!, locale);
  const where = compileWhere(filter, target);
  const upper = await selectWhere(engine, where.upper, target);
  const lower = where.isExact ? upper : await selectWhere(engine, where.lower, target);
  return judge(engine, where, keptInMemory(filter, rows, locale), upper, lower);
}

interface Selected {
  readonly ids: readonly string[];
  readonly sql: string;
}

/** Exact rows are the same; others lie between those that are sure and those that may be. */
export function judge(
  engine: EngineUnderTest,
  { isExact }: Pick<WhereParts, "isExact">,
  memory: readonly string[],
  upper: Selected,
  lower: Selected,
): Comparison {
  const report = (what: string, { ids: database, sql: text }: Selected): Comparison => ({
    isExact,
    disagreement: { engine: engine.name, what, memory, database, sql: text },
  });
  if (isExact)
    return sameMembers(memory, upper.ids) ? { isExact, disagreement: undefined } : report("exact", upper);
  const above = new Set(upper.ids);
  const kept = new Set(memory);
  if (!memory.every((id) => above.has(id))) return report("superset", upper);
  return lower.ids.every((id) => kept.has(id))
    ? { isExact, disagreement: undefined }
    : report("subset", lower);
}

/** Compares the order of all rows. */
export async function compareOrders(
  engine: EngineUnderTest,
  sortBy: CheckedSortBy,
  rows: readonly StoredRow[],
  locale: string | undefined,
): Promise<Comparison> {
  const target = targetOf(engine, sortBy.catalog!, locale);
  const { terms } = compileOrder(sortBy, target);
  if (terms === undefined) return { isExact: false, disagreement: undefined };
  const memory = ids(sortRows(rows, sortBy, optionsOf(locale)), sortBy.catalog!);
  const statement = layOut(
    sql`SELECT ${keyOf(target)} FROM ${fromTable(target)} ORDER BY ${joined(terms, ", ")}`,
  );
  const database = (await engine.run(statement)).map(([id]) => String(id));
  const isSame = memory.join() === database.join();
  return {
    isExact: true,
    disagreement: isSame
      ? undefined
      : { engine: engine.name, what: "order", memory, database, sql: textOf(statement) },
  };
}

export interface PageOf {
  readonly filter: CheckedFilter;
  readonly sortBy: CheckedSortBy;
  readonly start: number;
  readonly limit: number;
}

/** Compares a page and its count; only what the database can say exactly. */
export async function comparePage(
  engine: EngineUnderTest,
  { filter, sortBy, start, limit }: PageOf,
  rows: readonly StoredRow[],
  locale: string | undefined,
): Promise<Comparison> {
  const catalog = filter.catalog!;
  const target = targetOf(engine, catalog, locale);
  const where = compileWhere(filter, target);
  const { terms } = compileOrder(sortBy, target);
  if (!where.isExact || terms === undefined) return { isExact: false, disagreement: undefined };
  const kept = rows.filter(compilePredicate(filter, optionsOf(locale)));
  const page = ids(sortRows(kept, sortBy, optionsOf(locale)), catalog).slice(start, start + limit);
  const memory = [...page, `of ${kept.length}`];
  const statement = layOut(selectPage([keyOf(target)], where.upper, terms, { start, limit }, target));
  const [[count] = []] = await engine.run(layOut(selectCount(where.upper, target)));
  const found = (await engine.run(statement)).map(([id]) => String(id));
  const database = [...found, `of ${String(count)}`];
  return {
    isExact: true,
    disagreement:
      memory.join() === database.join()
        ? undefined
        : { engine: engine.name, what: "page", memory, database, sql: textOf(statement) },
  };
}

export function keyOf(target: SqlTarget): SqlText {
  const key = keyScalar(target);
  if (isRefusal(key)) throw new Error(key.refused);
  return key.sql as SqlText;
}

export const optionsOf = (locale: string | undefined) => (locale === undefined ? {} : { locale });

export const textOf = ({ segments }: SqlStatement) => segments.join("?");

function ids(rows: readonly StoredRow[], { key }: Catalog): string[] {
  return rows.map((row) => String(row[key!]));
}

export function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.toSorted().join() === b.toSorted().join();
}
